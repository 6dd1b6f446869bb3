package cooperate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineTempering is the ladders of one machine, all in the same sweep. A unit is a launch.
type machineTempering struct {
	f        *temperFleet
	m        *gpu.Machine
	plan     kernel.Tempering // of the next launch
	kernel   *gpu.Kernel
	shape    temperShape
	launch   gpu.Shape
	memory   temperArrays
	states   []kernel.Replica // as the last launch left them
	rungs    []kernel.Rung
	perSweep int64 // proposals of all ladders in a sweep of the next launch
	best     []int32
	least    int64
	adopted  bool // a solution is to be taken up
	counters multiwalk.Counters
}

// temperArrays is what the replicas are on the machine: see kernel.TemperSwap.
type temperArrays struct {
	problem             *gpu.Value
	states              *gpu.Array[kernel.Replica]
	rows, trades, start *gpu.Array[int32]
	levels              *gpu.Array[float64]
	rungs               *gpu.Array[kernel.Rung]
	hits, goal          *gpu.Array[int64]
	stop                *gpu.Flag
	numbers             numberArray // the corrections or the matrices, a *gpu.Array[int32] or [int64]; or nil
}

func newMachineTempering(f *temperFleet, m *gpu.Machine, id int) (*machineTempering, error) {
	w := &machineTempering{f: f, m: m, shape: f.shape(m), best: make([]int32, f.n), least: math.MaxInt64}
	if err := w.open(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	f.started.Add(int64(w.plan.Ladders))
	return w, nil
}

// open makes and begins the ladders of machine number id.
func (w *machineTempering) open(id int) error {
	f := w.f
	w.plan = kernel.Tempering{N: int32(f.n), Replicas: int32(f.m.Replicas), Length: int32(f.sweep), Seed: f.plan.Seed,
		First: uint32(id) * firstWalk, Limit: tempering.SwapLimit(int32(f.m.Sweep)),
		Delay: int32(f.delay(w.m))}
	if id == 0 {
		f.pricing.count(&w.counters, f.sampled)
	}
	start, err := w.load()
	if err != nil {
		return err
	}
	if err := w.layOut(id); err != nil {
		return err
	}
	w.lookOut()
	if err := w.allocate(); err != nil {
		return err
	}
	return w.begin(start)
}

// load loads the kernels, and returns the one that starts replicas.
func (w *machineTempering) load() (start *gpu.Kernel, err error) {
	program, err := w.m.Load(w.f.module.Name, w.f.module.PTX)
	if err != nil {
		return nil, err
	}
	first, temper := w.f.kernels(w.shape)
	if w.kernel, err = program.Kernel(temper.Symbol, temper.Func); err != nil {
		return nil, err
	}
	return program.Kernel(first.Symbol, first.Func)
}

// layOut finds the number of ladders, by default so many that the machine holds them all at once, and the launch.
func (w *machineTempering) layOut(id int) error {
	w.launch = gpu.Shape{Threads: 32 * w.f.m.Replicas, Shared: w.f.room(w.shape, int(w.plan.Delay))}
	ladders := gpu.Walks(w.f.plan, id)
	resident, err := w.kernel.Resident(w.launch.Threads, w.launch.Shared)
	if err != nil {
		return err
	}
	if resident == 0 {
		return fmt.Errorf("multiwalk: %v has no room for %d replicas of %s; use fewer", w.m, w.f.m.Replicas, w.f.m.Name())
	}
	if ladders == 0 {
		if ladders = resident * w.m.Multiprocessors(); !w.m.Emulated() {
			free, _, err := w.m.Memory()
			if err != nil {
				return err
			}
			ladders = max(1, min(ladders, int(free/2/uint64(w.bytes()))))
		}
	}
	if most := (firstWalk - 1) / w.f.m.Replicas; ladders > most {
		return fmt.Errorf("multiwalk: %d ladders are too many for one GPU; use up to %d", ladders, most)
	}
	w.plan.Ladders, w.launch.Blocks = int32(ladders), ladders
	return nil
}

// bytes is what a ladder takes of the machine's memory.
func (w *machineTempering) bytes() int {
	n := w.f.n
	bytes := 4*kernel.ReplicaRows*n + 64
	if w.shape == byFarMatrix {
		bytes += kernel.VastCosts(n) * w.f.bytes
	}
	return w.f.m.Replicas * bytes
}

// allocate makes the replicas' memory.
func (w *machineTempering) allocate() error {
	ladders, n := int(w.plan.Ladders), w.f.n
	replicas := ladders * w.f.m.Replicas
	none := slices.Repeat([]int64{math.MaxInt64}, ladders)
	w.states = make([]kernel.Replica, replicas)
	a := &w.memory
	w.rungs = slices.Repeat([]kernel.Rung{{Quota: w.plan.Length}}, replicas)
	w.perSweep = int64(replicas) * int64(w.plan.Length)
	var err [11]error
	a.problem, err[0] = gpu.ValueOf(w.m, w.f.module.Problem)
	a.states, err[1] = gpu.NewArray[kernel.Replica](w.m, replicas)
	a.rows, err[2] = gpu.NewArray[int32](w.m, replicas*kernel.ReplicaRows*n)
	a.trades, err[3] = gpu.NewArray[int32](w.m, replicas)
	a.start, err[4] = gpu.NewArray[int32](w.m, n)
	a.levels, err[5] = gpu.ArrayOf(w.m, slices.Repeat(w.f.levels, ladders))
	a.hits, err[6] = gpu.ArrayOf(w.m, none)
	a.goal, err[7] = gpu.ArrayOf(w.m, none[:1])
	a.stop, err[8] = gpu.NewFlag(w.m)
	a.rungs, err[10] = gpu.ArrayOf(w.m, w.rungs)
	switch w.shape {
	case byStaged:
		a.numbers, err[9] = newNumbers(w.m, w.f.corrections, len(w.f.corrections), w.f.bytes)
	case byFarMatrix:
		a.numbers, err[9] = newNumbers(w.m, nil, replicas*kernel.VastCosts(n), w.f.bytes)
	}
	return errors.Join(err[:]...)
}

// fits compares the lengths of the arrays with what the ladders of a launch index in them: see kernel.TemperSwap. Beside
// these they take so many numbers.
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
		gpu.Need{Array: "rungs", Have: a.rungs.Len(), Least: replicas},
		gpu.Need{Array: "hits", Have: a.hits.Len(), Least: ladders},
		gpu.Need{Array: "goal", Have: a.goal.Len(), Least: 1})
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

// numberArray is a *gpu.Array[int32] or a *gpu.Array[int64].
type numberArray interface {
	Free() error
	Len() int
}

// newNumbers allocates n numbers of so many bytes, with these values if there are any.
func newNumbers(m *gpu.Machine, values []int64, n, bytes int) (numberArray, error) {
	if bytes == 8 {
		if values != nil {
			return gpu.ArrayOf(m, values)
		}
		return gpu.NewArray[int64](m, n)
	}
	if values == nil {
		return gpu.NewArray[int32](m, n)
	}
	narrow := make([]int32, n)
	for k, v := range values {
		narrow[k] = int32(v)
	}
	return gpu.ArrayOf(m, narrow)
}

// Close frees the memory.
func (w *machineTempering) Close() error {
	a := &w.memory
	err := errors.Join(a.problem.Free(), a.states.Free(), a.rows.Free(), a.trades.Free(), a.start.Free(), a.levels.Free(), a.rungs.Free(),
		a.hits.Free(), a.goal.Free(), a.stop.Free())
	if a.numbers != nil {
		err = errors.Join(err, a.numbers.Free())
	}
	return err
}

// begin makes the first solutions as a ladder on a core makes them: random ones, constructed ones, or the one that the run
// starts from.
func (w *machineTempering) begin(start *gpu.Kernel) error {
	given := int32(0)
	if _, constructs := w.f.p.(multiwalk.Constructor); constructs || w.f.plan.Start != nil {
		given = 1
		if err := w.construct(); err != nil {
			return err
		}
	}
	a := &w.memory
	const warps = 4
	shape := gpu.Shape{Blocks: (len(w.states) + warps - 1) / warps, Threads: 32 * warps}
	if err := start.Launch(shape, a.problem, w.plan, given, a.states, a.rows); err != nil {
		return err
	}
	if err := w.m.Wait(nil, nil); err != nil {
		return err
	}
	w.counters.FullEvaluations += int64(len(w.states))
	if err := a.states.Read(w.states, 0); err != nil {
		return err
	}
	_, err := w.improve(leaderOf(w.states))
	return err
}

// construct writes the solutions that replicas begin with.
func (w *machineTempering) construct() error {
	n := w.f.n
	rows := make([]int32, len(w.states)*kernel.ReplicaRows*n)
	each(len(w.states), func(i int) {
		r := multiwalk.NewRand(w.f.plan.Seed, int(w.plan.First)+i)
		w.f.plan.Begin(w.f.p, r, rows[i*kernel.ReplicaRows*n:][:n])
	})
	return w.memory.rows.Write(rows, 0)
}

// leaderOf returns the replica with the least cost, the first of several.
func leaderOf(states []kernel.Replica) int {
	return gpu.Leader(len(states), func(i int) int64 { return states[i].Least })
}

// improve makes the incumbent of a replica the machine's, if it is better.
func (w *machineTempering) improve(replica int) (bool, error) {
	if w.states[replica].Least >= w.least {
		return false, nil
	}
	w.least = w.states[replica].Least
	return true, w.memory.rows.Read(w.best, (replica*kernel.ReplicaRows+1)*w.f.n)
}

// Best implements multiwalk.Walk.
func (w *machineTempering) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *machineTempering) Counters() multiwalk.Counters { return w.counters }

// Adopt implements multiwalk.Adopter: the coldest replica of each ladder goes on from x.
func (w *machineTempering) Adopt(x []int32, cost int64) {
	if w.memory.start.Write(x, 0) != nil {
		return // the machine is lost, and the next launch says so
	}
	w.plan.Start, w.adopted = cost, true
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// checkLedger panics if the deltas of a replica do not add up to the cost of its solution or of its incumbent.
func (w *machineTempering) checkLedger() error {
	if !invariants.Enabled {
		return nil
	}
	n := w.f.n
	rows := make([]int32, len(w.states)*kernel.ReplicaRows*n)
	if err := w.memory.rows.Read(rows, 0); err != nil {
		return err
	}
	for i, s := range w.states {
		own := rows[i*kernel.ReplicaRows*n:]
		if cost, least := w.f.p.Cost(own[:n]), w.f.p.Cost(own[n:2*n]); cost != s.Cost || least != s.Least {
			panic(fmt.Errorf("parallel-tempering: by its deltas replica %d costs %d and its incumbent %d, by full evaluation %d and %d: %w", i,
				s.Cost, s.Least, cost, least, multiwalk.ErrDeltaMismatch))
		}
	}
	return nil
}
