package tabu_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/tabu"
)

// byDelta is an assignment problem without state and without a matrix of deltas: tabu search asks SwapDelta, which is O(n).
type byDelta struct{ of *qap.Instance }

func (p byDelta) Space() multiwalk.Space                { return p.of.Space() }
func (p byDelta) Cost(x []int32) int64                  { return p.of.Cost(x) }
func (p byDelta) SwapDelta(x []int32, i, j int32) int64 { return p.of.SwapDelta(x, i, j) }
func (p byDelta) Kernels() (m kernel.Module, err error) {
	if m, err = p.of.Kernels(); err == nil {
		m.Entries = maps.Clone(m.Entries)
		delete(m.Entries, "TabuSwap")
	}
	return m, err
}

// BenchmarkTeam reports how many moves a second tabu search prices that explores full neighbourhoods, on a core and on a GPU, in one search
// and, where these are small, in 132: swaps with O(n) deltas, swaps of two permutations and joint ones, and three flips. Run it with
// -benchtime 1x.
func BenchmarkTeam(b *testing.B) {
	for _, c := range []struct {
		name string
		p    multiwalk.Problem
		by   string
	}{
		{"swap/n=100", byDelta{qap.Uniform(100, 1)}, "swap"},
		{"swap/n=256", byDelta{qap.Uniform(256, 1)}, "swap"},
		{"jointswap+swap/n=30", q3ap.Random(30, 1), "swap+jointswap"},
		{"flip3/n=1500", dense(b, 1500), "flip3"},
		{"flip3/perceptron-201x217", perceptronOf(b, 201, 217), "flip3"},
	} {
		for _, where := range []struct {
			name  string
			d     multiwalk.Device
			walks int
		}{{"core", device.CPU(1), 1}, {"gpu", device.GPU(0), 1}, {"gpu-132", device.GPU(0), 132}} {
			b.Run(fmt.Sprintf("%s/%s", c.name, where.name), func(b *testing.B) {
				switch a, onGPU := where.d.(multiwalk.Accelerator); {
				case onGPU && a.Ready() != nil:
					b.Skip("there is no GPU")
				case where.walks > 1 && c.by == "flip3":
					b.Skip("an iteration of 132 searches would take seconds")
				}
				for range b.N {
					r := must.Have(multiwalk.Minimize(b.Context(), c.p, tabu.Tabu{Neighbourhood: c.by, Candidates: 1 << 30},
						multiwalk.Settings{Seed: 1, Walks: where.walks, Device: where.d, Stop: []multiwalk.Stop{multiwalk.Time(time.Second)}}))(b)
					b.ReportMetric(float64(r.Evaluations())/r.Elapsed.Seconds(), "moves/s")
					if r.Moves > 0 {
						b.ReportMetric(float64(where.walks)*r.Elapsed.Seconds()/float64(r.Moves)*1e6, "us/iteration")
					}
				}
			})
		}
	}
}
