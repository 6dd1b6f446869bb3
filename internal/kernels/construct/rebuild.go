package construct

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Rebuilding says what a launch of Rebuild does.
type Rebuilding struct {
	Assign      Assigning
	Release     Releasing // Most is for all generations but number 0, which releases all
	Temperature float64   // of the rule by which a successor that costs more is accepted
	From        uint32    // the first generation of the launch
	Until       uint32    // one past the last, at most MostRebuilt more
	Target      int64     // a state that comes to it stops
	Least       int64     // what the best state so far costs
	Rooms       int32     // where the states begin in shared memory
	Copy        int32     // bytes of a copy of a state there, a multiple of 8; 0: states lie in global memory
}

// MostRebuilt is how many generations a launch may have: Rebuilt has a bit for each.
const MostRebuilt = 64

// Rebuilt is what became of a state in a launch.
type Rebuilt struct {
	Cost  int64  // of the state
	Least int64  // of its best successor, if that is below what the best state cost before the launch
	Moved uint64 // bit i: generation i of the launch accepted its successor
	When  uint32 // the generation that made the best successor
	Made  uint32 // the first generation that was not made
}

// RebuildWeighed is Rebuild by weights that need no aggregator.
func RebuildWeighed[P kernel.WeighedBuilder[E], E any](t lane.Thread, p P, a Rebuilding, source, target, scratch, best []E, from []int32,
	walks []Rebuilt, sets []uint64, faults []Fault, sums, hits, goal []int64, stop []uint32) {
	rebuild[weighed[P, E], P, E, int64, int32](t, weighed[P, E]{p}, p, a, source, target, scratch, best, from, walks, sets, faults, sums,
		hits, goal, stop)
}

// Rebuild makes generations of an iterated greedy search, without the host between them: a warp is a state, and all that it needs of
// others is settled between two launches. In a generation the warp makes the state's successor of a copy: one lane releases
// variables, all lanes together assign them as Assign does, and one lane prices it. The successor takes its parent's place unless it costs
// more, and then too if the temperature has it so.
//
// State i begins as source[from[i]], which is how a selection is told, and ends in target. best[i] is its best successor where that is
// better than the best before the launch. Both copies of a state lie in shared memory where the host has made room for them, else in target and
// scratch. hits[i] becomes the generation in which state i came to the target, and goal[0] the least of these; where stop[0] is not
// 0, goal[0] becomes -1. States look at both before each generation. A generation's random numbers depend on its number and on the state's
// alone, so neither the length of launches nor the place of states changes the search.
func Rebuild[P kernel.Builder[E, R, A], E, R, A any](t lane.Thread, p P, a Rebuilding, source, target, scratch, best []E, from []int32,
	walks []Rebuilt, sets []uint64, faults []Fault, sums, hits, goal []int64, stop []uint32) {
	rebuild[P, P, E, R, A](t, p, p, a, source, target, scratch, best, from, walks, sets, faults, sums, hits, goal, stop)
}

// rebuilder is a state that is rebuilt again and again. Every lane has a copy; only the slices are shared.
type rebuilder[H kernel.Rater[E, R, A], P kernel.Releaser[E], E, R, A any] struct {
	assigner[H, E, R, A]
	p      P
	plan   Rebuilding
	parent []E
	best   []E
	same   bool // x is a copy of the parent
	rule   metropolis.Rule
	Rebuilt
}

func rebuild[H kernel.Rater[E, R, A], P kernel.Releaser[E], E, R, A any](t lane.Thread, h H, p P, a Rebuilding, source, target, scratch, best []E,
	from []int32, walks []Rebuilt, sets []uint64, faults []Fault, sums, hits, goal []int64, stop []uint32) {
	state := t.BlockID()*t.Warps() + t.WarpID()
	if state >= a.Assign.States {
		return
	}
	w := rebuilder[H, P, E, R, A]{p: p, plan: a, rule: metropolis.At(a.Temperature)}
	w.assigner = assigner[H, E, R, A]{t: t, h: h, a: a.Assign, state: state, id: t.LaneID()}
	size := int64(a.Assign.Size)
	begin := int64(state) * size
	w.best = best[begin : begin+size]
	w.place(target[begin:begin+size:begin+size], scratch, sets)
	copyOf(&w, w.parent, source[int64(from[state])*size:(int64(from[state])+1)*size])
	w.Cost, w.Least, w.Made = walks[state].Cost, a.Least, a.From
	w.generations(faults, sums, hits, goal, stop)
	if a.Copy > 0 {
		copyOf(&w, target[begin:begin+size], w.parent)
	}
	if w.id == 0 {
		walks[state] = w.Rebuilt
	}
}

// place finds the memory of both copies and of the set of released variables.
func (w *rebuilder[H, P, E, R, A]) place(own, scratch []E, sets []uint64) {
	n, words := w.a.Size, w.a.Words
	if w.plan.Copy == 0 {
		begin := int64(w.state) * int64(n)
		w.parent, w.x = own, scratch[begin:begin+int64(n):begin+int64(n)]
		w.active = sets[int64(w.state)*int64(words) : (int64(w.state)+1)*int64(words)]
		return
	}
	room := w.plan.Rooms + w.t.WarpID()*(8*words+2*w.plan.Copy)
	w.active = lane.SharedAt[uint64](w.t, room, words)
	w.parent = lane.SharedAt[E](w.t, room+8*words, n)
	w.x = lane.SharedAt[E](w.t, room+8*words+w.plan.Copy, n)
}

// copyOf has the lanes copy a state, and waits for them before and after.
func copyOf[H kernel.Rater[E, R, A], P kernel.Releaser[E], E, R, A any](w *rebuilder[H, P, E, R, A], to, from []E) {
	w.t.SyncWarp()
	for i := w.id; i < w.a.Size; i += lane.WarpSize {
		to[i] = from[i]
	}
	w.t.SyncWarp()
}

// generations makes those of the launch.
func (w *rebuilder[H, P, E, R, A]) generations(faults []Fault, sums, hits, goal []int64, stop []uint32) {
	for w.Made < w.plan.Until {
		halt := int32(0)
		if w.id == 0 {
			halt = drive.Halted(w.t, w.state, int64(w.Made), goal, stop)
		}
		if lane.Shuffle(w.t, halt, 0) != 0 {
			return
		}
		round := w.Made
		cost, ok := w.successor(round, faults, sums)
		if !ok {
			return
		}
		w.Made++
		w.accept(cost, round)
		if cost <= w.plan.Target {
			if w.id == 0 {
				hits[w.state] = int64(round)
				lane.AtomicMin(w.t, &goal[0], int64(round))
			}
			return
		}
	}
}

// successor makes one of the state, and returns what it costs.
func (w *rebuilder[H, P, E, R, A]) successor(round uint32, faults []Fault, sums []int64) (cost int64, ok bool) {
	if !w.same {
		copyOf(w, w.x, w.parent)
	}
	w.rank = int64(round-w.plan.From)<<32 | int64(w.state)
	w.a.Round, w.draw, w.from, w.left = round, 0, 0, 0
	r, fine := w.plan.Release, int32(1)
	if r.Round = round; round == 0 {
		r.Most = 0
	}
	if w.id == 0 {
		if wrong, ok := ReleaseOf[P, E](w.p, &r, w.x, w.active, w.state); !ok {
			w.fail(Fault{FaultPick, wrong, 0, int64(wrong)}, faults, sums)
			fine = 0
		}
	}
	w.t.SyncWarp()
	if lane.Shuffle(w.t, fine, 0) == 0 {
		return 0, false
	}
	for _, word := range w.active {
		w.left += int32(bits.OnesCount64(word))
	}
	if !w.all(faults, sums) {
		return 0, false
	}
	w.t.SyncWarp()
	cost = math.MaxInt64
	if w.id == 0 {
		cost = w.p.Price(w.x)
	}
	return lane.Shuffle(w.t, cost, 0), true
}

// accept has a successor take its parent's place, if it may, and keeps it if it is the best.
func (w *rebuilder[H, P, E, R, A]) accept(cost int64, round uint32) {
	if cost < w.Least {
		w.Least, w.When = cost, round
		copyOf(w, w.best, w.x)
	}
	if w.same = cost <= w.Cost || Worse(w.rule, cost, w.Cost, w.a.Seed, w.state, round); !w.same {
		return
	}
	w.Cost = cost
	w.Moved |= 1 << (round - w.plan.From)
	copyOf(w, w.parent, w.x)
}
