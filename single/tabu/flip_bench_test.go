package tabu_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/single/tabu"
)

// BenchmarkFlips reports how many deltas of flips are brought up to date a second by iterated tabu search, on a core and on a GPU.
// Run it with -benchtime 1x.
func BenchmarkFlips(b *testing.B) {
	for _, where := range []struct {
		name string
		d    multiwalk.Device
	}{{"core", device.CPU(1)}, {"gpu", device.GPU(0)}} {
		for _, n := range []int{256, 500, 1000, 1500, 2000} {
			b.Run(fmt.Sprintf("%s/n=%d", where.name, n), func(b *testing.B) {
				a, onGPU := where.d.(multiwalk.Accelerator)
				if onGPU && a.Ready() != nil {
					b.Skip("there is no GPU")
				}
				p, walks := dense(b, n), 0
				if !onGPU {
					walks = 1
				}
				for range b.N {
					r := must.Have(multiwalk.Minimize(b.Context(), p, tabu.IteratedTabu{}, multiwalk.Settings{Seed: 1, Walks: walks, Device: where.d,
						Stop: []multiwalk.Stop{multiwalk.Time(2 * time.Second)}}))(b)
					b.ReportMetric(float64(r.Evaluations())/r.Elapsed.Seconds(), "deltas/s")
					b.ReportMetric(float64(r.Moves)/r.Elapsed.Seconds(), "flips/s")
					b.ReportMetric(float64(r.Walks), "searches")
				}
			})
		}
	}
}

// dense is an instance all of whose pairs have a weight from -127 to 127.
func dense(b *testing.B, n int) *qubo.Instance {
	b.Helper()
	r, terms := multiwalk.NewRand(1, 0), []qubo.Term(nil)
	for i := range n {
		for j := range i {
			terms = append(terms, qubo.Term{I: int32(j), J: int32(i), Weight: int64(r.IntN(255)) - 127})
		}
	}
	return must.Have(qubo.New(n, nil, terms))(b)
}
