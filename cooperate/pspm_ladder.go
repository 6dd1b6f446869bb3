package cooperate

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/rng"
)

// rungCount is how many temperatures a ladder has: the steps between them are a power of 2, whose root is exact to the
// last bit everywhere.
const rungCount = 1<<5 + 1

// temperatures are those of the schedule, or of the rungs.
func (m PSPM) temperatures() (heat []float64) {
	if m.Tempering {
		return ladder(m.Start, m.End)
	}
	for t := m.Start; t > m.End; t *= m.Alpha {
		heat = append(heat, t)
	}
	return heat
}

// ladder returns temperatures from start to end in equal ratios.
func ladder(start, end float64) []float64 {
	ratio := end / start
	for range 5 {
		ratio = math.Sqrt(ratio)
	}
	heat := []float64{start}
	for len(heat) < rungCount {
		heat = append(heat, heat[len(heat)-1]*ratio)
	}
	return heat
}

// rungs is which temperature each search is at. Searches are on ladders of rungCount, and stay on theirs; the last ladder may
// be shorter.
type rungs struct {
	of    []int32 // the rung of each search
	on    []int32 // the search on each rung, ladder after ladder
	heat  []float64
	seed  uint64
	walk  uint32
	round uint64
}

func newRungs(searches int, heat []float64, seed uint64, walk uint32) *rungs {
	r := &rungs{of: make([]int32, searches), on: make([]int32, searches), heat: heat, seed: seed, walk: walk}
	for i := range searches {
		r.of[i], r.on[i] = int32(i%len(heat)), int32(i)
	}
	return r
}

// trade lets every second pair of neighbours, in turn those from an even and from an odd rung, exchange temperatures with
// the probability of replica exchange (Swendsen and Wang, "Replica Monte Carlo simulation of spin-glasses", 1986). costs
// is two values a search, the first of the current solution.
func trade[C int32 | int64](r *rungs, costs []C) {
	for i := 0; i+1 < len(r.on); i++ {
		level := i % len(r.heat)
		if level%2 != int(r.round%2) || level+1 == len(r.heat) {
			continue
		}
		hot, cold := r.on[i], r.on[i+1]
		u := rng.At(r.seed, r.walk, tradeDraws+r.round, uint32(i))[0]
		// Accepted with probability exp(-(cost of hot - cost of cold) * (1/T of cold - 1/T of hot)).
		between := 1 / (1/r.heat[level+1] - 1/r.heat[level])
		if metropolis.Accept(int64(costs[2*hot])-int64(costs[2*cold]), between, u) {
			r.on[i], r.on[i+1] = cold, hot
			r.of[hot], r.of[cold] = int32(level+1), int32(level)
		}
	}
	r.round++
}

// tradeDraws is the step of the first random number of trades, beyond those of all iterations and starts.
const tradeDraws = 3 << 62
