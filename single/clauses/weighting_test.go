package clauses_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/single/clauses"
	"github.com/multiwalk/multiwalk/walk"
)

// What a walk keeps from flip to flip is what follows from its solution and its weights, whether it smooths or begins anew.
func TestWeighting_KeepsWhatFollows(t *testing.T) {
	p := partial(t, 60, 120, 150, 5)
	for _, m := range []clauses.Weighting{{}, {Smooth: 9000, Samples: 2}, {Smooth: 3000, Patience: 40, Limit: 2}, {Samples: 100, Patience: 7}} {
		anew := clauses.CheckWeighting(t, m, p, 2000)
		if m.Patience > 0 && (anew < 20 || anew > 2000/m.Patience) || m.Patience == 0 && anew > 0 {
			t.Errorf("%+v: it began anew %d times", m, anew)
		}
	}
	clauses.CheckWeighting(t, clauses.Weighting{}, torn(t, 30, 3), 200)
}

// Many clauses are smoothed less often, unless the user says how often.
func TestWeighting_SmoothsManyClausesLess(t *testing.T) {
	for _, c := range []struct {
		m    clauses.Weighting
		hard int
		want int
	}{{clauses.Weighting{}, 3000, 10}, {clauses.Weighting{}, 7000, 1}, {clauses.Weighting{Smooth: 5}, 7000, 5}} {
		s := must.Have(c.m.Prepare(partial(t, 2000, c.hard, 500, 1), walk.Plan{}))(t)
		if got := s.(walk.Resolver).Resolved(nil).(clauses.Weighting).Smooth; got != c.want {
			t.Errorf("%+v with %d clauses smooths %d times, want %d", c.m, c.hard+500, got, c.want)
		}
	}
}

// A search begins with what clauses demand: a chain of hard clauses decides all bits, and where soft clauses contradict it they yield.
func TestWeighting_BeginsWithWhatClausesDemand(t *testing.T) {
	const n = 200
	list := []maxsat.Clause{{Hard: true, Literals: []int{-1}}}
	for v := 2; v <= n; v++ {
		list = append(list, maxsat.Clause{Hard: true, Literals: []int{v - 1, v, -v - n}}, maxsat.Clause{Hard: true, Literals: []int{v + n}},
			maxsat.Clause{Hard: true, Literals: []int{-(v - 1), -v}}, maxsat.Clause{Weight: 9, Literals: []int{-v, -v - n}})
	}
	p := must.Have(maxsat.New("chain", 2*n, list))(t)
	for seed := range uint64(5) {
		x := clauses.Decimate(p.Clauses(), seed)
		for v := 1; v <= n; v++ {
			if x[v-1] != int32(1-v%2) {
				t.Fatalf("seed %d: variable %d is %d", seed, v, x[v-1])
			}
		}
		if cost, want := p.Cost(x), int64(9*n/2); cost != want {
			t.Errorf("seed %d: %d, want %d", seed, cost, want)
		}
	}
}

// The searches of a device are where those of cores are, flip by flip, with all that they keep.
func TestWeightingDevice_IsWhereCoresAre(t *testing.T) {
	unraced.Test(t)
	clauses.CompareWeighting(t, clauses.Weighting{}, partial(t, 50, 60, 80, 3), 5, 3)
	clauses.CompareWeighting(t, clauses.Weighting{Smooth: 3000, Samples: 3, Limit: 3}, partial(t, 80, 150, 200, 4), 3, 3)
	clauses.CompareWeighting(t, clauses.Weighting{Samples: 70}, partial(t, 900, 1500, 3000, 5), 1, 1)
	clauses.CompareWeighting(t, clauses.Weighting{Patience: 200, Smooth: 100}, partial(t, 30, 60, 90, 6), 4, 5) // anew after 200 and 400 flips
	clauses.CompareWeighting(t, clauses.Weighting{}, torn(t, 70, 40), 2, 2)
	clauses.CompareWeighting(t, clauses.Weighting{}, instance(t, "sat:n40-r4.8"), 2, 2)
}

func TestWeightingDevice_Conforms(t *testing.T) {
	unraced.Test(t)
	on := conformance.On(device.Emulator())
	for _, p := range []multiwalk.Problem{partial(t, 20, 30, 60, 1), partial(t, 1, 0, 3, 2)} {
		conformance.Method(t, clauses.Weighting{Patience: 50}, p, conformance.Budget(2_500), on)
	}
}

func TestWeightingDevice_Refuses(t *testing.T) {
	none := must.Have(maxsat.New("p", 5, nil))(t)
	must.Fail(t, multiwalk.ErrNoKernel)(walk.Place(none, clauses.Weighting{}, device.Emulator()))
	if err := walk.Place(partial(t, 5, 3, 3, 1), clauses.Weighting{Smooth: 1 << 20}, device.Emulator()); err == nil {
		t.Error("a setting out of range is placed")
	}
}
