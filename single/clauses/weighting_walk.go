package clauses

import (
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// weightingWalk is one search. For each bit it keeps a score, by the walk's weights: the weight of the violated clauses that a flip would
// satisfy, less the weight of the clauses that it would break. The order in which lists change follows from clauses and bits, and not from
// the order in which scores are added up. So kernels, whose lanes add at the same time, have the same lists. Random numbers are those of
// package rng: flip f has steps 1024*f and following.
type weightingWalk struct {
	clauseWalk
	s       *weightingSearch
	lanes   walking.Lanes
	mark    int64 // the least cost when the search last thought about beginning anew
	weights []int64
	seen    []seen
	scores  []int64
	flipped []int64    // when a bit was flipped last: of equals, the one that has waited longest is taken
	hard    clauseList // the violated hard clauses
	good    clauseList // the bits whose scores are above 0
	changed []int32    // bits whose scores have changed since the list was brought up to date
}

// A flip's random words: samples have two words of each lane, 64 in a step; those of other draws are of lane 0 in the first step.
const (
	weighSteps  = 10 // bits of steps
	sampleWords = 2
)

// begin makes what follows from the solution and the weights. The lists are in order.
func (w *weightingWalk) begin() {
	clear(w.scores)
	w.hard.list, w.good.list, w.changed = w.hard.list[:0], w.good.list[:0], w.changed[:0]
	w.score()
	for k, t := range w.seen {
		if t.count == 0 && len(w.c.Of(int32(k))) > 0 && w.c.Weights[k] >= w.c.Hard {
			w.hard.add(int32(k))
		}
	}
	w.settleAll()
}

// score counts literals, and adds up scores.
func (w *weightingWalk) score() {
	for k := range w.seen {
		own, t := w.c.Of(int32(k)), &w.seen[k]
		switch t.count, t.bits = truths(own, w.x); t.count {
		case 0:
			for _, l := range own {
				w.scores[l>>1] += w.weights[k]
			}
		case 1:
			w.scores[t.bits] -= w.weights[k]
		}
	}
}

// settle puts a bit on the list of those that gain, or takes it off.
func (w *weightingWalk) settle(i int32) {
	switch gains := w.scores[i] > 0; {
	case gains == w.good.has(i):
	case gains:
		w.good.add(i)
	default:
		w.good.remove(i)
	}
}

// settleChanged settles the bits whose scores have changed, in that order.
func (w *weightingWalk) settleChanged() {
	for _, i := range w.changed {
		w.settle(i)
	}
	w.changed = w.changed[:0]
}

// settleAll settles all bits.
func (w *weightingWalk) settleAll() {
	for i := range w.c.N {
		w.settle(i)
	}
}

// Step implements walk.Walk. A unit is 256 flips.
func (w *weightingWalk) Step(s *walk.Slice) bool { return w.step("weighting", s, w.unit) }

// unit makes the flips of a unit.
func (w *weightingWalk) unit(target int64) {
	for range focusedUnit {
		if w.over(target) {
			return
		}
		w.turn()
	}
}

// turn makes a flip.
func (w *weightingWalk) turn() {
	if f := w.work.Moves; f > 0 && f%int64(w.s.m.Patience) == 0 && !w.renew() {
		return
	}
	w.lanes.Begin(uint64(w.work.Moves) << weighSteps)
	if len(w.good.list) > 0 {
		w.flip(w.sample())
		return
	}
	u := w.lanes.Of(0)
	if u[3] < smoothBelow(w.s.m.Smooth) {
		w.smooth()
	} else {
		w.weigh()
	}
	w.flip(w.escape(u[2]))
}

// smoothBelow is the random word below which clauses are smoothed.
func smoothBelow(smooth int) uint32 { return uint32(uint64(smooth) * (1<<32 - 1) / mostSmooth) }

// renew begins anew where nothing better was found since the mark. It returns false where that violates no clause.
func (w *weightingWalk) renew() bool {
	if w.least < w.mark {
		w.mark = w.least
		return true
	}
	w.keep()
	x := make([]int32, len(w.x))
	w.s.begin(w.lanes.Seed, int(w.lanes.Walk), w.work.Moves, x)
	if w.goTo(x); w.cost < w.least {
		w.least, w.kept = w.cost, false
	}
	w.work.FullEvaluations++
	w.work.Restarts++
	w.mark = w.least
	copy(w.weights, w.s.own)
	w.begin()
	return len(w.violated.list) > 0
}

// better tells whether bit i is to be flipped rather than bit j.
func (w *weightingWalk) better(i, j int32) bool {
	switch {
	case w.scores[i] != w.scores[j]:
		return w.scores[i] > w.scores[j]
	case w.flipped[i] != w.flipped[j]:
		return w.flipped[i] < w.flipped[j]
	}
	return i < j
}

// sample returns the best of all bits that gain if they are few, else of some.
func (w *weightingWalk) sample() int32 {
	list, samples := w.good.list, w.s.m.Samples
	all := len(list) <= samples
	if all {
		samples = len(list)
	}
	w.work.DeltaEvaluations += int64(samples)
	best := int32(-1)
	for k := range samples {
		at := k
		if !all {
			if k > 0 && k%(sampleWords*32) == 0 {
				w.lanes.Begin(w.lanes.Step + 1)
			}
			at = int(uint64(w.lanes.Of(int32(k % 32))[k/32%sampleWords]) * uint64(len(list)) >> 32)
		}
		if i := list[at]; best < 0 || w.better(i, best) {
			best = i
		}
	}
	return best
}

// weigh makes violated clauses heavier.
func (w *weightingWalk) weigh() {
	for _, k := range w.violated.list {
		rise := w.s.own[k] / 10
		if w.c.Weights[k] >= w.c.Hard {
			rise *= int64(w.s.m.Rise)
		} else if w.weights[k] >= w.s.own[k]*int64(w.s.m.Limit) {
			rise = 0
		} else {
			rise = max(1, rise)
		}
		w.weights[k] += rise
		w.changeAll(w.c.Of(k), rise)
	}
	w.settleChanged()
}

// smooth takes from satisfied clauses a quarter of what they have gained, and at least one.
func (w *weightingWalk) smooth() {
	for k := range w.seen {
		t, gained := &w.seen[k], w.weights[k]-w.s.own[k]
		if gained == 0 || t.count == 0 {
			continue
		}
		w.weights[k] -= max(1, gained/4)
		if t.count == 1 {
			w.scores[t.bits] += max(1, gained/4)
		}
	}
	w.settleAll()
}

// escape returns the best bit of a random violated clause, of a hard one if there is one.
func (w *weightingWalk) escape(random uint32) int32 {
	list := w.hard.list
	if len(list) == 0 {
		list = w.violated.list
	}
	own := w.c.Of(list[uint64(random)*uint64(len(list))>>32])
	w.work.DeltaEvaluations += int64(len(own))
	best := own[0] >> 1
	for _, l := range own[1:] {
		if w.better(l>>1, best) {
			best = l >> 1
		}
	}
	return best
}

// change adds to the score of a bit.
func (w *weightingWalk) change(i int32, by int64) {
	w.scores[i] += by
	w.changed = append(w.changed, i)
}

// changeAll adds to the scores of a clause's bits.
func (w *weightingWalk) changeAll(own []int32, by int64) {
	for _, l := range own {
		w.change(l>>1, by)
	}
}

// flip inverts a bit.
func (w *weightingWalk) flip(i int32) {
	w.x[i] = 1 - w.x[i]
	w.work.Moves++
	w.flipped[i] = w.work.Moves
	l := 2*i + 1 - w.x[i] // the literal that is true now
	for _, k := range w.c.With(l) {
		t := &w.seen[k]
		switch t.count {
		case 0:
			w.satisfied(k)
			w.changeAll(w.c.Of(k), -w.weights[k])
			w.change(i, -w.weights[k])
		case 1:
			w.change(t.bits, w.weights[k])
		}
		t.count, t.bits = t.count+1, t.bits^i
	}
	for _, k := range w.c.With(l ^ 1) {
		t := &w.seen[k]
		t.count, t.bits = t.count-1, t.bits^i
		switch t.count {
		case 0:
			w.broken(k)
			w.changeAll(w.c.Of(k), w.weights[k])
			w.change(i, w.weights[k])
		case 1:
			w.change(t.bits, -w.weights[k])
		}
	}
	w.settleChanged()
	w.made(i)
}

// satisfied takes a clause off the lists, and broken puts it there.
func (w *weightingWalk) satisfied(k int32) {
	w.violated.remove(k)
	if w.cost -= w.c.Weights[k]; w.c.Weights[k] >= w.c.Hard {
		w.hard.remove(k)
	}
}

func (w *weightingWalk) broken(k int32) {
	w.violated.add(k)
	if w.cost += w.c.Weights[k]; w.c.Weights[k] >= w.c.Hard {
		w.hard.add(k)
	}
}

// Adopt implements walk.Adopter. The weights stay as they are.
func (w *weightingWalk) Adopt(x []int32, _ int64) {
	w.adopt(x)
	w.begin()
}

func (w *weightingWalk) Save(a *checkpoint.Archive) {
	a.Fields("weighting", &w.clauseWalk, &w.mark, &w.weights, &w.flipped, &w.hard, &w.good)
	if a.Reading() {
		clear(w.scores)
		w.score()
	}
}
