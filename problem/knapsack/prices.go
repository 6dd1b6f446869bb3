package knapsack

import (
	"cmp"
	"math"
	"slices"
)

// prices are those of a unit of each capacity, by which a bound, a penalty and a greedy order are found.
//
// For any prices u >= 0 of rows, the profit of a solution x is at most
//
//	L(u) + sum over rows of u[k] * (load[k] - capacity[k]), where
//	L(u) = sum over rows of u[k]*capacity[k] + sum over items of max(0, profit[i] - u*weight[i]).
//
// So L(u) bounds the profit of all that fits; with the best prices it is the bound of linear programming, and of one row that of Dantzig
// (1957). And a solution that does not fit costs more than one that fits, of profit least, if its penalty is more than
//
//	L(u) - least + sum over exceeded rows of u[k] * excess[k].
//
// That is hardly more than what exceeding is worth, so that a search may pass through what does not fit. Prices are whole numbers of
// 1/2^shift, so all of this is exact.
type prices struct {
	unit  []int64
	shift uint
	most  int64 // L(u), over the items that fit by themselves
	fine  int64 // of any excess, beside its price
	// order has the items by what they bring for the room that they take, the best first.
	order []int32
	// gain is an item's profit less the price of its room.
	gain []float64
}

// penalty is what the rooms cost that are negative.
func (p *prices) penalty(room []int64) int64 {
	sum, least := int64(0), int64(0)
	for k, r := range room {
		if r < 0 {
			sum += r * p.unit[k]
			least |= r
		}
	}
	return p.charge(sum, least)
}

// charge is the penalty: sum is minus the price of all excess, in parts, and sign is negative if there is any.
func (p *prices) charge(sum, sign int64) int64 {
	if sign >= 0 {
		return 0
	}
	return p.fine + -sum>>p.shift
}

// price finds the prices.
func (p *Instance) price() {
	u := p.dual()
	p.round(u)
	p.sort(u)
	p.charges(p.worth(p.greedy()))
}

// Of the search for prices: how many weights it looks at, about, and how long it waits for a lower bound before its steps become shorter.
const (
	effort   = 20_000_000
	patience = 20
)

// dual seeks the prices u at which L(u) is least, by subgradients: a row that is not full has too high a price. Held, Wolfe and Crowder,
// "Validation of subgradient optimization", 1974. Products are rounded before they are added, so that all processors find the same.
func (p *Instance) dual() []float64 {
	var items []int32 // that fit by themselves
	total := 0.0
	for i, v := range p.profit {
		if p.fits(int32(i), p.capacity) {
			items, total = append(items, int32(i)), total+float64(v)
		}
	}
	u, room := make([]float64, p.rows), make([]float64, p.rows)
	for k, c := range p.capacity {
		if c > 0 {
			u[k] = total / float64(2*p.rows) / float64(c)
		}
	}
	p.sort(u)
	target := float64(p.worth(p.greedy()))
	best, least, step, still := slices.Clone(u), math.Inf(1), 1.0, 0
	for range min(1000, max(30, effort/(len(p.profit)*p.rows))) {
		bound := p.lagrange(items, u, room)
		if bound < least {
			least, still = bound, 0
			copy(best, u)
		} else if still++; still == patience {
			step, still = step/2, 0
			copy(u, best)
			continue
		}
		if least-target < 0.5 || !p.descend(u, room, step*(bound-target)) {
			break
		}
	}
	return best
}

// lagrange returns L(u), and leaves in room what is left of each capacity when exactly the items of positive gain are taken.
func (p *Instance) lagrange(items []int32, u, room []float64) (bound float64) {
	for k, c := range p.capacity {
		room[k] = float64(c)
		bound += float64(u[k] * float64(c))
	}
	for _, i := range items {
		gain, weights := float64(p.profit[i]), p.weights(i)
		for k, w := range weights {
			gain -= float64(u[k] * float64(w))
		}
		if gain <= 0 {
			continue
		}
		bound += gain
		for k, w := range weights {
			room[k] -= float64(w)
		}
	}
	return bound
}

// descend makes a step against the subgradient, rows being measured by their capacities. It reports false where there is nowhere to go.
func (p *Instance) descend(u, room []float64, length float64) bool {
	norm := 0.0
	for k, c := range p.capacity {
		if c > 0 && (u[k] > 0 || room[k] < 0) {
			g := room[k] / float64(c)
			norm += float64(g * g)
		}
	}
	if norm == 0 {
		return false
	}
	for k, c := range p.capacity {
		if c > 0 {
			g := room[k] / float64(c)
			u[k] = max(0, u[k]-float64(length*g)/norm/float64(c))
		}
	}
	return true
}

// sort orders the items.
func (p *Instance) sort(u []float64) {
	n := len(p.profit)
	p.gain, p.order = make([]float64, n), make([]int32, n)
	rate := make([]float64, n)
	for i, v := range p.profit {
		room := 0.0
		for k, w := range p.weights(int32(i)) {
			room += float64(u[k] * float64(w))
		}
		p.order[i], p.gain[i] = int32(i), float64(v)-room
		rate[i] = float64(v) / max(room, 1e-9)
	}
	slices.SortStableFunc(p.order, func(a, b int32) int { return cmp.Compare(rate[b], rate[a]) })
}

// mostPenalty bounds sums of prices.
const mostPenalty = 1 << 60

// round makes the prices whole numbers of parts, as small as sums of 62 bits allow.
func (p *Instance) round(u []float64) {
	most := 1.0
	for _, v := range p.profit {
		most += float64(v)
	}
	for k := range u {
		sum, _ := p.row(k)
		u[k] = min(u[k], mostPenalty/4/float64(p.rows)/float64(max(1, sum))) // any prices do
		most += float64(u[k] * float64(sum))
	}
	for p.shift = 30; p.shift > 0 && math.Ldexp(most, int(p.shift)) > mostPenalty; {
		p.shift--
	}
	p.unit = make([]int64, p.rows)
	for k, v := range u {
		p.unit[k] = int64(math.Ldexp(v, int(p.shift)))
	}
}

// charges finds the bound and the fine.
func (p *Instance) charges(least int64) {
	var fit, all int64
	for k, c := range p.capacity {
		fit += p.unit[k] * c
	}
	all = fit
	for i, v := range p.profit {
		gain, fits := int64(v)<<p.shift, true
		for k, w := range p.weights(int32(i)) {
			gain -= p.unit[k] * int64(w)
			fits = fits && int64(w) <= p.capacity[k]
		}
		if gain > 0 {
			all += gain
			if fits {
				fit += gain
			}
		}
	}
	p.most = fit >> p.shift
	p.fine = all>>p.shift - least + 2 // two parts are rounded down, so one more would be equal
}

// greedy takes items in their order, as far as they fit.
func (p *Instance) greedy() []int32 {
	x := make([]int32, len(p.profit))
	p.fill(x, p.rooms(x, nil), p.order)
	return x
}

// fill takes the items of a list that fit, one after the other.
func (p *Instance) fill(x []int32, room []int64, list []int32) {
	for _, i := range list {
		if x[i] == 0 && p.fits(i, room) {
			x[i] = 1
			for k, w := range p.weights(i) {
				room[k] -= int64(w)
			}
		}
	}
}

// fits says whether there is room for an item.
func (p *Instance) fits(i int32, room []int64) bool {
	for k, w := range p.weights(i) {
		if int64(w) > room[k] {
			return false
		}
	}
	return true
}
