package stat

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Interval is a confidence interval of 95 %.
type Interval struct{ Low, High float64 }

// Bootstrap draws samples of the same size from the sample, with replacement, computes the quantities for each, and
// returns for each quantity the interval that holds 95 % of its values. It leaves out samples in which no run reached
// the target; if no sample is left, an interval is NaN.
func (s *Sample) Bootstrap(r Resampling, of func(*Sample) []float64) []Interval {
	rows := make([][]float64, r.count())
	parallel(len(rows), r.Seed, func(i int, random *rand.Rand) {
		drawn := make([]Observation, s.Runs())
		for k := range drawn {
			drawn[k] = s.sorted[random.IntN(len(drawn))]
		}
		if d := newSample(drawn); d.Distinct() > 0 {
			rows[i] = of(d)
		}
	})
	rows = slices.DeleteFunc(rows, func(row []float64) bool { return row == nil })
	if len(rows) == 0 {
		rows = append(rows, slices.Repeat([]float64{math.NaN()}, len(of(s))))
	}
	return intervals(rows)
}

// intervals returns the interval of each column.
func intervals(rows [][]float64) []Interval {
	var list []Interval
	for k := range rows[0] {
		values := make([]float64, len(rows))
		for i, row := range rows {
			values[i] = row[k]
		}
		list = append(list, interval(values))
	}
	return list
}

// interval sorts the values.
func interval(values []float64) Interval {
	slices.Sort(values)
	last := float64(len(values) - 1)
	return Interval{values[int(math.Floor(0.025*last))], values[int(math.Ceil(0.975*last))]}
}

// parallel does n jobs on all cores. Each job has random numbers of its own, so the result does not depend on the
// number of cores.
func parallel(n int, seed uint64, job func(i int, random *rand.Rand)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(i, rand.New(rng.New(seed, uint32(i))))
			}
		})
	}
	all.Wait()
}
