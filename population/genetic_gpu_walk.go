package population

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// geneticMachine is the subpopulations of one machine, all in the same generation.
type geneticMachine struct {
	fleet.Walk
	f       *geneticFleet
	kernel  *gpu.Kernel
	shape   gpu.Shape
	plan    kernel.Breeding // of the next launch
	memory  geneticArrays
	least   []int64 // of each subpopulation, as the last launch left it
	settled []int   // the subpopulations that Individuals told of
}

// geneticArrays is what the subpopulations are on the machine: see kernel.Genetic.
type geneticArrays struct {
	problem                  *gpu.Value
	start, ages, best        *gpu.Array[int32]
	pools                    *gpu.Array[uint16]
	costs, least, made, anew *gpu.Array[int64]
}

// Start implements fleet.Machine.
func (w *geneticMachine) Start(_ int, kernels []*gpu.Kernel) error {
	f := w.f
	m := w.Machine
	program, err := m.Load(f.Module.Name, f.Module.PTX)
	if err != nil {
		return err
	}
	k, shape, pools, resident, err := f.fit(m, program)
	if err != nil {
		return err
	}
	w.kernel = k
	if shape.Blocks = w.Asked(); shape.Blocks == 0 {
		shape.Blocks = min(resident*m.Multiprocessors(), w.mostPopulations())
	}
	if shape.Blocks > w.mostPopulations() {
		return fmt.Errorf("multiwalk: %d subpopulations of %d individuals of %d elements are too many for one GPU; use up to %d",
			shape.Blocks, f.s.m.Population, f.s.n, w.mostPopulations())
	}
	w.shape, w.plan = shape, w.breeding(pools)
	return w.begin(pools)
}

// breeding is what all launches have in common.
func (w *geneticMachine) breeding(pools bool) kernel.Breeding {
	f := w.f
	plan := f.settled()
	plan.N, plan.Size, plan.Stagnant, plan.Check, plan.Poll = int32(f.s.n), int32(f.s.m.Population), f.s.stagnant, geneticCheck, 1
	plan.Mutation, plan.Seed, plan.First = f.s.mutation, w.Run.Seed, w.Base
	if pools {
		plan.Shared = 1
	}
	if w.Run.Start != nil {
		plan.Given = 1
	}
	return plan
}

// mostPopulations bounds the subpopulations of a machine: kernels index their numbers by 32 bits.
func (w *geneticMachine) mostPopulations() int {
	return min(fleet.First-1, math.MaxInt32/(2*w.f.s.m.Population*w.f.s.n))
}

// begin makes the memory, and the first incumbent: the first individual of the first subpopulation.
func (w *geneticMachine) begin(pools bool) error {
	f, blocks := w.f, w.shape.Blocks
	f.s.born(w.X, w.Run.Seed, w.Base, 0, 0)
	w.Least = f.s.p.Cost(w.X)
	w.Done.FullEvaluations = 1
	all := blocks * f.s.m.Population * f.s.n
	if !pools {
		all *= 2 // the next generation lies beside the present one
	}
	w.least = slices.Repeat([]int64{math.MaxInt64}, blocks)
	on, a := &w.Memory, &w.memory
	a.problem, a.start = on.Value(f.Module.Problem), fleet.ArrayOf(on, w.X)
	a.ages, a.best = fleet.ArrayOf(on, slices.Repeat([]int32{-1}, blocks)), fleet.Array[int32](on, blocks*f.s.n)
	a.pools, a.costs = fleet.Array[uint16](on, all), fleet.Array[int64](on, blocks*f.s.m.Population)
	a.least = fleet.ArrayOf(on, w.least)
	a.made, a.anew = fleet.Array[int64](on, blocks), fleet.Array[int64](on, blocks)
	w.Enter(blocks)
	return w.Made()
}

// fits compares the lengths of the arrays with what the blocks of a launch index in them: see kernel.Genetic.
func (a *geneticArrays) fits(plan kernel.Breeding, blocks int) error {
	each, n := int64(blocks), int64(plan.N)
	individuals := each * int64(plan.Size)
	genes := individuals * n
	if plan.Shared == 0 {
		genes *= 2 // the next generation lies beside the present one
	}
	return gpu.Fits("Genetic", gpu.Need{Array: "start", Have: a.start.Len(), Least: n}, gpu.Need{Array: "pools", Have: a.pools.Len(), Least: genes},
		gpu.Need{Array: "costs", Have: a.costs.Len(), Least: individuals}, gpu.Need{Array: "ages", Have: a.ages.Len(), Least: each},
		gpu.Need{Array: "best", Have: a.best.Len(), Least: each * n}, gpu.Need{Array: "least", Have: a.least.Len(), Least: each},
		gpu.Need{Array: "made", Have: a.made.Len(), Least: each}, gpu.Need{Array: "anew", Have: a.anew.Len(), Least: each})
}

// Until implements fleet.Searches: no more generations than the budget of evaluations has.
func (w *geneticMachine) Until(from, evaluations int64) int64 {
	children := w.children()
	return w.f.until(from, min(w.f.launch(w.Machine.Emulated()), max(1, evaluations/children+min(1, evaluations%children))))
}

// Launch implements fleet.Searches.
func (w *geneticMachine) Launch(from, until, target int64) error {
	w.plan.From, w.plan.Until, w.plan.Target = from, until, target
	a := &w.memory
	if err := a.fits(w.plan, w.shape.Blocks); err != nil {
		return err
	}
	return w.kernel.Launch(w.shape, a.problem, w.plan, a.start, a.pools, a.costs, a.ages, a.best, a.least, a.made, a.anew,
		w.Hits, w.Goal, w.Stop)
}

// children is what a generation of all subpopulations makes.
func (w *geneticMachine) children() int64 { return int64(w.shape.Blocks) * int64(w.f.s.m.Population) }

// Read implements fleet.Searches.
func (w *geneticMachine) Read() error { return w.memory.least.Read(w.least, 0) }

// Work implements fleet.Searches. What subpopulations replaced is counted where all came as far.
func (w *geneticMachine) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	c := multiwalk.Counters{FullEvaluations: (to - from) * w.children()}
	if winner >= 0 {
		return c, nil
	}
	made, err := w.sum(w.memory.made)
	anew, e := w.sum(w.memory.anew)
	c.Moves, c.Restarts = made-w.Done.Moves, anew-w.Done.Restarts
	return c, errors.Join(err, e)
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

// Leader implements fleet.Searches.
func (w *geneticMachine) Leader(population int) (int, int64) {
	if population < 0 {
		population = first(w.least)
	}
	return population, w.least[population]
}

// Incumbent implements fleet.Searches.
func (w *geneticMachine) Incumbent(population int, x []int32) error {
	return w.memory.best.Read(x, population*w.f.s.n)
}

// Incumbents returns the best solution of each subpopulation so far, one after the other, and what each costs. They are
// of the end of the last unit; before the first there are none.
func (w *geneticMachine) Incumbents() (x []int32, costs []int64, err error) {
	if w.At == 0 {
		return nil, nil, nil
	}
	x, costs = make([]int32, w.shape.Blocks*w.f.s.n), make([]int64, w.shape.Blocks)
	if err := w.memory.best.Read(x, 0); err != nil {
		return nil, nil, err
	}
	return x, costs, w.memory.least.Read(costs, 0)
}
