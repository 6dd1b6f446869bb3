// Package cvrp is capacitated vehicle routing: vehicles bring goods from a depot to customers, on routes that are shortest in total.
//
// Read reads an instance of CVRPLIB. Instance.Fleet is the problem for cores, with the moves of vehicle routing: ruin and recreate, SWAP*,
// and the classical ones. Instance.Penalised is the problem for GPUs, with the moves of an order.
package cvrp

import "github.com/multiwalk/multiwalk"

//go:generate go run ../../internal/kernelfile/gen -type Routing -with Evolve,Genetic,TabuMoves

// Routing is capacitated vehicle routing: which vehicle visits which customers, in which order, so that the routes, each from the
// depot and back to it, are shortest in total and no vehicle carries more than it can.
//
// A solution is one order of all customers, 0 to N-1, and of dividers, N to N+Vehicles-2: what stands between two dividers is a
// route. A divider lies at the depot. A unit of demand above a vehicle's capacity costs Penalty.
//
// The type is made of numbers and slices of numbers, so it moves to a GPU as it is. On cores Fleet searches, which has more
// to offer.
type Routing struct {
	N, Vehicles       int32
	Capacity, Penalty int64
	Demand            []int64 // of customers, and 0 of the depot, which is number N
	Distance          []int32 // of customers and the depot, from a to b at a*(N+1)+b; it is the same back
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.SwapEvaluator   = (*Routing)(nil)
	_ multiwalk.InsertEvaluator = (*Routing)(nil)
	_ multiwalk.Violator        = (*Routing)(nil)
)

// Space returns the orders of customers and dividers.
func (p *Routing) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N + p.Vehicles - 1)) }

// Cost is the length of the routes and the penalty.
func (p *Routing) Cost(x []int32) int64 {
	length, excess := p.measure(x)
	return length + p.Penalty*excess
}

// measure returns the length of all routes, and by how much their loads exceed the capacity, in O(n).
func (p *Routing) measure(x []int32) (length, excess int64) {
	from, load := p.N, int64(0)
	for _, v := range x {
		to := min(v, p.N)
		length += p.distance(from, to)
		if load += p.Demand[to]; to == p.N {
			excess += max(0, load-p.Capacity)
			load = 0
		}
		from = to
	}
	return length + p.distance(from, p.N), excess + max(0, load-p.Capacity)
}

// distance is that between two customers, or a customer and the depot.
func (p *Routing) distance(a, b int32) int64 { return int64(p.Distance[a*(p.N+1)+b]) }

// at is the customer at a position, or the depot.
func (p *Routing) at(x []int32, k int32) int32 {
	if k < 0 || int(k) >= len(x) {
		return p.N
	}
	return min(x[k], p.N)
}

// part is the demand from position k backwards, or forwards from it, up to the next divider, and where it ends.
func (p *Routing) part(x []int32, k, step int32) (load int64, end int32) {
	for {
		v := p.at(x, k)
		if v == p.N {
			return load, k
		}
		load += p.Demand[v]
		k += step
	}
}

// fine is what a load costs that exceeds the capacity.
func (p *Routing) fine(load int64) int64 { return p.Penalty * max(0, load-p.Capacity) }

// Violations says by how much the loads exceed the capacity, all together.
func (p *Routing) Violations(x []int32) []multiwalk.Violation {
	_, excess := p.measure(x)
	return []multiwalk.Violation{{Name: "capacity", Amount: excess}}
}
