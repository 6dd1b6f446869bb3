package ants_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// forage is the arguments of a launch over all regions of a tour.
type forage struct {
	g         *tour.Graph
	d         *tour.Division
	a         ants.Foraging
	x, order  []int32 // the tour, and the numbers by which edges knows its cities
	trail     *ants.Trail
	next      []int32
	tours     []uint16
	work      []int64
	goal      []int64
	stop      []uint32
	neighbour int32
}

// edges is a graph as a metric.
type edges struct{ *tour.Graph }

func (edges) Place(i int32) int32        { return i }
func (e edges) Between(a, b int32) int32 { return int32(e.Cost(a, b)) }
func never() bool                        { return false }
func (f *forage) shared(e *lane.Emulator) {
	e.Shared = int32(ants.ForageRoom(int(f.a.Places), int(f.neighbour), int(f.a.Ants), 4))
}
func (f *forage) cost(x []int32) (s int64) {
	for i, c := range x {
		s += f.g.Cost(c, x[(i+1)%len(x)])
	}
	return s
}

func newForage(t *testing.T, n int) *forage {
	t.Helper()
	const near = 6
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	p := tsp.Random(n, 1)
	p.Construct(multiwalk.NewRand(1, 0), x)
	g := must.Have(tour.NewGraph(p, near, slices.Clone(x), never))(t)
	f := &forage{g: g, neighbour: near, d: tour.NewDivision(g, 51, 64), tours: make([]uint16, n),
		work: make([]int64, 2), goal: []int64{9}, stop: []uint32{0},
		next: make([]int32, n), x: x}
	for i := range x {
		x[i] = int32(i)
	}
	f.order = slices.Clone(x)
	_, lists := g.Neighbours()
	desire := make([]float32, len(lists))
	for i, c := range lists {
		desire[i] = 1000 / float32(1+g.Cost(int32(i/near), c))
	}
	f.a = ants.Foraging{Rule: ants.Rule{Variant: ants.Focused, Tour: 1, Choices: near, Alpha: 1, Gone: 0.5, First: 1, Least: 0.01}, Places: 64, Ants: 3,
		Trips: 4, Seed: 5, First: 100}
	f.trail = ants.NewTrail(&f.a.Rule, lists, nil, desire)
	return f
}

// round divides the tour, has ants forage by f, and puts the tour together.
func (f *forage) round(number uint32, in func()) {
	f.a.Round = number
	for i, c := range f.x {
		f.next[c] = f.x[(i+1)%len(f.x)]
	}
	f.d.Divide(multiwalk.NewRand(uint64(number), 0), f.x)
	in()
	f.d.Reform(f.x, f.tours)
}

func (f *forage) emulated(t *testing.T, e lane.Emulator) {
	e.Blocks = int32(f.d.Regions())
	f.a.From, f.a.To = 0, e.Blocks
	f.shared(&e)
	must.Do(t, e.Run(func(l lane.Thread) {
		ants.Forage(l, edges{f.g}, f.a, f.order, f.trail.Near, f.d.Starts, f.d.Cities, f.d.Where, f.tours, f.work,
			f.trail.Desire, f.trail.Much, f.trail.Weight, f.next, f.goal, f.stop)
	}))
}

// Ants of a region find the same in a block of any number of warps, and shorten the tour.
func TestForage_IsTheSameInAnyBlock(t *testing.T) {
	one, three := newForage(t, 150), newForage(t, 150)
	before := one.cost(one.x)
	for round := range uint32(2) {
		one.round(round, func() { one.emulated(t, lane.Emulator{Threads: 32, Seed: 3}) })
		three.round(round, func() { three.emulated(t, lane.Emulator{Threads: 96, Seed: 7}) })
	}
	switch {
	case !slices.Equal(one.x, three.x):
		t.Error("other tours")
	case !slices.Equal(one.trail.Much, three.trail.Much) || !slices.Equal(one.trail.Weight, three.trail.Weight):
		t.Error("other pheromone")
	case !slices.Equal(one.work, three.work):
		t.Errorf("%v of work, and %v", one.work, three.work)
	case one.work[0] == 0 || one.cost(one.x) >= before:
		t.Errorf("the tour costs %d, before %d, after %d changes", one.cost(one.x), before, one.work[0])
	}
}
