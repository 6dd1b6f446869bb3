package cooperate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// knapsacks is a knapsack of several rooms, its constraints: bit i takes item i into all of them.
type knapsacks struct {
	values  []int64
	weights [][]int64 // by room
	rooms   []int64
	packing *multiwalk.Constraints
}

func newKnapsacks(n, rooms int, share float64) *knapsacks {
	k, r := &knapsacks{}, multiwalk.NewRand(11, 0)
	var list []multiwalk.Constraint
	for room := range rooms {
		var weights []int64
		var sum int64
		for range n {
			weights = append(weights, int64(10+r.IntN(90)))
			sum += weights[len(weights)-1]
		}
		k.weights, k.rooms = append(k.weights, weights), append(k.rooms, int64(share*float64(sum)))
		list = append(list, multiwalk.Constraint{Name: "room " + string(rune('A'+room)), Most: sum})
	}
	var most int64
	for i := range n {
		k.values = append(k.values, k.weights[0][i]+int64(r.IntN(30)))
		most += k.values[i]
	}
	var err error
	if k.packing, err = multiwalk.NewConstraints(most, list...); err != nil {
		panic(err)
	}
	return k
}

func (k *knapsacks) Space() multiwalk.Space              { return multiwalk.Binary(len(k.values)) }
func (k *knapsacks) Constraints() *multiwalk.Constraints { return k.packing }

func (k *knapsacks) sums(x []int32) (value int64, over []int64) {
	over = make([]int64, len(k.rooms))
	for i, in := range x {
		value += int64(in) * k.values[i]
		for room := range over {
			over[room] += int64(in) * k.weights[room][i]
		}
	}
	for room := range over {
		over[room] = max(0, over[room]-k.rooms[room])
	}
	return value, over
}

func (k *knapsacks) Cost(x []int32) int64 {
	value, over := k.sums(x)
	return k.packing.Pack(-value, over...)
}

func (k *knapsacks) FlipDelta(x []int32, i int32) int64 {
	before := k.Cost(x)
	y := slices.Clone(x)
	y[i] = 1 - y[i]
	return k.Cost(y) - before
}

// penalised is knapsacks with a weight of the problem's own, which is too low.
type penalised struct {
	k      *knapsacks
	weight int64
}

func (p penalised) Space() multiwalk.Space { return p.k.Space() }

func (p penalised) Cost(x []int32) int64 {
	value, over := p.k.sums(x)
	for _, o := range over {
		value -= p.weight * o / 8
	}
	return -value
}

func (p penalised) Violations(x []int32) (list []multiwalk.Violation) {
	_, over := p.k.sums(x)
	for i, o := range over {
		list = append(list, multiwalk.Violation{Name: p.k.packing.List()[i].Name, Amount: o})
	}
	return list
}

type yesNo struct{ penalised }

func (p yesNo) Violations() {} // hides the names
func (p yesNo) Feasible(x []int32) bool {
	_, over := p.k.sums(x)
	return !slices.ContainsFunc(over, func(o int64) bool { return o > 0 })
}

func run(t *testing.T, p multiwalk.Problem, m walk.Method, evaluations int64) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 5,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
}

var searches = []walk.Method{single.Anneal{Alpha: 0.9}, single.Climb{Restarts: -1}, single.Climb{Restarts: -1, Rule: single.BestImprovement},
	single.ThresholdAccepting{Alpha: 0.9}, single.LateAcceptance{Length: 100}, single.VariableNeighbourhood{}, single.LightWeight{},
	single.ILS{}, single.Tabu{}, single.ParallelTempering{}}

func TestConstrained_MethodsConform(t *testing.T) {
	unraced.Test(t)
	k := newKnapsacks(20, 2, 0.4)
	conformance.Problem(t, k)
	for _, m := range append(searches, cooperate.Exchange{Method: single.Anneal{}}) {
		conformance.Method(t, m, k, conformance.Budget(3000))
	}
	for _, p := range []multiwalk.Problem{penalised{k, 1}, yesNo{penalised{k, 1}}} {
		conformance.Method(t, single.Anneal{}, p, conformance.Budget(1000))
	}
}

// All searches end feasible, and near the best that any of them found.
func TestConstrained_EndsFeasible(t *testing.T) {
	unraced.Test(t)
	k := newKnapsacks(60, 3, 0.3)
	results, best := map[string]*multiwalk.Result{}, int64(0)
	for _, m := range searches {
		r := run(t, k, m, 60_000)
		results[m.Name()] = r
		if r.Infeasible || len(r.Violations) > 0 || r.Feasible == nil || r.Feasible.Cost != r.Cost || r.Cost >= 0 {
			t.Errorf("%s: %v, %v", m.Name(), r.Outcome(), r.Violations)
		}
		if _, over := k.sums(r.Best); !slices.Equal(over, make([]int64, 3)) {
			t.Errorf("%s: %v", m.Name(), over)
		}
		best = min(best, r.Cost)
	}
	for _, name := range []string{"anneal", "threshold", "vns"} {
		if c := results[name].Cost; float64(c) > 0.96*float64(best) {
			t.Errorf("%s ends at %d, the best of all is %d", name, c, best)
		}
	}
}

// A run whose problem has no feasible solution says which constraints are to blame.
func TestConstrained_Blames(t *testing.T) {
	k := newKnapsacks(12, 2, 0.4)
	k.rooms[1] = -3 // even the empty knapsack is too heavy
	r := run(t, k, single.Climb{Restarts: -1}, 5000)
	if !r.Infeasible || r.Feasible != nil || !strings.Contains(r.String(), "no feasible solution found, constraints violated by 3 in all: room B 3") {
		t.Error(r)
	}
}

// Bounds that the problem breaks are found out at the next incumbent.
func TestConstrained_BoundsAreChecked(t *testing.T) {
	k := newKnapsacks(12, 1, 0.4)
	k.packing, _ = multiwalk.NewConstraints(10000, multiwalk.Constraint{Name: "room", Most: 5})
	_, err := multiwalk.Minimize(context.Background(), k, single.Climb{}, multiwalk.Settings{Start: slices.Repeat([]int32{1}, 12)})
	must.Fail(t, "violates constraint room by")(err)
}

// With penalties that are too low the best of all is infeasible, and the best feasible one is kept beside it.
func TestViolator_KeepsTheBestFeasible(t *testing.T) {
	k := newKnapsacks(40, 2, 0.4)
	for _, p := range []multiwalk.Problem{penalised{k, 7}, yesNo{penalised{k, 7}}} {
		r := run(t, p, single.Anneal{}, 30_000)
		if !r.Infeasible || r.Feasible == nil || !strings.Contains(r.Outcome(), "of the best feasible solution") {
			t.Fatal(r)
		}
		if _, over := k.sums(r.Feasible.X); !slices.Equal(over, []int64{0, 0}) || p.Cost(r.Feasible.X) != r.Feasible.Cost || r.Cost >= r.Feasible.Cost {
			t.Errorf("%v: %v, %d", r, over, r.Feasible.Cost)
		}
		if again := run(t, p, single.Anneal{}, 30_000); !slices.Equal(again.Feasible.X, r.Feasible.X) {
			t.Error("equal seeds keep two feasible solutions")
		}
	}
	// With penalties high enough it is the best of all.
	if r := run(t, penalised{k, 1000}, single.Anneal{}, 30_000); r.Infeasible || r.Feasible == nil || r.Feasible.Cost != r.Cost {
		t.Error(r)
	}
}
