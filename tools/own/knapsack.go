package own

import "github.com/multiwalk/multiwalk"

// Knapsack is the multidimensional knapsack problem: x[i] = 1 takes item i. The cost is minus the profit, plus a penalty for
// each unit above a capacity. The loads are not in x, so a delta of x alone would cost as much as the cost itself: a table keeps
// them.
type Knapsack struct {
	Profit   []int64
	Weight   []int64 // of item i in constraint k, at i*len(Capacity)+k
	Capacity []int64
	Penalty  int64
}

// NewKnapsack draws as Chu and Beasley do ("A genetic algorithm for the multidimensional knapsack problem", 1998), with room for
// half of the weight.
func NewKnapsack(items, constraints int, seed uint64) *Knapsack {
	r := multiwalk.NewRand(seed, 0)
	p := &Knapsack{make([]int64, items), nil, make([]int64, constraints), 10}
	for i := range items {
		for k := range constraints {
			w := int64(1 + r.IntN(1000))
			p.Weight = append(p.Weight, w)
			p.Profit[i] += w
			p.Capacity[k] += w
		}
		p.Profit[i] = p.Profit[i]/int64(constraints) + int64(r.IntN(501))
	}
	for k := range p.Capacity {
		p.Capacity[k] /= 2
	}
	return p
}

// weight is that of an item, by constraint.
func (p *Knapsack) weight(item int) []int64 {
	return p.Weight[item*len(p.Capacity) : (item+1)*len(p.Capacity)]
}

// Space returns the sets of items.
func (p *Knapsack) Space() multiwalk.Space { return multiwalk.Binary(len(p.Profit)) }

// Cost adds up the loads.
func (p *Knapsack) Cost(x []int32) int64 {
	var load [8]int64
	cost := int64(0)
	for i, taken := range x {
		if taken == 1 {
			cost -= p.Profit[i]
			for k, w := range p.weight(i) {
				load[k] += w
			}
		}
	}
	for k, c := range p.Capacity {
		cost += p.Penalty * max(0, load[k]-c)
	}
	return cost
}

// A table holds how much room each constraint has, from which a flip is priced in O(constraints).

// TableSize is that of a room for each constraint.
func (p *Knapsack) TableSize() int32 { return int32(len(p.Capacity)) }

// FillTable adds up the loads of every lanes-th constraint.
func (p *Knapsack) FillTable(x, room []int32, l, lanes int32) {
	for k := l; k < int32(len(room)); k += lanes {
		room[k] = int32(p.Capacity[k])
		for i, taken := range x {
			room[k] -= int32(p.weight(i)[k]) * taken
		}
	}
}

// FlipDeltaBy is the profit and the penalty that come or go.
func (p *Knapsack) FlipDeltaBy(x, room []int32, i int32) int64 {
	sign := int64(1 - 2*x[i])
	d := -sign * p.Profit[i]
	for k, w := range p.weight(int(i)) {
		has := int64(room[k])
		d += p.Penalty * (max(0, sign*w-has) - max(0, -has))
	}
	return d
}

// FlipTable takes an item or leaves it.
func (p *Knapsack) FlipTable(x, room []int32, i, l, lanes int32) {
	for k := l; k < int32(len(room)); k += lanes {
		room[k] -= int32(p.weight(int(i))[k]) * (1 - 2*x[i])
	}
}

// SwapDeltaBy prices another item in place of one, in O(constraints).
func (p *Knapsack) SwapDeltaBy(x, room []int32, i, j int32) int64 {
	if x[i] == 0 {
		i, j = j, i
	}
	d := p.Profit[i] - p.Profit[j]
	out, in := p.weight(int(i)), p.weight(int(j))
	for k, w := range in {
		has := int64(room[k])
		d += p.Penalty * (max(0, w-out[k]-has) - max(0, -has))
	}
	return d
}

// SwapTable takes one item for another.
func (p *Knapsack) SwapTable(x, room []int32, i, j, l, lanes int32) {
	p.FlipTable(x, room, i, l, lanes)
	p.FlipTable(x, room, j, l, lanes)
}

// NewState returns the table at x.
func (p *Knapsack) NewState(x []int32) multiwalk.State {
	return exchanges{newTable(p, x), p}
}

// check evaluates constraint by constraint.
func (p *Knapsack) check(x []int32) (cost int64) {
	for k, c := range p.Capacity {
		load := int64(0)
		for i := range x {
			load += p.weight(i)[k] * int64(x[i])
		}
		if load > c {
			cost += (load - c) * p.Penalty
		}
	}
	for i := range x {
		cost -= p.Profit[i] * int64(x[i])
	}
	return cost
}

func knapsackCase(p *Knapsack) Case {
	return Case{name("knapsack-%dx%d", len(p.Profit), len(p.Capacity)), p, flips(p), p.check}
}
