package population

import (
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/quantum"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

func (m Quantum) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if room := quantum.Room(p.Space().Len(), 32); room > mostShared {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("what 32 threads observe of %d bits needs %d bytes of shared memory, and a block has %d; "+
			"run it on CPU cores", p.Space().Len(), room, mostShared))
	}
	if _, err := rotateModule(p); err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	return nil
}

// rotateModule returns the kernels of a problem over bits, among them Rotate.
func rotateModule(p multiwalk.Problem) (kernel.Module, error) {
	m, err := fleet.ModuleOf(p)
	if err == nil && (p.Space().Kind() != multiwalk.KindBinary || m.Entries["Rotate"].Func == nil) {
		err = errors.New("its module lacks Rotate, which bits get by multiwalk kernel gen -with Rotate")
	}
	return m, err
}

// quantumMost is how many individuals of all populations a machine has at most, by its memory and what 32 bits index.
const quantumMost = 1 << 29

// onDevice prepares the populations of machines, a block each, the same as the walks of those numbers on cores.
func (s *quantumSearch) onDevice(d multiwalk.Accelerator) (walk.Search, error) {
	if err := s.m.Place(s.p, d); err != nil {
		return nil, err
	}
	module, err := rotateModule(s.p)
	return &fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.n, Module: module, Ran: s.m, Names: fleet.Always("Rotate"),
		New: func() fleet.Machine { return s.machine() }}, err
}

// quantumMachine is the populations of one machine.
type quantumMachine struct {
	fleet.Crowd[quantum.Rotating, quantum.State]
	s *quantumSearch
}

func (s *quantumSearch) machine() *quantumMachine {
	w := &quantumMachine{s: s}
	w.Plan = quantum.Rotating{Rule: s.rule, Poll: 1}
	w.Each, w.Covers, w.Keeps = int64(s.m.Population), true, []any{&w.Plan.Start, &w.Adopting}
	w.LayOut, w.Arrays = w.layOut, w.arrays
	w.Costs = func(s *quantum.State) (int64, int64) { return s.Least, s.Least }
	w.Lasts = func() int64 { return w.Paced(1000+float64(200*s.n), max(1, 400/int64(s.m.Population))) }
	return w
}

// layOut gives a population as many threads as it has individuals, or shared memory has room for.
func (w *quantumMachine) layOut() (shape gpu.Shape, blocks int, err error) {
	n, size := w.s.n, w.s.m.Population
	warps := min((size+31)/32, 1024/32, w.Machine.SharedPerBlock()/quantum.Room(n, 32))
	if w.Machine.Emulated() {
		warps = 1
	}
	shape = gpu.Shape{Threads: 32 * warps, Shared: quantum.Room(n, 32*warps)}
	w.Plan.Rule.Seed = w.Run.Seed
	if shape.Blocks = w.Asked(); shape.Blocks == 0 {
		resident, err := w.Kernel.Resident(shape.Threads, shape.Shared)
		if err != nil {
			return shape, 0, err
		}
		shape.Blocks = resident * w.Machine.Multiprocessors()
	}
	shape.Blocks = min(shape.Blocks, fleet.First-1, max(1, quantumMost/(size*n)))
	return shape, shape.Blocks, nil
}

// arrays makes the memory.
func (w *quantumMachine) arrays() []any {
	on, s, all := &w.Memory, w.s, w.Size*w.s.m.Population
	x := w.Solutions()
	fleet.Each(w.Size, func(i int) { w.States[i].Least = s.p.Cost(x[i*s.n : (i+1)*s.n]) })
	given, best := fleet.Array[int32](on, s.n), fleet.ArrayOf(on, x)
	w.Takes = func(x []int32) error { return given.Write(x, 0) }
	w.Found = fleet.Rows{In: best, Step: s.n}
	return []any{fleet.ArrayOf(on, s.chances), fleet.ArrayOf(on, s.fixed), given, fleet.Array[int32](on, all*s.n),
		fleet.Array[int32](on, all*s.n), fleet.Array[int64](on, all), best, w.Track()}
}

// Work implements fleet.Searches. What individuals took up is counted where all populations came as far.
func (w *quantumMachine) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	c := multiwalk.Counters{FullEvaluations: (to - from) * w.Each * int64(w.Size)}
	if winner < 0 {
		c.Moves = w.Sum(func(s *quantum.State) int64 { return s.Moves }) - w.Done.Moves
		c.Restarts = w.Sum(func(s *quantum.State) int64 { return s.Restarts }) - w.Done.Restarts
	}
	return c, nil
}

// Check implements fleet.Searches: it evaluates what the populations have found in full.
func (w *quantumMachine) Check() error {
	x, costs, err := w.Incumbents()
	for i, cost := range costs {
		if full := w.s.p.Cost(x[i*w.s.n : (i+1)*w.s.n]); err == nil && full != cost {
			panic(fmt.Errorf("quantum: population %d found %d, by full evaluation %d: %w", i, cost, full, multiwalk.ErrDeltaMismatch))
		}
	}
	return err
}
