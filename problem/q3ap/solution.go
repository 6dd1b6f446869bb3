package q3ap

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// WriteSolution writes a solution: n and the cost, then p, then q, both from 1, as QAPLIB writes one permutation.
func WriteSolution(w io.Writer, x []int32, cost int64) error {
	b, n := bufio.NewWriter(w), len(x)/2
	fmt.Fprintf(b, "%d %d\n", n, cost)
	for k, v := range x {
		separator := " "
		if k%n == n-1 {
			separator = "\n"
		}
		fmt.Fprintf(b, "%d%s", v+1, separator)
	}
	return b.Flush()
}

// ReadSolution reads a solution of q: n, the cost that it claims, which must be its cost, p and q, each a permutation of
// 1..n; or of 0..n-1, both of them. A file has at most 1 MiB + 128*n bytes.
func ReadSolution(r io.Reader, file string, q *Instance) ([]int32, error) {
	in := bounded.Limit{Most: bounded.Solution(2 * q.N), Remedy: "check that this is a solution of q3ap"}.Reader(r)
	words := &words{Scanner: bufio.NewScanner(in), file: file, line: 1}
	words.Split(words.split)
	n, err := words.number("n")
	if err == nil && n != int64(q.N) {
		err = words.fail("a solution of n = %d; instance %s has %d: take the solution of that instance", n, q.Name(), q.N)
	}
	if err != nil {
		return nil, err
	}
	claimed, err := words.number("the cost")
	if err != nil {
		return nil, err
	}
	x, err := words.permutations(q.N)
	if err != nil {
		return nil, err
	}
	if words.Scan() {
		return nil, words.fail("found %q after the two permutations, where the file should end", words.Text())
	}
	if err := words.Err(); err != nil {
		return nil, words.fail("%w", err)
	}
	if cost := q.Cost(x); cost != claimed {
		return nil, fmt.Errorf("%s: it claims the cost %d, but costs %d as a solution of %s: take the solution of this instance, "+
			"in this order of its matrices", file, claimed, cost, q.Name())
	}
	return x, nil
}

// words are those of a file, with the line at which one stands.
type words struct {
	*bufio.Scanner
	file  string
	line  int
	ended bool // the word ends its line
}

// split is bufio.ScanWords that counts lines.
func (w *words) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if advance, token, err = bufio.ScanWords(data, atEOF); advance == 0 {
		return advance, token, err
	}
	if w.ended {
		w.line++
	}
	w.line += bytes.Count(data[:advance], []byte("\n"))
	if w.ended = token != nil && data[advance-1] == '\n'; w.ended {
		w.line--
	}
	return advance, token, err
}

func (w *words) fail(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", w.file, w.line, fmt.Errorf(format, args...))
}

func (w *words) number(what string) (int64, error) {
	if !w.Scan() {
		if err := w.Err(); err != nil {
			return 0, w.fail("%w", err)
		}
		return 0, w.fail("the file ends where %s should be: it is cut short, fetch it again", what)
	}
	v, err := strconv.ParseInt(w.Text(), 10, 64)
	if err != nil {
		err = w.fail("found %q where %s should be, a whole number: check that this is a solution of q3ap", cut(w.Text()), what)
	}
	return v, err
}

// cut shortens a word for a message.
func cut(word string) string { return word[:min(len(word), 40)] }

// permutations reads p and q.
func (w *words) permutations(n int) ([]int32, error) {
	x, least := make([]int32, 0, 2*n), int64(1)
	for part := range 2 {
		seen := make([]bool, n+1)
		for i := range n {
			v, err := w.number(fmt.Sprintf("number %d of permutation %c", i+1, "pq"[part]))
			if err != nil {
				return nil, err
			}
			if v < 0 || v > int64(n) {
				return nil, w.fail("found %d in permutation %c; it must be from 1 to %d, or from 0 to %d", v, "pq"[part], n, n-1)
			}
			if seen[v] {
				return nil, w.fail("%d comes twice in permutation %c: each number may come once", v, "pq"[part])
			}
			seen[v] = true
			least = min(least, v)
			x = append(x, int32(v))
		}
	}
	for i := range x {
		if x[i] -= int32(least); int(x[i]) >= n || x[i] < 0 {
			return nil, w.fail("the permutations have both 0 and %d: both must be of 1..%d or both of 0..%d", n, n, n-1)
		}
	}
	return x, nil
}
