package cooperate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// ring is a tour whose edges cost as many steps as they go round a ring.
type ring struct{ n int }

func (c ring) Space() multiwalk.Space { return multiwalk.Tour(c.n) }
func (c ring) Symmetric() bool        { return true }
func (c ring) EdgeCost(i, j int32) int64 {
	d := (int(i) - int(j) + c.n) % c.n
	return int64(100 * min(d, c.n-d))
}
func (c ring) Cost(x []int32) int64 {
	sum := c.EdgeCost(x[len(x)-1], x[0])
	for i := 1; i < len(x); i++ {
		sum += c.EdgeCost(x[i-1], x[i])
	}
	return sum
}

func minimize(t *testing.T, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), ring{40}, m, s))(t)
}

func history(r *multiwalk.Result) string {
	s := fmt.Sprint(r.Best, r.Cost, r.Counters, r.Rounds)
	for _, p := range r.History {
		p.Elapsed = 0
		s += fmt.Sprint(p)
	}
	return s
}

var light = single.LightWeight{Start: 1000, End: 10, Alpha: 0.9, Sweeps: 7, Once: true} // 44 steps

func methods() map[string]walk.Method {
	return map[string]walk.Method{
		"independent":  Independent{single.Anneal{}},
		"exchange":     Exchange{Method: light, Every: 3},
		"climbs":       Exchange{Method: single.Climb{Restarts: -1}},
		"nested":       Portfolio{Methods: []walk.Method{Exchange{Method: light, Every: 5}, single.Climb{Restarts: 50}}, Exchange: 2},
		"portfolio":    Portfolio{Methods: []walk.Method{single.Anneal{}, single.Climb{Restarts: 9}}},
		"shares":       Portfolio{Methods: []walk.Method{single.Anneal{}, light, single.Climb{}}, Shares: []int{3, 1, 2}, Exchange: 3},
		"halving":      Halving{Methods: []walk.Method{single.Anneal{}, single.Climb{Restarts: -1}, single.LateAcceptance{}}},
		"of halving":   Restart{Method: Halving{Methods: []walk.Method{light, Exchange{Method: single.Anneal{}, Every: 2}}, Trials: 50}, Policy: "fixed", Every: 900},
		"of portfolio": Exchange{Method: Portfolio{Methods: []walk.Method{single.Anneal{}, light}}, Every: 2},
	}
}

// brief leaves out all but the second number where tests are to be short.
func brief(list ...int) []int {
	if testing.Short() {
		return list[1:2]
	}
	return list
}

// What a part of a mixed walk finds is reported as it is found, with the evaluations of the whole walk, and a target
// stops all in the same place for any workers.
func TestMethods_TargetsTheSame(t *testing.T) {
	for name, m := range methods() {
		for _, walks := range brief(1, 3, 8) {
			var first *multiwalk.Result
			for _, workers := range []int{1, 3} {
				r := minimize(t, m, multiwalk.Settings{Seed: 2, Walks: walks, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Target(20_000), multiwalk.Work(500)}})
				r.Counters = multiwalk.Counters{}
				if first == nil {
					first = r
				}
				if history(r) != history(first) || r.Status != multiwalk.TargetReached {
					t.Errorf("%s, %d walks, %d workers: %s, %s\n%s", name, walks, workers, r.Status, history(r), history(first))
				}
			}
			for i := 1; i < len(first.History); i++ {
				if a, b := first.History[i-1], first.History[i]; b.Cost >= a.Cost || b.Round == a.Round && b.Evaluations < a.Evaluations {
					t.Errorf("%s: history goes from %+v to %+v", name, a, b)
				}
			}
		}
	}
}

func TestIndependent_IsTheMethodItself(t *testing.T) {
	s := multiwalk.Settings{Seed: 3, Walks: 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(50_000)}}
	if a, b := minimize(t, Independent{single.Anneal{}}, s), minimize(t, single.Anneal{}, s); history(a) != history(b) {
		t.Errorf("%v\n%v", a, b)
	}
}

// The paper's period: every walk restarts after each 5 of the 44 temperatures, exactly, however long a slice is.
func TestExchange_PeriodIsInTemperatureSteps(t *testing.T) {
	for _, walks := range []int{1, 3} {
		for _, every := range []int{1, 5, 44, 45} {
			search := must.Have(light.Prepare(ring{40}, walk.Plan{}))(t)
			period := int64(walks) * int64(every) * int64(search.(Stepper).StepUnits())
			exchanges := 0
			r := minimize(t, Exchange{Method: light, Every: every}, multiwalk.Settings{Seed: 1, Walks: walks, Observe: func(e multiwalk.Event) {
				if e.Kind == multiwalk.EventExchange {
					if exchanges++; e.Units != int64(exchanges)*period {
						t.Errorf("every %d: exchange %d after %d units, want %d", every, exchanges, e.Units, int64(exchanges)*period)
					}
				}
			}})
			if exchanges != 44/every || r.Status != multiwalk.MethodEnded {
				t.Errorf("every %d: %d exchanges, %s", every, exchanges, r.Status)
			}
		}
	}
}

// spy is a method that remembers what its walks adopt; it does nothing else.
type spy struct{ adopted *[]string }

func (spy) Name() string                                                { return "spy" }
func (s spy) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) { return s, nil }
func (spy) Slice() int                                                  { return 4 }
func (s spy) NewWalk(id int) (walk.Walk, error)                         { return &spyWalk{spy: s, id: id}, nil }

type spyWalk struct {
	spy
	id   int
	work multiwalk.Counters
}

func (w *spyWalk) Step(s *walk.Slice) bool {
	for s.Next(w.work.Evaluations()) {
		w.work.Units++
	}
	return true
}
func (w *spyWalk) Best() ([]int32, int64) {
	x := []int32{0, 2, 1, 3}
	if w.id == 1 {
		x = []int32{0, 1, 2, 3}
	}
	return x, ring{4}.Cost(x)
}
func (w *spyWalk) Counters() multiwalk.Counters { return w.work }
func (w *spyWalk) Adopt(x []int32, cost int64) {
	*w.adopted = append(*w.adopted, fmt.Sprint(w.id, x, cost))
}

func TestExchange_AllAdoptTheBest(t *testing.T) {
	var adopted []string
	_, err := multiwalk.Minimize(context.Background(), ring{4}, Exchange{Method: spy{&adopted}, Every: 3},
		multiwalk.Settings{Walks: 3, Stop: []multiwalk.Stop{multiwalk.Work(5)}})
	want := "0 [0 1 2 3] 400|1 [0 1 2 3] 400|2 [0 1 2 3] 400"
	if err != nil || strings.Join(adopted, "|") != want {
		t.Errorf("%v, adopted %q, want %q", err, adopted, want)
	}
}

func TestPortfolio_SharesTheWalksOut(t *testing.T) {
	m := Portfolio{Methods: []walk.Method{single.Anneal{}, single.Climb{}, light}, Shares: []int{1, 3, 2}}
	s := must.Have(m.Prepare(ring{9}, walk.Plan{Walks: 12, Warn: func(string) {}}))(t)
	got := ""
	for id := range 12 {
		got += fmt.Sprint(s.(*portfolio).of(id))
	}
	if got != "011122011122" || s.(*portfolio).mixed {
		t.Errorf("walks have methods %s, want 011122 twice", got)
	}
}

// With fewer walks than methods each walk has them all, and the units of a method are its share of its slice.
func TestPortfolio_TakesTurns(t *testing.T) {
	m := Portfolio{Methods: []walk.Method{spy{}, spy{}}, Shares: []int{1, 3}}
	s := must.Have(m.Prepare(ring{4}, walk.Plan{Walks: 1}))(t)
	w := must.Have(s.NewWalk(0))(t)
	parts := w.(*portfolioWalk).parts
	for _, v := range []struct{ units, first, second int64 }{{4, 1, 3}, {4, 2, 6}, {2, 3, 7}, {1, 3, 8}, {1, 3, 9}, {4, 4, 12}} {
		w.Step(walk.NewSlice(int(v.units)))
		if a, b := parts[0].walk.Counters().Units, parts[1].walk.Counters().Units; a != v.first || b != v.second {
			t.Fatalf("after a slice of %d units the parts have done %d and %d, want %d and %d", v.units, a, b, v.first, v.second)
		}
	}
}

func TestPortfolio_EndsWithItsLastMethod(t *testing.T) {
	m := Portfolio{Methods: []walk.Method{single.Climb{}, light}}
	for _, walks := range []int{1, 2} {
		if r := minimize(t, m, multiwalk.Settings{Walks: walks}); r.Status != multiwalk.MethodEnded {
			t.Errorf("%d walks: %v", walks, r)
		}
	}
}

type deaf struct{ spy }

func (d deaf) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) { return d, nil }
func (d deaf) NewWalk(id int) (walk.Walk, error) {
	return struct{ walk.Walk }{&spyWalk{spy: d.spy, id: id}}, nil
}

func TestMethods_Refuse(t *testing.T) {
	a := single.Anneal{}
	for _, v := range []struct {
		m    walk.Method
		want string
	}{
		{Independent{}, "independent has no method; set its field Method"},
		{Independent{single.Anneal{Alpha: 2}}, "alpha 2 is not between"},
		{Exchange{}, "exchange has no method"},
		{Exchange{Method: a, Every: -1}, "every -1 steps is outside [0, 2147483647]; use 0"},
		{Exchange{Method: single.Anneal{Alpha: 2}}, "alpha 2 is not between"},
		{Exchange{Method: deaf{}}, "exchange cannot restart the walks of method spy: they adopt no solutions; use independent"},
		{Portfolio{}, "portfolio has no methods"},
		{Portfolio{Methods: []walk.Method{a, nil}}, "method 1 is nil"},
		{Portfolio{Methods: []walk.Method{a}, Shares: []int{1, 2}}, "2 shares for 1 methods"},
		{Portfolio{Methods: []walk.Method{a}, Shares: []int{0}}, "share 0 of method anneal is outside [1, 1000]"},
		{Portfolio{Methods: []walk.Method{a}, Exchange: -1}, "exchange every -1 rounds is outside [0, 2147483647]; use 0"},
		{Portfolio{Methods: []walk.Method{a, single.Climb{Rule: "x"}}}, `portfolio's method 1, climb: multiwalk: climb has no rule "x"`},
		{Halving{}, "halving has no methods; set its field Methods"},
		{Halving{Methods: []walk.Method{nil}}, "method 0 is nil"},
		{Halving{Methods: []walk.Method{a}, Trials: 91}, "trials of 91 per cent are outside [1, 90]; use 0 for the default (9)"},
		{Halving{Methods: []walk.Method{a, single.Climb{Rule: "x"}}}, `halving's method 1, climb: multiwalk: climb has no rule "x"`},
	} {
		_, err := multiwalk.Minimize(context.Background(), ring{4}, v.m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		must.Fail(t, v.want)(err)
	}
}

func TestMethods_Conform(t *testing.T) {
	for name, m := range methods() {
		t.Run(name, func(t *testing.T) {
			conformance.Method(t, m, ring{30}, conformance.Budget(8000), conformance.Refuses(Exchange{Method: m, Every: -1}, Independent{}, Portfolio{}))
		})
	}
}

// Exchange: every 100 steps of methods that have steps, every ten rounds of others.
func TestExchange_Defaults(t *testing.T) {
	for m, want := range map[walk.Method]int64{single.LightWeight{}: 100, single.Climb{Restarts: -1}: 10} {
		s := must.Have(Exchange{Method: m}.Prepare(ring{30}, walk.Plan{Walks: 2, Warn: func(string) {}}))(t)
		if e := s.(*exchange); e.every != want {
			t.Errorf("%s exchanges every %d, want %d", m.Name(), e.every, want)
		}
	}
}

// One machine has nobody to exchange with.
func TestShared_TakesSeveralMachines(t *testing.T) {
	var s walk.Search = &wrapped{}
	if got := shared(s, walk.Plan{Device: device.Emulator()}); got != s {
		t.Errorf("the search of one machine became a %T", got)
	}
}
