package single

import (
	"errors"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/clausekernel"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// machineFocused is the searches of one machine. Search i is the walk that has number Base+i on cores.
type machineFocused struct {
	fleet.Walk
	f      *focusedFleet
	plan   clausekernel.Focusing // of the next launch
	draw   *gpu.Kernel
	all    []*gpu.Kernel // one after the other
	kernel *gpu.Kernel
	shape  gpu.Shape
	name   string // of the kernel
	near   bool   // it is Focus or FocusThree, and the words of 32 searches are interleaved
	memory focusArrays
	walks  []clausekernel.Focused // as the last launch left them
	gone   int64                  // searches before these
	spent  int64                  // evaluations of those
}

// focusArrays is what the searches are on the machine: see clausekernel.Focus and FocusWarp. list is rest of the former.
type focusArrays struct {
	form, list                  *gpu.Array[int32]
	weights                     *gpu.Array[int64]
	chances, elite, state, best *gpu.Array[uint32]
	walks                       *gpu.Array[clausekernel.Focused]
}

// Start implements fleet.Machine.
func (w *machineFocused) Start(_ int, kernels []*gpu.Kernel) error {
	w.draw, w.all = kernels[0], kernels[1:]
	w.take(0)
	return w.Make(w.layOut, w.allocate, w.begin)
}

// take makes a kernel that of the launches to come.
func (w *machineFocused) take(which int) {
	w.kernel, w.name = w.all[which], w.f.kernels(w.Machine)[which]
	w.near = w.name == "Focus" || w.name == "FocusThree"
}

func (w *machineFocused) begin() error { return errors.Join(w.random(), w.First()) }

// crowd has many searches take the place of a few. A few searches are fast: they solve easy instances while many searches would still come
// down from their first solutions. Many searches together make several times as many flips, which hard instances need. The many begin anew.
func (w *machineFocused) crowd() error {
	w.gone += int64(len(w.walks))
	for i := range w.walks {
		w.spent += w.walks[i].Delta
	}
	w.take(1)
	return w.Remake(w.layOut, w.allocate, w.begin)
}

// focusedStage is which searches a machine has, in a checkpoint. Their memory is read after it.
type focusedStage struct{ *machineFocused }

// Save implements checkpoint.Saver.
func (w focusedStage) Save(a *checkpoint.Archive) {
	gone, spent := w.gone, w.spent
	a.Fields("focused searches", &gone, &spent)
	if a.Reading() && a.Err() == nil && gone > 0 {
		a.Fail(w.crowd())
		w.gone, w.spent = gone, spent
	}
}

// starts returns the solutions that walks begin with. The memory has room for all searches, which may be more than there are walks.
func (w *machineFocused) starts(all int) []uint32 {
	words := make([]uint32, all*w.bits())
	fleet.Each(len(w.walks), func(i int) {
		x := make([]int32, w.plan.N)
		w.BeginAt(i, x)
		for k, word := range packed(x) {
			words[w.at(w.bits(), i, k)] = word
		}
	})
	return words
}

// random lets the machine draw random solutions, where walks begin with such.
func (w *machineFocused) random() error {
	if !beginsAtRandom(w.Run, w.f.s.p) {
		return nil
	}
	a := clausekernel.Drawing{Searches: w.plan.Walks, Words: int32(w.bits()), First: w.plan.First, Seed: w.Run.Seed}
	if w.near {
		a.Near = 1
	}
	blocks := (w.memory.best.Len() + drawThreads - 1) / drawThreads
	return w.draw.Launch(gpu.Shape{Blocks: blocks, Threads: drawThreads}, a, w.memory.best)
}

// drawThreads is the threads of a block that draws.
const drawThreads = 128

// allocate makes the searches' memory, with the solutions of the same walks on cores. The first launch counts what follows from these.
func (w *machineFocused) allocate() {
	on, m, a := &w.Memory, &w.memory, &w.plan
	all := (int(a.Walks) + lane.WarpSize - 1) / lane.WarpSize * lane.WarpSize
	w.walks = make([]clausekernel.Focused, a.Walks)
	for i := range w.walks {
		w.walks[i].Flip = w.At
	}
	m.form, m.weights, m.chances = fleet.ArrayOf(on, w.f.form), fleet.ArrayOf(on, w.f.s.c.Weights), fleet.ArrayOf(on, w.f.s.chances)
	m.elite, m.state = fleet.Array[uint32](on, w.bits()), fleet.Array[uint32](on, all*w.words())
	if beginsAtRandom(w.Run, w.f.s.p) {
		m.best = fleet.Array[uint32](on, all*w.bits()) // see random
	} else {
		m.best = fleet.ArrayOf(on, w.starts(all))
	}
	m.walks = fleet.Track(&w.Walk, w.walks, func(s *clausekernel.Focused) (int64, int64) { return s.Cost, s.Least })
	listed := int(a.Clauses)
	if w.near {
		listed -= int(a.Head)
	}
	m.list = fleet.Array[int32](on, all*listed)
	w.Enter(len(w.walks))
}

// words, counts and bits are how many words a search has of its own, for counts, and for bits, which follow those.
func (w *machineFocused) words() int {
	if w.near {
		return int(clausekernel.FocusWords(&w.plan))
	}
	return int(clausekernel.WarpWords(&w.plan))
}

func (w *machineFocused) counts() int { return int(clausekernel.FocusCounts(&w.plan)) }
func (w *machineFocused) bits() int   { return int(w.plan.N+31) / 32 }

// at is where word k of a search is in an array with some words a search.
func (w *machineFocused) at(words, search, k int) int {
	if w.near {
		return (search/lane.WarpSize*words+k)*lane.WarpSize + search%lane.WarpSize
	}
	return search*words + k
}

// packed is a solution as bits.
func packed(x []int32) []uint32 {
	words := make([]uint32, (len(x)+31)/32)
	for i, v := range x {
		words[i/32] |= uint32(v) << (i % 32)
	}
	return words
}

// Until implements fleet.Searches. A launch has as many flips as focusLaunch says, fewer in the emulator, and ends
// where the evaluations may be spent. A flip has as many as the longest clause has literals.
func (w *machineFocused) Until(from, evaluations int64) int64 {
	most := max(1, focusLaunch/w.turn())
	if w.Machine.Emulated() {
		most = focusOnEmulator
	}
	return from + fleet.Within(evaluations, int64(w.plan.Longest)*int64(w.plan.Walks), most)
}

// Launch implements fleet.Searches. Where nothing is violated that can be satisfied, searches are at their target too.
func (w *machineFocused) Launch(_, until, target int64) error {
	m := &w.memory
	w.plan.Until, w.plan.Target = until, max(target, w.plan.Bound)
	plan := w.plan
	w.plan.Begin = 0
	return w.kernel.Launch(w.shape, plan, m.form, m.weights, m.chances, m.elite, m.state, m.list, m.best, m.walks, w.Hits, w.Goal, w.Stop)
}

// Work implements fleet.Searches. Where one came to the target, the others may be anywhere, so a flip of each until then is all
// that they did for sure.
func (w *machineFocused) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	if winner >= 0 {
		c.DeltaEvaluations = (to - from) * int64(len(w.walks))
		c.Moves = c.DeltaEvaluations
		return c, nil
	}
	c.DeltaEvaluations = w.spent - w.Done.DeltaEvaluations
	for i := range w.walks {
		c.DeltaEvaluations += w.walks[i].Delta
	}
	c.Moves = (to - from) * int64(len(w.walks))
	return c, nil
}

// Incumbent implements fleet.Searches.
func (w *machineFocused) Incumbent(search int, x []int32) error {
	return w.solution(w.memory.best, w.bits(), 0, search, x)
}

// Current implements fleet.Ledger.
func (w *machineFocused) Current(search int, x []int32) error {
	return w.solution(w.memory.state, w.words(), w.counts(), search, x)
}

// solution reads the bits of a search that begin at one of its words in an array.
func (w *machineFocused) solution(from *gpu.Array[uint32], words, begin, search int, x []int32) error {
	first, end := w.at(words, search, begin), w.at(words, search, begin+w.bits()-1)+1
	list := make([]uint32, end-first)
	err := from.Read(list, first)
	for i := range x {
		x[i] = int32(list[w.at(words, search, begin+i/32)-first] >> (i % 32) & 1)
	}
	return err
}

// Proceed implements fleet.Searches.
func (w *machineFocused) Proceed() (ended bool, err error) {
	if w.Least <= w.plan.Bound {
		return true, nil
	}
	if len(w.all) > 1 && w.gone == 0 && w.At >= w.f.few {
		err = w.crowd()
	}
	return false, err
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineFocused) Adopt(x []int32, cost int64) {
	w.plan.Begin = 2
	w.Adopted(w.memory.elite.Write(packed(x), 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineFocused) Kept() []any { return []any{focusedStage{w}, &w.plan.Begin} }
