package auto_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/walk"
)

// table is a small space whose solutions cost what a hash says: no search is better than a look at all of them.
type table struct{ space multiwalk.Space }

func (p table) Space() multiwalk.Space { return p.space }
func (table) Cost(x []int32) int64 {
	h := uint64(len(x))
	for _, v := range x {
		h = (h ^ uint64(v)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return int64(h % 100_000)
}

type (
	fixedTable   struct{ table }
	checkedTable struct{ table }
	edgeTable    struct{ table } // a cost of edges, the same both ways
	boundTable   struct{ table }
)

func (fixedTable) Fixed() []multiwalk.Fixed {
	return []multiwalk.Fixed{{Position: 1, Value: 2}, {Position: 3, Value: 1}}
}
func (checkedTable) Check(x []int32) error {
	if x[0] > x[1] {
		return fmt.Errorf("%d before %d", x[0], x[1])
	}
	return nil
}
func (edgeTable) Symmetric() bool { return true }
func (edgeTable) EdgeCost(i, j int32) int64 {
	return table{}.Cost([]int32{min(i, j), max(i, j)})
}
func (p edgeTable) Cost(x []int32) (sum int64) {
	for i := range x {
		sum += p.EdgeCost(x[i], x[(i+1)%len(x)])
	}
	return sum
}
func (p boundTable) Violations(x []int32) []multiwalk.Violation {
	return []multiwalk.Violation{{Name: "first", Amount: int64(x[0])}}
}

// least goes through all vectors of the values that any element may have.
func least(p multiwalk.Problem, most int32, ok func(x []int32) bool) int64 {
	x, best := make([]int32, p.Space().Len()), int64(1<<62)
	for {
		if walk.Feasible(p, x) == nil && ok(x) {
			best = min(best, p.Cost(x))
		}
		at := 0
		for at < len(x) && x[at] == most {
			x[at], at = 0, at+1
		}
		if at == len(x) {
			return best
		}
		x[at]++
	}
}

func whatever([]int32) bool { return true }

// A small space is gone through, by any number of walks: the result is the least of all, proven, and the run ends.
func TestFor_GoesThroughSmallSpaces(t *testing.T) {
	orders := multiwalk.Product(multiwalk.Permutation(4), multiwalk.Binary(3), multiwalk.Integers(1, 0, 3))
	for name, c := range map[string]struct {
		p           multiwalk.Problem
		most        int32
		evaluations int64
	}{
		"bits":          {table{multiwalk.Binary(8)}, 1, 256},
		"one bit":       {table{multiwalk.Binary(1)}, 1, 2},
		"integers":      {table{multiwalk.Integers(4, 0, 4)}, 4, 625},
		"orders of 6":   {table{multiwalk.Permutation(6)}, 5, 720},
		"one":           {table{multiwalk.Permutation(1)}, 0, 1},
		"tours":         {table{multiwalk.Tour(6)}, 5, 120},
		"tours of two":  {table{multiwalk.Tour(2)}, 1, 1},
		"both ways":     {edgeTable{table{multiwalk.Tour(7)}}, 6, 360},
		"product":       {table{orders}, 3, 24 * 8 * 4},
		"fixed orders":  {fixedTable{table{multiwalk.Permutation(6)}}, 5, 24},
		"fixed numbers": {fixedTable{table{multiwalk.Integers(5, 0, 3)}}, 3, 64},
		"checked":       {checkedTable{table{multiwalk.Permutation(6)}}, 5, 360},
	} {
		want := least(c.p, c.most, whatever)
		for _, walks := range []int{0, 1, 3} {
			for _, stop := range []multiwalk.Stop{multiwalk.Evaluations(1000), multiwalk.Time(time.Hour), multiwalk.Work(5)} {
				if name == "tours" && stop.Kind != multiwalk.StopEvaluations {
					continue
				}
				s := multiwalk.Settings{Walks: walks, Workers: 3, Stop: []multiwalk.Stop{stop}}
				open, _, _, err := auto.Choose(c.p, nil, nil) // before it is known what limits the run
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range []walk.Method{auto.For(c.p), open, chosen(t, c.p, s)} {
					res, err := multiwalk.Minimize(t.Context(), c.p, m, s)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					// Of a tour whose cost depends on where it begins, one beginning is looked at.
					if !res.Proven || res.Status != multiwalk.MethodEnded || res.Cost != want && name != "tours" {
						t.Errorf("%s, %d walks, %v: %v, proven %v, want %d", name, walks, stop, res, res.Proven, want)
					}
					if n := res.Evaluations(); n != c.evaluations && name != "both ways" {
						t.Errorf("%s: %d evaluations of %d solutions", name, n, c.evaluations)
					}
				}
			}
		}
	}
}

func chosen(t *testing.T, p multiwalk.Problem, s multiwalk.Settings) walk.Method {
	m, on, _, err := auto.ChooseFor(p, nil, s)
	if err != nil || on != nil || m.Name() != "enumerate" {
		t.Fatalf("%v on %v, %v", m, on, err)
	}
	return m
}

// The best feasible solution is found too, where the problem tells of violations.
func TestFor_GoesThroughInfeasibleSolutions(t *testing.T) {
	p := boundTable{table{multiwalk.Binary(9)}}
	res, err := multiwalk.Minimize(t.Context(), p, auto.For(p), multiwalk.Settings{})
	want := least(p, 1, func(x []int32) bool { return x[0] == 0 })
	if err != nil || res.Feasible == nil || res.Feasible.Cost != want || res.Cost != least(p, 1, whatever) {
		t.Errorf("%v, %v, feasible %+v, want %d", res, err, res.Feasible, want)
	}
}

// Fewer evaluations than solutions are for a search, and so is a larger space.
func TestFor_SearchesWhatItCannotGoThrough(t *testing.T) {
	p := table{multiwalk.Permutation(7)}
	s := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(3000)}}
	res, err := multiwalk.Minimize(t.Context(), p, auto.For(p), s)
	if err != nil || res.Proven || res.Status != multiwalk.EvaluationLimit || len(res.Notes) == 0 {
		t.Errorf("%v, %v, proven %v, notes %q", res, err, res.Proven, res.Notes)
	}
	for _, c := range []struct {
		p multiwalk.Problem
		s multiwalk.Settings
	}{{p, s}, {table{multiwalk.Permutation(8)}, multiwalk.Settings{}}, {table{multiwalk.Binary(1000)}, multiwalk.Settings{}}} {
		if m, _, _, err := auto.ChooseFor(c.p, nil, c.s); err != nil || slices.Contains([]string{"enumerate", "auto"}, m.Name()) {
			t.Errorf("%v of %v: %v", m, c.p.Space(), err)
		}
	}
}
