package population

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// place says why a device cannot make the population, or nil.
func (e evolution) place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if e.err != nil {
		return e.err
	}
	if err := walk.NoFixedEdges(e.method.Name(), p); err != nil {
		return err
	}
	if e.sweep {
		return walk.NoKernel(e.method.Name(), d, "children take their places one after the other; leave out Asynchronous, or run it on CPU cores")
	}
	if e.improve != nil {
		return walk.NoKernel(e.method.Name(), d, "children are improved on CPU cores only; leave out "+e.improve.Name()+", or run it there")
	}
	if _, err := evolveModule(p); err != nil {
		return walk.NoKernel(e.method.Name(), d, err.Error())
	}
	if room := e.rule.Room(p.Space().Len(), p); room > mostShared {
		return walk.NoKernel(e.method.Name(), d, fmt.Sprintf("an individual of %d elements needs %d bytes of shared memory, "+
			"and a block has %d; run it on CPU cores", p.Space().Len(), room, mostShared))
	}
	return nil
}

// evolveModule returns the kernels of a problem, among them Evolve.
func evolveModule(p multiwalk.Problem) (kernel.Module, error) {
	m, err := fleet.ModuleOf(p)
	if err == nil && m.Entries["Evolve"].Func == nil {
		err = errors.New("its module lacks Evolve, as one made by an earlier version does; run multiwalk kernel gen again")
	}
	return m, err
}

// demeFleet is a population on an accelerator, one on each machine.
type demeFleet struct {
	fleet.Fleet
	s *demeSearch
}

func newDemeFleet(s *demeSearch) (walk.Search, error) {
	if err := s.place(s.p, s.plan.Device.(multiwalk.Accelerator)); err != nil {
		return nil, err
	}
	module, err := evolveModule(s.p)
	if err != nil {
		return nil, err
	}
	f := &demeFleet{s: s}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.n, Module: module, Ran: s.method, Names: fleet.Always("Evolve"),
		New: func() fleet.Machine { return f.machine() }, Settled: deme.Evolving{Rule: s.rule}}
	return f, nil
}

// demeMachine is the population of a machine. Its searches are the warps that divide it: each tells of the best that it made.
type demeMachine struct {
	fleet.Group[deme.Evolving, deme.Bred]
	s     *demeSearch
	pool  *gpu.Array[int32]
	costs *gpu.Array[int64]
}

// demeWarps is how many warps a block has at most.
const demeWarps = 8

func (f *demeFleet) machine() *demeMachine {
	w := &demeMachine{s: f.s}
	w.Plan = deme.Evolving{Rule: f.s.rule, N: int32(f.s.n), Room: int32(f.s.rule.Room(f.s.n, f.s.p)), Poll: 1}
	w.LayOut, w.Arrays = w.layOut, w.arrays
	w.Costs = func(s *deme.Bred) (int64, int64) { return s.Least, s.Least }
	w.Lasts = w.lasts
	return w
}

// layOut divides the population among as many warps as the machine holds at once, in blocks of equal size.
func (w *demeMachine) layOut() (shape gpu.Shape, warps int, err error) {
	side := min(demeWarps, w.Machine.SharedPerBlock()/int(w.Plan.Room))
	if w.Machine.Emulated() {
		side = min(side, 2)
	}
	if side == 0 {
		return shape, 0, nil
	}
	shape = gpu.Shape{Threads: 32 * side, Shared: side * int(w.Plan.Room), Together: true}
	resident, err := w.Kernel.Resident(shape.Threads, shape.Shared)
	if err != nil || resident == 0 {
		return shape, 0, err
	}
	shape.Blocks = min(resident*w.Machine.Multiprocessors(), (w.s.size+side-1)/side)
	if w.Machine.Emulated() {
		shape.Blocks = min(shape.Blocks, 2)
	}
	w.Side, w.Each = shape.Blocks*side, 0
	return shape, w.Side, nil
}

// refining is how many nanoseconds of a warp an alternative of a refinement takes, roughly, its turn included.
const refining = 7

// lasts is how many generations a launch has: some 10 ms of them, if a warp makes an individual in O(n) to O(n*n).
func (w *demeMachine) lasts() int64 {
	n := float64(w.s.n)
	each := 3000 + 10*n + 5*n*math.Sqrt(n) + float64(w.s.priced())*refining
	rounds := math.Ceil(float64(w.s.size) / float64(w.Size))
	return w.Paced(2000+each*rounds, max(1, 64/int64(w.s.size)))
}

// arrays makes the memory, with the first generation.
func (w *demeMachine) arrays() []any {
	on, n, size := &w.Memory, w.s.n, w.s.size
	x, costs := make([]int32, 2*size*n), make([]int64, 2*size)
	fleet.Each(size, func(i int) {
		w.s.born(x[i*n:(i+1)*n], w.Base, i)
		costs[i] = w.s.p.Cost(x[i*n : (i+1)*n])
	})
	best := make([]int32, w.Size*n)
	lead := first(costs[:size])
	for i := range w.States {
		w.States[i] = deme.Bred{Least: costs[lead], Generation: -1}
		copy(best[i*n:], x[lead*n:(lead+1)*n])
	}
	parts, fixed := fleet.ArrayOf(on, w.s.parts), fleet.ArrayOf(on, w.s.fixed)
	w.pool, w.costs = fleet.ArrayOf(on, x), fleet.ArrayOf(on, costs)
	bests := fleet.ArrayOf(on, best)
	w.Found = fleet.Rows{In: bests, Step: n}
	bred := w.Track()
	return []any{parts, fixed, w.pool, w.costs, bests, bred, fleet.Array[int32](on, 1)}
}

// Start implements fleet.Machine: all of the first generation is evaluated.
func (w *demeMachine) Start(id int, kernels []*gpu.Kernel) error {
	err := w.Group.Start(id, kernels)
	w.Done.FullEvaluations = int64(w.s.size)
	return err
}

func (w *demeMachine) Until(from, evaluations int64) int64 {
	each := int64(w.s.size) * (1 + w.s.priced())
	return from + fleet.Covering(evaluations, each, w.lasts())
}

func (w *demeMachine) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	moves := w.Sum(func(s *deme.Bred) int64 { return s.Taken })
	made := (to - from) * int64(w.s.size)
	return multiwalk.Counters{FullEvaluations: made, DeltaEvaluations: made * w.s.priced(), Moves: moves - w.Done.Moves}, nil
}

// Leader implements fleet.Searches: the cheapest, of several the one of the earliest generation, and there the first.
func (w *demeMachine) Leader(int) (int, int64) {
	lead := 0
	for i := range w.States {
		if a, b := &w.States[i], &w.States[lead]; a.Least < b.Least || a.Least == b.Least &&
			(a.Generation < b.Generation || a.Generation == b.Generation && a.Individual < b.Individual) {
			lead = i
		}
	}
	return lead, w.States[lead].Least
}

// Adopt implements walk.Adopter: x takes the place of the last of the worst individuals.
func (w *demeMachine) Adopt(x []int32, cost int64) {
	from := int(w.At&1) * w.s.size
	costs := make([]int64, w.s.size)
	err := w.costs.Read(costs, from)
	i := from + lastWorst(costs)
	err = errors.Join(err, w.pool.Write(x, i*w.s.n), w.costs.Write([]int64{cost}, i))
	w.Adopted(err, x, cost)
}

// Check implements fleet.Searches: it evaluates the individuals of both generations in full.
func (w *demeMachine) Check() error {
	x, costs := make([]int32, w.pool.Len()), make([]int64, w.costs.Len())
	if err := errors.Join(w.pool.Read(x, 0), w.costs.Read(costs, 0)); err != nil {
		return err
	}
	w.s.ledger(x, costs)
	return nil
}
