package population

import (
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// laned is ants that have so many lanes each.
type laned struct {
	Ants
	each int32
}

func (m laned) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.Ants.Prepare(p, plan)
	if f, ok := s.(*antFleet); ok {
		f.plan.Each = m.each
		f.Settled = f.plan
	}
	return s, err
}

// BenchmarkAnts_Tours measures tours a second without local search, on a core and on a GPU by ants and lanes of an ant.
func BenchmarkAnts_Tours(b *testing.B) {
	p := must.Have(tsp.ReadFile(benchdata.File(b, "tsp", "pr1002.tsp")))(b)
	try := func(name string, m walk.Method, d multiwalk.Device) {
		b.Run(name, func(b *testing.B) {
			must.Ready(b, d)
			for range b.N {
				r := must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: 1, Device: d,
					Stop: []multiwalk.Stop{multiwalk.Time(time.Second)}}))(b)
				b.ReportMetric(float64(r.Counters.FullEvaluations)/r.Elapsed.Seconds(), "tours/s")
				b.ReportMetric(100*float64(r.Cost)/259045-100, "%gap")
			}
		})
	}
	for _, variant := range antVariants[:ants.Focused] {
		try(variant+"/core", Ants{Variant: variant, LocalSearch: "none"}, device.CPU(1))
		try(variant+"/gpu", Ants{Variant: variant, LocalSearch: "none"}, device.GPU(0))
	}
	try("max-min/oropt-core", Ants{Variant: "max-min", LocalSearch: "oropt"}, device.CPU(1))
	for _, many := range []int{1024, 2048} {
		try(fmt.Sprintf("max-min/oropt-%d", many), Ants{Variant: "max-min", LocalSearch: "oropt", Ants: many}, device.GPU(0))
	}
	for _, many := range []int{4096, 16384, 65536} {
		for _, each := range []int32{4, 8, 16} {
			try(fmt.Sprintf("max-min/%dx%d", many, each), laned{Ants{Variant: "max-min", LocalSearch: "none", Ants: many}, each}, device.GPU(0))
		}
	}
}
