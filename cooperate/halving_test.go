package cooperate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// scripted is a method whose walk gains the same by each unit. It notes where its progress begins again.
type scripted struct {
	name    string
	gain    int64 // a unit
	units   int   // of a slice
	refuses error
	ends    int // units after which it comes to its own end; 0: never
	stalls  int // units after which it gains nothing more; 0: never
	log     *[]string
}

func (m scripted) Name() string                                              { return m.name }
func (m scripted) Ends() bool                                                { return m.ends > 0 }
func (m scripted) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) { return m, m.refuses }
func (m scripted) Slice() int                                                { return m.units }
func (m scripted) NewWalk(id int) (walk.Walk, error) {
	return &scriptedWalk{m: m, cost: 100_000, x: []int32{0, 1, 2, 3}}, nil
}

type scriptedWalk struct {
	m        scripted
	x        []int32
	cost     int64
	work     multiwalk.Counters
	progress float64
}

func (w *scriptedWalk) Step(s *walk.Slice) bool {
	for s.Next(w.work.Evaluations()) {
		p, ok := s.Progress(w.work.Evaluations())
		if !ok {
			p = -1
		}
		if w.m.log != nil && (p < w.progress || w.work.Units == 0) {
			*w.m.log = append(*w.m.log, fmt.Sprintf("%s from %.2f", w.m.name, p))
		}
		w.progress = p
		w.work.Units++
		w.work.DeltaEvaluations++
		if w.m.stalls == 0 || w.work.Units <= int64(w.m.stalls) {
			w.cost -= w.m.gain
		}
		s.Improved(w.cost, w.work)
		if w.m.ends > 0 && w.work.Units >= int64(w.m.ends) {
			return false
		}
	}
	return true
}
func (w *scriptedWalk) Best() ([]int32, int64)       { return w.x, w.cost }
func (w *scriptedWalk) Counters() multiwalk.Counters { return w.work }
func (w *scriptedWalk) Save(a *checkpoint.Archive) {
	a.Fields("scripted", &w.cost, &w.work, &w.progress)
}

// lone is a problem for scripted walks, which look at no costs.
type lone struct{}

func (lone) Space() multiwalk.Space { return multiwalk.Tour(4) }
func (lone) Cost([]int32) int64     { return 0 }

// unitsOf is what each method of a walk has done.
func unitsOf(w walk.Walk) (list []int64) {
	for _, p := range w.(*halvingWalk).parts {
		list = append(list, p.walk.Counters().Units)
	}
	return list
}

func prepared(t *testing.T, plan walk.Plan, methods ...walk.Method) *halving {
	t.Helper()
	s := must.Have(Halving{Methods: methods, Trials: 16}.Prepare(lone{}, plan))(t)
	switch h := s.(type) {
	case *halving:
		return h
	case *cooperatingHalving:
		return h.halving
	}
	t.Fatalf("%T", s)
	return nil
}

// Without a budget the first cycle has 200 rounds. Of four methods all have trials of 16/8 = 2 per cent of that, four rounds; the best
// and the favourite of twice that, eight rounds; and the best has the rest, 168 rounds. The second cycle takes twice as long.
func TestHalving_CyclesOfDoubledLength(t *testing.T) {
	var log, notes []string
	of := func(name string, gain int64, units int) scripted {
		return scripted{name: name, gain: gain, units: units, log: &log}
	}
	h := prepared(t, walk.Plan{Walks: 1, Warn: func(msg string) { notes = append(notes, msg) }},
		of("a", 1, 16), of("b", 6, 32), of("c", 2, 32), of("d", 3, 16))
	w := must.Have(h.NewWalk(0))(t)
	for range 200 {
		if !w.Step(walk.NewSlice(h.Slice())) {
			t.Fatal("it has come to an end")
		}
	}
	if got, want := fmt.Sprint(unitsOf(w)), fmt.Sprint([]int64{12 * 16, 180 * 32, 4 * 32, 4 * 16}); got != want {
		t.Errorf("units %s, want %s", got, want)
	}
	want := "a from 0.00, b from 0.00, c from 0.00, d from 0.00, a from 0.00, b from 0.00, b from 0.00"
	if got := strings.Join(log, ", "); got != want {
		t.Errorf("spans %s, want %s", got, want)
	}
	if len(notes) != 1 || notes[0] != "method b leads after trials: mean cost 97696, against a 99808" {
		t.Errorf("notes %q", notes)
	}
	for range 400 {
		w.Step(walk.NewSlice(h.Slice()))
	}
	if got, want := fmt.Sprint(unitsOf(w)), fmt.Sprint([]int64{36 * 16, 540 * 32, 12 * 32, 12 * 16}); got != want {
		t.Errorf("after two cycles units %s, want %s", got, want)
	}
	if len(notes) != 1 {
		t.Errorf("the same leader was told again: %q", notes)
	}
}

// courseOf has a walk do parts of a run, 1/parts of it in each, and returns which method was at work at the end of each.
func courseOf(w walk.Walk, parts int) (at []int) {
	for i := range parts {
		part := float64(i) / float64(parts)
		for s := walk.NewSlice(16).Sub(16, math.MaxInt64, multiwalk.Counters{}, math.MaxInt64).Course(part); s.Left() > 0; {
			w.Step(s)
		}
		at = append(at, w.(*halvingWalk).at)
	}
	return at
}

// A winner that has gained nothing between a quarter and the half of a run makes way for a fifth of it, and then goes on. A walk that
// works with the second method anyway has no relief, nor has one whose winner gains.
func TestHalving_RelievesAWinnerThatStandsStill(t *testing.T) {
	for _, c := range []struct {
		stalls, relief, id int
		want               [5]int // the method at 0.3, 0.49, 0.6, 0.69 and 0.8 of the run
	}{
		{300, 20, 0, [5]int{0, 0, 1, 1, 0}},
		{300, 20, 3, [5]int{1, 1, 1, 1, 1}},
		{0, 20, 0, [5]int{}},
		{300, 0, 0, [5]int{}},
		{600, 20, 0, [5]int{}}, // it stalls too late
	} {
		m := Halving{Trials: 10, Relief: c.relief, Methods: []walk.Method{
			scripted{name: "a", gain: 9, units: 16, stalls: c.stalls}, scripted{name: "b", gain: 1, units: 16}}}
		s := must.Have(m.Prepare(lone{}, walk.Plan{Walks: 1, Budget: walk.Budget{Rounds: 100}, Warn: func(string) {}}))(t)
		w := must.Have(s.NewWalk(c.id))(t)
		at := courseOf(w, 100)
		if got := [5]int{at[30], at[49], at[60], at[69], at[80]}; got != c.want {
			t.Errorf("stalls after %d units, relief of %d %%, walk %d: %v, want %v\n%v", c.stalls, c.relief, c.id, got, c.want, at)
		}
	}
	bad := Halving{Methods: []walk.Method{scripted{name: "a", units: 1}}, Relief: 41}
	must.Fail(t, "relief of 41 per cent is outside [0, 40]")(bad.Prepare(lone{}, walk.Plan{Walks: 1}))
}

// A favourite that leads after the first stage has won: there is no other.
func TestHalving_FavouriteWinsEarly(t *testing.T) {
	h := prepared(t, walk.Plan{Walks: 1, Warn: func(string) {}},
		scripted{name: "a", gain: 4, units: 16}, scripted{name: "b", gain: 1, units: 32}, scripted{name: "c", gain: 1, units: 16})
	w := must.Have(h.NewWalk(0))(t)
	for range 100 {
		w.Step(walk.NewSlice(h.Slice()))
	}
	each := int64(math.Ceil(h.trial * 200 * 16))
	if got := unitsOf(w); got[2] > each+1 || got[2] < each || got[0]+got[1]/2+got[2] != 1600 {
		t.Errorf("units %v, of which trials of the first stage have %d", got, each)
	}
}

// What is not served is left out, and what is wrong is not.
func TestHalving_LeavesOutWhatTheProblemDoesNotServe(t *testing.T) {
	no := scripted{name: "no", units: 1, refuses: walk.NoDelta("no", "more than there is")}
	yes := scripted{name: "yes", units: 1}
	plan := walk.Plan{Walks: 1, Warn: func(string) {}}
	if h := prepared(t, plan, no, yes, no); !slices.Equal(h.names, []string{"yes"}) || h.sizes != nil {
		t.Errorf("%v, %v", h.names, h.sizes)
	}
	must.Fail(t, "more than there is")((Halving{Methods: []walk.Method{no, no}}).Prepare(lone{}, plan))
}

// A method that comes to its end makes way; when all have, the walk ends.
func TestHalving_EndsWithItsLastMethod(t *testing.T) {
	h := prepared(t, walk.Plan{Walks: 1, Warn: func(string) {}},
		scripted{name: "a", gain: 9, units: 16, ends: 500}, scripted{name: "b", gain: 1, units: 16, ends: 90}, scripted{name: "c", gain: 2, units: 16, ends: 90})
	w := must.Have(h.NewWalk(0))(t)
	n := 0
	for w.Step(walk.NewSlice(h.Slice())) {
		if n++; n > 1000 {
			t.Fatalf("no end: %v", unitsOf(w))
		}
	}
	if got := fmt.Sprint(unitsOf(w)); got != "[500 90 90]" {
		t.Errorf("units %s", got)
	}
}

func TestBracket(t *testing.T) {
	for methods, want := range map[int]string{0: "[]", 1: "[]", 2: "[2 2]", 3: "[3 2]", 4: "[4 2]", 5: "[5 3 2]", 8: "[8 4 2]"} {
		sizes := bracket(methods)
		if got := fmt.Sprint(sizes); got != want {
			t.Errorf("%d methods: stages of %s, want %s", methods, got, want)
		}
		sum := 0.0
		for stage, k := range sizes {
			sum += math.Ldexp(trialPart(sizes, 20), stage) * float64(k)
		}
		if methods > 1 && math.Abs(sum-0.2) > 1e-12 {
			t.Errorf("%d methods: trials take %v of the run", methods, sum)
		}
	}
}

// A verdict has the mean of what walks found, the best of it, and the merit: the mean less 0.6 of what was gained since the trial
// before. Who has not been tried is not in the verdict.
func TestJudge(t *testing.T) {
	v := judge([]int64{0, 1, 120, 100, untried, untried, 99, 95, 0, 1, 110, 102, untried, untried, 96, 97}, 3)
	if got := fmt.Sprint(v); got != "[{0 101 100 92.6} {2 96 95 94.8}]" {
		t.Errorf("%s", got)
	}
}

// Walks that end a stage at the same barrier judge by what all have found: one that was misled follows the others.
func TestHalving_WalksJudgeTogether(t *testing.T) {
	h := prepared(t, walk.Plan{Walks: 3, Warn: func(string) {}}, scripted{name: "a", units: 16}, scripted{name: "b", units: 16})
	s := &cooperatingHalving{halving: h, parts: exchangingPortfolio{&h.portfolio}}
	var walks []*halvingWalk
	for id := range 3 {
		w := must.Have(h.NewWalk(id))(t)
		walks = append(walks, w.(*halvingWalk))
	}
	for round := int64(1); !walks[0].course.settled; round++ {
		said := make([]walk.Message, 3)
		for i, w := range walks {
			w.Step(walk.NewSlice(16))
			if w.course.waits { // the first is misled by luck
				w.found = []int64{untried, 50, untried, 40}
				if i == 0 {
					w.found = []int64{untried, 10, untried, 20}
				}
			}
			said[i] = w.Says(false)
		}
		if !s.Meets(round, said) {
			continue
		}
		for i, m := range s.Exchange(said) {
			walks[i].Hears(m)
		}
	}
	for i, w := range walks {
		if w.Step(walk.NewSlice(1)); w.at != 1 || !w.course.settled {
			t.Errorf("walk %d works with method %d: %+v", i, w.at, w.course)
		}
	}
}

// Under each kind of budget there are trials, and somebody leads.
func TestHalving_TrialsArePartOfTheBudget(t *testing.T) {
	unraced.Test(t)
	m := Halving{Methods: []walk.Method{single.Anneal{}, single.Climb{Restarts: -1}, single.LateAcceptance{}}}
	for _, stop := range []multiwalk.Stop{multiwalk.Work(50), multiwalk.Evaluations(200_000)} {
		r, err := multiwalk.Minimize(context.Background(), ring{40}, m, multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{stop}})
		if err != nil || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "leads after trials") {
			t.Errorf("%v: %v, %v", stop, r, err)
		}
	}
}

// What a method found is told in words where a cost holds constraints too.
func TestHalving_TellsConstraintsInWords(t *testing.T) {
	packing := must.Have(multiwalk.NewConstraints(1000, multiwalk.Constraint{Name: "capacity", Most: 9}, multiwalk.Constraint{Name: "window", Most: 9}))(t)
	s, told := halving{names: []string{"a", "b", "c"}, packing: packing}, ""
	s.warn = func(msg string) { told = msg }
	of := func(before, now int64) []int64 { return []int64{before, now} }
	s.tell(judge(slices.Concat([]int64{0, 0}, of(untried, packing.Pack(-7, 0, 0)), of(untried, packing.Pack(42, 3, 1)), of(untried, packing.Pack(5, 0, 2)),
		[]int64{0, 0}, of(untried, packing.Pack(-5, 0, 0)), of(untried, packing.Pack(42, 3, 3)), of(untried, packing.Pack(5, 0, 4))), 3))
	if told != "method a leads after trials: best cost -7, against c 5 with violations (window 2), b 42 with violations (capacity 3, window 1)" {
		t.Error(told)
	}
}
