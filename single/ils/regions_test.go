package ils

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// divided is iterated local search whose regions have mean cities each.
type divided struct {
	ILS
	mean int
}

func (m divided) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	search, err := m.ILS.Prepare(p, plan)
	if s, ok := search.(*tourSearch); ok {
		s.mean = m.mean
	}
	return search, err
}

// The tour is the same whatever the number of cores that improve its regions, also where the run ends within a round.
func TestRegions_DoNotDependOnWorkers(t *testing.T) {
	for _, evaluations := range []int64{20_000, 300_000} {
		var want *multiwalk.Result
		for workers := 1; workers <= 5; workers += 2 {
			s := multiwalk.Settings{Seed: 2, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}
			res := must.Have(multiwalk.Minimize(context.Background(), tsp.Random(600, 3), divided{mean: 50}, s))(t)
			for i := range res.History {
				res.History[i].Elapsed = 0
			}
			if want == nil {
				want = res
			}
			if !reflect.DeepEqual(res.History, want.History) || !slices.Equal(res.Best, want.Best) || !reflect.DeepEqual(res.Counters, want.Counters) {
				t.Errorf("%d evaluations with %d workers: %d by %v, with one %d by %v", evaluations, workers, res.Cost, res.Counters, want.Cost, want.Counters)
			}
		}
	}
}

func TestRegions_Resume(t *testing.T) {
	unraced.Test(t)
	for _, workers := range []int{1, 3} {
		s := multiwalk.Settings{Seed: 2, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Evaluations(400_000)}}
		if err := conformance.CheckResume(divided{mean: 30}, tsp.Random(400, 3), s); err != nil {
			t.Error(err)
		}
	}
}

// A crowd of each region makes tours about as good as the population of the whole tour does, also where regions are only some cities.
func TestRegions_ComeNearTheOptimum(t *testing.T) {
	unraced.Test(t)
	p := tsp.Random(3000, 1)
	run := func(m walk.Method) float64 {
		res := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(8_000_000)}}))(t)
		return float64(res.Cost)
	}
	whole := run(ILS{})
	for mean, most := range map[int]float64{7: 1.2, 300: 1.03, 1000: 1.02} {
		if cost := run(divided{mean: mean}); cost > most*whole {
			t.Errorf("regions of %d cities: %.4f of what whole tours come to", mean, cost/whole)
		}
	}
}

func TestRegions_KeepFixedEdges(t *testing.T) {
	const n = 700
	r := multiwalk.NewRand(4, 0)
	file := fmt.Sprintf("TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", n)
	for i := range n {
		file += fmt.Sprintln(i+1, r.IntN(10_000), r.IntN(10_000))
	}
	file += "FIXED_EDGES_SECTION\n"
	for i := 1; i+3 < n; i += 9 {
		file += fmt.Sprintln(i, i+3)
	}
	p := must.Have(tsp.Read(strings.NewReader(file+"-1\nEOF\n"), "fixed.tsp"))(t)
	res := must.Have(multiwalk.Minimize(context.Background(), p, divided{mean: 60}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(500_000)}}))(t)
	if res.Cost >= res.History[0].Cost { // that the edges are kept Minimize checks
		t.Errorf("%d at the end, %d at the beginning", res.Cost, res.History[0].Cost)
	}
}

func TestRegions_StopAtOnce(t *testing.T) {
	unraced.Test(t)
	runtest.Stops(t, func(s multiwalk.Settings) *multiwalk.Result {
		s.Workers = 4
		return must.Have(multiwalk.Minimize(context.Background(), tsp.Random(4000, 1), divided{mean: 500}, s))(t)
	})
}

// spent is a problem of a user whose edges cannot be priced after a while.
type spent struct {
	*tsp.Instance
	left *atomic.Int64
}

func (s spent) EdgeCost(i, j int32) int64 {
	if s.left.Add(-1) < 0 {
		panic("out of edges")
	}
	return s.Instance.EdgeCost(i, j)
}

func (s spent) EdgeMatrix() []int32 { return nil }

// Whichever core a problem breaks on, the run says so.
func TestRegions_ProblemBreaksOnAnyCore(t *testing.T) {
	for _, calls := range []int64{20_000, 100_000, 1_000_000} {
		s := spent{tsp.Random(400, 1), new(atomic.Int64)}
		s.left.Store(calls)
		_, err := multiwalk.Minimize(context.Background(), s, divided{mean: 50}, multiwalk.Settings{Workers: 3,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}})
		if err == nil || !strings.Contains(err.Error(), "out of edges") {
			t.Errorf("after %d edges: %v", calls, err)
		}
	}
}

// Regions come down first, and then have more tours and kicks in each round, up to a bound.
func TestCrowd_Grows(t *testing.T) {
	before, often := 0, 0.0
	for round := range 100 {
		tours, kicks := crowd(round)
		if tours < before || kicks < often || (kicks == 0) != (round < descents) || (tours == 1) != (round < descents) {
			t.Errorf("round %d: %d tours, %v kicks a city, after %d and %v", round, tours, kicks, before, often)
		}
		before, often = tours, kicks
	}
	if before != mostCrowd || often != mostKicksACity {
		t.Errorf("in the end %d tours, %v kicks a city", before, often)
	}
}
