package scheduling

import "math"

const (
	one   = 1 << 22 // grains of the bound: what a schedule wastes is counted in grains
	finer = 12      // bits by which prices are finer than grains
)

// market is what all walks know of the machines: what their time is worth, and what tasks waste there.
type market struct {
	in    *Instance
	p     *Scheduling
	price []int64 // of a unit of each machine's time, in grains << finer
	waste []int32 // of each task on each machine, in grains
	likes []int64 // of each pair of machines: how many tasks may well be on either
}

func newMarket(in *Instance) *market {
	p := in.Scheduling
	n, m := int(p.Tasks), int(p.Machines)
	k := &market{in: in, p: p, price: make([]int64, m), waste: make([]int32, n*m), likes: make([]int64, m*m)}
	for a, price := range p.fair() {
		k.price[a] = int64(price * one * (1 << finer) / float64(max(1, p.Bound)))
	}
	for t := range n {
		times, waste, least := p.Times[t*m:(t+1)*m], k.waste[t*m:(t+1)*m], int64(math.MaxInt64)
		for a, time := range times {
			least = min(least, int64(time)*k.price[a])
		}
		for a, time := range times {
			waste[a] = int32(min(4*one, (int64(time)*k.price[a]-least)>>finer))
		}
		for a, wa := range waste {
			for b, wb := range waste {
				w := int64(wa+wb) / (one / 10_000)
				k.likes[a*m+b] += 1 << 20 / (1 + w*w)
			}
		}
	}
	return k
}

// fair returns the prices of the machines' time that the bound belongs to; they sum up to 1. At fair prices the time that is not wasted
// earns each machine the same, which price rounded down to what is wasted.
func (p *Scheduling) fair() []float64 {
	prices, all := make([]float64, p.Machines), 0.0
	for m := range prices {
		paid := 0.0
		for at := m; at < len(p.Times); at += len(prices) {
			paid += float64(p.Times[at] - p.Wasted[at])
			if p.Wasted[at] > 0 {
				paid -= 0.5
			}
		}
		prices[m] = 1 / max(1, paid)
		all += prices[m]
	}
	for m := range prices {
		prices[m] /= all
	}
	return prices
}
