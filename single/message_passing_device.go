package single

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/passing"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Place implements multiwalk.Placer: any problem that it takes on cores.
func (m MessagePassing) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := m.Takes(p); err != nil {
		return multiwalk.NoKernel(m.Name(), d, err.Error())
	}
	return nil
}

// Gains implements multiwalk.Gainer. Smaller instances are solved on cores before a GPU has begun.
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

func (m MessagePassing) onDevice(p multiwalk.Problem, plan multiwalk.Plan, form *passing.Form) multiwalk.Search {
	f := &passingFleet{form: form, launch: form.Launch()}
	f.launch.Flips = int32(m.Flips)
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: int(form.N), Module: passing.Module(), Ran: m, Names: fleet.Always("Pass"),
		New: func() fleet.Machine { return &machinePassing{f: f, plan: f.launch} }}
	return f
}

// machinePassing is the searches of one machine.
type machinePassing struct {
	fleet.Walk
	f      *passingFleet
	plan   passing.Passing // of the next launch
	kernel *gpu.Kernel
	shape  gpu.Shape
	memory passingArrays
	signs  []uint32 // of each search's last leaf
	best   int      // of the searches that were evaluated after the last launch
	least  int64
	lies   int64 // what a solution costs; 0 as a rule
}

type passingArrays struct {
	matrix, nodes, signs *gpu.Array[uint32]
	table                *gpu.Array[float32]
	walks                *gpu.Array[passing.Walker]
}

// Start implements fleet.Machine.
func (w *machinePassing) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	return w.Make(w.layOut, w.allocate, nil)
}

// layOut finds the number of searches, by default as many as a multiprocessor holds in one block that shares the signs.
func (w *machinePassing) layOut() error {
	a, m := &w.plan, w.Machine
	room := func(warps int) int { return 4 * int(a.MatrixWords()+int32(warps)*a.WarpWords()) }
	side := 1
	for most := 32; most > 1 && side == 1 && !m.Emulated(); most-- {
		if room(most) > m.SharedPerBlock() {
			continue
		}
		blocks, err := w.kernel.Resident(lane.WarpSize*most, room(most))
		if err != nil {
			return err
		}
		if blocks > 0 {
			side = most
		}
	}
	if asked := w.Asked(); asked > 0 { // few searches are spread over all multiprocessors
		side = max(1, min(side, (asked+m.Multiprocessors()-1)/m.Multiprocessors()))
	}
	bytes := 4 * passing.Depths * int(a.NodeWords())
	walks, err := fleet.Many(m, w.Asked(), side, bytes, min(fleet.First-1, math.MaxInt32/(bytes/4)), "searches")
	if err != nil {
		return err
	}
	w.shape = gpu.Shape{Blocks: (walks + side - 1) / side, Threads: lane.WarpSize * side, Shared: room(side)}
	a.Walks, a.First, a.Seed = int32(walks), w.Base, w.Run.Seed
	a.Side = passing.Side(int32(walks))
	return nil
}

// allocate makes the searches' memory. Until a search has come to a leaf its solution is where the same walk begins on cores.
func (w *machinePassing) allocate() {
	on, a, walks := &w.Memory, &w.memory, int(w.plan.Walks)
	w.signs = make([]uint32, walks*passing.Blocks)
	fleet.Each(walks, func(i int) {
		x := make([]int32, w.f.N)
		w.BeginAt(i, x)
		copy(w.signs[i*passing.Blocks:], packed(x))
	})
	a.matrix, a.table = fleet.ArrayOf(on, w.f.form.Matrix()), fleet.ArrayOf(on, slices.Concat(w.f.form.Has, w.f.form.First))
	a.nodes, a.signs = fleet.Array[uint32](on, walks*passing.Depths*int(w.plan.NodeWords())), fleet.ArrayOf(on, w.signs)
	a.walks = fleet.Array[passing.Walker](on, walks)
	w.Enter(walks)
}

// Until implements fleet.Searches.
func (w *machinePassing) Until(from, evaluations int64) int64 {
	most := int64(passingLaunch / passingNode)
	if w.Machine.Emulated() {
		most = 1
	}
	return from + fleet.Within(evaluations, int64(w.plan.Walks), most)
}

// Launch implements fleet.Searches. A solution is a target, whatever the run's is.
func (w *machinePassing) Launch(from, until, _ int64) error {
	a := &w.memory
	w.plan.From, w.plan.Until = from, until
	return w.kernel.Launch(w.shape, w.plan, a.matrix, a.table, a.nodes, a.walks, a.signs, w.Hits, w.Goal, w.Stop)
}

// Read implements fleet.Searches. It evaluates the last leaves of some searches, of others after each launch.
func (w *machinePassing) Read() error {
	if err := w.memory.signs.Read(w.signs, 0); err != nil {
		return err
	}
	walks := int(w.plan.Walks)
	some := min(walks, passingSamples)
	from, costs := int(w.At*passingSamples%int64(walks)), make([]int64, some)
	fleet.Each(some, func(k int) { costs[k] = w.cost((from + k) % walks) })
	w.least = slices.Min(costs)
	w.best = (from + slices.Index(costs, w.least)) % walks
	return nil
}

func (w *machinePassing) cost(search int) int64 {
	x := make([]int32, w.f.N)
	w.solution(search, x)
	return w.f.Problem.Cost(x)
}

func (w *machinePassing) solution(search int, x []int32) {
	for j := range x {
		x[j] = int32(w.signs[search*passing.Blocks+j/32] >> (j % 32) & 1)
	}
}

// Work implements fleet.Searches: a node of each is an evaluation.
func (w *machinePassing) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	return multiwalk.Counters{FullEvaluations: (to - from) * int64(w.plan.Walks)}, nil
}

// Leader implements fleet.Searches.
func (w *machinePassing) Leader(contestant int) (search int, cost int64) {
	if contestant >= 0 {
		w.lies = w.cost(contestant)
		return contestant, w.lies
	}
	return w.best, w.least
}

// Incumbent implements fleet.Searches.
func (w *machinePassing) Incumbent(search int, x []int32) error {
	w.solution(search, x)
	return nil
}

// Check implements fleet.Searches: all costs are by full evaluation.
func (w *machinePassing) Check() error { return nil }

// Proceed implements fleet.Searches.
func (w *machinePassing) Proceed() (ended bool, err error) {
	if w.lies != 0 {
		return true, notSolved(w.lies)
	}
	return w.Least == 0, nil
}
