package population

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
)

// geneticMachine is the subpopulations of one machine, all in the same generation. They are the searches.
type geneticMachine struct {
	fleet.Group[deme.Breeding, struct{}]
	f       *geneticFleet
	memory  geneticArrays
	least   []int64 // of each subpopulation, as the last launch left it
	settled []int   // the subpopulations that Individuals told of
}

// geneticArrays is what the subpopulations are on the machine: see deme.Genetic.
type geneticArrays struct {
	start, ages, best        *gpu.Array[int32]
	pools                    *gpu.Array[uint16]
	costs, least, made, anew *gpu.Array[int64]
}

// machine makes the subpopulations of a machine.
func (f *geneticFleet) machine() *geneticMachine {
	w := &geneticMachine{f: f}
	w.Plan = deme.Breeding{Rule: f.s.rule, N: int32(f.s.n), Stagnant: math.MaxInt32, Check: geneticCheck, Poll: 1}
	if f.s.m.Keep {
		w.Plan.Keeps = 1
	}
	if f.s.check > 0 {
		w.Plan.Stagnant = int32(f.s.resting)
	}
	w.LayOut, w.Arrays = w.layOut, w.arrays
	w.Each, w.Covers = int64(f.s.m.Population), true
	w.Lasts = func() int64 { return f.launch(w.Machine.Emulated()) }
	w.Period = func() int64 { return int64(f.pace) }
	w.Fits = func(plan deme.Breeding) error { return w.memory.fits(plan, w.Shape.Blocks) }
	return w
}

// Start implements fleet.Machine. Only the first incumbent is evaluated so far.
func (w *geneticMachine) Start(id int, kernels []*gpu.Kernel) error {
	err := w.Group.Start(id, kernels)
	w.Done.FullEvaluations = 1
	return err
}

// layOut finds the number of subpopulations, a block each, and the launch.
func (w *geneticMachine) layOut() (shape gpu.Shape, blocks int, err error) {
	program, err := w.Machine.Load(w.f.Module.Name, w.f.Module.PTX)
	if err != nil {
		return shape, 0, err
	}
	k, shape, pools, resident, err := w.f.fit(w.Machine, program)
	if err != nil {
		return shape, 0, err
	}
	// Kernels index their numbers by 32 bits.
	most := min(fleet.First-1, math.MaxInt32/(2*w.f.s.m.Population*w.f.s.n))
	if shape.Blocks = w.Asked(); shape.Blocks == 0 {
		shape.Blocks = min(resident*w.Machine.Multiprocessors(), most)
	}
	if shape.Blocks > most {
		return shape, 0, fmt.Errorf("multiwalk: %d subpopulations of %d individuals of %d elements are too many for one GPU; use up to %d",
			shape.Blocks, w.f.s.m.Population, w.f.s.n, most)
	}
	if w.Kernel = k; pools {
		w.Plan.Shared = 1
	}
	if w.Run.Start != nil {
		w.Plan.Given = 1
	}
	return shape, shape.Blocks, nil
}

// arrays makes the memory, and the first incumbent: the first individual of the first subpopulation.
func (w *geneticMachine) arrays() []any {
	f, blocks := w.f, w.Size
	if b := f.s.breeder(w.Base, 0); w.Run.Start == nil {
		b.Beget(-1, 0)
		copy(w.X, b.Child)
	} else {
		copy(w.X, w.Run.Start)
	}
	w.Least = f.s.p.Cost(w.X)
	all := blocks * f.s.m.Population * f.s.n
	if w.Plan.Shared == 0 {
		all *= 2 // the next generation lies beside the present one
	}
	w.least = slices.Repeat([]int64{math.MaxInt64}, blocks)
	on, a := &w.Memory, &w.memory
	a.start = fleet.ArrayOf(on, w.X)
	a.ages, a.best = fleet.ArrayOf(on, slices.Repeat([]int32{-1}, blocks)), fleet.Array[int32](on, blocks*f.s.n)
	a.pools, a.costs = fleet.Array[uint16](on, all), fleet.Array[int64](on, blocks*f.s.m.Population)
	a.least = fleet.ArrayOf(on, w.least)
	a.made, a.anew = fleet.Array[int64](on, blocks), fleet.Array[int64](on, blocks)
	w.Found = fleet.Rows{In: a.best, Step: f.s.n}
	w.Watch(func() error { return a.least.Read(w.least, 0) }, func(i int) (int64, int64) { return w.least[i], w.least[i] })
	return []any{a.start, a.pools, a.costs, a.ages, a.best, a.least, a.made, a.anew}
}

// fits compares the lengths of the arrays with what the blocks of a launch index in them: see deme.Genetic.
func (a *geneticArrays) fits(plan deme.Breeding, blocks int) error {
	each, n := int64(blocks), int64(plan.N)
	individuals := each * int64(plan.Rule.Topology.Width)
	genes := individuals * n
	if plan.Shared == 0 {
		genes *= 2 // the next generation lies beside the present one
	}
	return gpu.Fits("Genetic", gpu.Need{Array: "start", Have: a.start.Len(), Least: n}, gpu.Need{Array: "pools", Have: a.pools.Len(), Least: genes},
		gpu.Need{Array: "costs", Have: a.costs.Len(), Least: individuals}, gpu.Need{Array: "ages", Have: a.ages.Len(), Least: each},
		gpu.Need{Array: "best", Have: a.best.Len(), Least: each * n}, gpu.Need{Array: "least", Have: a.least.Len(), Least: each},
		gpu.Need{Array: "made", Have: a.made.Len(), Least: each}, gpu.Need{Array: "anew", Have: a.anew.Len(), Least: each})
}

// Work implements fleet.Searches. What subpopulations replaced is counted where all came as far.
func (w *geneticMachine) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	c := multiwalk.Counters{FullEvaluations: (to - from) * w.Each * int64(w.Size)}
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
	each := make([]int64, w.Size)
	err = a.Read(each, 0)
	for _, v := range each {
		sum += v
	}
	return sum, err
}

// Incumbents returns the best solution of each subpopulation so far, one after the other, and what each costs. They are
// of the end of the last unit; before the first there are none.
func (w *geneticMachine) Incumbents() (x []int32, costs []int64, err error) {
	if w.At == 0 {
		return nil, nil, nil
	}
	return w.Group.Incumbents()
}
