package nqueens

import (
	"fmt"
	"strconv"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
)

// MaxN is the greatest board: the deltas of swaps, below 4N, fit int32.
const MaxN = 1 << 28

// ErrNoSolution is wrapped by what finds that a board has no place for its queens: sizes 2 and 3.
var ErrNoSolution = fmt.Errorf("%w: on boards of 2 and 3 some queens always attack each other", problem.ErrNoSolution)

// Instance is the problem of N queens. Make one with New.
type Instance struct {
	N int
}

// New returns the problem of n queens, n from 1 to MaxN. Boards of 2 and 3 are problems too, whose least cost is 1;
// Solvable tells.
func New(n int) (*Instance, error) {
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("multiwalk: %d queens: the number must be from 1 to %d", n, MaxN)
	}
	return &Instance{N: n}, nil
}

// Solvable returns nil, or an error that wraps ErrNoSolution.
func (q *Instance) Solvable() error {
	if q.N == 2 || q.N == 3 {
		return fmt.Errorf("multiwalk: %d queens: %w", q.N, ErrNoSolution)
	}
	return nil
}

// Name returns "nqueens:" and the number.
func (q *Instance) Name() string { return "nqueens:" + strconv.Itoa(q.N) }

// Space returns the permutations of N: no two queens share a row or a column.
func (q *Instance) Space() multiwalk.Space { return multiwalk.Permutation(q.N) }

// LowerBound returns the least cost, which is 0 where there is a solution.
func (q *Instance) LowerBound() int64 {
	if q.Solvable() != nil {
		return 1
	}
	return 0
}

// Cost returns the number of attacking pairs. The rows need not be a permutation, but on the board.
func (q *Instance) Cost(x []int32) int64 {
	if pairs, ok := fewPairs(x); ok {
		return pairs
	}
	return Linear{}.Conflicts(x)
}

// fewPairs returns the number of attacking pairs if there are few. It is Linear with a bit a line for the first queen there,
// which takes an eighth of the memory, and a list of the others: k of them on one line add 1 + 2 + ... + k pairs.
func fewPairs(x []int32) (pairs int64, ok bool) {
	n := len(x)
	rows, sums, differences := newBitset(n), newBitset(2*n), newBitset(2*n)
	others := map[int]int64{} // by line: first the rows, then the two kinds of diagonal
	limit := 8 + n/256
	count := func(line int) {
		limit--
		others[line]++
		pairs += others[line]
	}
	for i, v := range x {
		s, d := i+int(v), i-int(v)+n
		if rows.add(int(v)) {
			count(int(v))
		}
		if sums.add(s) {
			count(n + s)
		}
		if differences.add(d) {
			count(3*n + d)
		}
		if limit < 0 {
			return 0, false
		}
	}
	return pairs, true
}

// SwapDelta prices the exchange of the rows in columns i and j from x alone, in O(N) and without memory: it counts the
// queens on the at most eight diagonals that gain or lose one. A search of many swaps keeps a state instead, where that
// is O(1).
func (q *Instance) SwapDelta(x []int32, i, j int32) int64 {
	r, s := x[i], x[j]
	if r == s {
		return 0
	}
	var delta int64
	for k, v := range x {
		c := int32(k)
		if c == i || c == j {
			continue
		}
		delta += diagonal(c-i, v-s) + diagonal(c-j, v-r) - diagonal(c-i, v-r) - diagonal(c-j, v-s)
	}
	return delta // the pair itself attacks after the swap just as before: both distances are the same
}

// diagonal returns 1 for two queens so far from each other on one diagonal, else 0.
func diagonal(columns, rows int32) int64 {
	if columns == rows || columns == -rows {
		return 1
	}
	return 0
}

// CheckSolved reports two queens that attack each other, or what else keeps x from being an answer to the puzzle. It is no
// multiwalk.Checker: to a run a placement with conflicts is a solution, which costs as many. It shares no code with the
// evaluation schemes, and no more than a set of bits with Cost: it marks rows and diagonals, in O(N).
func (q *Instance) CheckSolved(x []int32) error {
	if len(x) != q.N {
		return fmt.Errorf("multiwalk: %d queens: the solution has %d", q.N, len(x))
	}
	rows, sums, differences := newBitset(q.N), newBitset(2*q.N), newBitset(2*q.N)
	for i, v := range x {
		if v < 0 || int(v) >= q.N {
			return fmt.Errorf("multiwalk: %d queens: the one in column %d is in row %d, outside [0, %d]", q.N, i, v, q.N-1)
		}
		if rows.add(int(v)) || sums.add(i+int(v)) || differences.add(i-int(v)+q.N) {
			return q.attacked(x, i)
		}
	}
	return nil
}

// attacked names the queen before column i that attacks the one there.
func (q *Instance) attacked(x []int32, i int) error {
	for k, v := range x[:i] {
		if d := int(x[i]) - int(v); d == 0 || d == i-k || d == k-i {
			return fmt.Errorf("multiwalk: %d queens: those in columns %d and %d, rows %d and %d, attack each other",
				q.N, k, i, v, x[i])
		}
	}
	return fmt.Errorf("multiwalk: %d queens: the one in column %d is attacked", q.N, i)
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

// has returns 1 for what is in, else 0, without a branch.
func (b bitset) has(k int) uint { return uint(b[uint(k)>>6]>>(uint(k)&63)) & 1 }

func (b bitset) put(k int) { b[uint(k)>>6] |= 1 << (uint(k) & 63) }

// add puts k in and reports whether it was there before.
func (b bitset) add(k int) bool {
	w, bit := &b[k>>6], uint64(1)<<(k&63)
	was := *w&bit != 0
	*w |= bit
	return was
}
