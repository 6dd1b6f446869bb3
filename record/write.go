package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// Hash identifies an instance by the content of its file: "sha256:" and 64 hexadecimal digits. Line ends count as
// written on Unix, because the same file travels with either.
func Hash(content []byte) string {
	sum := sha256.Sum256(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Write writes one run as JSON lines, in one call of w.Write.
func Write(w io.Writer, r Run) error {
	text, err := r.lines()
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// Merge writes the runs of several records as one record, in order. Unlike plain concatenation it drops a last line
// that was cut off.
func Merge(w io.Writer, records ...[]Run) error {
	for _, runs := range records {
		for _, r := range runs {
			if err := Write(w, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r Run) lines() ([]byte, error) {
	var text bytes.Buffer
	add := func(name string, v any) error {
		l, err := line(name, v)
		text.Write(l)
		return err
	}
	if err := add(lineRun, r.Header); err != nil {
		return nil, err
	}
	for _, p := range r.History {
		if err := add(lineIncumbent, p); err != nil {
			return nil, err
		}
	}
	if r.Last != nil {
		if err := add(lineLive, r.Last); err != nil {
			return nil, err
		}
	}
	if r.End != nil {
		if err := add(lineEnd, r.End); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}
