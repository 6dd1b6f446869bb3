package own

import "github.com/multiwalk/multiwalk"

// Knapsack is the multidimensional knapsack problem: x[i] = 1 takes item i. The cost is minus the profit, plus a penalty for
// each unit above a capacity. The loads are not in x, so a delta of x alone would cost as much as the cost itself: a state keeps
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

// loads is how much room each constraint has, from which a flip is priced in O(constraints).
type loads struct {
	p    *Knapsack
	x    []int32
	room []int64
}

// NewState returns the loads at x.
func (p *Knapsack) NewState(x []int32) multiwalk.State {
	s := &loads{p: p}
	s.Reset(x)
	return s
}

// Reset adds up the loads.
func (s *loads) Reset(x []int32) {
	s.x, s.room = append(s.x[:0], x...), append(s.room[:0], s.p.Capacity...)
	for i, taken := range x {
		for k, w := range s.p.weight(int(i)) {
			s.room[k] -= w * int64(taken)
		}
	}
}

// FlipDelta is the profit and the penalty that come or go.
func (s *loads) FlipDelta(i int32) int64 {
	sign := int64(1 - 2*s.x[i])
	d := -sign * s.p.Profit[i]
	for k, w := range s.p.weight(int(i)) {
		d += s.p.Penalty * (max(0, sign*w-s.room[k]) - max(0, -s.room[k]))
	}
	return d
}

// Flip takes an item or leaves it.
func (s *loads) Flip(i int32) {
	sign := int64(1 - 2*s.x[i])
	for k, w := range s.p.weight(int(i)) {
		s.room[k] -= w * sign
	}
	s.x[i] = 1 - s.x[i]
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

func knapsackCase(p *Knapsack, g guess) Case {
	return Case{name("knapsack-%dx%d", len(p.Profit), len(p.Capacity)), p, Rival{g.hot, g.cold, flips(p)}, p.check}
}
