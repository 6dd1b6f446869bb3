package single

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineTempering is the ladders of one machine, all in the same sweep.
type machineTempering struct {
	fleet.Walk
	f        *temperFleet
	plan     kernel.Tempering // of the next launch
	start    *gpu.Kernel
	kernel   *gpu.Kernel
	shape    temperShape
	launch   gpu.Shape
	memory   temperArrays
	states   []kernel.Replica // as the last launch left them
	made     []int64          // swaps that each ladder had made before it
	rungs    []kernel.Rung
	perSweep int64 // proposals of all ladders in a sweep of the next launch
	adopted  bool  // a solution is to be taken up
}

// temperArrays is what the replicas are on the machine: see kernel.TemperSwap.
type temperArrays struct {
	problem             *gpu.Value
	states              *gpu.Array[kernel.Replica]
	rows, trades, start *gpu.Array[int32]
	levels              *gpu.Array[float64]
	rungs               *gpu.Array[kernel.Rung]
	numbers             fleet.Sized // the corrections or the matrices; nil for none
}

// Start implements fleet.Machine.
func (w *machineTempering) Start(id int, kernels []*gpu.Kernel) error {
	f := w.f
	w.shape = f.shape(w.Machine)
	w.plan = kernel.Tempering{N: int32(f.s.n), Replicas: int32(f.s.m.Replicas), Length: int32(f.s.sweep), Seed: w.Run.Seed,
		First: w.Base, Limit: tempering.SwapLimit(int32(f.s.m.Sweep)), Delay: int32(f.delay(w.Machine))}
	if id == 0 {
		f.s.count(&w.Done, f.s.sampled)
	}
	w.start, w.kernel = kernels[0], kernels[1]
	if err := w.layOut(); err != nil {
		return err
	}
	w.lookOut()
	if err := w.allocate(); err != nil {
		return err
	}
	return w.begin()
}

// layOut finds the number of ladders, by default those that the machine holds at once, and the launch.
func (w *machineTempering) layOut() error {
	w.launch = gpu.Shape{Threads: 32 * w.f.s.m.Replicas, Shared: w.f.room(w.shape, int(w.plan.Delay))}
	resident, err := w.kernel.Resident(w.launch.Threads, w.launch.Shared)
	if err != nil {
		return err
	}
	if resident == 0 {
		return fmt.Errorf("multiwalk: %v has no room for %d replicas of %s; use fewer", w.Machine, w.f.s.m.Replicas, w.f.s.m.Name())
	}
	w.launch.Blocks, err = fleet.Many(w.Machine, w.Asked(), resident, w.bytes(), (fleet.First-1)/w.f.s.m.Replicas, "ladders")
	w.plan.Ladders = int32(w.launch.Blocks)
	return err
}

// bytes is what a ladder takes of the machine's memory.
func (w *machineTempering) bytes() int {
	n := w.f.s.n
	bytes := 4*kernel.ReplicaRows*n + 64
	if w.shape == byFarMatrix {
		bytes += kernel.VastCosts(n) * w.f.bytes
	}
	return w.f.s.m.Replicas * bytes
}

// allocate makes the replicas' memory.
func (w *machineTempering) allocate() error {
	ladders, n := int(w.plan.Ladders), w.f.s.n
	replicas := ladders * w.f.s.m.Replicas
	w.states, w.made = make([]kernel.Replica, replicas), make([]int64, ladders)
	w.rungs = slices.Repeat([]kernel.Rung{{Quota: w.plan.Length}}, replicas)
	w.perSweep = int64(replicas) * int64(w.plan.Length)
	on, a := &w.Memory, &w.memory
	a.problem = on.Value(w.f.Module.Problem)
	a.states, a.rows = fleet.Array[kernel.Replica](on, replicas), fleet.Array[int32](on, replicas*kernel.ReplicaRows*n)
	a.trades, a.start = fleet.Array[int32](on, replicas), fleet.Array[int32](on, n)
	a.levels, a.rungs = fleet.ArrayOf(on, slices.Repeat(w.f.s.levels, ladders)), fleet.ArrayOf(on, w.rungs)
	switch w.shape {
	case byStaged:
		a.numbers = fleet.Numbers(on, w.f.bytes, len(w.f.corrections), w.f.corrections)
	case byFarMatrix:
		a.numbers = fleet.Numbers(on, w.f.bytes, replicas*kernel.VastCosts(n), nil)
	}
	w.Enter(ladders)
	return w.Made()
}

// fits compares the lengths of the arrays with what the ladders of a launch index in them: see kernel.TemperSwap.
// numbers is how many the array of that name has to have.
func (a *temperArrays) fits(plan kernel.Tempering, numbers int64) error {
	ladders, n := int64(plan.Ladders), int64(plan.N)
	replicas := ladders * int64(plan.Replicas)
	have := 0
	if a.numbers != nil {
		have = a.numbers.Len()
	}
	return gpu.Fits("TemperSwap",
		gpu.Need{Array: "corrections or costs", Have: have, Least: numbers},
		gpu.Need{Array: "states", Have: a.states.Len(), Least: replicas},
		gpu.Need{Array: "rows", Have: a.rows.Len(), Least: replicas * kernel.ReplicaRows * n},
		gpu.Need{Array: "levels", Have: a.levels.Len(), Least: replicas},
		gpu.Need{Array: "trades", Have: a.trades.Len(), Least: replicas},
		gpu.Need{Array: "start", Have: a.start.Len(), Least: n},
		gpu.Need{Array: "rungs", Have: a.rungs.Len(), Least: replicas})
}

// numbers is how many numbers the kernel of the shape takes beside what all take.
func (w *machineTempering) numbers() int64 {
	n := int64(w.plan.N)
	switch w.shape {
	case byStaged:
		return 2 * n * n
	case byFarMatrix:
		return int64(w.plan.Ladders) * int64(w.plan.Replicas) * int64(kernel.VastCosts(int(n)))
	}
	return 0
}

// begin makes the first solutions as a ladder on a core makes them: random ones, constructed ones, or the one that the run
// starts from.
func (w *machineTempering) begin() error {
	given := int32(0)
	if _, constructs := w.f.s.p.(multiwalk.Constructor); constructs || w.Run.Start != nil {
		given = 1
		if err := w.construct(); err != nil {
			return err
		}
	}
	const warps = 4
	shape := gpu.Shape{Blocks: (len(w.states) + warps - 1) / warps, Threads: 32 * warps}
	return w.Begin(w.start.Launch(shape, w.memory.problem, w.plan, given, w.memory.states, w.memory.rows), len(w.states))
}

// construct writes the solutions that replicas begin with.
func (w *machineTempering) construct() error {
	n := w.f.s.n
	rows := make([]int32, len(w.states)*kernel.ReplicaRows*n)
	fleet.Each(len(w.states), func(i int) {
		r := multiwalk.NewRand(w.Run.Seed, int(w.Base)+i)
		w.Run.Begin(w.f.s.p, r, rows[i*kernel.ReplicaRows*n:][:n])
	})
	return w.memory.rows.Write(rows, 0)
}

// Launch implements fleet.Searches.
func (w *machineTempering) Launch(from, until, target int64) error {
	w.plan.From, w.plan.Until, w.plan.Target, w.plan.Adopt = from, until, target, 0
	if w.adopted {
		w.plan.Adopt, w.adopted = 1, false
	}
	w.swaps(w.made)
	a := &w.memory
	if err := a.fits(w.plan, w.numbers()); err != nil {
		return err
	}
	args := []any{a.problem, w.plan, a.states, a.rows, a.levels, a.trades, a.start, a.rungs}
	if a.numbers != nil {
		args = append(args, a.numbers)
	}
	return w.kernel.Launch(w.launch, append(args, w.Hits, w.Goal, w.Stop)...)
}

// Read implements fleet.Searches.
func (w *machineTempering) Read() error { return w.memory.states.Read(w.states, 0) }

// swaps is how many each ladder has made.
func (w *machineTempering) swaps(made []int64) {
	clear(made)
	for i, s := range w.states {
		made[i/int(w.plan.Replicas)] += s.Made
	}
}

// Work implements fleet.Searches.
func (w *machineTempering) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	c := multiwalk.Counters{DeltaEvaluations: (to - from) * w.perSweep}
	after := make([]int64, len(w.made))
	w.swaps(after)
	for i := range after {
		if winner < 0 || winner == i {
			c.Moves += after[i] - w.made[i]
		}
	}
	return c, nil
}

// Leader implements fleet.Searches.
func (w *machineTempering) Leader(ladder int) (int, int64) {
	states, of := w.states, int(w.plan.Replicas)
	first := max(0, ladder) * of
	if ladder >= 0 {
		states = states[first:][:of]
	}
	i := fleet.Leader(len(states), func(i int) int64 { return states[i].Least })
	return first + i, states[i].Least
}

// Incumbent implements fleet.Searches.
func (w *machineTempering) Incumbent(replica int, x []int32) error {
	return w.memory.rows.Read(x, (replica*kernel.ReplicaRows+1)*w.f.s.n)
}

// Adopt implements multiwalk.Adopter: the coldest replica of each ladder goes on from x.
func (w *machineTempering) Adopt(x []int32, cost int64) {
	w.plan.Start, w.adopted = cost, true
	w.Adopted(w.memory.start.Write(x, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineTempering) Kept() []any { return []any{&w.plan.Start, &w.adopted, &w.perSweep} }

// Check implements fleet.Searches.
func (w *machineTempering) Check() error {
	n := w.f.s.n
	rows := make([]int32, len(w.states)*kernel.ReplicaRows*n)
	err := w.memory.rows.Read(rows, 0)
	for i, s := range w.states {
		own := rows[i*kernel.ReplicaRows*n:]
		fleet.Mismatch(w.f.Ran, w.f.s.p, i, own[:n], own[n:2*n], s.Cost, s.Least)
	}
	return err
}
