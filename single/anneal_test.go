package single

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/single/lightweight"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// annealers is the methods of this file's tests, with short schedules that come to their end.
var annealers = map[string]walk.Method{
	"anneal":         anneal.Anneal{Alpha: 0.8, Sweeps: 3},
	"anneal once":    anneal.Anneal{Alpha: 0.8, Sweeps: 3, Once: true},
	"anneal at 5":    anneal.Anneal{Start: 50, End: 5, Alpha: 0.9},
	"lightweight":    lightweight.LightWeight{Start: 300, Alpha: 0.8, Sweeps: 2},
	"lightweight 5":  lightweight.LightWeight{Start: 300, Alpha: 0.8, Sweeps: 2, Moves: 5},
	"once":           lightweight.LightWeight{Start: 300, End: 1, Alpha: 0.8, Sweeps: 2, Moves: 3, Once: true},
	"climb":          descent.Climb{},
	"climb best":     descent.Climb{Rule: descent.BestImprovement},
	"climb on":       descent.Climb{Restarts: -1},
	"climb best 5":   descent.Climb{Rule: descent.BestImprovement, Restarts: 5},
	"climb, restart": descent.Climb{Restarts: 1},
	"late":           threshold.LateAcceptance{Length: 40},
	"late default":   threshold.LateAcceptance{},
	"threshold":      threshold.ThresholdAccepting{Alpha: 0.7},
	"threshold once": threshold.ThresholdAccepting{Start: 60, End: 2, Alpha: 0.5, Once: true},
	"record":         threshold.RecordToRecord{},
	"deluge":         threshold.GreatDeluge{Steps: 9},
	"vns":            descent.VariableNeighbourhood{K: 3, Strength: 1},
	"vns best":       descent.VariableNeighbourhood{Rule: descent.BestImprovement},
}

func TestAnneal_FindsTheOptimum(t *testing.T) {
	unraced.Test(t)
	c := trial.NewCircle(40)
	for name, m := range map[string]walk.Method{
		"anneal":      anneal.Anneal{Once: true},
		"insert":      anneal.Anneal{Once: true, Neighbourhood: "insert"},
		"lightweight": lightweight.LightWeight{Once: true, Sweeps: 30},
		"parallel":    lightweight.LightWeight{Once: true, Moves: 4, Sweeps: 30},
		"proposed":    lightweight.LightWeight{Once: true, Sweeps: 30, Neighbourhood: "oropt+2opt"},
	} {
		r := trial.Minimize(t, c, m, multiwalk.Settings{Seed: 1, Walks: 2})
		if r.Status != multiwalk.MethodEnded || r.Cost != c.Optimum() {
			t.Errorf("%s: %v, optimum %d", name, r, c.Optimum())
		}
	}
}

// By brute force over all 8! assignments.
func TestAnneal_FindsTheOptimumOfQAP(t *testing.T) {
	q := trial.NewQAP(8, 3)
	least := runtest.Least(q)
	for name, m := range map[string]walk.Method{"anneal": anneal.Anneal{}, "lightweight": lightweight.LightWeight{Start: 200}, "climb": descent.Climb{Restarts: -1}} {
		r := trial.Minimize(t, q, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Evaluations(500_000)}})
		if r.Status != multiwalk.TargetReached {
			t.Errorf("%s: %v, optimum %d", name, r, least)
		}
	}
}

// A schedule makes ceil(ln(End/Start) / ln(Alpha)) steps of Sweeps*n iterations, whatever the units.
func TestSchedule_CountsItsProposals(t *testing.T) {
	unraced.Test(t)
	sizes := []int{3, 10, 300}
	if testing.Short() {
		sizes[2] = 30
	}
	for _, n := range sizes {
		for _, moves := range []int{1, 7, 1000} {
			const steps = 22 // 100 * 0.9^22 = 9.8
			r := trial.Minimize(t, trial.NewCircle(n), lightweight.LightWeight{Start: 100, End: 10, Alpha: 0.9, Sweeps: 4, Moves: moves, Once: true}, multiwalk.Settings{Walks: 1})
			if want := int64(steps * 4 * n * moves); r.DeltaEvaluations != want {
				t.Errorf("n=%d, %d moves: %d proposals, want %d", n, moves, r.DeltaEvaluations, want)
			}
			s := must.Have(lightweight.LightWeight{Sweeps: 4, Moves: moves}.Prepare(trial.NewCircle(n), walk.Plan{}))(t)
			if units := int64(s.(interface{ StepUnits() int }).StepUnits()); r.Units != steps*units {
				t.Errorf("n=%d, %d moves: %d units, want %d steps of %d", n, moves, r.Units, steps, units)
			}
		}
	}
}

func TestSchedule_FitsTheDeltas(t *testing.T) {
	s := cooling.Schedule{}
	s.Fit([]int64{1000, 3000, 2000})
	if s.Start != 2000 || s.End != 2 {
		t.Errorf("start %v, end %v, want 2000 and 2", s.Start, s.End)
	}
	for _, worse := range [][]int64{nil, {1}, {1, 1, 1}, {math.MaxInt64, 1}} {
		for _, fixed := range []cooling.Schedule{{}, {Start: 0.001}, {End: 1e9}} {
			s := fixed
			s.Fit(worse)
			if !(s.Start > s.End && s.End > 0) {
				t.Errorf("%v of %v: start %v, end %v", fixed, worse, s.Start, s.End)
			}
		}
	}
}

func TestAnnealers_Refuse(t *testing.T) {
	for _, v := range []struct {
		m    walk.Method
		want string
	}{
		{anneal.Anneal{Start: -1}, "anneal's start temperature -1 is not a number from 1e-100 to 1e+100; use 0"},
		{anneal.Anneal{End: math.NaN()}, "anneal's end temperature NaN"},
		{anneal.Anneal{Start: 5, End: 5}, "end temperature 5 is not below its start 5"},
		{anneal.Anneal{Alpha: 1}, "alpha 1 is not between 0 and 1; use 0 for 0.99"},
		{anneal.Anneal{Sweeps: -1}, "-1 sweeps"},
		{anneal.Anneal{Neighbourhood: "flip"}, "flip makes no sense in permutation of 9"},
		{lightweight.LightWeight{Moves: -4}, "lightweight's -4 moves an iteration are outside [1, 65536]; use 0 for 1"},
		{lightweight.LightWeight{Start: 0.05}, "lightweight's end temperature 0.1 is not below its start 0.05"},
		{lightweight.LightWeight{Neighbourhood: "beer"}, `unknown neighbourhood "beer"`},
		{descent.Climb{Rule: "worst"}, `climb has no rule "worst"; use "first" or "best"`},
		{descent.Climb{Neighbourhood: "oropt"}, "oropt makes no sense in permutation of 9"},
	} {
		_, err := multiwalk.Minimize(context.Background(), trial.NewQAP(9, 1), v.m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), v.want) {
			t.Errorf("%+v: %v, want %q", v.m, err, v.want)
		}
	}
	for _, m := range []walk.Method{anneal.Anneal{}, lightweight.LightWeight{}, descent.Climb{}} {
		if _, err := m.Prepare(trial.Fixed{Circle: trial.NewCircle(5)}, walk.Plan{}); err == nil || !strings.Contains(err.Error(), "1 fixed edges; use ils") {
			t.Errorf("%s with fixed edges: %v", m.Name(), err)
		}
	}
}

func TestAnnealers_FindLyingDeltas(t *testing.T) {
	for _, m := range []walk.Method{anneal.Anneal{}, lightweight.LightWeight{Start: 200}, descent.Climb{Restarts: -1}} {
		_, err := multiwalk.Minimize(context.Background(), trial.Liar{Assigning: trial.NewQAP(12, 1)}, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}})
		if !errors.Is(err, multiwalk.ErrDeltaMismatch) {
			t.Errorf("%s: %v", m.Name(), err)
		}
	}
}

func TestAnnealers_SayThatThereIsNoDelta(t *testing.T) {
	for _, m := range []walk.Method{anneal.Anneal{}, lightweight.LightWeight{}, descent.Climb{}} {
		r := trial.Minimize(t, trial.Plain{C: trial.NewCircle(9)}, m, multiwalk.Settings{Walks: 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(200)}})
		if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "evaluates in full") || r.DeltaEvaluations != 0 {
			t.Errorf("%s: notes %q, %d delta evaluations", m.Name(), r.Notes, r.DeltaEvaluations)
		}
	}
}

func TestClimb_EndsAtALocalOptimum(t *testing.T) {
	q := trial.NewQAP(15, 2)
	for _, rule := range []string{descent.FirstImprovement, descent.BestImprovement} {
		r := trial.Minimize(t, q, descent.Climb{Rule: rule}, multiwalk.Settings{Walks: 4})
		if r.Status != multiwalk.MethodEnded || r.Restarts != 0 {
			t.Errorf("%s: %v", rule, r)
		}
		for i := range int32(15) {
			for j := range i {
				if d := q.SwapDelta(r.Best, j, i); d < 0 {
					t.Errorf("%s: swap (%d, %d) still improves by %d", rule, j, i, d)
				}
			}
		}
		if r := trial.Minimize(t, q, descent.Climb{Rule: rule, Restarts: 3}, multiwalk.Settings{Walks: 2}); r.Restarts != 6 {
			t.Errorf("%s: %d restarts of 2 walks, want 3 each", rule, r.Restarts)
		}
	}
}

func TestLightWeight_MatrixOrNotIsTheSame(t *testing.T) {
	s := multiwalk.Settings{Seed: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(50_000)}}
	a, b := trial.Minimize(t, trial.NewCircle(50), lightweight.LightWeight{Moves: 2}, s), trial.Minimize(t, trial.Matrix{Circle: trial.NewCircle(50)}, lightweight.LightWeight{Moves: 2}, s)
	if trial.History(a) != trial.History(b) {
		t.Errorf("%v\n%v", a, b)
	}
}

func BenchmarkAnneal(b *testing.B) {
	big := trial.NewCircle(1000)
	q := trial.NewQAP(100, 1)
	for _, v := range []struct {
		name string
		p    multiwalk.Problem
		m    walk.Method
	}{
		{"Anneal/tour1000", big, anneal.Anneal{Start: 1000, End: 1}},
		{"Anneal/qap100", q, anneal.Anneal{Start: 100, End: 1}},
		{"LightWeight/tour1000", big, lightweight.LightWeight{}},
		{"LightWeight/tour1000/matrix", trial.Matrix{Circle: big}, lightweight.LightWeight{}},
		{"LightWeight/tour1000/matrix/moves12", trial.Matrix{Circle: big}, lightweight.LightWeight{Moves: 12}},
		{"LightWeight/tour1000/matrix/cold", trial.Matrix{Circle: big}, lightweight.LightWeight{Start: 100, End: 1}},
		{"LightWeight/qap100", q, lightweight.LightWeight{}},
		{"Climb/tour1000", big, descent.Climb{Restarts: -1}},
	} {
		b.Run(v.name, func(b *testing.B) { benchmarkProposals(b, v.p, v.m) })
	}
}

// benchmarkProposals counts one operation a proposal.
func benchmarkProposals(b *testing.B, p multiwalk.Problem, m walk.Method) {
	s := must.Have(m.Prepare(p, walk.Plan{Seed: 1, Warn: func(string) {}}))(b)
	w := must.Have(s.NewWalk(0))(b)
	w.Step(walk.NewSlice(1000)) // past the first descent
	from := w.Counters().Evaluations()
	b.ReportAllocs()
	b.ResetTimer()
	for w.Counters().Evaluations()-from < int64(b.N) {
		w.Step(walk.NewSlice(1 + b.N/walking.UnitDelta/4))
	}
	b.ReportMetric(float64(w.Counters().Evaluations()-from)/b.Elapsed().Seconds()/1e6, "Mproposals/s")
}

func ExampleAnneal() {
	r, err := multiwalk.Minimize(context.Background(), trial.NewCircle(20), anneal.Anneal{Once: true}, multiwalk.Settings{Seed: 1, Walks: 1})
	fmt.Println(r.Cost == trial.NewCircle(20).Optimum(), r.Status, err)
	// Output: true method_ended <nil>
}

// The best of a walk does not depend on how often it is asked for, which is a matter of the machine.
func TestAnnealers_BestIsTheSameWheneverAsked(t *testing.T) {
	for name, m := range map[string]walk.Method{
		"anneal": anneal.Anneal{Start: 2, End: 0.5}, "climb": descent.Climb{Restarts: -1}, "lightweight": lightweight.LightWeight{Start: 2, End: 0.5},
	} {
		for pn, p := range trial.Zoo() {
			var walks [2]walk.Walk
			for i := range walks {
				s, err := m.Prepare(p, walk.Plan{Seed: 5, Warn: func(string) {}})
				if err != nil {
					t.Fatal(err)
				}
				if walks[i], err = s.NewWalk(0); err != nil {
					t.Fatal(err)
				}
			}
			for range 60 {
				for i, w := range walks {
					w.Step(walk.NewSlice(1))
					if i == 0 {
						w.Best()
					}
				}
			}
			x, c := walks[0].Best()
			y, d := walks[1].Best()
			if c != d || c != p.Cost(x) || !slices.Equal(x, y) {
				t.Errorf("%s on %s: %v, cost %d, and asked once %v, cost %d", name, pn, x, c, y, d)
			}
		}
	}
}

func TestAnnealers_Conform(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(annealers)) {
		m := annealers[name]
		for j, pn := range slices.Sorted(maps.Keys(trial.Zoo())) {
			if (i+j)%2 != 0 || testing.Short() && (i+j)%4 != 0 { // each method on half of them, each of them under half of the methods
				continue
			}
			t.Run(name+"/"+pn, func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, trial.Zoo()[pn], conformance.Budget(4000), conformance.Refuses(
					anneal.Anneal{Sweeps: -1}, anneal.Anneal{Neighbourhood: "x"}, lightweight.LightWeight{Moves: -1}, lightweight.LightWeight{Alpha: 1.5}, descent.Climb{Rule: "x"}))
			})
		}
	}
}

// The test's own problems keep the contract too.
func TestZoo_Conforms(t *testing.T) {
	for name, p := range trial.Zoo() {
		t.Run(name, func(t *testing.T) { conformance.Problem(t, p) })
	}
	conformance.Problem(t, trial.Matrix{Circle: trial.NewCircle(15)})
	if errs := conformance.CheckProblem(trial.Liar{Assigning: trial.NewQAP(9, 1)}); errs == nil {
		t.Error("the liar is not found out")
	}
}
