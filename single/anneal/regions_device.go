package anneal

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/regions"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// manyCities is from how many cities on a GPU anneals one tour region by region, in a run with a budget.
	manyCities = 20000
	// regionNear is how many near cities are listed of each.
	regionNear = 8
	// regionIterations is how many iterations for each of its cities a region makes in a launch. Between launches the host puts the tour
	// together and divides it anew.
	regionIterations = 200
	// Temperatures of a run begin and end at these parts of the mean distance to the second nearest city, about the length of an edge of a
	// good tour; from a start that is given they begin lower, where a good tour hardly changes.
	regionHot, regionWarm, regionCold = 0.2, 0.06, 0.03
)

// regionFleet is annealing of a large tour on the machines of an accelerator. Each machine has a tour.
type regionFleet struct {
	fleet.Fleet
	g          *tour.Graph
	cools      cooling.Descent
	places     int // cities of a region, at most; 0: by the machine
	iterations int // of a region in a launch, for each of its cities
}

// edgeRanger is a problem that knows bounds of its edge costs.
type edgeRanger interface {
	EdgeRange() (least, most int64)
}

// regional returns the kernels that anneal a tour region by region; the error says why it is annealed otherwise.
func (m Anneal) regional(p multiwalk.Problem) (kernel.Module, error) {
	_, edges := p.(multiwalk.EdgeCoster)
	switch n := p.Space().Len(); {
	case !edges || p.Space().Kind() != multiwalk.KindTour || m.Neighbourhood != "":
		return kernel.Module{}, errors.New("its cost is no sum of edges, or moves are named")
	case n < manyCities:
		return kernel.Module{}, fmt.Errorf("%d cities are few", n)
	}
	module, err := fleet.ModuleOf(p, "AnnealRegions")
	if err != nil {
		return module, err
	}
	if r, ok := p.(edgeRanger); !ok {
		return module, fmt.Errorf("%T does not say how long its edges are: give it a method EdgeRange() (least, most int64)", p)
	} else if least, most := r.EdgeRange(); least < 0 || most > regions.MaxEdge {
		return module, fmt.Errorf("edges cost from %d to %d, and its kernel takes 0 to %d", least, most, regions.MaxEdge)
	}
	return module, nil
}

// byRegions prepares for the accelerator of the plan.
func (m Anneal) byRegions(p multiwalk.Problem, plan walk.Plan, module kernel.Module) (*regionFleet, error) {
	x := regionStart(p, plan)
	if err := plan.Reserve(x); err != nil {
		return nil, err
	}
	f := &regionFleet{iterations: regionIterations}
	var err error
	if f.g, err = tour.NewGraph(p.(multiwalk.EdgeCoster), regionNear, x, plan.Aborted); err != nil {
		return nil, err
	}
	edge, hot := f.edge(), regionHot
	if plan.Start != nil {
		hot = regionWarm
	}
	m.End = cmp.Or(m.End, min(regionCold*edge, cmp.Or(m.Start, edge)))
	m.Start = cmp.Or(m.Start, max(hot*edge, m.End))
	f.cools = cooling.NewDescent(m.Start, m.End)
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: len(x), Module: module, Ran: m, Names: fleet.Always("AnnealRegions"),
		New: func() fleet.Machine { return &regionWalk{f: f} }}
	return f, nil
}

// regionStart is the tour that all machines begin with. Regions never get rid of an edge that is longer than they are wide. A greedy tour has
// many, and a curve through all cities the one that closes it: so of the solution that is there at once every second city comes on the way
// there, and the others on the way back.
func regionStart(p multiwalk.Problem, plan walk.Plan) []int32 {
	n := p.Space().Len()
	x, r := make([]int32, n), multiwalk.NewRand(0, 1<<31)
	c, ok := p.(multiwalk.AnytimeConstructor)
	if !ok || plan.Start != nil {
		plan.Begin(p, r, x)
		return x
	}
	order := make([]int32, n)
	c.ConstructUntil(r, order, func() bool { return true })
	for i, city := range order {
		if i%2 == 0 {
			x[i/2] = city
		} else {
			x[n-1-i/2] = city
		}
	}
	return x
}

// edge is the mean distance to the second nearest city, 1 at least.
func (f *regionFleet) edge() float64 {
	k, near := f.g.Neighbours()
	sum := int64(0)
	for c := range int32(f.g.N()) {
		sum += f.g.Cost(c, near[int(c)*k+min(1, k-1)])
	}
	return max(1, float64(sum)/float64(f.g.N()))
}
