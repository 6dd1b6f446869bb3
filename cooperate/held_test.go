package cooperate_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// holding is a problem over any space without abilities, some of whose elements are fixed.
type holding struct {
	multiwalk.Problem
	fixed []multiwalk.Fixed
}

func (h holding) Fixed() []multiwalk.Fixed { return h.fixed }

// sums is a problem over any space: the elements want to be near three times their neighbours.
type sums struct{ space multiwalk.Space }

func (s sums) Space() multiwalk.Space { return s.space }

func (s sums) Cost(x []int32) (sum int64) {
	for i, v := range x {
		d := int64(v) - 3*int64(x[(i+1)%len(x)])
		sum += d * d % 31
	}
	return sum
}

func holders() map[string]holding {
	fix := func(s multiwalk.Space, list ...multiwalk.Fixed) holding { return holding{sums{s}, list} }
	return map[string]holding{
		"permutation": fix(multiwalk.Permutation(9), multiwalk.Fixed{Position: 0, Value: 4}, multiwalk.Fixed{Position: 5, Value: 0}),
		"binary":      fix(multiwalk.Binary(10), multiwalk.Fixed{Position: 3, Value: 1}, multiwalk.Fixed{Position: 9}),
		"integers":    fix(multiwalk.Integers(8, -2, 3), multiwalk.Fixed{Position: 7, Value: -2}, multiwalk.Fixed{Position: 2, Value: 3}),
		"product": fix(multiwalk.Product(multiwalk.Binary(4), multiwalk.Permutation(6), multiwalk.Integers(3, 5, 9)),
			multiwalk.Fixed{Position: 4, Value: 5}, multiwalk.Fixed{Position: 1, Value: 1}, multiwalk.Fixed{Position: 12, Value: 7}),
		"all but one": fix(multiwalk.Permutation(3), multiwalk.Fixed{Position: 0, Value: 1}, multiwalk.Fixed{Position: 2, Value: 0}),
	}
}

func TestFixed_MethodsKeep(t *testing.T) {
	all := holders()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		for j, m := range []walk.Method{single.Anneal{}, single.Climb{Restarts: -1}, single.Climb{Rule: single.BestImprovement, Restarts: 3},
			single.ThresholdAccepting{}, single.LateAcceptance{}, single.VariableNeighbourhood{}, single.ILS{}, single.LightWeight{}, single.ParallelTempering{},
			single.Tabu{}, single.IteratedTabu{Length: 50}, population.Genetic{Population: 8}, population.Memetic{Population: 3, Length: 20},
			cooperate.Restart{Method: single.Anneal{}}} {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(name+"/"+m.Name(), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, all[name], conformance.Budget(800))
			})
		}
	}
}

// The moves are all those of the space that keep the fixed elements, each once.
func TestFixed_Neighbourhoods(t *testing.T) {
	for name, p := range holders() {
		for _, word := range []string{"swap", "insert", "2opt", "flip", "change"} {
			nb, err := neighbourhood.ByName(p, word)
			if err != nil {
				continue // it does not fit the space
			}
			whole := must.Have(neighbourhood.ByName(p.Problem, word))(t)
			want := 0
			x := make([]int32, p.Space().Len())
			walk.Plan{}.Begin(p, multiwalk.NewRand(1, 0), x)
			for k := range whole.Size() {
				y := slices.Clone(x)
				whole.Apply(y, whole.Move(k))
				keeps := true
				for _, f := range p.fixed {
					keeps = keeps && y[f.Position] == f.Value
				}
				// A move may bring a fixed value back by chance; it is left out.
				if m := whole.Move(k); keeps && (word == "flip" || word == "change" || !across(p, m)) {
					want++
				}
			}
			met := map[neighbourhood.Move]bool{}
			for k := range nb.Size() {
				m := nb.Move(k)
				if met[m] || nb.Index(m) != k {
					t.Errorf("%s, %s: move %d is %v, with index %d", name, word, k, m, nb.Index(m))
				}
				met[m] = true
				y := slices.Clone(x)
				d := nb.Delta(y, m)
				nb.Apply(y, m)
				if err := walk.Feasible(p, y); err != nil || p.Cost(y)-p.Cost(x) != d {
					t.Errorf("%s, %s: %v: %v", name, word, m, err)
				}
				if nb.Undo(y, m); !slices.Equal(x, y) {
					t.Errorf("%s, %s: %v is not undone", name, word, m)
				}
			}
			if len(met) != want {
				t.Errorf("%s, %s: %d moves, want %d", name, word, len(met), want)
			}
			for r, k := multiwalk.NewRand(2, 0), 0; k < 500 && nb.Size() > 0; k++ {
				if m := nb.Random(r); !met[m] {
					t.Fatalf("%s, %s: %v is drawn", name, word, m)
				}
			}
		}
	}
}

// across says whether a move moves a fixed element.
func across(p holding, m neighbourhood.Move) bool {
	if m.Op == neighbourhood.OpSwap {
		return slices.ContainsFunc(p.fixed, func(f multiwalk.Fixed) bool { return f.Position == m.I || f.Position == m.J })
	}
	return slices.ContainsFunc(p.fixed, func(f multiwalk.Fixed) bool {
		return f.Position >= min(m.I, m.J) && f.Position <= max(m.I, m.J)
	})
}

func TestFixed_Refuses(t *testing.T) {
	fix := func(s multiwalk.Space, list ...multiwalk.Fixed) error {
		_, err := walk.FixedOf(holding{sums{s}, list})
		return err
	}
	for says, err := range map[string]error{
		"positions 0 and 1 are both fixed at 4": fix(multiwalk.Permutation(9), multiwalk.Fixed{Position: 0, Value: 4}, multiwalk.Fixed{Position: 1, Value: 4}),
		"position 1 is fixed twice":             fix(multiwalk.Binary(9), multiwalk.Fixed{Position: 1}, multiwalk.Fixed{Position: 1, Value: 1}),
		"position 9 is fixed, which is outside": fix(multiwalk.Binary(9), multiwalk.Fixed{Position: 9}),
		"position 2 is fixed at 2, outside":     fix(multiwalk.Binary(9), multiwalk.Fixed{Position: 2, Value: 2}),
		"use fixed edges":                       fix(multiwalk.Tour(9), multiwalk.Fixed{Position: 2, Value: 2}),
	} {
		must.Fail(t, says)(err)
	}
	// A start solution that breaks one is refused with the place; so is what a method makes.
	p := holders()["binary"]
	_, err := multiwalk.Minimize(context.Background(), p, single.Climb{}, multiwalk.Settings{Start: make([]int32, 10)})
	must.Fail(t, multiwalk.ErrConstraint, "position 3 is fixed at 1, and the solution has 0 there")(err)
}

func TestFixed_Hold(t *testing.T) {
	got := multiwalk.Hold([]int32{5, 6, 7, 8}, 3, 1)
	if want := []multiwalk.Fixed{{Position: 3, Value: 8}, {Position: 1, Value: 6}}; !slices.Equal(got, want) {
		t.Error(got)
	}
}

// Whatever the method and the space, a run that starts from a good solution ends with it or a better one.
func TestStart_NeverWorse(t *testing.T) {
	devices, runs := []multiwalk.Device{nil, device.Emulator()}, 0
	if testing.Short() {
		devices = devices[:1]
	}
	for name, p := range sample.Problems() {
		best, err := multiwalk.Minimize(context.Background(), p, single.VariableNeighbourhood{}, multiwalk.Settings{Seed: 3,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(3000)}})
		if err != nil {
			continue
		}
		for _, m := range []walk.Method{single.Anneal{Start: 1e6, End: 1e5}, single.Climb{}, single.Tabu{}, single.ILS{}, single.LightWeight{Start: 1e6},
			single.LateAcceptance{}, single.ThresholdAccepting{}, single.VariableNeighbourhood{}, single.ParallelTempering{}, single.MinConflict{},
			population.Genetic{}, population.Memetic{}, population.EAX{}, cooperate.Exchange{Method: single.Anneal{}},
			cooperate.Restart{Method: single.Climb{}}} {
			for _, d := range devices {
				r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 1, Start: best.Best, Walks: 2,
					Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(600), multiwalk.Work(2)}})
				if err != nil {
					continue // it does not take such a problem on, there
				}
				if runs++; r.Cost > best.Cost {
					t.Errorf("%s on problem %d, %v: from %d to %d", m.Name(), name, d, best.Cost, r.Cost)
				}
			}
		}
	}
	if least := 60 * len(devices) / 2; runs < least {
		t.Errorf("%d runs were made, of at least %d", runs, least)
	}
}
