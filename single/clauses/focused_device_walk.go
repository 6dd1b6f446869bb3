package clauses

import (
	"errors"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/clauses"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// machineFocused is the searches of one machine. Search i is the walk that has number Base+i on cores.
type machineFocused struct {
	fleet.Crowd[clauses.Focusing, clauses.Focused]
	f           *focusedFleet
	draw        *gpu.Kernel
	all         []*gpu.Kernel // one after the other
	name        string        // of the kernel
	near        bool          // it is Focus or FocusThree, and the words of 32 searches are interleaved
	state, best *gpu.Array[uint32]
	gone        int64 // searches before these
	spent       int64 // evaluations of those
}

// machine makes the searches of a machine. A flip has as many evaluations as the longest clause has literals.
func (f *focusedFleet) machine() *machineFocused {
	w := &machineFocused{f: f}
	w.Plan, w.Costs = f.launch, func(s *clauses.Focused) (int64, int64) { return s.Cost, s.Least }
	w.LayOut, w.Arrays, w.Opens = w.layOut, w.arrays, func() error { return errors.Join(w.random(), w.First()) }
	w.Each = int64(w.Plan.Longest)
	w.Lasts = func() int64 { return w.Paced(float64(w.turn()), focusOnEmulator) }
	w.Present = fleet.Packed(func(search int, x []int32) error { return w.solution(w.state, w.words(), w.counts(), search, x) })
	w.Found = fleet.Packed(func(search int, x []int32) error { return w.solution(w.best, w.bits(), 0, search, x) })
	w.Keeps = []any{focusedStage{w}, &w.Plan.Begin}
	return w
}

func (w *machineFocused) Start(id int, kernels []*gpu.Kernel) error {
	w.draw, w.all = kernels[0], kernels[1:]
	w.take(0)
	return w.Crowd.Start(id, kernels[:2])
}

// take makes a kernel that of the launches to come.
func (w *machineFocused) take(which int) {
	w.Kernel, w.name = w.all[which], w.f.kernels(w.Machine)[which]
	w.near = w.name == "Focus" || w.name == "FocusThree"
}

// crowd has many searches take the place of a few. A few searches are fast: they solve easy instances while many searches would still come
// down from their first solutions. Many searches together make several times as many flips, which hard instances need. The many begin anew.
func (w *machineFocused) crowd() error {
	w.gone += int64(w.Size)
	w.spent += w.delta()
	w.take(1)
	return w.Anew()
}

// delta is the evaluations of these searches.
func (w *machineFocused) delta() int64 {
	return w.Sum(func(s *clauses.Focused) int64 { return s.Delta })
}

// focusedStage is which searches a machine has, in a checkpoint. Their memory is read after it.
type focusedStage struct{ *machineFocused }

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
	fleet.Each(w.Size, func(i int) {
		x := make([]int32, w.Plan.N)
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
	a := clauses.Drawing{Searches: w.Plan.Walks, Words: int32(w.bits()), First: w.Plan.First, Seed: w.Run.Seed}
	if w.near {
		a.Near = 1
	}
	blocks := (w.best.Len() + drawThreads - 1) / drawThreads
	return w.draw.Launch(gpu.Shape{Blocks: blocks, Threads: drawThreads}, a, w.best)
}

// drawThreads is the threads of a block that draws.
const drawThreads = 128

// arrays makes the searches' memory, see clauses.Focus and FocusWarp, with the solutions of the same walks on cores. The first launch
// counts what follows from these.
func (w *machineFocused) arrays() []any {
	on, all := &w.Memory, (w.Size+lane.WarpSize-1)/lane.WarpSize*lane.WarpSize
	for i := range w.States {
		w.States[i].Flip = w.At
	}
	form, weights, chances := fleet.ArrayOf(on, w.f.form), fleet.ArrayOf(on, w.f.s.c.Weights), fleet.ArrayOf(on, w.f.s.chances)
	elite := fleet.Array[uint32](on, w.bits())
	w.state = fleet.Array[uint32](on, all*w.words())
	if beginsAtRandom(w.Run, w.f.s.p) {
		w.best = fleet.Array[uint32](on, all*w.bits()) // see random
	} else {
		w.best = fleet.ArrayOf(on, w.starts(all))
	}
	states, listed := w.Track(), int(w.Plan.Clauses)
	if w.near {
		listed -= int(w.Plan.Head)
	}
	list := fleet.Array[int32](on, all*listed)
	w.Takes = func(x []int32) error {
		w.Plan.Begin = 2
		return elite.Write(packed(x), 0)
	}
	return []any{form, weights, chances, elite, w.state, list, w.best, states}
}

// words, counts and bits are how many words a search has of its own, for counts, and for bits, which follow those.
func (w *machineFocused) words() int {
	if w.near {
		return int(clauses.FocusWords(&w.Plan))
	}
	return int(clauses.WarpWords(&w.Plan))
}

func (w *machineFocused) counts() int { return int(clauses.FocusCounts(&w.Plan)) }
func (w *machineFocused) bits() int   { return int(w.Plan.N+31) / 32 }

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

// Launch implements fleet.Searches. Where nothing is violated that can be satisfied, searches are at their target too.
func (w *machineFocused) Launch(from, until, target int64) error {
	err := w.Crowd.Launch(from, until, max(target, w.Plan.Bound))
	w.Plan.Begin = 0
	return err
}

// Work implements fleet.Searches. Where one came to the target, the others may be anywhere, so a flip of each until then is all
// that they did for sure.
func (w *machineFocused) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	c.Moves = (to - from) * int64(w.Size)
	if c.DeltaEvaluations = c.Moves; winner < 0 {
		c.DeltaEvaluations = w.spent + w.delta() - w.Done.DeltaEvaluations
	}
	return c, nil
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

func (w *machineFocused) Proceed() (ended bool, err error) {
	if w.Least <= w.Plan.Bound {
		return true, nil
	}
	if len(w.all) > 1 && w.gone == 0 && w.At >= w.f.few {
		err = w.crowd()
	}
	return false, err
}
