package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/sample"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// BenchmarkExplore compares the engine's walk with that of Anneal at one temperature: an operation is a proposal.
func BenchmarkExplore(b *testing.B) {
	tour, q, bits := trial.NewCircle(1000), trial.NewQAP(100, 1), sample.NewBits(200, 1)
	for _, v := range []struct {
		name string
		p    multiwalk.Problem
		t    float64
		nb   string
	}{
		{"qap100", q, 30, "swap"}, {"tour1000/cold", tour, 10, "2opt"}, {"tour1000/hot", tour, 1000, "2opt"},
		{"tour1000/both", tour, 10, ""}, {"bits200", bits, 30, "flip"},
	} {
		b.Run(v.name+"/anneal", func(b *testing.B) {
			benchmarkProposals(b, v.p, anneal.Anneal{Start: v.t, End: v.t / 1.0001, Alpha: 0.9999999999, Neighbourhood: v.nb})
		})
		b.Run(v.name+"/engine", func(b *testing.B) {
			benchmarkProposals(b, v.p, ruled{explore.Exploring{Method: "ruled", Neighbourhood: v.nb, Levels: []float64{v.t},
				Rule: rule.Rule{Kind: rule.Metropolis, PerStep: 1 << 40}}})
		})
		b.Run(v.name+"/late", func(b *testing.B) {
			benchmarkProposals(b, v.p, threshold.LateAcceptance{Neighbourhood: v.nb})
		})
		b.Run(v.name+"/vns", func(b *testing.B) {
			benchmarkProposals(b, v.p, descent.VariableNeighbourhood{Neighbourhood: v.nb})
		})
	}
}

// BenchmarkExploreDevice_MovesASecond measures a machine full of the engine's searches on every space: proposals that are
// considered, moves made, iterations of all searches. An operation is a launch. Run it with -benchtime 100x -tabu.device gpu.
func BenchmarkExploreDevice_MovesASecond(b *testing.B) {
	d := trial.NeedDevice(b)
	for _, v := range []struct {
		name string
		p    multiwalk.Problem
		nb   string
	}{
		{"flip/n=200", sample.NewBits(200, 1), ""}, {"flip/n=2000", sample.NewBits(2000, 1), ""}, {"change/n=200", sample.NewLabels(200, 1), ""},
		{"product in full/n=25", sample.NewMixed(25, 1), ""}, {"insert/n=100", sample.NewOrder(100, 1), "insert"},
		{"swap in full/n=100", sample.NewOrder(100, 1), "swap"}, {"swap/qap/n=30", assignment.Uniform(30, 1), ""},
		{"swap/qap/n=100", assignment.Uniform(100, 1), ""}, {"oropt+2opt/n=1000", sample.NewRoad(1000, false, 1), ""},
		{"2opt/euclidean/n=1000", tsp.Random(1000, 1), "2opt"}, {"oropt+2opt/euclidean/n=10000", tsp.Random(10_000, 1), ""},
	} {
		n := int64(v.p.Space().Len())
		for name, m := range map[string]walk.Method{"cold": anneal.Anneal{Start: 1e-3, End: 1e-4, Neighbourhood: v.nb}, "anneal": anneal.Anneal{Neighbourhood: v.nb},
			"late": threshold.LateAcceptance{Length: int(50 * n), Neighbourhood: v.nb}, "climb": descent.Climb{Restarts: -1, Neighbourhood: v.nb},
			"vns": descent.VariableNeighbourhood{Neighbourhood: v.nb}} {
			b.Run(v.name+"/"+name, func(b *testing.B) { benchmarkExploreLaunches(b, d, v.p, m) })
		}
	}
}

func benchmarkExploreLaunches(b *testing.B, d multiwalk.Accelerator, p multiwalk.Problem, m walk.Method) {
	b.Helper()
	s, err := m.Prepare(p, walk.Plan{Seed: 1, Device: d, Warn: func(string) {}})
	if err != nil {
		b.Fatal(err)
	}
	made, err := s.NewWalk(0)
	if err != nil {
		b.Fatal(err)
	}
	w := made.(*explore.MachineExplore)
	defer w.Close()
	w.Step(walk.NewSlice(5)) // past the first descent, where incumbents are many
	before, at := w.Counters(), w.At
	b.ResetTimer()
	w.Step(walk.NewSlice(b.N))
	b.StopTimer()
	done, seconds := w.Counters(), b.Elapsed().Seconds()
	b.ReportMetric(float64(done.Evaluations()-before.Evaluations())/seconds, "proposals/s")
	b.ReportMetric(float64(done.Moves-before.Moves)/seconds, "moves/s")
	b.ReportMetric(float64(w.At-at)*float64(len(w.States))/seconds, "iterations/s")
	b.ReportMetric(float64(len(w.States)), "searches")
	b.ReportMetric(float64(w.Kernel.Registers()), "registers")
	b.ReportMetric(float64(w.Shape.Shared), "shared-bytes")
}
