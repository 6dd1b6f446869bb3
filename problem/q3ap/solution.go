package q3ap

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// WriteSolution writes a solution: n and the cost, then p, then q, both from 1, as QAPLIB writes one permutation.
func (q *Instance) WriteSolution(w io.Writer, x []int32) error {
	b, n := bufio.NewWriter(w), len(x)/2
	fmt.Fprintf(b, "%d %d\n", n, q.Cost(x))
	for k, v := range x {
		separator := " "
		if k%n == n-1 {
			separator = "\n"
		}
		fmt.Fprintf(b, "%d%s", v+1, separator)
	}
	return b.Flush()
}

// ReadSolution reads a solution: n, the cost that it claims, which must be its cost, p and q, each a permutation of
// 1..n; or of 0..n-1, both of them. A file has at most 1 MiB + 128*n bytes.
func (q *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	words := bounded.NewWords(r, file, "a solution of q3ap", bounded.Solution(2*q.N))
	n, err := words.Whole("n", 0, math.MaxInt64)
	if err == nil && n != int64(q.N) {
		err = words.Fail("a solution of n = %d; instance %s has %d: take the solution of that instance", n, q.Name(), q.N)
	}
	if err != nil {
		return nil, err
	}
	claimed, err := words.Whole("the cost", math.MinInt64, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	x, err := permutations(words, q.N)
	if err != nil {
		return nil, err
	}
	if err := words.End("the two permutations"); err != nil {
		return nil, err
	}
	if cost := q.Cost(x); cost != claimed {
		return nil, fmt.Errorf("%s: it claims the cost %d, but costs %d as a solution of %s: take the solution of this instance, "+
			"in this order of its matrices", file, claimed, cost, q.Name())
	}
	return x, nil
}

// permutations reads p and q.
func permutations(w *bounded.Words, n int) ([]int32, error) {
	x, least := make([]int32, 0, 2*n), int64(1)
	for part := range 2 {
		seen := make([]bool, n+1)
		for i := range n {
			v, err := w.Whole(fmt.Sprintf("number %d of permutation %c", i+1, "pq"[part]), math.MinInt64, math.MaxInt64)
			if err != nil {
				return nil, err
			}
			if v < 0 || v > int64(n) {
				return nil, w.Fail("found %d in permutation %c; it must be from 1 to %d, or from 0 to %d", v, "pq"[part], n, n-1)
			}
			if seen[v] {
				return nil, w.Fail("%d comes twice in permutation %c: each number may come once", v, "pq"[part])
			}
			seen[v] = true
			least = min(least, v)
			x = append(x, int32(v))
		}
	}
	for i := range x {
		if x[i] -= int32(least); int(x[i]) >= n || x[i] < 0 {
			return nil, w.Fail("the permutations have both 0 and %d: both must be of 1..%d or both of 0..%d", n, n, n-1)
		}
	}
	return x, nil
}
