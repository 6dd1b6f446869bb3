package single

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/sample"
)

// ruled is a rule as a method.
type ruled struct{ e exploring }

func (ruled) Name() string { return "ruled" }

func (m ruled) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	return explore(p, plan, m.e)
}

func (m ruled) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return placeExplore(m.Name(), p, d, m.e.neighbourhood)
}

// rules is every rule, with settings that bring all of it about in some thousand proposals.
func rules() map[string]exploring {
	list := map[string]exploring{
		"metropolis": {rule: rule.Rule{Kind: rule.Metropolis, PerStep: 7}, levels: []float64{900, 100, 10, 1, 0.1}},
		"once":       {rule: rule.Rule{Kind: rule.Metropolis, PerStep: 12}, levels: []float64{200, 20, 2}, once: true},
		"threshold":  {rule: rule.Rule{Kind: rule.Threshold, PerStep: 5}, levels: []float64{300, 40, 5, 0}},
	}
	for _, length := range []int32{1, 5, 31, 32, 33, 400} {
		list[fmt.Sprintf("late %d", length)] = exploring{rule: rule.Rule{Kind: rule.LateAcceptance, Length: length}}
	}
	for name, kind := range map[string]rule.Kind{"first": rule.FirstDescent, "best": rule.BestDescent} {
		list[name] = exploring{rule: rule.Rule{Kind: kind}}
		list[name+", restarts"] = exploring{rule: rule.Rule{Kind: kind, Optimum: rule.Restart, Restarts: -1}}
		list[name+", 2 restarts"] = exploring{rule: rule.Rule{Kind: kind, Optimum: rule.Restart, Restarts: 2}}
		list[name+", shakes"] = exploring{rule: rule.Rule{Kind: kind, Optimum: rule.Shake, Reach: 3, Strength: 2}}
	}
	return list
}

// placed are problems with kernels for every space, and their neighbourhoods.
func placed() map[string]multiwalk.Problem {
	return map[string]multiwalk.Problem{"swap": sample.NewOrder(9, 1), "insert": sample.NewOrder(8, 2), "swap+insert": sample.NewOrder(7, 3),
		"oropt+2opt": sample.NewRoad(12, false, 1), "2opt": sample.NewRoad(40, true, 2), "oropt": sample.NewRoad(9, true, 3), "flip": sample.NewBits(33, 1),
		"change": sample.NewLabels(9, 1), "": sample.NewMixed(6, 1)}
}

// TestExplore_SameWalkEverywhere compares a walk on the emulator, wherever its launches end, with the same walk on cores: what it
// has found, at what cost, by how many evaluations and moves.
func TestExplore_SameWalkEverywhere(t *testing.T) {
	all := rules()
	for nb, p := range placed() {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			e := all[name]
			e.method, e.neighbourhood = "ruled", nb
			t.Run(name+"/"+nb, func(t *testing.T) {
				t.Parallel()
				cuts := []int64{1, 2, 5, 9}
				if testing.Short() {
					cuts = []int64{3}
				}
				for seed, work := range cuts {
					there := minimize(t, p, ruled{e}, multiwalk.Settings{Seed: uint64(seed), Walks: 1, Device: device.Emulator(),
						Stop: []multiwalk.Stop{multiwalk.Work(work)}})
					here := engine(t, p, ruled{e}, uint64(seed), there.Evaluations()-1)
					best, least := here.Best()
					got, want := there.Counters, here.Counters()
					got.Units, want.Units = 0, 0
					if least != there.Cost || got != want || !slices.Equal(best, there.Best) {
						t.Fatalf("seed %d, %d launches: the emulator is at %d after %+v with %v, cores at %d after %+v with %v", seed, work,
							there.Cost, got, there.Best, least, want, best)
					}
				}
			})
		}
	}
}

// Several walks on one machine are those of as many on cores: the best of them is the same.
func TestExplore_SameWalksEverywhere(t *testing.T) {
	for nb, p := range placed() {
		e := rules()["late 33"]
		e.method, e.neighbourhood = "ruled", nb
		there := minimize(t, p, ruled{e}, multiwalk.Settings{Seed: 3, Walks: 5, Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(4)}})
		s, err := ruled{e}.Prepare(p, multiwalk.Plan{Seed: 3, Walks: 5, Warn: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for id := range 5 {
			w, err := s.NewWalk(id)
			if err != nil {
				t.Fatal(err)
			}
			for slice := multiwalk.NewSlice(1 << 30); w.Counters().Evaluations() < there.Evaluations() && !found; {
				w.(*exploreWalk).iterate(slice)
				w.(*exploreWalk).conclude(slice)
				best, least := w.Best()
				found = least == there.Cost && slices.Equal(best, there.Best)
			}
		}
		if !found {
			t.Errorf("%s: no walk on cores comes to what the emulator found, cost %d", nb, there.Cost)
		}
	}
}
