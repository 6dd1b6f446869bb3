package ils_test

import (
	"context"
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
	"github.com/multiwalk/multiwalk/single/ils"
)

// The population is the same whatever the number of cores that make it, also where a walk has company, and where the end comes in the midst of
// a tour or of a generation.
func TestILS_PopulationsDoNotDependOnWorkers(t *testing.T) {
	for _, walks := range []int{1, 2} {
		for _, evaluations := range []int64{40_000, 700_000, 1_500_000} {
			s := multiwalk.Settings{Seed: 2, Walks: walks, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}
			var want *multiwalk.Result
			for workers := 1; workers <= 5; workers += 2 {
				s.Workers = workers
				res := must.Have(multiwalk.Minimize(context.Background(), tsp.Random(100, 3), ils.ILS{}, s))(t)
				for i := range res.History {
					res.History[i].Elapsed = 0
				}
				if want != nil && (!reflect.DeepEqual(res.History, want.History) || !reflect.DeepEqual(res.Counters, want.Counters)) {
					t.Errorf("%d evaluations of %d walks with %d workers: %v, with one %v", evaluations, walks, workers, res.Counters, want.Counters)
				}
				if want == nil {
					want = res
				}
				if divided := walks * max(1, workers/walks); res.Workers != min(divided, workers) {
					t.Errorf("%d walks of %d workers are told as on %d", walks, workers, res.Workers)
				}
			}
		}
	}
}

func TestILS_PopulationsResume(t *testing.T) {
	unraced.Test(t)
	for _, p := range []multiwalk.Problem{tsp.Random(20, 3), oneWay(t, 12)} {
		for _, workers := range []int{1, 3} {
			s := multiwalk.Settings{Seed: 2, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Evaluations(600000)}}
			must.Do(t, conformance.CheckResume(ils.ILS{}, p, s))
		}
	}
}

// A run is at a moment as good as one whose limit that moment is: but for what the latter merges before its end, they are the same.
func TestILS_TheLimitDecidesTheEndAlone(t *testing.T) {
	unraced.Test(t)
	var longer []multiwalk.Point
	for _, evaluations := range []int64{4_000_000, 2_000_000, 1_000_000} {
		res := must.Have(multiwalk.Minimize(context.Background(), tsp.Random(150, 1), ils.ILS{}, multiwalk.Settings{Seed: 1,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
		same := 0
		for i, pt := range res.History {
			pt.Elapsed = 0
			res.History[i] = pt
			if longer != nil && i < len(longer) && longer[i] == pt {
				same++
			}
		}
		if longer != nil && same < len(res.History)-1 {
			t.Errorf("%d evaluations: %d of %d incumbents are those of a longer run", evaluations, same, len(res.History))
		}
		longer = res.History
	}
}

// With many cities tours are noted less often, which cores know as well.
func TestILS_ManyCitiesDoNotDependOnWorkers(t *testing.T) {
	unraced.Test(t) // TestILS_PopulationsDoNotDependOnWorkers has the same goroutines
	p := tsp.Random(10_000, 1)
	var want *multiwalk.Result
	for workers := 1; workers <= 3; workers++ {
		res := must.Have(multiwalk.Minimize(context.Background(), p, ils.ILS{}, multiwalk.Settings{Seed: 1, Workers: workers,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(4_500_000)}}))(t)
		if want == nil {
			want = res
		}
		if res.Cost != want.Cost || !slices.Equal(res.Best, want.Best) || !reflect.DeepEqual(res.Counters, want.Counters) {
			t.Errorf("%d workers: %d by %v, one: %d by %v", workers, res.Cost, res.Counters, want.Cost, want.Counters)
		}
	}
	if least := 0.7124e6 * 100.0; float64(want.Cost) > 1.03*least {
		t.Errorf("%d after three tours were merged, %.3f of the estimate", want.Cost, float64(want.Cost)/least)
	}
}

// However many cores there are, a run stops at once, with the best that it has.
func TestILS_StopsAtOnce(t *testing.T) {
	unraced.Test(t)
	runtest.Stops(t, func(s multiwalk.Settings) *multiwalk.Result {
		s.Workers = 4
		res := must.Have(multiwalk.Minimize(context.Background(), tsp.Random(2000, 1), ils.ILS{}, s))(t)
		return res
	})
}

// breaking is a problem of a user whose edges cannot be priced after a while.
type breaking struct {
	multiwalk.Problem
	edges multiwalk.EdgeCoster
	left  *atomic.Int64
}

func (b breaking) EdgeCost(i, j int32) int64 {
	if b.left.Add(-1) < 0 {
		panic("out of edges")
	}
	return b.edges.EdgeCost(i, j)
}

func (b breaking) Symmetric() bool { return true }

// Whichever core a problem breaks on, the run says so.
func TestILS_ProblemBreaksOnAnyCore(t *testing.T) {
	p := tsp.Random(40, 1)
	for _, calls := range []int64{3_000, 100_000, 1_000_000} {
		b := breaking{p, p, new(atomic.Int64)}
		b.left.Store(calls)
		_, err := multiwalk.Minimize(context.Background(), b, ils.ILS{}, multiwalk.Settings{Workers: 3,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}})
		if err == nil || !strings.Contains(err.Error(), "out of edges") {
			t.Errorf("after %d edges: %v", calls, err)
		}
	}
}
