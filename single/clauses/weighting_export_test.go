package clauses

import (
	"errors"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/clauses"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// Decimate is what a search begins with.
func Decimate(c *neighbourhood.Clauses, seed uint64) []int32 {
	x := make([]int32, c.N)
	decimate(c, multiwalk.NewRand(seed, 0), x)
	return x
}

// CheckWeighting makes flips, and compares what the walk keeps with what follows from its solution and its weights. It returns how often
// the walk began anew.
func CheckWeighting(t *testing.T, m Weighting, p neighbourhood.Clausal, flips int) (anew int) {
	t.Helper()
	s := must.Have(m.Prepare(p, walk.Plan{Seed: 4}))(t)
	walk := must.Have(s.NewWalk(0))(t)
	w := walk.(*weightingWalk)
	for w.work.Moves < int64(flips) && len(w.violated.list) > 0 {
		before := w.work.FullEvaluations
		w.turn()
		anew += int(w.work.FullEvaluations - before)
		good, hard := slices.Sorted(slices.Values(w.good.list)), slices.Sorted(slices.Values(w.hard.list))
		scores, violated := slices.Clone(w.scores), slices.Sorted(slices.Values(w.violated.list))
		again := *w
		again.clauseWalk = newClauseWalk(p, w.c, slices.Clone(w.x))
		again.hard, again.good = newClauseList(w.c.Len()), newClauseList(int(w.c.N))
		again.begin()
		if !slices.Equal(scores, w.scores) || !slices.Equal(good, again.good.list) || !slices.Equal(hard, again.hard.list) ||
			!slices.Equal(violated, again.violated.list) || w.cost != again.cost {
			t.Fatalf("after %d flips: scores %v, %d bits that gain, %d clauses violated, %d of them hard, cost %d; counted anew %v, %d, %d, "+
				"%d, %d", w.work.Moves, scores, len(good), len(violated), len(hard), w.cost, w.scores, len(again.good.list),
				len(again.violated.list), len(again.hard.list), again.cost)
		}
	}
	return anew
}

// machines are the emulator, and the GPU if there is one.
func machines() []multiwalk.Accelerator {
	if g := device.GPU(); g.Ready() == nil {
		return []multiwalk.Accelerator{device.Emulator(), g}
	}
	return []multiwalk.Accelerator{device.Emulator()}
}

// CompareWeighting makes some launches on each machine, and then the same flips on cores.
func CompareWeighting(t *testing.T, m Weighting, p neighbourhood.Clausal, walks, launches int) {
	t.Helper()
	for _, d := range machines() {
		compareWeightingOn(t, d, m, p, walks, launches)
	}
}

func compareWeightingOn(t *testing.T, d multiwalk.Accelerator, m Weighting, p neighbourhood.Clausal, walks, launches int) {
	t.Helper()
	plan := walk.Plan{Seed: 9, Walks: walks, Device: d}
	s := must.Have(m.Prepare(p, plan))(t)
	made := must.Have(s.NewWalk(0))(t)
	w := made.(*machineWeighting)
	defer w.Close()
	for range launches {
		must.Have(w.Unit(walk.NewSlice(1)))(t)
	}
	plan.Device = nil
	cores := must.Have(m.Prepare(p, plan))(t)
	for i := range w.States {
		walk := must.Have(cores.NewWalk(i))(t)
		c := walk.(*weightingWalk)
		for c.work.Moves < w.States[i].Flip && len(c.violated.list) > 0 {
			c.turn()
		}
		compareWeighting(t, w, i, c)
	}
}

// compareWeighting compares all that a search of a machine is with a walk.
func compareWeighting(t *testing.T, w *machineWeighting, i int, c *weightingWalk) {
	t.Helper()
	a, d := &w.Plan, &w.States[i]
	n, k := int(a.N), int(a.Clauses)
	x, best := make([]int32, n), make([]int32, n)
	state, numbers := make([]int32, clauses.WeighState(a)), make([]int64, clauses.WeighNumbers(a))
	must.Do(t, errors.Join(w.x.Read(x, i*n), w.Incumbent(i, best), w.state.Read(state, i*len(state)),
		w.numbers.Read(numbers, i*len(numbers))))
	want, least := c.Best()
	anew := w.At%int64(w.f.s.m.Patience) == 0 // the host has thought about that already, the walk on cores has not
	for _, same := range []struct {
		what string
		is   bool
	}{
		{"bits", anew || slices.Equal(x, c.x)}, {"incumbent", slices.Equal(best, want)}, {"cost", d.Cost == c.cost}, {"least", d.Least == least},
		{"evaluations", d.Delta == c.work.DeltaEvaluations}, {"mark", anew || w.marks[i] == c.mark},
		{"weights", slices.Equal(numbers[:k], c.weights)}, {"scores", slices.Equal(numbers[k:k+n], c.scores)},
		{"flips", slices.Equal(numbers[k+n:], c.flipped)}, {"violated", slices.Equal(state[2*k:][:d.Violated], c.violated.list)},
		{"hard", slices.Equal(state[4*k:][:d.Hards], c.hard.list)}, {"good", slices.Equal(state[6*k:][:d.Good], c.good.list)},
	} {
		if !same.is {
			t.Errorf("%v: search %d after %d flips: %s are not those of cores; cost %d and %d", w.Machine, i, d.Flip, same.what, d.Cost, c.cost)
		}
	}
}
