package clauses

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/clauses"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Place implements walk.Placer. Any problem with clauses will do, unless they are too long or too many.
func (m Focused) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	c, err := clausesOn(m.Name(), p, d)
	if err != nil {
		return err
	}
	f, err := m.focus(c)
	if err != nil {
		return err
	}
	if f.longest > mostOnDevice {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("a clause has %d literals; it takes up to %d", f.longest, mostOnDevice))
	}
	if c.Len() == 0 || len(c.Literals) > math.MaxInt32/64 {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("%d clauses of %d literals; it takes 1 to %d literals", c.Len(), len(c.Literals),
			math.MaxInt32/64))
	}
	return nil
}

// clausesOn returns the clauses of a problem, or why kernels cannot have any.
func clausesOn(method string, p multiwalk.Problem, d multiwalk.Device) (*neighbourhood.Clauses, error) {
	c, err := clausesOf(method, p)
	if errors.Is(err, multiwalk.ErrNoDelta) {
		err = walk.NoKernel(method, d, "the problem is no neighbourhood.Clausal; clauses over bits are what its kernels take")
	}
	return c, err
}

// mostOnDevice is the longest clause that kernels count the literals of.
const mostOnDevice = 255

// focusedFleet is focused search on the machines of an accelerator.
type focusedFleet struct {
	fleet.Fleet
	s      *focusedSearch
	form   []int32
	launch clauses.Focusing // what all launches have in common
	few    int64            // see focusFew
}

// onDevice prepares for the accelerator of the plan.
func (s *focusedSearch) onDevice() walk.Search {
	c := s.c
	f := &focusedFleet{s: s, form: clauses.Form(c), few: focusFew}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: int(s.c.N), Module: clauses.Module(), Ran: s.m,
		Names: func(m *gpu.Machine) []string { return append([]string{"Draw"}, f.kernels(m)...) },
		New:   func() fleet.Machine { return f.machine() }}
	a := &f.launch
	a.N, a.Clauses, a.Literals, a.Form = c.N, int32(c.Len()), int32(len(c.Literals)), int32(len(f.form)) // without others
	a.Longest, a.Log, a.Head = int32(s.longest), 1, min(a.Clauses, focusHead)
	for s.longest >= 1<<(1<<a.Log) {
		a.Log++
	}
	a.Weight = c.Weights[0]
	a.Length = int32(len(c.Of(0)))
	for k, w := range c.Weights {
		if w != c.Weights[0] {
			a.Weight = 0
		}
		if len(c.Of(int32(k))) != int(a.Length) {
			a.Length = 0
		}
		if contrary(c.Of(int32(k))) {
			a.Contrary = 1
		}
		if len(c.Of(int32(k))) == 0 {
			a.Bound += w
		}
	}
	if others, ok := clauses.Others(c); ok {
		a.Others, f.form = 1, append(f.form, others...)
	}
	return f
}

// contrary tells whether a clause has a bit with both signs.
func contrary(clause []int32) bool {
	list := slices.Sorted(slices.Values(clause))
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1]^1 {
			return true
		}
	}
	return false
}

// The shape of launches and how long they are to take. A turn is a flip of each search of a warp, or of the search of a warp; its time
// says how many fit a launch. On an H100 a turn by shared memory takes 8 to 12 us, so launches last 50 to 80 ms, which leaves little to what
// the host reads of 60,000 searches between two; by global memory it takes 6 us.
const (
	focusHead       = 16       // places of the list of violated clauses in shared memory
	focusFewest     = 4        // warps of 32 searches that must fit a block for state to lie in shared memory
	focusFewestBits = 16       // of searches without counts: with longer lists of violated clauses, a search a warp makes more flips
	focusFew        = 20_000   // flips of each of a few fast searches, before many that are slower take their place: see crowd
	focusShared     = 32       // else searches that must: of fewer, in the cache, more can wait for memory at a time
	focusCache      = 36 << 20 // bytes of all searches' state, so that most of it is in the cache: else each has half the speed
	focusFar        = 4        // searches of a multiprocessor, at least
	focusTurn       = 1_500    // nanoseconds, by shared memory
	focusWarpTurn   = 4_000    // of searches without counts, a warp each
	focusFarTurn    = 10_000   // by global memory
	focusOnEmulator = 512      // flips of a launch
)

// room is the bytes of shared memory of 32 searches, and how many such warps fit a block beside the clauses.
func (f *focusedFleet) room(m *gpu.Machine) (each, warps int) {
	each = 4 * lane.WarpSize * int(clauses.FocusWords(&f.launch))
	if max(2*f.launch.N, f.launch.Literals) > math.MaxUint16 {
		return each, 0
	}
	return each, min(32, (m.SharedPerBlock()-int(clauses.StagedBytes(&f.launch)))/each)
}

// kernels is Focus where the state of 32 searches of each warp fits shared memory, FocusShared where that of a search does, else
// FocusWarp. Where others take the place of counts it is FocusThree or FocusSharedThree, or both, one after the other: see crowd.
func (f *focusedFleet) kernels(m *gpu.Machine) []string {
	_, warps := f.room(m)
	switch words, three := int(clauses.WarpWords(&f.launch)), f.launch.Others != 0; {
	case three && warps >= focusFewestBits && f.Plan.Walks == 0 && beginsAtRandom(f.Plan, f.s.p):
		return []string{"FocusSharedThree", "FocusThree"}
	case three && warps >= focusFewestBits:
		return []string{"FocusThree"}
	case three:
		return []string{"FocusSharedThree"}
	case warps >= focusFewest:
		return []string{"Focus"}
	case 4*words*focusShared <= m.SharedPerBlock():
		return []string{"FocusShared"}
	default:
		return []string{"FocusWarp"}
	}
}

// layOut finds the number of searches and the launch.
func (w *machineFocused) layOut() (gpu.Shape, int, error) {
	w.Plan.First += uint32(w.gone)
	w.Plan.Poll, w.Plan.Begin = int32(max(1, walking.Listening/w.turn())), 1
	if w.near {
		return w.layOutNear(w.f.room(w.Machine))
	}
	return w.layOutWarps(int(clauses.WarpWords(&w.Plan)))
}

// layOutWarps has a warp for each search, of some words.
func (w *machineFocused) layOutWarps(words int) (shape gpu.Shape, walks int, err error) {
	clauses, shared := int(w.Plan.Clauses), 4*words
	if w.name == "FocusWarp" {
		shared = 0
	}
	shape, walks, err = w.Warps(w.Kernel, func(warps int) int { return shared * warps }, 4*(words+clauses)+64, math.MaxInt32/max(words, clauses))
	if shared == 0 {
		shape, walks = w.Fewer(shape, walks, max(focusCache/(4*words), focusFar*w.Machine.Multiprocessors()))
	}
	return shape, walks, err
}

// layOutNear has up to side warps in a block, of each bytes of shared memory.
func (w *machineFocused) layOutNear(each, side int) (shape gpu.Shape, walks int, err error) {
	a, m, asked := &w.Plan, w.Machine, w.Asked()
	if m.Emulated() {
		side = 1
	} else if asked > 0 { // few searches are spread over all multiprocessors
		side = max(1, min(side, (asked+lane.WarpSize*m.Multiprocessors()-1)/(lane.WarpSize*m.Multiprocessors())))
	}
	shape = gpu.Shape{Threads: lane.WarpSize * side, Shared: int(clauses.StagedBytes(a)) + side*each}
	words := int(clauses.FocusWords(a))
	most := min(fleet.First-1, math.MaxInt32/max(words, int(a.Clauses))-lane.WarpSize)
	walks, err = fleet.Many(m, asked, min(lane.WarpSize*side, most/m.Multiprocessors()), 4*(2*words+int(a.Clauses))+64, most, "searches")
	shape.Blocks = (walks + shape.Threads - 1) / shape.Threads
	return shape, walks, err
}

// turn is how long a flip takes.
func (w *machineFocused) turn() int64 {
	switch {
	case w.near:
		return focusTurn
	case w.name == "FocusSharedThree":
		return focusWarpTurn
	}
	return focusFarTurn
}
