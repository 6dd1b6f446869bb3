package cvrp

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Fleet is vehicle routing as cores search it: the capacity is a constraint with a name, so there is no penalty to guess, and the moves
// are those of vehicle routing.
type Fleet struct {
	sheet
	rules  *multiwalk.Constraints
	unit   int64   // what a unit above the capacity comes to in a packed cost
	near   []int32 // of each customer the nearest ones, itself first
	nearby int     // how many these are
	blinks [256]int32
	mix    mix
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.Constrained = (*Fleet)(nil)
	_ multiwalk.Mover       = (*Fleet)(nil)
	_ multiwalk.Constructor = (*Fleet)(nil)
	_ multiwalk.Namer       = (*Fleet)(nil)
)

// mostNearby is how many customers each knows as near, at most.
const mostNearby = 128

// Fleet prepares what walks share, for that number of vehicles, or for more than enough if it is 0.
func (in *Instance) Fleet(vehicles int) (*Fleet, error) {
	p, err := in.routing(vehicles)
	if err != nil {
		return nil, err
	}
	f := &Fleet{sheet: sheet{in, p}, nearby: min(int(p.N), mostNearby), blinks: blinks(), mix: usual}
	longest, total := int64(0), int64(0)
	for _, d := range p.Distance {
		longest = max(longest, int64(d))
	}
	for _, q := range p.Demand {
		total += q
	}
	f.rules, err = multiwalk.NewConstraints(longest*int64(p.N+p.Vehicles), multiwalk.Constraint{Name: "capacity", Most: max(1, total)})
	if err != nil {
		return nil, fmt.Errorf("cvrp: %s: %w", in.Name, err)
	}
	f.unit = f.rules.Pack(0, 1)
	for c := range p.N {
		f.near = f.nearest(c, f.near)
	}
	return f, nil
}

// nearest adds the customers nearest to one, itself first, in O(n) and a short sorted list: all of them sorted took longer than many a run.
func (f *Fleet) nearest(c int32, list []int32) []int32 {
	keys := make([]int64, 0, f.nearby+1) // distance, then number
	for k := range f.p.N {
		key := int64(f.p.distance(c, k))<<32 | int64(k)
		if k == c {
			key = -1<<32 | int64(c)
		}
		if len(keys) == f.nearby && key > keys[f.nearby-1] {
			continue
		}
		at, _ := slices.BinarySearch(keys, key)
		keys = slices.Insert(keys, at, key)
		keys = keys[:min(len(keys), f.nearby)]
	}
	for _, key := range keys {
		list = append(list, int32(key))
	}
	return list
}

// Constraints names the capacity.
func (f *Fleet) Constraints() *multiwalk.Constraints { return f.rules }

// Cost is the length, below what exceeds the capacity.
func (f *Fleet) Cost(x []int32) int64 {
	length, excess := f.p.measure(x)
	return length + f.unit*excess
}

// NewMoves returns the moves of one walk.
func (f *Fleet) NewMoves() multiwalk.Moves { return newMoves(f) }

// Construct puts the customers where they cost least, one after the other.
func (f *Fleet) Construct(r *multiwalk.Rand, x []int32) {
	m := newMoves(f)
	for c := range f.p.N {
		m.absent = append(m.absent, c)
	}
	m.recreate(r)
	m.commit()
	m.write(x, 0)
}
