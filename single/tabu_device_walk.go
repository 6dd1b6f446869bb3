package single

import (
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineTabu is the tabu searches of one machine, all in the same iteration.
type machineTabu struct {
	fleet.Walk
	f       *tabuFleet
	plan    kernel.TabuPlan // of the next launch
	start   *gpu.Kernel
	search  *gpu.Kernel
	shape   tabuShape
	launch  gpu.Shape
	memory  tabuArrays
	states  []kernel.TabuWalk // as the last launch left them
	adopted bool              // a solution is to be taken up by all searches
	anew    bool              // all searches are to begin anew: see BeginEach
	end     int64             // the iteration at which a launch ends at the latest; 0: none
	priced  int64             // swaps of perturbations that are counted
}

// tabuArrays is what the searches are on the machine: see kernel.TabuSwap.
type tabuArrays struct {
	problem             *gpu.Value
	states              *gpu.Array[kernel.TabuWalk]
	rows, memory, start *gpu.Array[int32]
	far                 []fleet.Sized // of TabuSwapVast: costs, deltas and expiries
}

// Start implements fleet.Machine.
func (w *machineTabu) Start(id int, kernels []*gpu.Kernel) (err error) {
	if w.shape, err = w.f.shape(w.Machine); err != nil {
		return err
	}
	w.start, w.search = kernels[0], kernels[1]
	if err := w.layOut(); err != nil {
		return err
	}
	if err := w.allocate(); err != nil {
		return err
	}
	return w.begin()
}

// layOut finds the number of searches, by default those that the machine holds at once, and the launch.
func (w *machineTabu) layOut() error {
	asked := w.Asked()
	resident, err := w.fill(asked)
	if err != nil {
		return err
	}
	walks, err := fleet.Many(w.Machine, asked, resident, w.f.bytesOfWalk(w.shape), fleet.First-1, "searches")
	w.plan.Walks, w.plan.First, w.plan.Seed = int32(walks), w.Base, w.Run.Seed
	w.launch.Blocks = (walks + w.shape.walks - 1) / w.shape.walks
	return err
}

// fill finds how many searches of a warp share a block, so that a multiprocessor holds the most of them at once, and how
// many that is; of several numbers the greatest. Few searches are spread over all multiprocessors.
func (w *machineTabu) fill(walks int) (resident int, err error) {
	s := w.shape
	for ; ; s.walks *= 2 {
		shape := gpu.Shape{Threads: 32 * s.warps * s.walks, Shared: s.room(w.f)}
		if s.walks > w.shape.walks && (s.warps > 1 || s.vast || w.f.fixed.warps > 0 || s.walks > 8 || shape.Shared > s.most(w.Machine) ||
			walks > 0 && walks <= w.Machine.Multiprocessors()*s.walks/2) {
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
	if resident == 0 && w.shape.warps > 2 && w.f.fixed.warps == 0 { // it has not the registers
		w.shape.warps = max(2, w.shape.warps/2) // for one there is another kernel
		return w.fill(walks)
	}
	if resident == 0 {
		return 0, fmt.Errorf("multiwalk: %v has no room for a block of %d threads of %s; use the CPU", w.Machine, 32*s.warps, w.f.Ran.Name())
	}
	return resident, nil
}

// bytesOfWalk is what a search takes of the machine's memory.
func (f *tabuFleet) bytesOfWalk(s tabuShape) int {
	n := f.N
	bytes := 4*kernel.TabuRows*n + 8*n*n + 64
	if s.vast {
		bytes += kernel.TabuCosts(n)*f.bytes + kernel.TabuDeltas(n)*(f.bytes+4)
	}
	return bytes
}

// allocate makes the searches' memory.
func (w *machineTabu) allocate() error {
	walks, n := int(w.plan.Walks), w.f.N
	w.states = make([]kernel.TabuWalk, walks)
	on, a := &w.Memory, &w.memory
	a.problem = on.Value(w.f.Module.Problem)
	a.states = fleet.Track(&w.Walk, w.states, func(s *kernel.TabuWalk) (int64, int64) { return s.Cost, s.Least })
	a.rows, a.memory = fleet.Array[int32](on, walks*kernel.TabuRows*n), fleet.Array[int32](on, walks*2*n*n)
	a.start = fleet.Array[int32](on, n)
	if w.shape.vast {
		deltas := walks * kernel.TabuDeltas(n)
		a.far = []fleet.Sized{fleet.Numbers(on, w.f.bytes, walks*kernel.TabuCosts(n), nil), fleet.Numbers(on, w.f.bytes, deltas, nil),
			fleet.Array[int32](on, deltas)}
	}
	w.Enter(walks)
	return w.Made()
}

// fits compares the lengths of the arrays with what the walks of a launch index in them: see kernel.TabuSwap.
func (a *tabuArrays) fits(plan kernel.TabuPlan) error {
	walks, n := int64(plan.Walks), int64(plan.N)
	needs := []gpu.Need{{Array: "states", Have: a.states.Len(), Least: walks},
		{Array: "rows", Have: a.rows.Len(), Least: walks * kernel.TabuRows * n},
		{Array: "memory", Have: a.memory.Len(), Least: walks * 2 * n * n}, {Array: "start", Have: a.start.Len(), Least: n}}
	if a.far != nil {
		costs, deltas := walks*int64(kernel.TabuCosts(int(n))), walks*int64(kernel.TabuDeltas(int(n)))
		needs = append(needs, gpu.Need{Array: "costs", Have: a.far[0].Len(), Least: costs},
			gpu.Need{Array: "deltas", Have: a.far[1].Len(), Least: deltas}, gpu.Need{Array: "expiries", Have: a.far[2].Len(), Least: deltas})
	}
	return gpu.Fits("TabuSwap", needs...)
}

// begin makes the first solutions as a search on a CPU makes them: random ones, constructed ones, or the one that the run
// starts from.
func (w *machineTabu) begin() error {
	at := int32(kernel.StartRandom)
	if _, constructs := w.f.Problem.(multiwalk.Constructor); constructs || w.Run.Start != nil {
		at = kernel.StartGiven
		if err := w.construct(); err != nil {
			return err
		}
	}
	return w.Begin(w.launchStart(at), len(w.states))
}

// launchStart has the searches begin at what kernel.StartTabu calls at.
func (w *machineTabu) launchStart(at int32) error {
	const warps = 4
	a, shape := &w.memory, gpu.Shape{Blocks: (int(w.plan.Walks) + warps - 1) / warps, Threads: 32 * warps}
	return w.start.Launch(shape, a.problem, w.plan, at, a.states, a.rows, a.memory, a.start, w.Hits, w.Goal)
}

// construct writes the solutions that searches begin with, and how many random words each has drawn.
func (w *machineTabu) construct() error {
	n := w.f.N
	rows := make([]int32, len(w.states)*kernel.TabuRows*n)
	fleet.Each(len(w.states), func(i int) {
		r := multiwalk.NewRand(w.Run.Seed, int(w.Base)+i)
		w.Run.Begin(w.f.Problem, r, rows[i*kernel.TabuRows*n:][:n])
		w.states[i].Drawn = r.Drawn()
	})
	return errors.Join(w.memory.rows.Write(rows, 0), w.memory.states.Write(w.states, 0))
}

// Launch implements fleet.Searches.
func (w *machineTabu) Launch(from, until, target int64) error {
	w.plan.From, w.plan.Until, w.plan.Target = from, until, target
	if err := w.takeUp(); err != nil {
		return err
	}
	a := &w.memory
	if err := a.fits(w.plan); err != nil {
		return err
	}
	args := []any{a.problem, w.plan, a.states, a.rows, a.memory}
	for _, f := range a.far {
		args = append(args, f)
	}
	return w.search.Launch(w.launch, append(args, w.Hits, w.Goal, w.Stop)...)
}

// takeUp has the searches take up what Adopt or BeginEach left for them.
func (w *machineTabu) takeUp() (err error) {
	switch {
	case w.adopted:
		err = w.launchStart(kernel.AdoptOne)
	case w.anew:
		err = w.launchStart(kernel.AdoptEach)
		w.Done.FullEvaluations += int64(w.plan.Walks)
	}
	w.adopted, w.anew = false, false
	return err
}

// Work implements fleet.Searches: iterations, and the perturbations of those that all searches made.
func (w *machineTabu) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made, n := (to-from)*int64(w.plan.Walks), int64(w.f.N)
	c := multiwalk.Counters{DeltaEvaluations: made * (n * (n - 1) / 2), Moves: made}
	if winner >= 0 {
		return c, nil
	}
	before := w.priced
	w.priced = 0
	for i := range w.states {
		w.priced += w.states[i].Priced
	}
	c.DeltaEvaluations += w.priced - before
	c.Moves += w.priced - before
	return c, nil
}

// Incumbent implements fleet.Searches.
func (w *machineTabu) Incumbent(search int, x []int32) error {
	return w.memory.rows.Read(x, (search*kernel.TabuRows+1)*w.f.N)
}

// Current implements fleet.Ledger.
func (w *machineTabu) Current(search int, x []int32) error {
	return w.memory.rows.Read(x, search*kernel.TabuRows*w.f.N)
}

// Adopt implements multiwalk.Adopter: all searches go on from x, and what is tabu stays so.
func (w *machineTabu) Adopt(x []int32, cost int64) {
	w.plan.Start, w.adopted, w.anew = cost, true, false
	w.Adopted(w.memory.start.Write(x, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineTabu) Kept() []any {
	return []any{&w.plan.Start, &w.adopted, &w.anew, &w.end, &w.priced}
}
