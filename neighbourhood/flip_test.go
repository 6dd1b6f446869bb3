package neighbourhood

import (
	"errors"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// ones counts twos of neighbouring elements that differ, weighted, and knows no delta.
type ones struct{ space multiwalk.Space }

func (p ones) Space() multiwalk.Space { return p.space }
func (p ones) Cost(x []int32) (sum int64) {
	for i := range x {
		d := int64(x[i] - x[(i+1)%len(x)])
		sum += d*d*int64(1+i%5) + int64(x[i])*int64(i%3)
	}
	return sum
}

func (p ones) set(x []int32, i, v int32) int64 {
	y := append([]int32(nil), x...)
	y[i] = v
	return p.Cost(y) - p.Cost(x)
}

// changing prices changes alone, off by wrong where an element becomes 0.
type changing struct {
	ones
	wrong int64
}

func (p changing) ChangeDelta(x []int32, i, v int32) int64 {
	if v == x[i] {
		panic("v must not be what x[i] is")
	}
	d := p.set(x, i, v)
	if v == 0 {
		d += p.wrong
	}
	return d
}

// flipping prices flips alone.
type flipping struct{ ones }

func (p flipping) FlipDelta(x []int32, i int32) int64 { return p.set(x, i, 1-x[i]) }

// both has a flip that counts, and a change that is not asked about flips.
type both struct{ flipping }

func (p both) ChangeDelta(x []int32, i, v int32) int64 {
	if p.space.Kind() == multiwalk.KindBinary {
		panic("a flip has a price of its own")
	}
	return p.set(x, i, v)
}

// A flip is priced by FlipDelta, else by ChangeDelta, else in full; the price is that of full evaluation.
func TestFlip_PricedByWhatTheProblemHas(t *testing.T) {
	mixed := multiwalk.Product(multiwalk.Binary(4), multiwalk.Integers(3, 0, 2), multiwalk.Binary(5))
	for _, space := range []multiwalk.Space{multiwalk.Binary(1), multiwalk.Binary(7), mixed} {
		for _, v := range []struct {
			p           multiwalk.Problem
			incremental bool
		}{{ones{space}, false}, {changing{ones{space}, 0}, true}, {flipping{ones{space}}, space.Kind() == multiwalk.KindBinary},
			{both{flipping{ones{space}}}, true}} {
			t.Run(fmt.Sprintf("%T/%v", v.p, space), func(t *testing.T) {
				n, err := For(v.p)
				if err != nil || n.Incremental() != v.incremental {
					t.Fatalf("%v, incremental %v", err, n.Incremental())
				}
				checkDeltas(t, v.p, n)
				if full, delta := n.Evaluations(); v.incremental != (full == 0) || v.incremental && delta == 0 {
					t.Errorf("%d full and %d delta evaluations", full, delta)
				}
			})
		}
	}
}

// A walk's ledger of wrong changes is found out by the first incumbent that they lead to.
func TestFlip_AWrongChangeIsFoundOut(t *testing.T) {
	for _, wrong := range []int64{-1, 1} {
		p := changing{ones{multiwalk.Binary(40)}, wrong}
		_, err := multiwalk.Minimize(t.Context(), p, descent{}, multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if !errors.Is(err, multiwalk.ErrDeltaMismatch) {
			t.Errorf("deltas off by %d: %v", wrong, err)
		}
	}
}

// descent makes each random move that its delta says improves.
type descent struct{}

func (descent) Name() string { return "descent" }
func (descent) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return descending{p, plan}, nil
}

type descending struct {
	p    multiwalk.Problem
	plan walk.Plan
}

func (descending) Slice() int { return 400 }
func (s descending) NewWalk(id int) (walk.Walk, error) {
	nb, err := For(s.p)
	w := &descendingWalk{nb: nb, r: multiwalk.NewRand(s.plan.Seed, id), x: make([]int32, s.p.Space().Len())}
	s.plan.Begin(s.p, w.r, w.x)
	w.cost = s.p.Cost(w.x)
	return w, err
}

type descendingWalk struct {
	nb   Neighbourhood
	r    *multiwalk.Rand
	x    []int32
	cost int64
	work multiwalk.Counters
}

func (w *descendingWalk) Best() ([]int32, int64)       { return w.x, w.cost }
func (w *descendingWalk) Counters() multiwalk.Counters { return w.work }
func (w *descendingWalk) Step(s *walk.Slice) bool {
	for s.Next(w.work.Evaluations()) {
		w.work.DeltaEvaluations++
		if m := w.nb.Random(w.r); w.nb.Delta(w.x, m) < 0 {
			w.cost += w.nb.Delta(w.x, m)
			w.nb.Apply(w.x, m)
			s.Improved(w.cost, w.work)
		}
	}
	return true
}
