package bounded

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// WriteBits writes a solution of bits, as 0 and 1 in one line.
func WriteBits(w io.Writer, x []int32) error {
	line := make([]byte, len(x)+1)
	for i, v := range x {
		line[i] = '0' + byte(v)
	}
	line[len(x)] = '\n'
	_, err := w.Write(line)
	return err
}

// ReadBits reads n bits, with white space between or without. A file has at most 1 MiB and 64 bytes a bit.
func ReadBits(r io.Reader, file string, n int) ([]int32, error) {
	in := bufio.NewReader(Limit{Most: Solution(n), Remedy: "check that this is a solution"}.Reader(r))
	fail := func(line int, found, expected, remedy string) ([]int32, error) {
		return nil, fmt.Errorf("multiwalk: %s:%d: found %s, expected %s; %s", file, line, found, expected, remedy)
	}
	var x []int32
	for line := 1; ; {
		c, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && len(x) == n:
			return x, nil
		case errors.Is(err, io.EOF):
			return fail(line, fmt.Sprintf("%d bits", len(x)), fmt.Sprintf("%d", n), "take a solution of this instance")
		case err != nil:
			return nil, fmt.Errorf("multiwalk: %s:%d: %w", file, line, err)
		case c == '\n':
			line++
		case c <= ' ':
		case c != '0' && c != '1':
			return fail(line, fmt.Sprintf("%q", c), "0 or 1", "write a bit for each variable, in order")
		case len(x) == n:
			return fail(line, fmt.Sprintf("more than %d bits", n), fmt.Sprintf("%d", n), "take a solution of this instance")
		default:
			x = append(x, int32(c-'0'))
		}
	}
}
