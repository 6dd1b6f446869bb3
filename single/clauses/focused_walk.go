package clauses

import (
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// focusedUnit is the flips of a unit.
const focusedUnit = 256

// focusedWalk is one focused search. For each clause it keeps how many literals are true, and the exclusive or of the bits of these. For
// each bit it keeps how many clauses its flip would break. So a flip takes O(clauses with its bit). Random numbers are those of package
// rng: flip f has two words of lane f/2 mod 32 at step f/64, so that kernels flip the same bits.
type focusedWalk struct {
	clauseWalk
	s      *focusedSearch
	seen   []seen
	breaks []uint32 // up to the next power of two, as the exclusive or of several bits may be any number below
	odds   []uint32 // of the literals of a clause
	lanes  walking.Lanes
	flips  uint64
}

// seen is what a walk keeps of a clause.
type seen struct{ count, bits int32 }

// count makes what follows from the solution.
func (w *focusedWalk) count() {
	if w.seen == nil {
		w.seen = make([]seen, w.c.Len())
	}
	clear(w.breaks)
	for k := range w.seen {
		t := &w.seen[k]
		if t.count, t.bits = truths(w.c.Of(int32(k)), w.x); t.count == 1 {
			w.breaks[t.bits]++
		}
	}
	w.lanes.Begin(w.flips >> 6)
}

// Step implements walk.Walk. A unit is 256 flips.
func (w *focusedWalk) Step(s *walk.Slice) bool { return w.step("focused", s, w.unit) }

// unit makes the flips of a unit.
func (w *focusedWalk) unit(target int64) {
	for range focusedUnit {
		if w.over(target) {
			return
		}
		w.turn()
	}
}

// turn makes a flip.
func (w *focusedWalk) turn() {
	if w.flips&63 == 0 {
		w.lanes.Begin(w.flips >> 6)
	}
	u, half := w.lanes.Of(int32(w.flips>>1&31)), w.flips&1*2
	w.flips++
	w.flip(w.choose(u[half], u[half+1]))
}

// choose draws a violated clause, and a literal of it.
func (w *focusedWalk) choose(first, second uint32) int32 {
	list := w.violated.list
	own := w.c.Of(list[uint64(first)*uint64(len(list))>>32])
	w.work.DeltaEvaluations += int64(len(own))
	odds, sum, most := w.odds[:len(own)], uint32(0), uint32(len(w.s.chances)-1)
	for i, l := range own {
		odds[i] = w.s.chances[min(w.breaks[l>>1], most)]
		sum += odds[i]
	}
	at := uint32(uint64(second) * uint64(sum) >> 32)
	for i, o := range odds {
		if at < o {
			return own[i]
		}
		at -= o
	}
	panic("multiwalk: the odds do not add up")
}

// flip makes a literal true. First come the clauses that it satisfies, then those that it is false in from now on.
func (w *focusedWalk) flip(l int32) {
	i := l >> 1
	w.x[i] = 1 - w.x[i]
	w.work.Moves++
	seen, breaks := w.seen, w.breaks
	for _, k := range w.c.With(l) {
		t := &seen[k]
		breaks[t.bits] -= isOne(t.count)
		if t.count == 0 {
			w.violated.remove(k)
			w.cost -= w.c.Weights[k]
			breaks[i]++
		}
		t.count, t.bits = t.count+1, t.bits^i
	}
	for _, k := range w.c.With(l ^ 1) {
		t := &seen[k]
		t.count, t.bits = t.count-1, t.bits^i
		breaks[t.bits] += isOne(t.count)
		if t.count == 0 {
			w.violated.add(k)
			w.cost += w.c.Weights[k]
			breaks[i]--
		}
	}
	w.made(i)
}

// isOne is 1 for 1, and 0 for any other number that is not negative, without a branch: no processor can foresee which.
func isOne(count int32) uint32 { return uint32(count^1-1) >> 31 }

func (w *focusedWalk) Adopt(x []int32, _ int64) {
	w.adopt(x)
	w.count()
}

func (w *focusedWalk) Save(a *checkpoint.Archive) {
	a.Fields("focused", &w.clauseWalk, &w.flips)
	if a.Reading() {
		w.count()
	}
}
