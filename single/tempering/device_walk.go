package tempering

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/temper"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// machineTempering is the ladders of one machine, all in the same sweep. Its searches are replicas, and its contestants ladders.
type machineTempering struct {
	fleet.Crowd[temper.Tempering, temper.Replica]
	f        *temperFleet
	shape    temperShape
	memory   temperArrays
	made     []int64 // swaps that each ladder had made before the last launch
	rungs    []temper.Rung
	perSweep int64 // proposals of all ladders in a sweep of the next launch
}

// temperArrays is what the replicas are on the machine: see temper.TemperSwap.
type temperArrays struct {
	states              *gpu.Array[temper.Replica]
	rows, trades, start *gpu.Array[int32]
	levels              *gpu.Array[float64]
	rungs               *gpu.Array[temper.Rung]
	numbers             fleet.Sized // the corrections or the matrices; nil for none
}

// machine makes the ladders of a machine.
func (f *temperFleet) machine() *machineTempering {
	w := &machineTempering{f: f}
	w.Plan = temper.Tempering{N: int32(f.s.n), Replicas: int32(f.s.m.Replicas), Length: int32(f.s.sweep),
		Limit: tempering.SwapLimit(int32(f.s.m.Sweep))}
	w.Costs = func(s *temper.Replica) (int64, int64) { return s.Cost, s.Least }
	w.LayOut, w.Arrays, w.Opens, w.Side = w.layOut, w.arrays, w.open, f.s.m.Replicas
	w.Takes = func(x []int32) error { return w.memory.start.Write(x, 0) }
	w.Fits = func(plan temper.Tempering) error { return w.memory.fits(plan, w.numbers()) }
	w.Keeps = []any{&w.Plan.Start, &w.Adopting, &w.perSweep}
	return w
}

func (w *machineTempering) Start(id int, kernels []*gpu.Kernel) error {
	if id == 0 {
		w.f.s.count(&w.Done, w.f.s.sampled)
	}
	return w.Crowd.Start(id, kernels)
}

// Searches implements fleet.Searches: a walk is a ladder.
func (w *machineTempering) Searches() int { return int(w.Plan.Ladders) }

// layOut finds the number of ladders, by default those that the machine holds at once, and the launch.
func (w *machineTempering) layOut() (shape gpu.Shape, replicas int, err error) {
	of := w.f.s.m.Replicas
	w.shape, w.Plan.Delay = w.f.shape(w.Machine), int32(w.f.delay(w.Machine))
	shape = gpu.Shape{Threads: 32 * of, Shared: w.f.room(w.shape, int(w.Plan.Delay))}
	resident, err := w.Kernel.Resident(shape.Threads, shape.Shared)
	if err != nil {
		return shape, 0, err
	}
	if resident == 0 {
		return shape, 0, fmt.Errorf("multiwalk: %v has no room for %d replicas of %s; use fewer", w.Machine, of, w.f.s.m.Name())
	}
	shape.Blocks, err = fleet.Many(w.Machine, w.Asked(), resident, w.bytes(), (fleet.First-1)/of, "ladders")
	w.Plan.Ladders, w.perSweep = int32(shape.Blocks), int64(shape.Blocks*of)*int64(w.Plan.Length)
	w.lookOut()
	return shape, shape.Blocks * of, err
}

// bytes is what a ladder takes of the machine's memory.
func (w *machineTempering) bytes() int {
	n := w.f.s.n
	bytes := 4*temper.ReplicaRows*n + 64
	if w.shape == byFarMatrix {
		bytes += temper.VastCosts(n) * w.f.bytes
	}
	return w.f.s.m.Replicas * bytes
}

// arrays makes the replicas' memory.
func (w *machineTempering) arrays() []any {
	ladders, n := int(w.Plan.Ladders), w.f.s.n
	w.made = make([]int64, ladders)
	on, a := &w.Memory, &w.memory
	a.states, a.rows = w.Track(), fleet.Array[int32](on, w.Size*temper.ReplicaRows*n)
	a.trades, a.start = fleet.Array[int32](on, w.Size), fleet.Array[int32](on, n)
	a.levels = fleet.ArrayOf(on, slices.Repeat(w.f.s.levels, ladders))
	w.rungs = slices.Repeat([]temper.Rung{{Quota: w.Plan.Length}}, w.Size)
	a.rungs = fleet.ArrayOf(on, w.rungs)
	w.Present = fleet.Rows{In: a.rows, Step: temper.ReplicaRows * n}
	w.Found = fleet.Rows{In: a.rows, From: n, Step: temper.ReplicaRows * n}
	list := []any{a.states, a.rows, a.levels, a.trades, a.start, a.rungs}
	switch w.shape {
	case byStaged:
		a.numbers = fleet.Numbers(on, w.f.bytes, len(w.f.corrections), w.f.corrections)
	case byFarMatrix:
		a.numbers = fleet.Numbers(on, w.f.bytes, w.Size*temper.VastCosts(n), nil)
	default:
		return list
	}
	return append(list, a.numbers)
}

// fits compares the lengths of the arrays with what the ladders of a launch index in them: see temper.TemperSwap.
// numbers is how many the array of that name has to have.
func (a *temperArrays) fits(plan temper.Tempering, numbers int64) error {
	ladders, n := int64(plan.Ladders), int64(plan.N)
	replicas := ladders * int64(plan.Replicas)
	have := 0
	if a.numbers != nil {
		have = a.numbers.Len()
	}
	return gpu.Fits("TemperSwap",
		gpu.Need{Array: "corrections or costs", Have: have, Least: numbers},
		gpu.Need{Array: "states", Have: a.states.Len(), Least: replicas},
		gpu.Need{Array: "rows", Have: a.rows.Len(), Least: replicas * temper.ReplicaRows * n},
		gpu.Need{Array: "levels", Have: a.levels.Len(), Least: replicas},
		gpu.Need{Array: "trades", Have: a.trades.Len(), Least: replicas},
		gpu.Need{Array: "start", Have: a.start.Len(), Least: n},
		gpu.Need{Array: "rungs", Have: a.rungs.Len(), Least: replicas})
}

// numbers is how many numbers the kernel of the shape takes beside what all take.
func (w *machineTempering) numbers() int64 {
	n := int64(w.Plan.N)
	switch w.shape {
	case byStaged:
		return 2 * n * n
	case byFarMatrix:
		return int64(w.Plan.Ladders) * int64(w.Plan.Replicas) * int64(temper.VastCosts(int(n)))
	}
	return 0
}

// open makes the first solutions as a ladder on a core makes them: random ones, constructed ones, or the one that the run
// starts from.
func (w *machineTempering) open() error {
	given := int32(0)
	if _, constructs := w.f.s.p.(multiwalk.Constructor); constructs || w.Run.Start != nil {
		given = 1
		if err := w.construct(); err != nil {
			return err
		}
	}
	const warps = 4
	shape := gpu.Shape{Blocks: (w.Size + warps - 1) / warps, Threads: 32 * warps}
	return w.Others[0].Launch(shape, w.Problem, w.Plan, given, w.memory.states, w.memory.rows)
}

// construct writes the solutions that replicas begin with.
func (w *machineTempering) construct() error {
	n := w.f.s.n
	rows := make([]int32, w.Size*temper.ReplicaRows*n)
	fleet.Each(w.Size, func(i int) { w.BeginAt(i, rows[i*temper.ReplicaRows*n:][:n]) })
	return w.memory.rows.Write(rows, 0)
}

func (w *machineTempering) Launch(from, until, target int64) error {
	w.swaps(w.made)
	return w.Crowd.Launch(from, until, target)
}

// swaps is how many each ladder has made.
func (w *machineTempering) swaps(made []int64) {
	clear(made)
	for i, s := range w.States {
		made[i/int(w.Plan.Replicas)] += s.Made
	}
}

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
