package single

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/clausekernel"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Place implements multiwalk.Placer. Any problem with clauses will do, unless they are too long or too many.
func (m Focused) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	c, err := clausesOf(m.Name(), p)
	if errors.Is(err, multiwalk.ErrNoDelta) {
		return multiwalk.NoKernel(m.Name(), d, "the problem is no neighbourhood.Clausal; clauses over bits are what its kernels take")
	}
	if err != nil {
		return err
	}
	f, err := m.focus(c)
	if err != nil {
		return err
	}
	if f.longest > mostOnDevice {
		return multiwalk.NoKernel(m.Name(), d, fmt.Sprintf("a clause has %d literals; it takes up to %d", f.longest, mostOnDevice))
	}
	if c.Len() == 0 || len(c.Literals) > math.MaxInt32/64 {
		return multiwalk.NoKernel(m.Name(), d, fmt.Sprintf("%d clauses of %d literals; it takes 1 to %d literals", c.Len(), len(c.Literals),
			math.MaxInt32/64))
	}
	return nil
}

// mostOnDevice is the longest clause that kernels count the literals of.
const mostOnDevice = 255

// focusedFleet is focused search on the machines of an accelerator, each of which has a walk of Minimize and on it as many
// searches as fit.
type focusedFleet struct {
	*focusedSearch
	form    []int32
	launch  clausekernel.Focusing // what all launches have in common
	started atomic.Int64
}

// onDevice prepares for the accelerator of the plan.
func (s *focusedSearch) onDevice() multiwalk.Search {
	c := s.c
	f := &focusedFleet{focusedSearch: s, form: clausekernel.Form(c)}
	a := &f.launch
	a.N, a.Clauses, a.Literals, a.Form = c.N, int32(c.Len()), int32(len(c.Literals)), int32(len(f.form))
	a.Longest, a.Log = int32(s.longest), 1
	for s.longest >= 1<<(1<<a.Log) {
		a.Log++
	}
	a.Weight = c.Weights[0]
	for k, w := range c.Weights {
		if w != c.Weights[0] {
			a.Weight = 0
		}
		if len(c.Of(int32(k))) == 0 {
			a.Bound += w
		}
	}
	return f
}

// Slice implements multiwalk.Search: a launch.
func (f *focusedFleet) Slice() int { return 1 }

// Load implements multiwalk.Loader.
func (f *focusedFleet) Load(tell func(msg string)) error {
	return gpu.Preload(f.plan.Device, clausekernel.Module(), tell, func(*gpu.Machine) []string { return []string{"Focus"} })
}

// Walks implements multiwalk.WalkCounter.
func (f *focusedFleet) Walks() int { return int(f.started.Load()) }

// NewWalk implements multiwalk.Search.
func (f *focusedFleet) NewWalk(id int) (multiwalk.Walk, error) {
	w := &machineFocused{f: f, plan: f.launch}
	if err := w.open(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	f.started.Add(int64(w.plan.Walks))
	return w, nil
}

// The shape of launches and how long they take, estimated from latencies: a turn is a flip of each search of a warp, which takes
// some hundred reads one after the other.
const (
	focusHead       = 32     // places of the list of violated clauses in shared memory
	focusFewest     = 4      // warps that must fit a block for state to lie in shared memory
	focusSide       = 8      // warps of a block, and of a multiprocessor, where it lies in global memory
	focusTurn       = 6_000  // nanoseconds, by shared memory
	focusFarTurn    = 40_000 // by global memory
	focusOnEmulator = 512    // flips of a launch
	focusLaunch     = 10_000_000
)

// layOut finds the number of searches and the launch.
func (w *machineFocused) layOut() error {
	a, m := &w.plan, w.Machine
	a.Head = min(a.Clauses, focusHead)
	each := 4 * lane.WarpSize * int(clausekernel.FocusWords(a))
	side := min(32, (m.SharedPerBlock()-4*len(w.f.form))/each)
	if w.near = side >= focusFewest; !w.near {
		side, a.Head = focusSide, 0
	}
	asked := w.Asked()
	if m.Emulated() {
		side = 1
	} else if asked > 0 { // few searches are spread over all multiprocessors
		side = max(1, min(side, (asked+lane.WarpSize*m.Multiprocessors()-1)/(lane.WarpSize*m.Multiprocessors())))
	}
	w.shape = gpu.Shape{Threads: lane.WarpSize * side}
	if w.near {
		w.shape.Shared = 4*len(w.f.form) + side*each
	}
	words := int(clausekernel.FocusWords(a))
	bytes := 4*(2*words+2*int(a.Clauses)) + 64
	most := min(fleet.First-1, math.MaxInt32/max(words, int(a.Clauses))-lane.WarpSize)
	walks, err := fleet.Crowd(m, asked, min(lane.WarpSize*side, most/m.Multiprocessors()), bytes, most, "searches")
	if walks = cmp.Or(walks, asked); err != nil || walks == 0 {
		return errors.Join(err, fmt.Errorf("multiwalk: %v has no room for a search of focused; use the CPU", m))
	}
	a.Walks, a.First, a.Seed, a.Poll, a.Begin = int32(walks), w.Base, w.Run.Seed, int32(max(1, listening/w.turn())), 1
	w.shape.Blocks = (walks + w.shape.Threads - 1) / w.shape.Threads
	return nil
}

// turn is how long a flip takes.
func (w *machineFocused) turn() int64 {
	if w.near {
		return focusTurn
	}
	return focusFarTurn
}
