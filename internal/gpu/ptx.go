package gpu

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
)

// unpacked returns text, which is made once it is asked for.
func unpacked(name string, ptx []byte) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) { return text(name, ptx) })
}

// text returns the PTX of a program from what is built in under its name. A release has it packed by gzip. Where it is not committed, it
// may be missing, or left over from another source: the hash of the source stands behind an @ of the name and in the head of the PTX.
func text(name string, ptx []byte) ([]byte, error) {
	what, hash, hashed := strings.Cut(name, "@")
	if len(ptx) == 0 {
		return nil, fmt.Errorf("multiwalk: %s is built without kernels for GPUs: run go generate in its package, with clang 19 in the PATH, "+
			"and build it again", what)
	}
	if packed := []byte{0x1f, 0x8b}; bytes.HasPrefix(ptx, packed) {
		r, err := gzip.NewReader(bytes.NewReader(ptx))
		if err == nil {
			ptx, err = io.ReadAll(r)
		}
		if err != nil {
			return nil, fmt.Errorf("multiwalk: the kernels of %s cannot be unpacked: %w", what, err)
		}
	}
	if hashed && !bytes.Contains(ptx[:min(len(ptx), 1000)], []byte(hash)) {
		return nil, fmt.Errorf("multiwalk: the kernels of %s for GPUs are of another source: run go generate in its package, with clang 19 in "+
			"the PATH, and build it again", what)
	}
	return ptx, nil
}

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
