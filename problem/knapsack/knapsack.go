// Package knapsack is the 0/1 knapsack problem: which of the items to take, so that they fit and their profit is greatest. There may be
// several rows, each a weight of every item and a capacity: the multidimensional knapsack problem.
package knapsack

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// Instance is a knapsack. x[i] = 1 takes item i. The cost is minus the profit. A solution that exceeds a capacity has, beside, the exact
// penalty of prices.go: it costs more than some solution that fits, so what costs least fits. Weights of an item lie side by side.
type Instance struct {
	name     string
	rows     int
	profit   []int32
	weight   []int32 // of item i in row k, at i*rows+k
	capacity []int64 // at most the sum of the row's weights
	prices
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.Flip2Evaluator = (*Instance)(nil)
	_ multiwalk.SwapEvaluator  = (*Instance)(nil)
	_ multiwalk.Constructor    = (*Instance)(nil)
	_ multiwalk.Bounder        = (*Instance)(nil)
	_ multiwalk.Violator       = (*Instance)(nil)
)

// The greatest instances, which take 0.4 GB.
const (
	MostItems   = 1_000_000
	MostRows    = 1_000
	mostWeights = 100_000_000
)

// New makes an instance. weight has the weights of an item in all rows side by side: that of item i in row k at i*len(capacity)+k. None of
// the numbers may be negative.
func New(name string, profit, weight []int32, capacity []int64) (*Instance, error) {
	n, rows := len(profit), len(capacity)
	switch {
	case n < 1 || n > MostItems:
		return nil, fmt.Errorf("multiwalk: a knapsack of %d items; give 1 to %d", n, MostItems)
	case rows < 1 || rows > MostRows || n*rows > mostWeights:
		return nil, fmt.Errorf("multiwalk: a knapsack of %d items with %d rows; give 1 to %d rows, and up to %d weights", n, rows, MostRows,
			mostWeights)
	case len(weight) != n*rows:
		return nil, fmt.Errorf("multiwalk: %d weights of %d items in %d rows; give one for each item in each row", len(weight), n, rows)
	}
	for i, v := range profit {
		if v < 0 {
			return nil, fmt.Errorf("multiwalk: item %d has the profit %d; leave out items that nobody would take", i+1, v)
		}
	}
	p := &Instance{name: name, rows: rows, profit: profit, weight: weight, capacity: make([]int64, rows)}
	for k, c := range capacity {
		sum, err := p.row(k)
		if err != nil {
			return nil, err
		}
		if c < 0 {
			return nil, fmt.Errorf("multiwalk: row %d has the capacity %d, so not even an empty knapsack fits; it must be 0 or more", k+1, c)
		}
		p.capacity[k] = min(c, sum)
	}
	p.price()
	return p, nil
}

// row adds up the weights of a row.
func (p *Instance) row(k int) (sum int64, err error) {
	for i := range p.profit {
		w := p.weight[i*p.rows+k]
		if w < 0 {
			return 0, fmt.Errorf("multiwalk: item %d has the weight %d in row %d; a weight must be 0 or more", i+1, w, k+1)
		}
		sum += int64(w)
	}
	return sum, nil
}

// weights are those of an item, by row.
func (p *Instance) weights(i int32) []int32 { return p.weight[int(i)*p.rows:][:p.rows] }

// Space returns the sets of items.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Binary(len(p.profit)) }

// Rows is how many capacities there are.
func (p *Instance) Rows() int { return p.rows }

// Cost is minus the profit, and the penalty of what does not fit, in O(items * rows).
func (p *Instance) Cost(x []int32) int64 {
	return p.penalty(p.rooms(x, nil)) - p.worth(x)
}

// worth is the profit of the items taken.
func (p *Instance) worth(x []int32) (sum int64) {
	for i, v := range x {
		sum += int64(p.profit[i]) * int64(v)
	}
	return sum
}

// rooms returns what is left of each capacity; where a row is exceeded that is negative. It may use the slice room.
func (p *Instance) rooms(x []int32, room []int64) []int64 {
	room = append(room[:0], p.capacity...)
	for i, v := range x {
		if v != 0 {
			for k, w := range p.weights(int32(i)) {
				room[k] -= int64(w)
			}
		}
	}
	return room
}

// FlipDelta takes an item or leaves it, in O(items * rows): a state knows the loads.
func (p *Instance) FlipDelta(x []int32, i int32) int64 { return p.newState(x).FlipDelta(i) }

// Flip2Delta is two flips.
func (p *Instance) Flip2Delta(x []int32, i, j int32) int64 { return p.newState(x).Flip2Delta(i, j) }

// SwapDelta takes an item in place of another one.
func (p *Instance) SwapDelta(x []int32, i, j int32) int64 { return p.newState(x).SwapDelta(i, j) }

// Violations says by how much the loads exceed the capacities, row by row.
func (p *Instance) Violations(x []int32) (list []multiwalk.Violation) {
	for k, room := range p.rooms(x, nil) {
		if room < 0 {
			list = append(list, multiwalk.Violation{Name: rowName(k, p.rows), Amount: -room})
		}
	}
	return list
}

// rowName is that of a row in messages.
func rowName(k, rows int) string {
	if rows == 1 {
		return "capacity"
	}
	return fmt.Sprintf("capacity %d", k+1)
}

// LowerBound is that of Lagrange: see prices.go. It is no greater than the cost of any solution that fits.
func (p *Instance) LowerBound() int64 { return -p.most }

// Verify evaluates a solution row by row, with nothing of what the search uses but the prices of a penalty.
func (p *Instance) Verify(x []int32) (cost int64, err error) {
	if err := p.Space().Check(x); err != nil {
		return 0, err
	}
	excess, over := uint64(0), false
	for k := range p.rows {
		load := int64(0)
		for i := range p.profit {
			load += int64(p.weight[i*p.rows+k]) * int64(x[i])
		}
		if load > p.capacity[k] {
			over = true
			excess += uint64(load-p.capacity[k]) * uint64(p.unit[k])
		}
	}
	for i, v := range p.profit {
		cost -= int64(v) * int64(x[i])
	}
	if over {
		cost += p.fine + int64(excess>>p.shift)
	}
	return cost, nil
}
