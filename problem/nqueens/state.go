package nqueens

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// diagonals is a permutation with the number of queens on each diagonal, which makes the delta of a swap O(1), and so a row
// of them O(N): both a state.SwapsFollower and a state.ConflictState. It needs 8 bytes a queen.
type diagonals struct {
	n                int32
	x                []int32
	sums, difference tally // by column + row, and by column - row + n
	cost             int64
	row              []int32 // what Row returned last; nil before
}

// NewState returns the counts at x.
func (q *Instance) NewState(x []int32) multiwalk.State { return q.newState(x) }

// ConstructConflictState implements state.ConflictConstructor. The counters come from the set of diagonals by which
// the start was built, in one pass over memory from front to back, where counting the queens would go to and fro.
func (q *Instance) ConstructConflictState(r *multiwalk.Rand, aborted func() bool) (state.ConflictState, []int32) {
	b := newStart(r, make([]int32, q.N))
	if !b.build(aborted) {
		return nil, nil
	}
	s := &diagonals{n: int32(q.N), x: b.x, sums: tallyOf(2*q.N, b.sums), difference: tallyOf(2*q.N, b.differences)}
	attacked := make([]int32, len(b.clashes))
	for k, c := range b.clashes {
		i, v := c.column, s.x[c.column]
		if c.sum {
			s.cost += s.sums.put(int(i + v))
		}
		if c.difference {
			s.cost += s.difference.put(int(i - v + s.n))
		}
		attacked[k] = i
	}
	return s, attacked
}

func (q *Instance) newState(x []int32) *diagonals {
	s := &diagonals{n: int32(q.N), x: make([]int32, q.N), sums: newTally(2 * q.N), difference: newTally(2 * q.N)}
	s.fill(x)
	return s
}

func (s *diagonals) fill(x []int32) {
	copy(s.x, x)
	s.cost = 0
	for i, v := range s.x {
		s.cost += s.put(int32(i), v)
	}
}

func (s *diagonals) Reset(x []int32) {
	s.sums.clear()
	s.difference.clear()
	s.fill(x)
}

// put returns the number of queens that a new one at column i and row v shares a diagonal with.
func (s *diagonals) put(i, v int32) int64 {
	return s.sums.put(int(i+v)) + s.difference.put(int(i-v+s.n))
}

// take returns the number of queens that the one taken away shared a diagonal with.
func (s *diagonals) take(i, v int32) int64 {
	return s.sums.take(int(i+v)) + s.difference.take(int(i-v+s.n))
}

func (s *diagonals) Swap(i, j int32) {
	v, w := s.x[i], s.x[j]
	s.cost -= s.take(i, v) + s.take(j, w)
	s.cost += s.put(i, w) + s.put(j, v)
	s.x[i], s.x[j] = w, v
}

// SwapDelta implements state.SwapFollower, in O(1). The new places share a column with one of the two queens and a
// row with the other, hence a diagonal with neither: the counts there are those of other queens. The counts at the old
// places hold the queen itself, and the other one where the two attack each other. They attack each other after the swap too,
// because both distances are the same: a pair counted twice before, and once to add.
func (s *diagonals) SwapDelta(i, j int32) int64 {
	v, w := s.x[i], s.x[j]
	if i == j || v == w {
		return 0
	}
	delta := s.on(i, w) + s.on(j, v) - s.on(i, v) - s.on(j, w) + 4
	if i-j == v-w || i-j == w-v {
		delta += 2
	}
	return delta
}

// Row implements state.SwapsFollower, in O(N). A swap changes the cost by less than 4N, as two queens leave two diagonals
// each, so it fits int32.
func (s *diagonals) Row(i int32) ([]int32, []int64) {
	if i == s.n-1 {
		return nil, nil
	}
	if s.row == nil {
		s.row = make([]int32, s.n-1)
	}
	row := s.row[:s.n-1-i]
	for k := range row {
		row[k] = int32(s.SwapDelta(i, i+1+int32(k)))
	}
	return row, nil
}

func (s *diagonals) Cost() int64 { return s.cost }

// Conflicts implements state.ConflictFollower: how many queens attack the one in column i.
func (s *diagonals) Conflicts(i int32) int64 { return s.on(i, s.x[i]) - 2 }
func (s *diagonals) Solution() []int32       { return s.x }

// on returns the sum of the counts of the two diagonals through a place.
func (s *diagonals) on(i, v int32) int64 { return s.sums.at(int(i+v)) + s.difference.at(int(i-v+s.n)) }
