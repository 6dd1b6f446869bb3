package nqueens

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Prefix begins the name of an instance: nqueens:8.
const Prefix = "nqueens:"

// Sniff says whether content names an instance, as all that Read wants of it.
func Sniff(content []byte) bool {
	_, ok := bounded.Behind(content, Prefix)
	return ok
}

// Read makes the instance that a text names, such as nqueens:8; file is the text's name for messages. The error wraps
// ErrNoSolution for 2 and 3 queens.
func Read(content []byte, file string) (*Instance, error) {
	number, _ := bounded.Behind(content, Prefix)
	n, err := strconv.Atoi(string(number))
	if err != nil || n < 1 || n > MaxN {
		return nil, fmt.Errorf("multiwalk: %s:1: %q is no number of queens; write one from 1 to %d, as in %s8",
			file, cut(string(number)), MaxN, Prefix)
	}
	q := &Instance{N: n}
	return q, q.Solvable()
}

// cut shortens what a message quotes.
func cut(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}

// BestKnown is 0 conflicts, which is proven.
func (q *Instance) BestKnown() (cost int64, proven, ok bool) { return q.LowerBound(), true, true }

// WriteSolution writes the row of the queen in each column, from 1, as the paper does, each on its line.
func (q *Instance) WriteSolution(w io.Writer, x []int32) error {
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for _, v := range x {
		line = append(strconv.AppendInt(line[:0], int64(v)+1, 10), '\n')
		b.Write(line) // the buffer keeps the first error for Flush
	}
	return b.Flush()
}

// ReadSolution reads what WriteSolution writes, a permutation of 1 to n. A file has at most 1 MiB and 64 bytes a queen. Room
// is made as rows come, because a file may hold fewer; what is known of the rows before takes n bits.
func (q *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	var x []int32
	taken := newBitset(q.N)
	limit := bounded.Limit{Most: bounded.Solution(q.N), Remedy: "check that this is a solution of " + q.Name()}
	in := bufio.NewScanner(limit.Reader(r))
	line := 0
	for in.Scan() {
		line++
		text := strings.TrimSpace(in.Text())
		if text == "" {
			continue
		}
		v, err := strconv.Atoi(text)
		switch {
		case err != nil || v < 1 || v > q.N:
			return nil, fmt.Errorf("multiwalk: %s:%d: %q is no row; there must be a number from 1 to %d on each line",
				file, line, cut(text), q.N)
		case len(x) == q.N:
			return nil, fmt.Errorf("multiwalk: %s:%d: more than %d rows; take a solution of %s", file, line, q.N, q.Name())
		case taken.add(v - 1):
			return nil, fmt.Errorf("multiwalk: %s:%d: row %d comes twice; each column needs a row of its own", file, line, v)
		}
		x = append(x, int32(v-1))
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("multiwalk: %s:%d: a line of more than %d bytes; there must be a number from 1 to %d on each line",
			file, line+1, bufio.MaxScanTokenSize, q.N)
	} else if err != nil {
		return nil, fmt.Errorf("multiwalk: %s:%d: %w", file, line+1, err)
	}
	if len(x) < q.N {
		return nil, fmt.Errorf("multiwalk: %s:%d: %d rows, but %s has %d columns; take a solution of that size",
			file, line+1, len(x), q.Name(), q.N)
	}
	return x, nil
}
