package clauses

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/passing"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

// Place implements walk.Placer: any problem that it takes on cores.
func (m MessagePassing) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := m.Takes(p); err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	return nil
}

// Gains implements walk.Gainer. Smaller instances are solved on cores before a GPU has begun.
func (m MessagePassing) Gains(p multiwalk.Problem, _ multiwalk.Accelerator) bool {
	const least = 67 // columns
	return p.Space().Len() >= least
}

const (
	passingNode    = 100_000     // nanoseconds of a node of each of 4,224 searches of 117 columns, on an H100
	passingLaunch  = 100_000_000 // the longer, the less do searches whose nodes are cheap wait for others
	passingSamples = 64          // searches whose last leaf is evaluated after a launch
)

// passingFleet is message passing on the machines of an accelerator: a warp is what a walk on a core is.
type passingFleet struct {
	fleet.Fleet
	form   *passing.Form
	launch passing.Passing
}

func (m MessagePassing) onDevice(p multiwalk.Problem, plan walk.Plan, form *passing.Form) walk.Search {
	f := &passingFleet{form: form, launch: form.Launch()}
	f.launch.Flips = int32(m.Flips)
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: int(form.N), Module: passing.Module(), Ran: m, Names: fleet.Always("Pass"),
		New: func() fleet.Machine { return f.machine() }}
	return f
}

// machinePassing is the searches of one machine.
type machinePassing struct {
	fleet.Group[passing.Passing, struct{}]
	f     *passingFleet
	told  *gpu.Array[uint32]
	signs []uint32 // of each search's last leaf
	best  int      // of the searches that were evaluated after the last launch
	least int64
	lies  int64 // what a solution costs; 0 as a rule
}

// machine makes the searches of a machine.
func (f *passingFleet) machine() *machinePassing {
	w := &machinePassing{f: f}
	w.Plan, w.LayOut, w.Arrays = f.launch, w.layOut, w.arrays
	w.Each, w.Lasts = 1, func() int64 {
		if w.Machine.Emulated() {
			return 1
		}
		return passingLaunch / passingNode
	}
	w.Found = fleet.Packed(w.solution)
	return w
}

// layOut finds the number of searches, by default as many as a multiprocessor holds in one block that shares the signs.
func (w *machinePassing) layOut() (shape gpu.Shape, walks int, err error) {
	a, m := &w.Plan, w.Machine
	room := func(warps int) int { return 4 * int(a.MatrixWords()+int32(warps)*a.WarpWords()) }
	side := 1
	for most := 32; most > 1 && side == 1 && !m.Emulated(); most-- {
		if room(most) > m.SharedPerBlock() {
			continue
		}
		blocks, err := w.Kernel.Resident(lane.WarpSize*most, room(most))
		if err != nil {
			return shape, 0, err
		}
		if blocks > 0 {
			side = most
		}
	}
	if asked := w.Asked(); asked > 0 { // few searches are spread over all multiprocessors
		side = max(1, min(side, (asked+m.Multiprocessors()-1)/m.Multiprocessors()))
	}
	bytes := 4 * passing.Depths * int(a.NodeWords())
	walks, err = fleet.Many(m, w.Asked(), side, bytes, min(fleet.First-1, math.MaxInt32/(bytes/4)), "searches")
	a.Side = passing.Side(int32(walks))
	return gpu.Shape{Blocks: (walks + side - 1) / side, Threads: lane.WarpSize * side, Shared: room(side)}, walks, err
}

// arrays makes the searches' memory. Until a search has come to a leaf its solution is where the same walk begins on cores.
func (w *machinePassing) arrays() []any {
	on := &w.Memory
	w.signs = make([]uint32, w.Size*passing.Blocks)
	fleet.Each(w.Size, func(i int) {
		x := make([]int32, w.f.N)
		w.BeginAt(i, x)
		copy(w.signs[i*passing.Blocks:], packed(x))
	})
	matrix, table := fleet.ArrayOf(on, w.f.form.Matrix()), fleet.ArrayOf(on, slices.Concat(w.f.form.Has, w.f.form.First))
	nodes := fleet.Array[uint32](on, w.Size*passing.Depths*int(w.Plan.NodeWords()))
	w.told = fleet.ArrayOf(on, w.signs)
	return []any{matrix, table, nodes, fleet.Array[passing.Walker](on, w.Size), w.told}
}

// Read implements fleet.Searches. It evaluates the last leaves of some searches, of others after each launch.
func (w *machinePassing) Read() error {
	if err := w.told.Read(w.signs, 0); err != nil {
		return err
	}
	walks := w.Size
	some := min(walks, passingSamples)
	from, costs := int(w.At*passingSamples%int64(walks)), make([]int64, some)
	fleet.Each(some, func(k int) { costs[k] = w.cost((from + k) % walks) })
	w.least = slices.Min(costs)
	w.best = (from + slices.Index(costs, w.least)) % walks
	return nil
}

func (w *machinePassing) cost(search int) int64 {
	x := make([]int32, w.f.N)
	_ = w.solution(search, x)
	return w.f.Problem.Cost(x)
}

func (w *machinePassing) solution(search int, x []int32) error {
	for j := range x {
		x[j] = int32(w.signs[search*passing.Blocks+j/32] >> (j % 32) & 1)
	}
	return nil
}

// Work implements fleet.Searches: a node of each is an evaluation.
func (w *machinePassing) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	return multiwalk.Counters{FullEvaluations: (to - from) * int64(w.Size)}, nil
}

func (w *machinePassing) Leader(contestant int) (search int, cost int64) {
	if contestant >= 0 {
		w.lies = w.cost(contestant)
		return contestant, w.lies
	}
	return w.best, w.least
}

func (w *machinePassing) Proceed() (ended bool, err error) {
	if w.lies != 0 {
		return true, notSolved(w.lies)
	}
	return w.Least == 0, nil
}
