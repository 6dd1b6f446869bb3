package anneal

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/sweep"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
)

// machineSweeps is the searches of one machine, all in the same sweep. Search i begins as the walk that has number Base+i on cores. A
// contestant is a block.
type machineSweeps struct {
	fleet.Crowd[sweep.Sweeping, sweep.Swept]
	f           *sweepFleet
	resident    int // blocks of a multiprocessor
	odds, elite *gpu.Array[uint32]
	x, best     *gpu.Array[uint32]
	states      *gpu.Array[sweep.Swept]
	explore.Inheritance
}

// machine makes the searches of a machine. A launch ends where the temperature changes.
func (f *sweepFleet) machine() *machineSweeps {
	w := &machineSweeps{f: f}
	w.Costs = func(s *sweep.Swept) (int64, int64) { return s.Cost, s.Least }
	w.LayOut, w.Arrays, w.Side, w.Each = w.layOut, w.arrays, sweep.Side, int64(f.N)
	w.Lasts = func() int64 {
		ns := f.nanoseconds(w.resident)
		return w.Paced(float64(ns), 10_000_000/ns/walking.EmulatedShare)
	}
	w.Period = w.Hold
	w.Present = fleet.Packed(func(search int, x []int32) error { return w.solution(w.x, search, x) })
	w.Found = fleet.Packed(func(search int, x []int32) error { return w.solution(w.best, search, x) })
	w.Takes = func(x []int32) error {
		words := make([]uint32, f.places())
		for i := range sweep.Side {
			w.put(words, i, x)
		}
		return w.elite.Write(words, 0)
	}
	w.Keeps = []any{&w.Plan.Elite, &w.Plan.Adopt, &w.Part, &w.Heat}
	w.Inheritance = explore.Inheritance{Of: &w.Walk, Cools: f.cools, PerIteration: func() int64 { return w.Each * int64(w.Size) }, Write: w.heats,
		Currents: w.Current, Give: w.give}
	return w
}

// layOut finds the number of searches, by default as many as keep each multiprocessor at work, and the launch.
func (w *machineSweeps) layOut() (shape gpu.Shape, walks int, err error) {
	l, a := w.f.layout, &w.Plan
	a.Places, a.Classes, a.Factor, a.Odds = int32(w.f.places()), int32(len(l.Classes)-1), l.Factor, l.Delta+1
	warps := w.f.warps()
	shape = gpu.Shape{Threads: 32 * warps, Shared: sweep.Room(w.f.places(), int(a.Odds))}
	blocks, err := w.Kernel.Resident(shape.Threads, shape.Shared)
	if err != nil {
		return shape, 0, err
	}
	blocks = min(blocks, max(1, sweepsAhead/warps))
	most := min(fleet.First-1, math.MaxInt32/w.f.places())
	walks, err = fleet.Many(w.Machine, w.Asked(), sweep.Side*min(blocks, most/w.Machine.Multiprocessors()), 2*w.f.places()+32, most, "searches")
	shape.Blocks = (walks + sweep.Side - 1) / sweep.Side
	w.resident = (shape.Blocks + w.Machine.Multiprocessors() - 1) / w.Machine.Multiprocessors()
	a.Poll = int32(max(1, walking.Listening/w.f.nanoseconds(w.resident)))
	return shape, walks, err
}

// arrays makes the searches' memory, with the solutions of the same walks on cores. A block may have searches that nobody asked
// for: these cost more than any.
func (w *machineSweeps) arrays() []any {
	on, l, places := &w.Memory, w.f.layout, w.f.places()
	x := make([]uint32, w.Shape.Blocks*places)
	for i := range w.States {
		w.States[i].Cost, w.States[i].Least = math.MaxInt64/2, math.MaxInt64/2
	}
	fleet.Each(w.Shape.Blocks, func(b int) {
		own := make([]int32, w.f.N)
		for i := sweep.Side * b; i < min(sweep.Side*(b+1), w.Size); i++ {
			w.BeginAt(i, own)
			w.States[i].Cost = w.f.Problem.Cost(own)
			w.States[i].Least = w.States[i].Cost
			w.put(x, i, own)
		}
	})
	classes, slices := fleet.ArrayOf(on, l.Classes), fleet.ArrayOf(on, l.Slices)
	linear, pairs := fleet.ArrayOf(on, l.Linear), fleet.ArrayOf(on, append(l.Pairs, 0))
	w.odds, w.elite = fleet.Array[uint32](on, int(w.Plan.Odds)), fleet.Array[uint32](on, places)
	w.x, w.best = fleet.ArrayOf(on, x), fleet.ArrayOf(on, x)
	w.states = w.Track()
	return []any{classes, slices, linear, pairs, w.odds, w.elite, w.x, w.best, w.states}
}

// put writes a search's solution into words of all, and get reads it.
func (w *machineSweeps) put(words []uint32, search int, x []int32) {
	own, shift := words[search/sweep.Side*w.f.places():], 8*(search%sweep.Side)
	for i, at := range w.f.layout.Place {
		own[at] = own[at]&^(0xff<<shift) | uint32(x[i])<<shift
	}
}

func (w *machineSweeps) get(words []uint32, search int, x []int32) {
	shift := 8 * (search % sweep.Side)
	for i, at := range w.f.layout.Place {
		x[i] = int32(words[at] >> shift & 1)
	}
}

// heats sets the odds by a temperature. A flip that changes nothing has a chance of one half: if all of these were made, bits without a
// field would all flip in every sweep.
func (w *machineSweeps) heats(heat float64) error {
	odds := make([]uint32, w.Plan.Odds)
	for d := range odds {
		y := float64(d) / heat * math.Log2E
		odds[d] = uint32(min(math.MaxUint32, float64(metropolis.Exp2(32-min(y, 64)))))
	}
	odds[0] = 1 << 31
	return w.odds.Write(odds, 0)
}

// give hands solutions over: see inheritance.
func (w *machineSweeps) give(givers []int) error {
	words, costs := make([]uint32, w.Shape.Blocks*w.f.places()), w.Current()
	if err := w.x.Read(words, 0); err != nil {
		return err
	}
	next := append([]uint32(nil), words...)
	fleet.Each(w.Shape.Blocks, func(b int) {
		places := w.f.places()
		for i := sweep.Side * b; i < min(sweep.Side*(b+1), len(costs)); i++ {
			from, shift := givers[i], 8*(i%sweep.Side)
			if from == i {
				continue
			}
			theirs, own, theirShift := words[from/sweep.Side*places:][:places], next[b*places:][:places], 8*(from%sweep.Side)
			for k, word := range theirs {
				own[k] = own[k]&^(0xff<<shift) | word>>theirShift&1<<shift
			}
			w.States[i].Cost = costs[from]
		}
	})
	return errors.Join(w.x.Write(next, 0), w.states.Write(w.States, 0))
}

// Work implements fleet.Searches: every bit of every search in each sweep.
func (w *machineSweeps) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	c.DeltaEvaluations = (to - from) * w.Each * int64(w.Size)
	if winner < 0 {
		c.Moves = w.Sum(func(s *sweep.Swept) int64 { return s.Moves }) - w.Done.Moves
	}
	return c, nil
}

// solution reads that of a search.
func (w *machineSweeps) solution(from *gpu.Array[uint32], search int, x []int32) error {
	words := make([]uint32, w.f.places())
	err := from.Read(words, search/sweep.Side*len(words))
	w.get(words, search, x)
	return err
}

func (w *machineSweeps) Adopt(x []int32, cost int64) {
	w.Plan.Elite = cost
	w.Crowd.Adopt(x, cost)
}
