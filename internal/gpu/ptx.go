package gpu

import (
	"bytes"
	"fmt"
)

// alone returns PTX with one kernel of those that ptx has, and with all that stands outside of kernels. The driver compiles
// kernel by kernel and takes up to half a second for each, so what is not launched should not be compiled. It is O(len(ptx)).
//
// A kernel begins at a line with .entry and ends at a line that is a closing brace, as kernelgen's do.
func alone(ptx []byte, symbol string) ([]byte, error) {
	var out []byte
	inside, wanted, found := false, false, false
	for line := range bytes.Lines(ptx) {
		if !inside {
			if name, ok := entryName(line); ok {
				inside, wanted = true, string(name) == symbol
				found = found || wanted
			}
		}
		if !inside || wanted {
			out = append(out, line...)
		}
		if inside && len(line) > 0 && line[0] == '}' {
			inside = false
		}
	}
	if !found {
		return nil, fmt.Errorf("multiwalk: the kernels' PTX has no kernel %s; make it anew by multiwalk kernel gen", symbol)
	}
	return out, nil
}

// entryName is the name of the kernel that begins in a line, if one does.
func entryName(line []byte) ([]byte, bool) {
	words := bytes.Fields(line)
	for i, w := range words {
		switch {
		case bytes.HasPrefix(w, []byte("//")):
			return nil, false
		case string(w) == ".entry" && i+1 < len(words):
			name, _, _ := bytes.Cut(words[i+1], []byte("("))
			return name, true
		}
	}
	return nil, false
}
