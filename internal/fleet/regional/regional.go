// Package regional is one large tour that a machine improves region by region. Between two launches the host puts the tour together and
// divides it anew.
package regional

import (
	"errors"
	"math"
	"reflect"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel"
)

// Walk is the tour of a machine. A method's walk embeds it, and launches a kernel whose first parameters are a problem, a plan, and
// order, near, starts, cities, where, tours and work as those of regions.AnnealRegions; the last ones are goal and stop.
type Walk struct {
	fleet.Walk
	Tour     []int32 // in the graph's numbers
	Division *tour.Division
	From, To int      // regions that the machine improves of the tour
	Did      [2]int64 // what the last launch wrote to work
	lead     *Walk    // the one that has the tour: of several machines that divide its regions the first
	last     bool     // the machine is the last of them
	g        *tour.Graph
	cost     int64
	problem  multiwalk.Problem
	r        *multiwalk.Rand
	launched bool // the tour is to be put together
	tours    []uint16
	kernel   *gpu.Kernel
	value    *gpu.Value
	order    *gpu.Array[int32] // the kernel's number of each city
	near     *gpu.Array[int32]
	starts   *gpu.Array[int32]
	cities   *gpu.Array[int32]
	where    *gpu.Array[int32]
	reform   *gpu.Array[uint16]
	work     *gpu.Array[int64]
}

// PlaceBytes is what the kernels of a module take to price an edge by, for each city.
func PlaceBytes(m kernel.Module) int {
	place, _ := reflect.TypeOf(m.Problem).MethodByName("Place")
	return int(place.Type.Out(0).Size())
}

// Begin makes what launches share. x is the first tour, in the graph's numbers. order has the module's number of each city of the graph.
// A region has places at most.
func (w *Walk) Begin(p multiwalk.Problem, g *tour.Graph, m kernel.Module, order, x []int32, places int,
	kernels []*gpu.Kernel) {
	n := len(x)
	w.problem, w.g, w.Tour, w.kernel, w.r = p, g, x, kernels[0], multiwalk.NewRand(w.Run.Seed, w.Place)
	_ = w.Incumbent(0, w.X)
	w.Least, w.Done.FullEvaluations = p.Cost(w.X), 1
	w.cost = w.Least
	w.Division, w.tours = tour.NewDivision(g, places*4/5, places), make([]uint16, n)
	_, near := g.Neighbours()
	on := &w.Memory
	w.value, w.order, w.near = on.Value(m.Problem), fleet.ArrayOf(on, order), fleet.ArrayOf(on, near)
	w.starts, w.cities = fleet.Array[int32](on, w.Division.Regions()+1), fleet.Array[int32](on, n)
	w.where, w.reform, w.work = fleet.Array[int32](on, n), fleet.Array[uint16](on, n), fleet.Array[int64](on, 2)
	w.Enter(on, 1)
	w.Share(w, 0, 1)
}

// Share makes a walk one of several machines, which divide the regions of the tour of the first: those of a fleet.Convoy.
func (w *Walk) Share(lead *Walk, machine, machines int) {
	regions := lead.Division.Regions()
	w.lead, w.last, w.From, w.To = lead, machine == machines-1, machine*regions/machines, (machine+1)*regions/machines
	w.Division, w.Tour = lead.Division, lead.Tour
}

// Leads reports whether the machine is the first.
func (w *Walk) Leads() bool { return w.lead == w }

// Round is the number of the launch.
func (w *Walk) Round() uint32 { return uint32(w.lead.Done.Units) }

func (w *Walk) Searches() int { return 1 }

// Divide makes the regions of the next launch.
func (w *Walk) Divide() error {
	d := w.Division
	if w.Leads() {
		d.Divide(w.r, w.Tour)
	}
	return errors.Join(w.starts.Write(d.Starts, 0), w.cities.Write(d.Cities, 0), w.where.Write(d.Where, 0), w.work.Write([]int64{0, 0}, 0))
}

// Submit launches the kernel, a block a region.
func (w *Walk) Submit(shape gpu.Shape, plan any, more ...any) error {
	n, k := int64(len(w.Tour)), int64(w.near.Len()/len(w.Tour))
	err := gpu.Fits("regions", gpu.Need{Array: "order", Have: w.order.Len(), Least: n}, gpu.Need{Array: "near", Have: w.near.Len(), Least: n * k},
		gpu.Need{Array: "starts", Have: w.starts.Len(), Least: int64(shape.Blocks) + 1}, gpu.Need{Array: "cities", Have: w.cities.Len(), Least: n},
		gpu.Need{Array: "where", Have: w.where.Len(), Least: n}, gpu.Need{Array: "tours", Have: w.reform.Len(), Least: n},
		gpu.Need{Array: "work", Have: w.work.Len(), Least: 2})
	if err != nil {
		return err
	}
	w.launched = true
	args := append([]any{w.value, plan, w.order, w.near, w.starts, w.cities, w.where, w.reform, w.work}, more...)
	return w.kernel.Launch(shape, append(args, w.Goal, w.Stop)...)
}

// Read implements fleet.Searches: once all machines have come to their end it puts the tour together. A launch that was broken off has
// left one too.
func (w *Walk) Read() error {
	if !w.launched {
		return nil
	}
	w.launched = false
	from, to := w.Division.Starts[w.From], w.Division.Starts[w.To]
	if err := errors.Join(w.reform.Read(w.lead.tours[from:to], int(from)), w.work.Read(w.Did[:], 0)); err != nil || !w.last {
		return err
	}
	w.Division.Reform(w.Tour, w.lead.tours)
	w.lead.reprice()
	return nil
}

// reprice evaluates the tour.
func (w *Walk) reprice() {
	w.cost = 0
	from := w.Tour[len(w.Tour)-1]
	for _, to := range w.Tour {
		w.cost += w.g.Cost(from, to)
		from = to
	}
}

func (w *Walk) Leader(int) (search int, cost int64) {
	if !w.Leads() {
		return 0, math.MaxInt64
	}
	return 0, w.cost
}

func (w *Walk) Incumbent(_ int, x []int32) error {
	for i, c := range w.Tour {
		x[i] = w.g.Order()[c]
	}
	return nil
}

// Adopt implements walk.Adopter: the tour goes on from a better one.
func (w *Walk) Adopt(x []int32, cost int64) {
	for i, c := range x {
		w.Tour[i] = w.g.Numbers()[c]
	}
	w.cost = cost
	w.Adopted(nil, x, cost)
}

// Save implements checkpoint.Saver. Launches write all that these arrays have.
func (w *Walk) Save(a *checkpoint.Archive) {
	a.Fields("regions", w.r, &w.Tour, &w.cost, &w.At, &w.Done, &w.X, &w.Least)
}
