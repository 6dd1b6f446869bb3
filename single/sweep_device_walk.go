package single

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/sweepkernel"
)

// machineSweeps is the searches of one machine, all in the same sweep. Search i begins as the walk that has number Base+i on cores.
type machineSweeps struct {
	fleet.Walk
	f        *sweepFleet
	plan     sweepkernel.Sweeping // of the next launch
	kernel   *gpu.Kernel
	shape    gpu.Shape
	resident int // blocks of a multiprocessor
	memory   sweepArrays
	states   []sweepkernel.Swept // as the last launch left them
	inheritance
}

// sweepArrays is what the searches are on the machine: see sweepkernel.Sweep.
type sweepArrays struct {
	classes, slices, linear, pairs *gpu.Array[int32]
	odds, elite, x, best           *gpu.Array[uint32]
	states                         *gpu.Array[sweepkernel.Swept]
}

// Start implements fleet.Machine.
func (w *machineSweeps) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	return w.Make(w.layOut, w.allocate, nil)
}

// Searches implements fleet.Searches.
func (w *machineSweeps) Searches() int { return int(w.plan.Walks) }

// layOut finds the number of searches, by default as many as keep each multiprocessor at work, and the launch.
func (w *machineSweeps) layOut() error {
	l, a := w.f.layout, &w.plan
	a.Places, a.Classes, a.Factor, a.Odds = int32(w.f.places()), int32(len(l.Classes)-1), l.Factor, l.Delta+1
	warps := w.f.warps()
	w.shape = gpu.Shape{Threads: 32 * warps, Shared: sweepkernel.Room(w.f.places(), int(a.Odds))}
	blocks, err := w.kernel.Resident(w.shape.Threads, w.shape.Shared)
	if err != nil {
		return err
	}
	blocks = min(blocks, max(1, sweepsAhead/warps))
	most := min(fleet.First-1, math.MaxInt32/w.f.places())
	walks, err := fleet.Many(w.Machine, w.Asked(), sweepkernel.Side*min(blocks, most/w.Machine.Multiprocessors()), 2*w.f.places()+32, most, "searches")
	if err != nil || walks == 0 {
		return errors.Join(err, fmt.Errorf("multiwalk: %v has no room for a search of %s; use the CPU", w.Machine, w.f.Ran.Name()))
	}
	w.shape.Blocks = (walks + sweepkernel.Side - 1) / sweepkernel.Side
	w.resident = (w.shape.Blocks + w.Machine.Multiprocessors() - 1) / w.Machine.Multiprocessors()
	a.Walks, a.First, a.Seed = int32(walks), w.Base, w.Run.Seed
	a.Poll = int32(max(1, listening/w.f.nanoseconds(w.resident)))
	return nil
}

// allocate makes the searches' memory, with the solutions of the same walks on cores. A block may have searches that nobody asked
// for: these cost more than any.
func (w *machineSweeps) allocate() {
	on, m, l, places := &w.Memory, &w.memory, w.f.layout, w.f.places()
	x := make([]uint32, w.shape.Blocks*places)
	w.states = make([]sweepkernel.Swept, w.shape.Blocks*sweepkernel.Side)
	for i := range w.states {
		w.states[i].Cost, w.states[i].Least = math.MaxInt64/2, math.MaxInt64/2
	}
	fleet.Each(w.shape.Blocks, func(b int) {
		own := make([]int32, w.f.N)
		for i := sweepkernel.Side * b; i < min(sweepkernel.Side*(b+1), int(w.plan.Walks)); i++ {
			w.BeginAt(i, own)
			w.states[i].Cost = w.f.Problem.Cost(own)
			w.states[i].Least = w.states[i].Cost
			w.put(x, i, own)
		}
	})
	m.classes, m.slices = fleet.ArrayOf(on, l.Classes), fleet.ArrayOf(on, l.Slices)
	m.linear, m.pairs = fleet.ArrayOf(on, l.Linear), fleet.ArrayOf(on, append(l.Pairs, 0))
	m.odds, m.elite = fleet.Array[uint32](on, int(w.plan.Odds)), fleet.Array[uint32](on, places)
	m.x, m.best = fleet.ArrayOf(on, x), fleet.ArrayOf(on, x)
	m.states = fleet.Track(&w.Walk, w.states, func(s *sweepkernel.Swept) (int64, int64) { return s.Cost, s.Least })
	w.Enter(w.shape.Blocks)
}

// put writes a search's solution into words of all, and get reads it.
func (w *machineSweeps) put(words []uint32, search int, x []int32) {
	own, shift := words[search/sweepkernel.Side*w.f.places():], 8*(search%sweepkernel.Side)
	for i, at := range w.f.layout.Place {
		own[at] = own[at]&^(0xff<<shift) | uint32(x[i])<<shift
	}
}

func (w *machineSweeps) get(words []uint32, search int, x []int32) {
	shift := 8 * (search % sweepkernel.Side)
	for i, at := range w.f.layout.Place {
		x[i] = int32(words[at] >> shift & 1)
	}
}

// Until implements fleet.Searches: a launch has some 10 ms of sweeps, fewer in the emulator, and ends where the evaluations may be
// spent, or the temperature changes.
func (w *machineSweeps) Until(from, evaluations int64) int64 {
	most := max(1, 10_000_000/w.f.nanoseconds(w.resident))
	if w.Machine.Emulated() {
		most = max(1, most/emulatedShare)
	}
	most = fleet.Within(evaluations, int64(w.f.N)*int64(w.plan.Walks), most)
	if hold := w.hold(); hold > 0 {
		most = min(most, hold-from%hold)
	}
	return from + most
}

// hold is how many sweeps a temperature lasts, as machineExplore has it.
func (w *machineSweeps) hold() int64 { return holdOf(w.f.Plan, int64(w.f.N)*int64(w.plan.Walks)) }

// Cool implements fleet.Cooler. A flip that changes nothing has a chance of one half: if all of these were made, bits without a
// field would all flip in every sweep.
func (w *machineSweeps) Cool(part float64) error {
	if hold := w.hold(); hold > 0 && w.At%hold > 0 {
		return nil
	}
	heat := w.f.cools(part)
	odds := make([]uint32, w.plan.Odds)
	for d := range odds {
		y := float64(d) / heat * math.Log2E
		odds[d] = uint32(min(math.MaxUint32, float64(metropolis.Exp2(32-min(y, 64)))))
	}
	odds[0] = 1 << 31
	if err := w.memory.odds.Write(odds, 0); err != nil {
		return err
	}
	return w.inherit(part, heat, w.hold() > 0, w.handOver)
}

// handOver copies solutions from searches that have several heirs to those that have none. Incumbents stay.
func (w *machineSweeps) handOver(rise float64) error {
	costs := make([]int64, w.plan.Walks)
	for i := range costs {
		costs[i] = w.states[i].Cost
	}
	givers := giversOf(costs, rise, inheritDraw(&w.Walk))
	if givers == nil {
		return nil
	}
	words := make([]uint32, w.shape.Blocks*w.f.places())
	if err := w.memory.x.Read(words, 0); err != nil {
		return err
	}
	next := append([]uint32(nil), words...)
	fleet.Each(w.shape.Blocks, func(b int) {
		places := w.f.places()
		for i := sweepkernel.Side * b; i < min(sweepkernel.Side*(b+1), len(costs)); i++ {
			from, shift := givers[i], 8*(i%sweepkernel.Side)
			if from == i {
				continue
			}
			theirs, own, theirShift := words[from/sweepkernel.Side*places:][:places], next[b*places:][:places], 8*(from%sweepkernel.Side)
			for k, word := range theirs {
				own[k] = own[k]&^(0xff<<shift) | word>>theirShift&1<<shift
			}
			w.states[i].Cost = costs[from]
		}
	})
	return errors.Join(w.memory.x.Write(next, 0), w.memory.states.Write(w.states, 0))
}

// Launch implements fleet.Searches.
func (w *machineSweeps) Launch(from, until, target int64) error {
	m := &w.memory
	w.plan.From, w.plan.Until, w.plan.Target = from, until, target
	plan := w.plan
	w.plan.Adopt = 0
	return w.kernel.Launch(w.shape, plan, m.classes, m.slices, m.linear, m.pairs, m.odds, m.elite, m.x, m.best, m.states, w.Hits, w.Goal, w.Stop)
}

// Work implements fleet.Searches: every bit of every search in each sweep.
func (w *machineSweeps) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	c.DeltaEvaluations = (to - from) * int64(w.f.N) * int64(w.plan.Walks)
	if winner >= 0 {
		return c, nil
	}
	c.Moves -= w.Done.Moves
	for i := range w.states {
		c.Moves += w.states[i].Moves
	}
	return c, nil
}

// Leader implements fleet.Searches. A contestant is a block.
func (w *machineSweeps) Leader(block int) (int, int64) {
	from, n := 0, int(w.plan.Walks)
	if block >= 0 {
		from = sweepkernel.Side * block
		n = min(sweepkernel.Side, n-from)
	}
	search := from + fleet.Leader(n, func(i int) int64 { return w.states[from+i].Least })
	return search, w.states[search].Least
}

// Incumbent implements fleet.Searches.
func (w *machineSweeps) Incumbent(search int, x []int32) error {
	return w.solution(w.memory.best, search, x)
}

// Current implements fleet.Ledger.
func (w *machineSweeps) Current(search int, x []int32) error {
	return w.solution(w.memory.x, search, x)
}

// solution reads that of a search.
func (w *machineSweeps) solution(from *gpu.Array[uint32], search int, x []int32) error {
	words := make([]uint32, w.f.places())
	err := from.Read(words, search/sweepkernel.Side*len(words))
	w.get(words, search, x)
	return err
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineSweeps) Adopt(x []int32, cost int64) {
	words := make([]uint32, w.f.places())
	for i := range sweepkernel.Side {
		w.put(words, i, x)
	}
	w.plan.Elite, w.plan.Adopt = cost, 1
	w.Adopted(w.memory.elite.Write(words, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineSweeps) Kept() []any { return []any{&w.plan.Elite, &w.plan.Adopt, &w.part, &w.heat} }
