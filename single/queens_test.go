package single_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/lightweight"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/walk"
)

// counted is a problem with states and nothing else that prices swaps.
type counted struct{ trial.Unbounded }

func (c counted) Construct(r *multiwalk.Rand, x []int32) { c.Q.Construct(r, x) }

// Searches by swaps of a problem with states: whether it prices swaps otherwise as well changes nothing.
func TestSwapSearches_ByConflictStates(t *testing.T) {
	for _, m := range []walk.Method{
		anneal.Anneal{}, anneal.Anneal{Start: 20, End: 0.1, Proposals: 70, Once: true}, lightweight.LightWeight{Start: 20, Moves: 3},
		descent.Climb{Restarts: 5}, descent.Climb{Rule: descent.BestImprovement}, tabu.Tabu{}, tabu.IteratedTabu{}, ils.ILS{},
	} {
		conformance.Method(t, m, counted{trial.Unbounded{Q: trial.Queens(t, 25)}}, conformance.Budget(2000), conformance.Refuses(
			anneal.Anneal{Proposals: -1}, anneal.Anneal{Proposals: 10, Sweeps: 1}))
		for _, n := range []int{1, 4, 30, 100} {
			q := trial.Queens(t, n)
			stop := []multiwalk.Stop{multiwalk.Evaluations(20_000)}
			start := make([]int32, n)
			q.Space().Random(multiwalk.NewRand(1, 0), start)
			a := trial.MinimizeQueens(t, q, m, multiwalk.Settings{Seed: 4, Start: start, Stop: stop})
			b := trial.MinimizeQueens(t, counted{trial.Unbounded{Q: q}}, m, multiwalk.Settings{Seed: 4, Start: start, Stop: stop})
			if a.Cost != b.Cost || a.Counters != b.Counters || a.FullEvaluations > 300 && m.Name() == "anneal" {
				t.Errorf("%s, %d queens: %v, and by states alone %v", m.Name(), n, a, b)
			}
		}
	}
}

// The settings of Cao, Chen, Wang and Guo for 1000 to 3000 queens (2021, Table 1): 200 candidates at each temperature.
var table1 = anneal.Anneal{Start: 3000, End: 1e-6, Alpha: 0.99, Proposals: 200, Once: true}

// A schedule is as long as the table says: ln(1e-6/3000) / ln(0.99) = 2171.2 temperatures of 200 proposals.
func TestAnneal_Proposals(t *testing.T) {
	q := trial.Queens(t, 1000)
	start := make([]int32, q.N)
	q.Space().Random(multiwalk.NewRand(1, 0), start)
	r := trial.MinimizeQueens(t, q, table1, multiwalk.Settings{Walks: 1, Start: start})
	if r.DeltaEvaluations != 2172*200 || r.Status != multiwalk.MethodEnded {
		t.Errorf("%v: %d proposals, want 434,400", r, r.DeltaEvaluations)
	}
}

// BenchmarkAnneal_Queens anneals 3000 queens from a random permutation to a solution or to the end of the schedule, on one
// core, and reports how many runs in a hundred found one and what conflicts were left: by the paper's settings, of which a
// run takes 9443 s there; by the defaults; and where all proposals are made at temperatures that matter, 0.3 to 0.05: above
// them conflicts come as fast as they go, and below no worse move is taken any more. Run it with -benchtime 100x -cpu 1.
func BenchmarkAnneal_Queens(b *testing.B) {
	for _, v := range []struct {
		name string
		m    anneal.Anneal
	}{{"table1", table1}, {"defaults", anneal.Anneal{Once: true}}, {"cold", anneal.Anneal{Start: 0.3, End: 0.05, Alpha: 0.8, Sweeps: 40, Once: true}}} {
		b.Run(v.name, func(b *testing.B) {
			q, seed := trial.Queens(b, 3000), uint64(0)
			start := make([]int32, q.N)
			var solved, left, proposals int64
			for b.Loop() {
				seed++
				q.Space().Random(multiwalk.NewRand(seed, 1), start)
				r := trial.MinimizeQueens(b, q, v.m, multiwalk.Settings{Seed: seed, Workers: 1, Walks: 1, Start: start, Stop: []multiwalk.Stop{multiwalk.Target(0)}})
				if q.CheckSolved(r.Best) == nil {
					solved++
				}
				left += r.Cost
				proposals += r.DeltaEvaluations
			}
			b.ReportMetric(100*float64(solved)/float64(b.N), "%solved")
			b.ReportMetric(float64(left)/float64(b.N), "conflicts")
			b.ReportMetric(float64(proposals)/float64(b.N), "proposals")
		})
	}
}
