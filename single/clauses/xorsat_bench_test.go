package clauses_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/single/clauses"
)

// xorsatBias is about the best of 1.2 to 8 for 50 and 60 variables: some half of the flips that the default needs. An equation forbids
// four clauses, of which a flip breaks one or none.
const xorsatBias = 5

// BenchmarkXorsat_TimeToSolution reports the time to the solution of planted equations of three variables, each of which is in three (the
// benchmark of Kowalsky, Albash, Hen and Lidar, arXiv:2103.08464): the median over 15 instances of the mean of three seeds, and by how
// many decades it grows a variable, which is what is compared there, because no hardware makes up for it. The time to a solution with
// 99 per cent is ln(100) times the mean, since times are distributed exponentially; that changes no exponent. Times are of the processor
// for a core. A run that has not come to the solution counts with its limit, and as unsolved. Run it with -benchtime 1x.
func BenchmarkXorsat_TimeToSolution(b *testing.B) {
	core := func(b *testing.B, p *maxsat.Instance, seed uint64) (bool, time.Duration) {
		r, took := timed(b, p, clauses.Focused{Bias: xorsatBias}, seed, multiwalk.Target(0), multiwalk.Evaluations(6e7))
		return r.Cost == 0, took
	}
	b.Run("core", func(b *testing.B) { timesToSolution(b, []int{30, 40, 50, 60, 70}, core) })
	gpu := func(b *testing.B, p *maxsat.Instance, seed uint64) (bool, time.Duration) {
		r := must.Have(multiwalk.Minimize(b.Context(), p, clauses.Focused{Bias: xorsatBias}, multiwalk.Settings{Seed: seed, Device: device.GPU(),
			Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Time(5 * time.Second)}}))(b)
		return r.Cost == 0, r.Elapsed
	}
	b.Run("gpu", func(b *testing.B) {
		must.Ready(b, device.GPU())
		gpu(b, instance(b, "xorsat:n30"), 1) // loads the kernels
		timesToSolution(b, []int{112, 128, 144, 160}, gpu)
	})
}

// timesToSolution reports times by the number of variables, and the slope of the line of least squares through their logarithms.
func timesToSolution(b *testing.B, sizes []int, solve func(b *testing.B, p *maxsat.Instance, seed uint64) (bool, time.Duration)) {
	const instances, seeds = 15, 3
	var decades []float64
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				unsolved, means := 0, make([]float64, instances)
				for k := range means {
					p := instance(b, fmt.Sprintf("xorsat:n%d-s%d", n, k+1))
					for seed := range uint64(seeds) {
						solved, took := solve(b, p, seed+1)
						if means[k] += took.Seconds() / seeds; !solved {
							unsolved++
						}
					}
				}
				slices.Sort(means)
				decades = append(decades, math.Log10(means[instances/2]))
				b.ReportMetric(1e3*means[instances/2], "median_ms")
				b.ReportMetric(float64(unsolved), "unsolved")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
	b.Run("fit", func(b *testing.B) {
		if len(decades) != len(sizes) {
			b.Skip("not all sizes ran once")
		}
		for b.Loop() {
			b.ReportMetric(slope(sizes, decades), "decades/variable")
		}
		b.ReportMetric(0, "ns/op")
	})
}

// slope is that of the line of least squares.
func slope(x []int, y []float64) float64 {
	n, sx, sy, sxx, sxy := float64(len(x)), 0.0, 0.0, 0.0, 0.0
	for k := range x {
		v := float64(x[k])
		sx, sy, sxx, sxy = sx+v, sy+y[k], sxx+v*v, sxy+v*y[k]
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
