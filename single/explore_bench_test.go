package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/threshold"
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
