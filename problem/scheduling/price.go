package scheduling

import (
	"math"
	"slices"
)

// price finds how much a unit of each machine's time is worth, so that with every task where it is cheapest all machines would
// finish nearly together. With prices that sum up to 1, the sum of the tasks' least prices is a lower bound on every schedule, by
// linear duality: what a schedule of length C pays is at most C. Prices follow loads by the method of multiplicative weights
// (Plotkin, Shmoys and Tardos, 1995), in steps that grow smaller, and those with the best bound are kept.
func (p *Scheduling) price() {
	n := int(p.Machines)
	prices, best, loads := make([]float64, n), make([]float64, n), make([]float64, n)
	for m := range prices {
		prices[m] = 1 / float64(n)
	}
	const rounds = 2000
	bound := 0.0
	for round := range rounds {
		sum := p.cheapest(prices, loads)
		if sum > bound || round == 0 {
			bound = sum
			copy(best, prices)
		}
		if sum == 0 { // each task takes no time somewhere, whatever the prices
			break
		}
		step, total := 0.3/(1+30*float64(round)/rounds*10), 0.0
		for m := range prices {
			prices[m] *= math.Exp(step * math.Max(-1, math.Min(1, loads[m]/sum-1)))
			total += prices[m]
		}
		for m := range prices {
			prices[m] /= total
		}
	}
	p.Bound = int32(math.Ceil(bound - 1e-3))
	p.Worth = make([]int32, n)
	for m, c := range best {
		p.Worth[m] = 1 + int32(worth*c/slices.Max(best))
	}
	p.Step = max(1, p.Bound/2000)
	for t := range int(p.Tasks) {
		times := p.Times[t*n : (t+1)*n]
		least := math.MaxFloat64
		for m, time := range times {
			least = math.Min(least, best[m]*float64(time))
		}
		for m, time := range times {
			p.Wasted[t*n+m] = int32(math.Min(float64(time), float64(time)-least/best[m]))
		}
	}
}

// cheapest adds up the least price of each task, and the loads that come of it.
func (p *Scheduling) cheapest(prices, loads []float64) (sum float64) {
	clear(loads)
	for t := range int(p.Tasks) {
		at, least := 0, math.MaxFloat64
		for m, time := range p.Times[t*len(prices) : (t+1)*len(prices)] {
			if c := prices[m] * float64(time); c < least {
				at, least = m, c
			}
		}
		sum += least
		loads[at] += float64(p.Times[t*len(prices)+at])
	}
	return sum
}
