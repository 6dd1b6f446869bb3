package tabu

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
)

// machineTabu is the tabu searches of one machine, all in the same iteration.
type machineTabu struct {
	fleet.Crowd[tabu.TabuPlan, tabu.TabuWalk]
	f      *tabuFleet
	shape  tabuShape
	memory tabuArrays
	anew   bool  // all searches are to begin anew: see BeginEach
	priced int64 // swaps of perturbations that are counted
}

// tabuArrays is what the searches are on the machine: see tabu.TabuSwap.
type tabuArrays struct {
	states              *gpu.Array[tabu.TabuWalk]
	rows, memory, start *gpu.Array[int32]
	far                 []fleet.Sized // of TabuSwapVast: costs, deltas and expiries
}

// machine makes the searches of a machine.
func (f *tabuFleet) machine() *machineTabu {
	w := &machineTabu{f: f}
	w.Plan, w.Costs = f.launch, func(s *tabu.TabuWalk) (int64, int64) { return s.Cost, s.Least }
	w.LayOut, w.Arrays, w.Opens = w.layOut, w.arrays, w.open
	w.Fits = w.memory.fits
	w.Takes = func(x []int32) error {
		w.anew = false
		return w.memory.start.Write(x, 0)
	}
	w.Keeps = []any{&w.Plan.Start, &w.Adopting, &w.anew, &w.End, &w.priced}
	return w
}

// layOut finds the number of searches, by default those that the machine holds at once, and the launch.
func (w *machineTabu) layOut() (shape gpu.Shape, walks int, err error) {
	if w.shape, err = w.f.shape(w.Machine); err != nil {
		return shape, 0, err
	}
	shape, resident, err := w.fill(w.Asked())
	if err != nil {
		return shape, 0, err
	}
	walks, err = fleet.Many(w.Machine, w.Asked(), resident, w.f.bytesOfWalk(w.shape), fleet.First-1, "searches")
	shape.Blocks = (walks + w.shape.walks - 1) / w.shape.walks
	return shape, walks, err
}

// fill finds how many searches of a warp share a block, so that a multiprocessor holds the most of them at once, and how
// many that is; of several numbers the greatest. Few searches are spread over all multiprocessors.
func (w *machineTabu) fill(walks int) (launch gpu.Shape, resident int, err error) {
	s := w.shape
	for ; ; s.walks *= 2 {
		shape := gpu.Shape{Threads: 32 * s.warps * s.walks, Shared: s.room(w.f)}
		if s.walks > w.shape.walks && (s.warps > 1 || s.vast || w.f.fixed.warps > 0 || s.walks > 8 || shape.Shared > s.most(w.Machine) ||
			walks > 0 && walks <= w.Machine.Multiprocessors()*s.walks/2) {
			break
		}
		blocks, err := w.Kernel.Resident(shape.Threads, shape.Shared)
		if err != nil {
			return launch, 0, err
		}
		if blocks*s.walks >= max(1, resident) {
			resident, w.shape, launch = blocks*s.walks, s, shape
		}
	}
	if resident == 0 && w.shape.warps > 2 && w.f.fixed.warps == 0 { // it has not the registers
		w.shape.warps = max(2, w.shape.warps/2) // for one there is another kernel
		return w.fill(walks)
	}
	if resident == 0 {
		return launch, 0, fmt.Errorf("multiwalk: %v has no room for a block of %d threads of %s; use the CPU", w.Machine, 32*s.warps, w.f.Ran.Name())
	}
	return launch, resident, nil
}

// bytesOfWalk is what a search takes of the machine's memory.
func (f *tabuFleet) bytesOfWalk(s tabuShape) int {
	n := f.N
	bytes := 4*tabu.TabuRows*n + 8*n*n + 64
	if s.vast {
		bytes += tabu.TabuCosts(n)*f.bytes + tabu.TabuDeltas(n)*(f.bytes+4)
	}
	return bytes
}

// arrays makes the searches' memory.
func (w *machineTabu) arrays() []any {
	on, a, walks, n := &w.Memory, &w.memory, w.Size, w.f.N
	a.states = w.Track()
	a.rows, a.memory = fleet.Array[int32](on, walks*tabu.TabuRows*n), fleet.Array[int32](on, walks*2*n*n)
	a.start = fleet.Array[int32](on, n)
	w.Present = fleet.Rows{In: a.rows, Step: tabu.TabuRows * n}
	w.Found = fleet.Rows{In: a.rows, From: n, Step: tabu.TabuRows * n}
	list := []any{a.states, a.rows, a.memory}
	if w.shape.vast {
		deltas := walks * tabu.TabuDeltas(n)
		a.far = []fleet.Sized{fleet.Numbers(on, w.f.bytes, walks*tabu.TabuCosts(n), nil), fleet.Numbers(on, w.f.bytes, deltas, nil),
			fleet.Array[int32](on, deltas)}
		list = append(list, a.far[0], a.far[1], a.far[2])
	}
	return list
}

// fits compares the lengths of the arrays with what the walks of a launch index in them: see tabu.TabuSwap.
func (a *tabuArrays) fits(plan tabu.TabuPlan) error {
	walks, n := int64(plan.Walks), int64(plan.N)
	needs := []gpu.Need{{Array: "states", Have: a.states.Len(), Least: walks},
		{Array: "rows", Have: a.rows.Len(), Least: walks * tabu.TabuRows * n},
		{Array: "memory", Have: a.memory.Len(), Least: walks * 2 * n * n}, {Array: "start", Have: a.start.Len(), Least: n}}
	if a.far != nil {
		costs, deltas := walks*int64(tabu.TabuCosts(int(n))), walks*int64(tabu.TabuDeltas(int(n)))
		needs = append(needs, gpu.Need{Array: "costs", Have: a.far[0].Len(), Least: costs},
			gpu.Need{Array: "deltas", Have: a.far[1].Len(), Least: deltas}, gpu.Need{Array: "expiries", Have: a.far[2].Len(), Least: deltas})
	}
	return gpu.Fits("TabuSwap", needs...)
}

// open makes the first solutions as a search on a CPU makes them: random ones, constructed ones, or the one that the run
// starts from.
func (w *machineTabu) open() error {
	at := int32(tabu.StartRandom)
	if _, constructs := w.f.Problem.(multiwalk.Constructor); constructs || w.Run.Start != nil {
		at = tabu.StartGiven
		if err := w.construct(); err != nil {
			return err
		}
	}
	return w.launchStart(at)
}

// launchStart has the searches begin at what tabu.StartTabu calls at.
func (w *machineTabu) launchStart(at int32) error {
	const warps = 4
	a, shape := &w.memory, gpu.Shape{Blocks: (w.Size + warps - 1) / warps, Threads: 32 * warps}
	return w.Others[0].Launch(shape, w.Problem, w.Plan, at, a.states, a.rows, a.memory, a.start, w.Hits, w.Goal)
}

// construct writes the solutions that searches begin with, and how many random words each has drawn.
func (w *machineTabu) construct() error {
	n := w.f.N
	rows := make([]int32, w.Size*tabu.TabuRows*n)
	fleet.Each(w.Size, func(i int) {
		r := multiwalk.NewRand(w.Run.Seed, int(w.Base)+i)
		w.Run.Begin(w.f.Problem, r, rows[i*tabu.TabuRows*n:][:n])
		w.States[i].Drawn = r.Drawn()
	})
	return errors.Join(w.memory.rows.Write(rows, 0), w.memory.states.Write(w.States, 0))
}

func (w *machineTabu) Launch(from, until, target int64) error {
	if err := w.takeUp(); err != nil {
		return err
	}
	return w.Crowd.Launch(from, until, target)
}

// takeUp has the searches take up what Adopt or BeginEach left for them.
func (w *machineTabu) takeUp() (err error) {
	switch {
	case w.Adopting:
		err = w.launchStart(tabu.AdoptOne)
	case w.anew:
		err = w.launchStart(tabu.AdoptEach)
		w.Done.FullEvaluations += int64(w.Size)
	}
	w.Adopting, w.anew = false, false
	return err
}

// Work implements fleet.Searches: iterations, and the perturbations of those that all searches made.
func (w *machineTabu) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made, n := (to-from)*int64(w.Size), int64(w.f.N)
	c := multiwalk.Counters{DeltaEvaluations: made * (n * (n - 1) / 2), Moves: made}
	if winner >= 0 {
		return c, nil
	}
	before := w.priced
	w.priced = w.Sum(func(s *tabu.TabuWalk) int64 { return s.Priced })
	c.DeltaEvaluations += w.priced - before
	c.Moves += w.priced - before
	return c, nil
}

// Until implements fleet.Searches: a launch ends after launchIterations, or where the evaluations are spent.
func (w *machineTabu) Until(from, evaluations int64) int64 {
	if w.anew { // those that the searches begin with count
		evaluations -= int64(w.Size)
	}
	n, p := int64(w.f.N), &w.Plan
	pairs, extra, each := n*(n-1)/2, int64(0), 0.0
	if p.Length > 0 { // an iteration's share of the perturbations, and one more
		extra = int64(p.Strongest - 1)
		each = float64(extra) / float64(p.Length)
	}
	allowed := float64(evaluations/int64(p.Walks)-extra) / (float64(pairs) + each)
	most := w.launchIterations()
	if left := w.End - from; left > 0 { // in launches of about the same length
		launches := (left + most - 1) / most
		most = (left + launches - 1) / launches
	}
	return from + max(1, min(most, int64(min(allowed, math.MaxInt32))))
}

// launchIterations is how many iterations a launch has on a GPU: some 10 ms of one that is full of searches. How iterations are split into
// launches changes nothing but when the run hears of what was found.
func (w *machineTabu) launchIterations() int64 {
	if w.f.each > 0 {
		return w.f.each
	}
	n, words := w.f.N, w.f.products*w.f.bytes/4
	each := float64(words)*float64(n*n)*w.Machine.Tuned("tabu.delta", n) + w.Machine.Tuned("tabu.iteration", n)
	if w.shape.vast {
		each *= w.Machine.Tuned("tabu.vast", n)
	}
	resident := max(1, (w.Size+w.Machine.Multiprocessors()-1)/w.Machine.Multiprocessors())
	return w.Paced(float64(resident)*each, emulatedIterations/int64(w.Size))
}

// emulatedIterations is how many iterations a launch of the emulator makes of all its searches together.
const emulatedIterations = 256

// BeginEach is what population.Memetic asks of the tabu searches of a machine: see fleet.Crowd. All begin anew by kernel StartTabu.
func (w *machineTabu) BeginEach(x []int32, iterations int64) error {
	a := &w.memory
	if a.start.Len() < len(x) { // it was made for one
		if err := a.start.Free(); err != nil {
			return err
		}
		if a.start = fleet.Array[int32](&w.Memory, len(x)); w.Made() != nil {
			return w.Made()
		}
	}
	w.anew, w.Adopting, w.End = true, false, w.At+iterations
	return a.start.Write(x, 0)
}
