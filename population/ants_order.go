package population

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// onPermutations lists the choices of positions: all values, of which the heuristic says nothing.
func (s *antSearch) onPermutations() {
	s.rule.Choices, s.near, s.desire = int32(s.n), make([]int32, s.n*s.n), make([]float32, s.n*s.n)
	for i := range s.near {
		s.near[i], s.desire[i] = int32(i%s.n), 1
	}
}

// improveByTabu prepares the tabu search by which ants improve permutations, as the max-min ant system has it for quadratic assignment
// (Stützle and Hoos, 2000).
func (s *antSearch) improveByTabu() (err error) {
	if s.m.LocalSearch == "tabu" {
		plan := s.plan
		plan.Start = nil
		s.improve, err = single.Tabu{}.Prepare(s.p, plan)
	}
	return err
}

// mostOver is about how many evaluations a unit may make beyond the run's budget.
const mostOver = 1 << 19

// lasts is how long tabu search is in this iteration: shorter where the run's budget would be far exceeded.
func (w *antWalk) lasts(s *walk.Slice) int {
	left, pairs := s.EvaluationsLeft(w.counters.Evaluations()), int64(max(1, w.s.n*(w.s.n-1)/2))
	if left > math.MaxInt64/2 {
		return w.s.m.Length
	}
	return int(min(int64(w.s.m.Length), max(1, (left+mostOver)/(pairs*int64(w.s.m.Ants)))))
}

// orderAnts makes the permutations of one core.
type orderAnts struct {
	coreAnt
	w     *antWalk
	tabu  beginner // nil: none
	order []int32  // of the positions
}

// make draws the permutation of an ant, position by position in random order, and improves it.
func (b *orderAnts) make(i int, x []int32, s *walk.Slice) int64 {
	w, n := b.w, int32(len(x))
	b.Number, b.Iteration, b.Trail = w.first+uint32(i), uint64(w.at), *w.trail
	for k := range b.order {
		b.order[k] = int32(k)
	}
	b.Begin(n)
	for k := range n {
		left := n - k
		at := uint64(b.Word(2*k)) * uint64(left) >> 32
		row := b.order[at]
		b.order[at] = b.order[left-1]
		x[row] = b.Draw(row, b.Word(2*k+1))
		b.Take(x[row])
	}
	walk.KeepFixed(w.s.p, x)
	if b.tabu == nil {
		return w.s.p.Cost(x)
	}
	words := lane.Random(w.s.plan.Seed, b.Number, b.Iteration, math.MaxUint32)
	b.tabu.Begin(x, multiwalk.NewRand(uint64(words[0])<<32|uint64(words[1]), int(b.Number)))
	for left := w.length; left > 0 && !s.Aborted(); left -= tabuStretch {
		b.tabu.Step(walk.NewSlice(min(left, tabuStretch)))
	}
	best, cost := b.tabu.Best()
	copy(x, best)
	return cost
}

// tabuStretch is how many iterations of tabu search there are between two questions whether to stop.
const tabuStretch = 16

// work is what the tabu search has done.
func (b *orderAnts) work() (c multiwalk.Counters) {
	if b.tabu != nil {
		c = b.tabu.Counters()
	}
	return c
}
