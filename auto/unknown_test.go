package auto_test

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// states is a colouring whose state prices changes and tells which vertices are in conflict, as a user would write it.
type states struct{ *own.Colouring }

type stateOfColouring struct {
	p *own.Colouring
	x []int32
}

func (p states) NewState(x []int32) multiwalk.State {
	return &stateOfColouring{p.Colouring, append([]int32(nil), x...)}
}
func (s *stateOfColouring) Reset(x []int32)              { copy(s.x, x) }
func (s *stateOfColouring) Change(i, v int32)            { s.x[i] = v }
func (s *stateOfColouring) ChangeDelta(i, v int32) int64 { return s.p.ChangeDelta(s.x, i, v) }
func (s *stateOfColouring) Conflicts(i int32) (count int64) {
	for _, b := range s.p.Near[s.p.Start[i]:s.p.Start[i+1]] {
		if s.x[b] == s.x[i] {
			count++
		}
	}
	return count
}

// Problems without a rule get annealing, with a note that says why; where a state prices all moves at once, or an order's insertions
// are priced together, they get trials, of methods that serve them all. Those with a rule do not.
func TestFor_TriesMethodsOnUnknownProblems(t *testing.T) {
	for _, c := range append(own.All(""), own.Case{Name: "states", Problem: states{own.NewColouring(30, 5, 1)}}) {
		got, _, notes, err := auto.Choose(c.Problem, nil, device.CPU(1))
		if err != nil {
			t.Fatal(err)
		}
		m, tries := got.(cooperate.Halving)
		_, prices := c.Problem.(multiwalk.Stater)
		if _, sites := c.Problem.(*own.Sites); sites {
			prices = false // changes of integers, which trials of other methods do not serve
		}
		prices = prices || single.ILS{}.Orders(c.Problem)
		switch {
		case tries != prices:
			t.Errorf("%s, with a state or rows %v: %T", c.Name, prices, got)
		case !tries && (got.Name() != "anneal" || len(notes) != 1 || !strings.Contains(notes[0], "auto chose anneal")):
			t.Errorf("%s: %s, %q", c.Name, got.Name(), notes)
		}
		for _, o := range m.Methods {
			if _, err := o.Prepare(c.Problem, walk.Plan{Walks: 1, Warn: func(string) {}}); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
	for _, p := range []multiwalk.Problem{tsp.Random(20, 1), qap.Uniform(20, 1), qap.Structured(20, 1)} {
		if m, ok := auto.For(p).(cooperate.Halving); ok {
			t.Errorf("%T has a rule, and gets %+v", p, m)
		}
	}
}

// Where insertions of an order are priced together the favourite is iterated local search.
func TestFor_TriesOrders(t *testing.T) {
	m, ok := auto.For(own.NewOrdering(20, 1)).(cooperate.Halving)
	if !ok || len(m.Methods) != 2 || m.Methods[0] != (single.ILS{}) || m.Methods[1].Name() != "anneal" {
		t.Errorf("%+v", m)
	}
	for n, tries := range map[int]bool{300: true, 301: false} {
		if _, ok := auto.For(own.NewOrdering(n, 1)).(cooperate.Halving); ok != tries {
			t.Errorf("%d elements: trials are made: %v", n, ok)
		}
	}
}

// named is a colouring in which one colour costs more than another, so that colours are more than names.
type named struct{ states }

func (p named) Cost(x []int32) int64 { return 2*p.states.Cost(x) + int64(x[0]&1) }

// Where integers are in conflict the favourite is tabu search, and where values are names of groups memetic search.
func TestFor_LooksAtWhatValuesMean(t *testing.T) {
	p := states{own.NewColouring(30, 5, 1)}
	for want, p := range map[string]multiwalk.Problem{"memetic": p, "tabu": named{p}} {
		m, ok := auto.For(p).(cooperate.Halving)
		if !ok || len(m.Methods) != 2 || m.Methods[0].Name() != want || m.Methods[1].Name() != "anneal" {
			t.Errorf("%T: %+v", p, m)
		}
	}
}

// A run limited by work or evaluations is repeated exactly, with the same leader, whatever the workers.
func TestFor_TrialsAreRepeated(t *testing.T) {
	p := states{own.NewColouring(60, 12, 1)}
	for _, stop := range []multiwalk.Stop{multiwalk.Work(40), multiwalk.Evaluations(300_000)} {
		var first *multiwalk.Result
		for workers := 1; workers <= 3; workers++ {
			r := must.Have(multiwalk.Minimize(t.Context(), p, auto.For(p), multiwalk.Settings{Seed: 5, Walks: 3, Workers: workers,
				Stop: []multiwalk.Stop{stop}}))(t)
			if notes := strings.Join(r.Notes, "; "); strings.Count(notes, "leads after trials") != 1 {
				t.Errorf("notes %q", notes)
			}
			if first == nil {
				first = r
			}
			if r.Cost != first.Cost || r.Counters != first.Counters || strings.Join(r.Notes, ";") != strings.Join(first.Notes, ";") {
				t.Errorf("%v, %d workers: %v %v, %v %v", stop, workers, r, r.Notes, first, first.Notes)
			}
		}
	}
}

// On a device a problem with kernels that no other method serves gets trials there.
func TestOn_TriesMethodsOnUnknownProblems(t *testing.T) {
	p := own.NewColouring(20, 4, 1)
	m := auto.On(p, device.Emulator())
	if err := walk.Place(p, m, device.Emulator()); err == nil {
		r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1, Device: device.Emulator(), Walks: 4,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}})
		if err != nil || p.Cost(r.Best) != r.Cost {
			t.Errorf("%s: %v, %v", m.Name(), r, err)
		}
	} else if m.Name() != auto.For(p).Name() {
		t.Errorf("%s, which has no kernels for it: %v", m.Name(), err)
	}
}

// Pairs of permutations whose state prices the swaps of each and of both.
func TestFor_PairsOfPermutations(t *testing.T) {
	for _, d := range []multiwalk.Device{nil, device.Emulator()} {
		if m, ok := auto.On(q3ap.Random(8, 1), d).(single.IteratedTabu); !ok {
			t.Errorf("%T runs on %v", m, d)
		}
	}
	// A D that is not symmetric, or too many positions for a block: there is no kernel for tabu search.
	oneWay := must.Have(q3ap.New("one way", 3, []int32{0, 1, 2, 3, 0, 4, 5, 6, 0}, []int32{0, 1, 2, 3, 0, 4, 5, 6, 0}))(t)
	for _, p := range []*q3ap.Instance{oneWay, q3ap.Random(49, 1)} {
		if m, ok := auto.On(p, device.Emulator()).(single.Anneal); !ok {
			t.Errorf("%T runs %s on the emulator", m, p.Name())
		}
	}
}

// Clauses of one weight are for focused search, those of uneven weights for clause weighting.
func TestFor_ClausesByTheirWeights(t *testing.T) {
	for _, c := range []struct {
		weights []int64
		want    string
	}{{[]int64{3, 3}, "focused"}, {[]int64{3, 4}, "weighting"}, {nil, "focused"}} {
		start := []int32{0, 1, 2}[:len(c.weights)+1]
		list := must.Have(neighbourhood.NewClauses(20, start, []int32{0, 3}[:len(c.weights)], c.weights))(t)
		if m := auto.For(claims{list}); m.Name() != c.want {
			t.Errorf("clauses of weights %v: %s, want %s", c.weights, m.Name(), c.want)
		}
	}
}

// claims is clauses as a problem.
type claims struct{ list *neighbourhood.Clauses }

func (c claims) Space() multiwalk.Space          { return multiwalk.Binary(int(c.list.N)) }
func (c claims) Cost(x []int32) int64            { return c.list.Cost(x) }
func (c claims) Clauses() *neighbourhood.Clauses { return c.list }

// moving brings moves of its own, and bound a constraint, beside a state that prices what neither is searched by.
type (
	moving struct{ states }
	bound  struct{ states }
)

func (moving) NewMoves() multiwalk.Moves { return nil }
func (bound) Constraints() *multiwalk.Constraints {
	c, err := multiwalk.NewConstraints(1000, multiwalk.Constraint{Name: "colours", Most: 5})
	if err != nil {
		panic(err)
	}
	return c
}

// A state is no reason for trials where a problem is searched by other moves, or by other costs, than its state prices.
func TestFor_StatesThatDoNotCount(t *testing.T) {
	s := states{own.NewColouring(30, 5, 1)}
	for _, p := range []multiwalk.Problem{moving{s}, bound{s}} {
		if m := auto.For(p); m.Name() != "anneal" {
			t.Errorf("%T: %s", p, m.Name())
		}
	}
	if m, ok := auto.For(s).(cooperate.Halving); !ok {
		t.Errorf("without either: %s", m.Name())
	}
}
