package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"

	"github.com/multiwalk/multiwalk/continuous"
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

// Reals returns what a cost and a solution of a problem of real vectors stand for. f is nil if the cost is not finite, which JSON cannot
// hold, and the vector is nil if x is.
func Reals(cost int64, x []int32) (f *float64, vector []float64) {
	if v := continuous.Value(cost); !math.IsInf(v, 0) {
		f = &v
	}
	if x != nil {
		vector = continuous.Unpack(x)
	}
	return f, vector
}

// decimals are the fields f and x that a line has in a run on real vectors: cost and solution for people and other programs, who do not know
// what the whole numbers beside them stand for. Read does not ask for them.
func (r Run) decimals(cost int64, x []int32) []byte {
	if !r.Reals {
		return nil
	}
	var v struct {
		F *float64  `json:"f"`
		X []float64 `json:"x,omitempty"`
	}
	v.F, v.X = Reals(cost, x)
	text, err := json.Marshal(v)
	if err != nil { // a vector that is none, of a record that somebody wrote by hand
		return nil
	}
	return append(text[1:len(text)-1], ',')
}

func (r Run) lines() ([]byte, error) {
	var text bytes.Buffer
	add := func(name string, v any, more ...byte) error {
		l, err := line(name, v, more...)
		text.Write(l)
		return err
	}
	if err := add(lineRun, r.Header); err != nil {
		return nil, err
	}
	for _, p := range r.History {
		if err := add(lineIncumbent, p, r.decimals(p.Cost, nil)...); err != nil {
			return nil, err
		}
	}
	if r.Last != nil {
		if err := add(lineLive, r.Last, r.decimals(r.Last.Cost, r.Last.Solution)...); err != nil {
			return nil, err
		}
	}
	if r.End != nil {
		if err := add(lineEnd, r.End, r.decimals(r.End.Cost, r.End.Solution)...); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}
