package cooperate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// diary is a method whose walks write down when they begin and what they do: a unit lowers the cost, from 100, by one while
// it is even, up to a length at which the walk ends.
type diary struct {
	log    *[]string
	length int  // units of a walk; 0: no end
	stops  int  // units after which its cost stays
	says   bool // it tells that it stagnates, once its cost stays
}

func (diary) Name() string { return "diary" }
func (d diary) Prepare(_ multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return diaries{d, plan.Start != nil}, nil
}

type diaries struct {
	diary
	starts bool
}

func (diaries) Slice() int { return 7 }
func (s diaries) NewWalk(id int) (walk.Walk, error) {
	*s.log = append(*s.log, fmt.Sprintf("walk %d", id))
	w := &diaryWalk{s: s}
	if s.starts {
		*s.log = append(*s.log, "starts")
	}
	if s.says {
		return outspoken{w}, nil
	}
	return w, nil
}

type diaryWalk struct {
	s     diaries
	units int
}

type outspoken struct{ *diaryWalk }

func (w outspoken) Stagnates() bool { return w.units >= w.s.stops }

func (w *diaryWalk) cost() int64 { return int64(100 - min(w.units, w.s.stops)) }
func (w *diaryWalk) Step(s *walk.Slice) bool {
	for w.s.length == 0 || w.units < w.s.length {
		if !s.Next(0) {
			return true
		}
		if w.units++; w.units <= w.s.stops {
			s.Improved(w.cost(), w.Counters())
		}
	}
	*w.s.log = append(*w.s.log, fmt.Sprintf("ends at %d", w.units))
	return false
}
func (w *diaryWalk) Best() ([]int32, int64)       { return []int32{0}, w.cost() }
func (w *diaryWalk) Counters() multiwalk.Counters { return multiwalk.Counters{Units: int64(w.units)} }

// units lets a walk of a Restart work, and returns what was written down.
func units(t *testing.T, m Restart, plan walk.Plan, id int, slices ...int) (*restartWalk, string) {
	t.Helper()
	log := []string{}
	d := m.Method.(diary)
	d.log = &log
	m.Method = d
	s := must.Have(m.Prepare(ring{5}, plan))(t)
	w := must.Have(s.NewWalk(id))(t)
	for _, n := range slices {
		if !w.Step(walk.NewSlice(n)) {
			log = append(log, "over")
		}
	}
	return w.(*restartWalk), strings.Join(log, ", ")
}

// A run is followed by another one when its policy says so, and not before there is a unit for it to do.
func TestRestart_Policies(t *testing.T) {
	for _, c := range []struct {
		name   string
		m      Restart
		slices []int
		want   string
		units  int64 // in all
		anew   int64
	}{
		{"fixed", Restart{Method: diary{}, Policy: "fixed", Every: 10}, []int{25}, "walk 2, walk 194, walk 386", 25, 2},
		{"fixed, sliced", Restart{Method: diary{}, Policy: "fixed", Every: 10}, []int{1, 9, 1, 8, 6}, "walk 2, walk 194, walk 386", 25, 2},
		{"fixed, to the unit", Restart{Method: diary{}, Policy: "fixed", Every: 10}, []int{20}, "walk 2, walk 194", 20, 1},
		{"luby", Restart{Method: diary{}, Policy: "luby", Every: 2}, []int{2 + 2 + 4 + 2 + 2 + 4 + 8 + 1}, "walk 2, walk 194, walk 386, walk 578, walk 770, walk 962, walk 1154, walk 1346", 25, 7},
		{"none", Restart{Method: diary{length: 12}, Policy: "none"}, []int{50}, "walk 2, ends at 12, over", 12, 0},
		{"none that ends", Restart{Method: diary{}, Policy: "none", Every: 3}, []int{50}, "walk 2", 50, 0},
		{"ends by itself", Restart{Method: diary{length: 12}, Policy: "fixed", Every: 30}, []int{30}, "walk 2, ends at 12, walk 194, ends at 12, walk 386", 30, 2},
		{"says so", Restart{Method: diary{stops: 60, says: true}}, []int{101}, "walk 2, walk 194", 101, 1},
		{"does not say so", Restart{Method: diary{stops: 10}, Every: 5, Patience: 3}, []int{26}, "walk 2, walk 194", 26, 1},
		{"improves still", Restart{Method: diary{stops: 80}, Every: 5, Patience: 3}, []int{80}, "walk 2", 80, 0},
	} {
		w, log := units(t, c.m, walk.Plan{Walks: 3}, 2, c.slices...)
		if n := w.Counters(); log != c.want || n.Units != c.units || n.Restarts != c.anew {
			t.Errorf("%s: %s after %+v; want %s after %d units, %d restarts", c.name, log, n, c.want, c.units, c.anew)
		}
	}
}

// Only first runs begin at the start, what an earlier run found is kept, and nothing is reported that is not better.
func TestRestart_KeepsTheBest(t *testing.T) {
	w, log := units(t, Restart{Method: diary{stops: 40}, Policy: "fixed", Every: 30}, walk.Plan{Start: []int32{0}}, 0, 45)
	if _, c := w.Best(); c != 70 || log != "walk 0, starts, walk 64" {
		t.Errorf("best %d, %s", c, log)
	}
}

// A method whose walks end without having done anything is not begun for ever.
func TestRestart_OfNothing(t *testing.T) {
	if _, log := units(t, Restart{Method: diary{length: -1}}, walk.Plan{}, 0, 10); log != "walk 0, ends at 0, over" {
		t.Error(log)
	}
}

func TestLuby(t *testing.T) {
	want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1, 1, 2}
	for i, w := range want {
		if got := luby(int64(i + 1)); got != w {
			t.Errorf("element %d is %d, want %d", i+1, got, w)
		}
	}
	if luby(1<<40-1) != 1<<39 || luby(1<<40) != 1 {
		t.Error("far out")
	}
}

// restarted is Restart of methods of every kind.
func restarted() map[string]walk.Method {
	small := population.Genetic{Population: 8, Restart: "none"}
	return map[string]walk.Method{
		"climb":             Restart{Method: single.Climb{}},
		"anneal by luby":    Restart{Method: single.Anneal{}, Policy: "luby", Every: 300},
		"tabu":              Restart{Method: single.Tabu{}, Every: 20, Patience: 2},
		"genetic":           Restart{Method: small},
		"genetic, fixed":    Restart{Method: small, Policy: "fixed", Every: 30},
		"exchange":          Restart{Method: Exchange{Method: single.Anneal{}, Every: 2}, Policy: "fixed", Every: 500},
		"islands":           Islands{Method: small, Every: 9},
		"of islands":        Restart{Method: Islands{Method: population.Genetic{Population: 6, Crossover: "ox"}, Every: 20}, Policy: "fixed", Every: 70},
		"exchanges genetic": Exchange{Method: population.Genetic{Population: 8}, Every: 3},
	}
}

func TestRestartAndIslands_Conform(t *testing.T) {
	queens := must.Have(nqueens.New(10))(t)
	problems := []multiwalk.Problem{qap.Structured(9, 2), queens, newRanking(8, 3)}
	at := 0
	for _, name := range sortedNames(restarted()) {
		m := restarted()[name]
		t.Run(name, func(t *testing.T) {
			p := problems[at%len(problems)]
			conformance.Method(t, m, p, conformance.Budget(6000), conformance.Refuses(Restart{Method: m, Every: -1}, Restart{Method: m, Patience: -1},
				Restart{Method: m, Policy: "never"}, Restart{}, Islands{}, Islands{Method: m, Every: -2}, Islands{Method: single.Climb{}}))
		})
		at++
	}
}

func sortedNames(m map[string]walk.Method) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Restarts find what one run misses: a climb that ends is tried again until it comes to the optimum.
func TestRestart_FindsTheOptimum(t *testing.T) {
	p := qap.Uniform(8, 4)
	least := runtest.Least(p)
	for _, name := range []string{"climb", "genetic", "of islands", "anneal by luby"} {
		r, err := multiwalk.Minimize(context.Background(), p, restarted()[name], multiwalk.Settings{Seed: 1, Walks: 2,
			Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Evaluations(1_000_000)}})
		if err != nil || r.Cost != least {
			t.Errorf("%s: %v, %v; optimum %d", name, r, err, least)
		}
	}
}

// Populations are looked at every 50 generations, as in the paper, and other walks by slices.
func TestRestart_DefaultsAreThePapers(t *testing.T) {
	every := func(m Restart) (int, int) {
		s := must.Have(m.Prepare(qap.Uniform(9, 1), walk.Plan{Walks: 1, Warn: func(string) {}}))(t)
		w := must.Have(s.NewWalk(0))(t)
		return w.(*restartWalk).every, s.Slice()
	}
	genetic := population.Genetic{Restart: "none"}
	if got, _ := every(Restart{Method: genetic}); got != 50 {
		t.Errorf("looked at every %d generations, and the paper has 50", got)
	}
	if got, slice := every(Restart{Method: genetic, Policy: "fixed"}); got != 100*slice {
		t.Errorf("fixed runs have %d units, want 100 slices of %d", got, slice)
	}
	if got, slice := every(Restart{Method: single.Tabu{}}); got != slice {
		t.Errorf("looks every %d units, want a slice of %d", got, slice)
	}
	if stagnationPatience != 20 {
		t.Errorf("patience is %d", stagnationPatience)
	}
}
