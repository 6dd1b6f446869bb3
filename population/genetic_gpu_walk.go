package population

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// geneticMachine is the subpopulations of one machine.
type geneticMachine struct {
	f        *geneticFleet
	m        *gpu.Machine
	kernel   *gpu.Kernel
	shape    gpu.Shape
	plan     kernel.Breeding // of the next launch
	memory   geneticMemory
	best     []int32
	least    int64
	counters multiwalk.Counters
	settled  []int // the subpopulations that Individuals told of
}

// geneticMemory is what the subpopulations are on the machine: see kernel.Genetic.
type geneticMemory struct {
	problem                 *gpu.Value
	start, ages, best       *gpu.Array[int32]
	pools                   *gpu.Array[uint16]
	costs                   *gpu.Array[int64]
	least, made, anew, hits *gpu.Array[int64]
	goal                    *gpu.Array[int64]
	stop                    *gpu.Flag
}

func newGeneticMachine(f *geneticFleet, m *gpu.Machine, id int) (*geneticMachine, error) {
	w := &geneticMachine{f: f, m: m, best: make([]int32, f.n)}
	if err := w.open(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	f.started.Add(int64(w.shape.Blocks))
	return w, nil
}

// open makes the subpopulations of machine number id.
func (w *geneticMachine) open(id int) error {
	f, m := w.f, w.m
	program, err := m.Load(f.module.Name, f.module.PTX)
	if err != nil {
		return err
	}
	k, shape, pools, resident, err := f.fit(m, program)
	if err != nil {
		return err
	}
	w.kernel = k
	if shape.Blocks = gpu.Walks(f.plan, id); shape.Blocks == 0 {
		shape.Blocks = min(resident*m.Multiprocessors(), w.mostPopulations())
	}
	if shape.Blocks > w.mostPopulations() {
		return fmt.Errorf("multiwalk: %d subpopulations of %d individuals of %d elements are too many for one GPU; use up to %d",
			shape.Blocks, f.m.Population, f.n, w.mostPopulations())
	}
	w.shape, w.plan = shape, f.breeding(id, pools)
	return w.begin(pools)
}

// breeding is what all launches of machine number id have in common.
func (f *geneticFleet) breeding(id int, pools bool) kernel.Breeding {
	plan := kernel.Breeding{N: int32(f.n), Size: int32(f.m.Population), Stagnant: f.stagnant, Check: geneticCheck, Poll: 1,
		Mutation: f.mutation, Seed: f.plan.Seed, First: uint32(id) * firstPopulation}
	if pools {
		plan.Shared = 1
	}
	if f.m.Crossover == crossoverOX {
		plan.Order = 1
	}
	if f.plan.Start != nil {
		plan.Given = 1
	}
	return plan
}

// mostPopulations bounds the subpopulations of a machine: kernels index their numbers by 32 bits.
func (w *geneticMachine) mostPopulations() int {
	return min(firstPopulation-1, math.MaxInt32/(2*w.f.m.Population*w.f.n))
}

// begin makes the memory, and the first incumbent: the first individual of the first subpopulation.
func (w *geneticMachine) begin(pools bool) error {
	f, blocks, a := w.f, w.shape.Blocks, &w.memory
	f.born(w.best, w.plan.First, 0, 0)
	w.least = f.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	all := blocks * f.m.Population * f.n
	if !pools {
		all *= 2 // the next generation lies beside the present one
	}
	none := slices.Repeat([]int64{math.MaxInt64}, blocks)
	var err [12]error
	a.problem, err[0] = gpu.ValueOf(w.m, f.module.Problem)
	a.start, err[1] = gpu.ArrayOf(w.m, w.best)
	a.ages, err[2] = gpu.ArrayOf(w.m, slices.Repeat([]int32{-1}, blocks))
	a.best, err[3] = gpu.NewArray[int32](w.m, blocks*f.n)
	a.pools, err[4] = gpu.NewArray[uint16](w.m, all)
	a.costs, err[5] = gpu.NewArray[int64](w.m, blocks*f.m.Population)
	a.least, err[6] = gpu.ArrayOf(w.m, none)
	a.made, err[7] = gpu.NewArray[int64](w.m, blocks)
	a.anew, err[8] = gpu.NewArray[int64](w.m, blocks)
	a.hits, err[9] = gpu.ArrayOf(w.m, none)
	a.goal, err[10] = gpu.ArrayOf(w.m, none[:1])
	a.stop, err[11] = gpu.NewFlag(w.m)
	return errors.Join(err[:]...)
}

// fits compares the lengths of the arrays with what the blocks of a launch index in them: see kernel.Genetic.
func (a *geneticMemory) fits(plan kernel.Breeding, blocks int) error {
	each, n := int64(blocks), int64(plan.N)
	individuals := each * int64(plan.Size)
	genes := individuals * n
	if plan.Shared == 0 {
		genes *= 2 // the next generation lies beside the present one
	}
	return gpu.Fits("Genetic", gpu.Need{Array: "start", Have: a.start.Len(), Least: n}, gpu.Need{Array: "pools", Have: a.pools.Len(), Least: genes},
		gpu.Need{Array: "costs", Have: a.costs.Len(), Least: individuals}, gpu.Need{Array: "ages", Have: a.ages.Len(), Least: each},
		gpu.Need{Array: "best", Have: a.best.Len(), Least: each * n}, gpu.Need{Array: "least", Have: a.least.Len(), Least: each},
		gpu.Need{Array: "made", Have: a.made.Len(), Least: each}, gpu.Need{Array: "anew", Have: a.anew.Len(), Least: each},
		gpu.Need{Array: "hits", Have: a.hits.Len(), Least: each}, gpu.Need{Array: "goal", Have: a.goal.Len(), Least: 1})
}

// Close frees the memory.
func (w *geneticMachine) Close() error {
	a := &w.memory
	return errors.Join(a.problem.Free(), a.start.Free(), a.ages.Free(), a.best.Free(), a.pools.Free(), a.costs.Free(), a.least.Free(),
		a.made.Free(), a.anew.Free(), a.hits.Free(), a.goal.Free(), a.stop.Free())
}

// Step implements multiwalk.Walk. A unit is a launch.
func (w *geneticMachine) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		if err := w.unit(s); err != nil {
			s.Fail(err)
			return false
		}
	}
	return true
}

// unit does a launch, of no more generations than the budget of evaluations has, and takes up what it found.
func (w *geneticMachine) unit(s *multiwalk.Slice) error {
	left, children := s.EvaluationsLeft(w.counters.Evaluations()), w.children()
	many := min(w.f.launch(w.m.Emulated()), max(1, left/children+min(1, left%children)))
	w.plan.Until, w.plan.Target = w.f.until(w.plan.From, many), s.Target()
	a := &w.memory
	if err := a.fits(w.plan, w.shape.Blocks); err != nil {
		return err
	}
	err := w.kernel.Launch(w.shape, a.problem, w.plan, a.start, a.pools, a.costs, a.ages, a.best, a.least, a.made, a.anew,
		a.hits, a.goal, a.stop)
	if err != nil {
		return err
	}
	if err := w.m.Wait(s.Aborted, a.stop); err != nil {
		return err
	}
	return w.take(s)
}

// children is what a generation of all subpopulations makes.
func (w *geneticMachine) children() int64 { return int64(w.shape.Blocks) * int64(w.f.m.Population) }

// take counts the work of a launch and reports a new incumbent. When the run was aborted the subpopulations stopped
// somewhere; then only what they found counts.
func (w *geneticMachine) take(s *multiwalk.Slice) error {
	least := make([]int64, w.shape.Blocks)
	if err := w.memory.least.Read(least, 0); err != nil {
		return err
	}
	if w.memory.stop.Get() != 0 {
		w.memory.stop.Set(0)
		return errors.Join(w.report(s, least, first(least)), w.memory.goal.Write([]int64{math.MaxInt64}, 0))
	}
	winner, hit, err := gpu.Winner(w.memory.hits, w.memory.goal)
	if err == nil && winner < 0 {
		err = fmt.Errorf("multiwalk: %v: a subpopulation came to the target in generation %d, but none says so", w.m, hit)
	}
	if err != nil {
		return err
	}
	if hit != math.MaxInt64 { // others may have gone further or not as far, so what they replaced is not counted
		w.advance(hit + 1)
		return w.report(s, least, winner)
	}
	w.advance(w.plan.Until)
	if w.counters.Moves, err = w.sum(w.memory.made); err != nil {
		return err
	}
	if w.counters.Restarts, err = w.sum(w.memory.anew); err != nil {
		return err
	}
	return w.report(s, least, first(least))
}

// advance counts the generations up to another.
func (w *geneticMachine) advance(to int64) {
	w.counters.FullEvaluations += (to - w.plan.From) * w.children()
	w.counters.Units++
	w.plan.From = to
}

// sum adds up an array of the subpopulations.
func (w *geneticMachine) sum(a *gpu.Array[int64]) (sum int64, err error) {
	each := make([]int64, w.shape.Blocks)
	err = a.Read(each, 0)
	for _, v := range each {
		sum += v
	}
	return sum, err
}

// report makes the best of a subpopulation the incumbent, if it is one.
func (w *geneticMachine) report(s *multiwalk.Slice, least []int64, population int) error {
	if least[population] >= w.least {
		return nil
	}
	w.least = least[population]
	if err := w.memory.best.Read(w.best, population*w.f.n); err != nil {
		return err
	}
	s.Improved(w.least, w.counters)
	return nil
}

// Best implements multiwalk.Walk.
func (w *geneticMachine) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *geneticMachine) Counters() multiwalk.Counters { return w.counters }
