package own

import (
	"math/rand/v2"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Routing is capacitated vehicle routing: an order of customers 0..n-1 and of dividers, which are the numbers from n on. The
// customers between two dividers are a route from the depot and back. A unit above the capacity costs Penalty.
type Routing struct {
	N, Vehicles       int32
	Capacity, Penalty int64
	Demand            []int64 // of customers; dividers have none
	Distance          []int32 // of customers and dividers a and b at a*(N+Vehicles)+b; a divider lies at the depot
}

// Space returns the orders of customers and dividers.
func (p *Routing) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N + p.Vehicles - 1)) }

// Cost is the length of the routes and the penalty.
func (p *Routing) Cost(x []int32) int64 { return p.routes(x, 0, int32(len(x)-1), turn{}) }

func (p *Routing) distance(a, b int32) int64 { return int64(p.Distance[a*(p.N+p.Vehicles)+b]) }

func (p *Routing) divides(v int32) bool { return v >= p.N }

func (p *Routing) excess(load int64) int64 { return p.Penalty * max(0, load-p.Capacity) }

// turn is a move: none, a swap of i and j, an insertion of what stands at i at j, or the reversal of i to j.
type turn struct{ kind, i, j int32 }

const (
	swapped = iota + 1
	inserted
	reversed
)

// from returns where what the move brings to position k stands before it.
func (t turn) from(k int32) int32 {
	switch {
	case t.kind == swapped && k == t.i, t.kind == reversed && t.i <= k && k <= t.j:
		return t.i + t.j - k
	case t.kind == swapped && k == t.j, t.kind == inserted && k == t.j:
		return t.i
	case t.kind == inserted && t.i <= k && k < t.j:
		return k + 1
	case t.kind == inserted && t.j < k && k <= t.i:
		return k - 1
	}
	return k
}

// routes is the cost of whole routes, from position i to position j, after a move.
func (p *Routing) routes(x []int32, i, j int32, t turn) (cost int64) {
	depot, load := p.N+p.Vehicles-1, int64(0)
	from := depot
	for k := i; k <= j; k++ {
		v := x[t.from(k)]
		cost += p.distance(from, v)
		if load += p.Demand[v]; p.divides(v) {
			cost += p.excess(load)
			load = 0
		}
		from = v
	}
	return cost + p.distance(from, depot) + p.excess(load)
}

// redone compares the routes that lie, in whole or in part, at positions i to j, before and after a move.
func (p *Routing) redone(x []int32, i, j int32, t turn) int64 {
	first, last := i, j
	for first > 0 && !p.divides(x[first-1]) {
		first--
	}
	for int(last+1) < len(x) && !p.divides(x[last+1]) {
		last++
	}
	return p.routes(x, first, last, t) - p.routes(x, first, last, turn{})
}

// at returns what stands at a position, which is the depot before the first and behind the last.
func (p *Routing) at(x []int32, k int32) int32 {
	if k < 0 || int(k) >= len(x) {
		return p.N + p.Vehicles - 1
	}
	return x[k]
}

// load is the demand of the customers to both sides of the gap before position k, up to the next dividers; first and last are
// their positions.
func (p *Routing) load(x []int32, k int32) (load int64, first, last int32) {
	for first = k; first > 0 && !p.divides(x[first-1]); first-- {
		load += p.Demand[x[first-1]]
	}
	for last = k - 1; int(last+1) < len(x) && !p.divides(x[last+1]); last++ {
		load += p.Demand[x[last+1]]
	}
	return load, first, last
}

// SwapDelta of two customers looks at their routes.
func (p *Routing) SwapDelta(x []int32, i, j int32) int64 {
	if i > j {
		i, j = j, i
	}
	a, b := x[i], x[j]
	if p.divides(a) || p.divides(b) || j == i+1 {
		return p.redone(x, i, j, turn{swapped, i, j})
	}
	around := func(k, was, is int32) int64 {
		l, r := p.at(x, k-1), p.at(x, k+1)
		return p.distance(l, is) + p.distance(is, r) - p.distance(l, was) - p.distance(was, r)
	}
	d := around(i, a, b) + around(j, b, a)
	one, _, last := p.load(x, i)
	if j <= last {
		return d
	}
	other, _, _ := p.load(x, j)
	more := p.Demand[b] - p.Demand[a]
	return d + p.excess(one+more) - p.excess(one) + p.excess(other-more) - p.excess(other)
}

// InsertDelta of a customer looks at the routes that it leaves and enters.
func (p *Routing) InsertDelta(x []int32, i, j int32) int64 {
	v := x[i]
	if p.divides(v) {
		return p.redone(x, min(i, j), max(i, j), turn{inserted, i, j})
	}
	gap := j // the customer comes to stand before what stands there
	if i < j {
		gap++
	}
	a, b, l, r := p.at(x, i-1), p.at(x, i+1), p.at(x, gap-1), p.at(x, gap)
	d := p.distance(a, b) - p.distance(a, v) - p.distance(v, b) + p.distance(l, v) + p.distance(v, r) - p.distance(l, r)
	to, first, last := p.load(x, gap)
	if first <= i && i <= last {
		return d
	}
	from, _, _ := p.load(x, i)
	q := p.Demand[v]
	return d + p.excess(to+q) - p.excess(to) + p.excess(from-q) - p.excess(from)
}

// TwoOptDelta within a route looks at its ends.
func (p *Routing) TwoOptDelta(x []int32, i, j int32) int64 {
	for k := i; k <= j; k++ {
		if p.divides(x[k]) {
			return p.redone(x, i, j, turn{reversed, i, j})
		}
	}
	l, r := p.at(x, i-1), p.at(x, j+1)
	return p.distance(l, x[j]) + p.distance(x[i], r) - p.distance(l, x[i]) - p.distance(x[j], r)
}

// mixed are the rival's moves: insertions, swaps and short reversals.
func (p *Routing) mixed(r *rand.Rand, x []int32) []move {
	var i, j int32
	return append(orders(p)(r, x), move{func() int64 {
		i = r.Int32N(int32(len(x) - 1))
		j = min(int32(len(x)-1), i+1+r.Int32N(30))
		return p.TwoOptDelta(x, i, j)
	}, func() { slices.Reverse(x[i : j+1]) }})
}

// check cuts the order into routes, and evaluates each.
func (p *Routing) check(x []int32) (cost int64) {
	depot := p.N + p.Vehicles - 1
	var route []int32
	for _, v := range append(slices.Clone(x), depot) {
		if v < p.N {
			route = append(route, v)
			continue
		}
		stops, load := append(append([]int32{depot}, route...), depot), int64(0)
		for k, to := range stops[1:] {
			cost += p.distance(stops[k], to)
		}
		for _, c := range route {
			load += p.Demand[c]
		}
		if load > p.Capacity {
			cost += p.Penalty * (load - p.Capacity)
		}
		route = route[:0]
	}
	return cost
}

func routingCase(p Routing, title string, penalty int64) Case {
	p.Penalty = penalty
	return Case{name("cvrp-%s-penalty-%d", title, penalty), &p, p.mixed, p.check}
}
