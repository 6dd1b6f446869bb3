package single

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineTabu is the tabu searches of one machine, all in the same iteration. A unit is a launch.
type machineTabu struct {
	f        *tabuFleet
	m        *gpu.Machine
	plan     kernel.TabuPlan // of the next launch
	start    *gpu.Kernel
	search   *gpu.Kernel
	shape    tabuShape
	launch   gpu.Shape
	memory   tabuArrays
	states   []kernel.TabuWalk // as the last launch left them
	best     []int32
	least    int64
	adopted  bool  // a solution is to be taken up by all searches
	anew     bool  // all searches are to begin anew: see BeginEach
	end      int64 // the iteration at which a launch ends at the latest; 0: none
	priced   int64 // swaps of perturbations that are counted
	counters multiwalk.Counters
}

// tabuArrays is what the searches are on the machine: see kernel.TabuSwap.
type tabuArrays struct {
	problem             *gpu.Value
	states              *gpu.Array[kernel.TabuWalk]
	rows, memory, start *gpu.Array[int32]
	hits, goal          *gpu.Array[int64]
	stop                *gpu.Flag
	far                 farArrays
}

// firstSearch is how far the numbers of two machines' first searches lie apart: above any number of searches.
const firstSearch = 1 << 24

func newMachineTabu(f *tabuFleet, m *gpu.Machine, id int) (*machineTabu, error) {
	w := &machineTabu{f: f, m: m, plan: f.launch, best: make([]int32, f.n), least: math.MaxInt64}
	if err := w.open(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	f.started.Add(int64(w.plan.Walks))
	return w, nil
}

// open makes and begins the searches of machine number id.
func (w *machineTabu) open(id int) (err error) {
	if w.shape, err = w.f.shape(w.m); err != nil {
		return err
	}
	if err := w.load(); err != nil {
		return err
	}
	if err := w.layOut(id); err != nil {
		return err
	}
	if err := w.allocate(); err != nil {
		return err
	}
	return w.begin()
}

// load loads the kernels.
func (w *machineTabu) load() error {
	module := w.f.module
	program, err := w.m.Load(module.Name, module.PTX)
	if err != nil {
		return err
	}
	search, first := module.Entries[w.shape.kernelName()], module.Entries["StartTabu"]
	if w.search, err = program.Kernel(search.Symbol, search.Func); err != nil {
		return err
	}
	w.start, err = program.Kernel(first.Symbol, first.Func)
	return err
}

// layOut finds the number of searches, by default so many that the machine holds them all at once, and the launch.
func (w *machineTabu) layOut(id int) error {
	walks := gpu.Walks(w.f.plan, id)
	resident, err := w.fill(walks)
	if err != nil {
		return err
	}
	s := w.shape
	if walks == 0 {
		if walks = resident * w.m.Multiprocessors(); !w.m.Emulated() {
			free, _, err := w.m.Memory()
			if err != nil {
				return err
			}
			walks = max(1, min(walks, int(free/2/uint64(w.f.bytesOfWalk(s)))))
		}
	}
	if walks >= firstSearch {
		return fmt.Errorf("multiwalk: %d searches are too many for one GPU; use up to %d", walks, firstSearch-1)
	}
	w.plan.Walks, w.plan.First = int32(walks), uint32(id)*firstSearch
	w.launch.Blocks = (walks + s.walks - 1) / s.walks
	return nil
}

// fill finds how many searches of a warp share a block, so that a multiprocessor holds the most of them at once, and how
// many that is; of several numbers the greatest. Few searches are spread over all multiprocessors.
func (w *machineTabu) fill(walks int) (resident int, err error) {
	s := w.shape
	for ; ; s.walks *= 2 {
		shape := gpu.Shape{Threads: 32 * s.warps * s.walks, Shared: s.room(w.f)}
		if s.walks > w.shape.walks && (s.warps > 1 || s.vast || forced.warps > 0 || s.walks > 8 || shape.Shared > s.most(w.m) ||
			walks > 0 && walks <= w.m.Multiprocessors()*s.walks/2) {
			break
		}
		blocks, err := w.search.Resident(shape.Threads, shape.Shared)
		if err != nil {
			return 0, err
		}
		if blocks*s.walks >= max(1, resident) {
			resident, w.shape, w.launch = blocks*s.walks, s, shape
		}
	}
	if resident == 0 && w.shape.warps > 2 && forced.warps == 0 { // it has not the registers
		w.shape.warps = max(2, w.shape.warps/2) // for one there is another kernel
		return w.fill(walks)
	}
	if resident == 0 {
		return 0, fmt.Errorf("multiwalk: %v has no room for a block of %d threads of %s; use the CPU", w.m, 32*s.warps, w.f.method)
	}
	return resident, nil
}

// bytesOfWalk is what a search takes of the machine's memory.
func (f *tabuFleet) bytesOfWalk(s tabuShape) int {
	n := f.n
	bytes := 4*kernel.TabuRows*n + 8*n*n + 64
	if s.vast {
		bytes += kernel.TabuCosts(n)*f.bytes + kernel.TabuDeltas(n)*(f.bytes+4)
	}
	return bytes
}

// allocate makes the searches' memory.
func (w *machineTabu) allocate() error {
	walks, n := int(w.plan.Walks), w.f.n
	none := slices.Repeat([]int64{math.MaxInt64}, walks)
	w.states = make([]kernel.TabuWalk, walks)
	a := &w.memory
	var err [9]error
	a.problem, err[0] = gpu.ValueOf(w.m, w.f.module.Problem)
	a.states, err[1] = gpu.NewArray[kernel.TabuWalk](w.m, walks)
	a.rows, err[2] = gpu.NewArray[int32](w.m, walks*kernel.TabuRows*n)
	a.memory, err[3] = gpu.NewArray[int32](w.m, walks*2*n*n)
	a.start, err[4] = gpu.NewArray[int32](w.m, n)
	a.hits, err[5] = gpu.ArrayOf(w.m, none)
	a.goal, err[6] = gpu.ArrayOf(w.m, none[:1])
	a.stop, err[7] = gpu.NewFlag(w.m)
	if w.shape.vast {
		a.far, err[8] = newFarArrays(w.m, walks, n, w.f.bytes)
	}
	for _, e := range err {
		if e != nil {
			return e
		}
	}
	return nil
}

// fits compares the lengths of the arrays with what the walks of a launch index in them: see kernel.TabuSwap.
func (a *tabuArrays) fits(plan kernel.TabuPlan) error {
	walks, n := int64(plan.Walks), int64(plan.N)
	needs := []gpu.Need{{Array: "states", Have: a.states.Len(), Least: walks},
		{Array: "rows", Have: a.rows.Len(), Least: walks * kernel.TabuRows * n},
		{Array: "memory", Have: a.memory.Len(), Least: walks * 2 * n * n}, {Array: "start", Have: a.start.Len(), Least: n},
		{Array: "hits", Have: a.hits.Len(), Least: walks}, {Array: "goal", Have: a.goal.Len(), Least: 1}}
	if far := a.far; far.costs != nil {
		costs, deltas := walks*int64(kernel.TabuCosts(int(n))), walks*int64(kernel.TabuDeltas(int(n)))
		needs = append(needs, gpu.Need{Array: "costs", Have: far.costs.Len(), Least: costs},
			gpu.Need{Array: "deltas", Have: far.deltas.Len(), Least: deltas}, gpu.Need{Array: "expiries", Have: far.expiries.Len(), Least: deltas})
	}
	return gpu.Fits("TabuSwap", needs...)
}

// Close frees the memory.
func (w *machineTabu) Close() error {
	a := &w.memory
	return errors.Join(a.problem.Free(), a.states.Free(), a.rows.Free(), a.memory.Free(), a.start.Free(), a.hits.Free(), a.goal.Free(),
		a.stop.Free(), a.far.free())
}

// begin makes the first solutions as a search on a CPU makes them: random ones, constructed ones, or the one that the run
// starts from.
func (w *machineTabu) begin() error {
	at := int32(kernel.StartRandom)
	if _, constructs := w.f.p.(multiwalk.Constructor); constructs || w.f.plan.Start != nil {
		at = kernel.StartGiven
		if err := w.construct(); err != nil {
			return err
		}
	}
	if err := w.launchStart(at); err != nil {
		return err
	}
	if err := w.m.Wait(nil, nil); err != nil {
		return err
	}
	w.counters.FullEvaluations += int64(w.plan.Walks)
	if err := w.memory.states.Read(w.states, 0); err != nil {
		return err
	}
	_, err := w.improve(w.leader())
	return err
}

// launchStart has the searches begin at what kernel.StartTabu calls at.
func (w *machineTabu) launchStart(at int32) error {
	const warps = 4
	a, shape := &w.memory, gpu.Shape{Blocks: (int(w.plan.Walks) + warps - 1) / warps, Threads: 32 * warps}
	return w.start.Launch(shape, a.problem, w.plan, at, a.states, a.rows, a.memory, a.start, a.hits, a.goal)
}

// construct writes the solutions that searches begin with, and how many random words each has drawn.
func (w *machineTabu) construct() error {
	n := w.f.n
	rows := make([]int32, len(w.states)*kernel.TabuRows*n)
	for i := range w.states {
		r := multiwalk.NewRand(w.f.plan.Seed, int(w.plan.First)+i)
		w.f.plan.Begin(w.f.p, r, rows[i*kernel.TabuRows*n:][:n])
		w.states[i].Drawn = r.Drawn()
	}
	return errors.Join(w.memory.rows.Write(rows, 0), w.memory.states.Write(w.states, 0))
}

// leader returns the search with the least cost, the first of several.
func (w *machineTabu) leader() int {
	return gpu.Leader(len(w.states), func(i int) int64 { return w.states[i].Least })
}

// improve makes the incumbent of a search the machine's, if it is better.
func (w *machineTabu) improve(search int) (bool, error) {
	if w.states[search].Least >= w.least {
		return false, nil
	}
	w.least = w.states[search].Least
	return true, w.memory.rows.Read(w.best, (search*kernel.TabuRows+1)*w.f.n)
}

// Best implements multiwalk.Walk.
func (w *machineTabu) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *machineTabu) Counters() multiwalk.Counters { return w.counters }

// Adopt implements multiwalk.Adopter: all searches go on from x, and what is tabu stays so.
func (w *machineTabu) Adopt(x []int32, cost int64) {
	if w.memory.start.Write(x, 0) != nil {
		return // the machine is lost, and the next launch says so
	}
	w.plan.Start, w.adopted, w.anew = cost, true, false
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// checkLedger panics if the deltas of a search do not add up to the cost of its current solution or of its incumbent.
func (w *machineTabu) checkLedger() error {
	if !invariants.Enabled {
		return nil
	}
	n := w.f.n
	rows := make([]int32, len(w.states)*kernel.TabuRows*n)
	if err := w.memory.rows.Read(rows, 0); err != nil {
		return err
	}
	for i, s := range w.states {
		own := rows[i*kernel.TabuRows*n:]
		if x := own[:n]; w.f.p.Cost(x) != s.Cost || w.f.p.Cost(own[n:2*n]) != s.Least {
			panic(fmt.Errorf("by its deltas search %d costs %d and its incumbent %d, by full evaluation %d and %d: %w", i, s.Cost,
				s.Least, w.f.p.Cost(x), w.f.p.Cost(own[n:2*n]), multiwalk.ErrDeltaMismatch))
		}
	}
	return nil
}
