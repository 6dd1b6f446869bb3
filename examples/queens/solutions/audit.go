package solutions

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// ErrUnsound is wrapped by the error about a file that holds what is no solution, or one twice.
var ErrUnsound = errors.New("not all are different solutions")

// Audit is what a file of solutions holds.
type Audit struct {
	N         int // 0 where a file in the Text format is empty
	Format    Format
	Solutions int64
}

// CheckFile reads a file of solutions, proves each, and makes sure that none comes twice. The error names the place of
// the first solution that does not hold, and why; the audit counts those before. Memory is 11 to 21 bytes a solution.
//
// Solutions with equal fingerprints are compared row by row, for which the file is read again up to the first of them.
func CheckFile(path string) (Audit, error) {
	opened := false
	return audit(path, func() (io.ReadCloser, error) {
		// A pipe would give nothing the second time, or wait for it without end.
		if info, err := os.Stat(path); opened && err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("multiwalk: %s: a solution seems to repeat an earlier one, and what is no plain file "+
				"cannot be read again to compare them; check a copy of it", path)
		}
		opened = true
		return os.Open(path)
	})
}

// audit is CheckFile of whatever open opens.
func audit(name string, open func() (io.ReadCloser, error)) (a Audit, err error) {
	f, err := open()
	if err != nil {
		return a, err
	}
	defer f.Close()
	in, seen := NewReader(f, name), newSet(0)
	var p *prover
	for {
		x, err := in.Next()
		a.N, a.Format = in.N(), in.Format()
		if errors.Is(err, io.EOF) {
			return a, nil
		}
		if err != nil {
			return a, err
		}
		if p == nil {
			p = newProver(a.N)
		}
		if !prove(p, x) {
			return a, fmt.Errorf("multiwalk: %s: %w: %w", in.Place(), ErrUnsound, flaw(x))
		}
		if !seen.add(fingerprint(x)) {
			first, err := earlier(name, open, x, a.Solutions)
			if err != nil {
				return a, err
			}
			if first != "" {
				return a, fmt.Errorf("multiwalk: %s: %w: it repeats %s", in.Place(), ErrUnsound, first)
			}
		}
		a.Solutions++
	}
}

// earlier returns the place of x among the first solutions, empty if it is not there.
func earlier(name string, open func() (io.ReadCloser, error), x []int32, solutions int64) (string, error) {
	f, err := open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	in := NewReader(f, name)
	for range solutions {
		y, err := in.Next()
		if err != nil {
			return "", fmt.Errorf("multiwalk: %s changed while it was read: %w", name, err)
		}
		if slices.Equal(x, y) {
			return in.Place(), nil
		}
	}
	return "", nil
}
