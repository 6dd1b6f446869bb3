package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// weightingWalk is one search. Of each bit it keeps its score: the weight of the violated clauses that its flip makes less that
// of those that it breaks, by the walk's weights.
type weightingWalk struct {
	clauseWalk
	s       *weightingSearch
	random  *multiwalk.Rand
	weights []int64
	seen    []seen
	scores  []int64
	flipped []int64    // when a bit was flipped last: of equals, the one that has waited longest is taken
	hard    clauseList // the violated hard clauses
	good    clauseList // the bits whose scores are above 0
}

// begin makes what follows from the solution and the weights. The lists are in order.
func (w *weightingWalk) begin() {
	clear(w.scores)
	w.hard.list, w.good.list = w.hard.list[:0], w.good.list[:0]
	w.score()
	for k, t := range w.seen {
		if t.count == 0 && len(w.c.Of(int32(k))) > 0 && w.c.Weights[k] >= w.c.Hard {
			w.hard.add(int32(k))
		}
	}
	for i, s := range w.scores {
		if s > 0 {
			w.good.add(int32(i))
		}
	}
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

// Step implements multiwalk.Walk. A unit is 256 flips.
func (w *weightingWalk) Step(s *multiwalk.Slice) bool { return w.step("weighting", s, w.unit) }

// unit makes the flips of a unit.
func (w *weightingWalk) unit(target int64) {
	for range focusedUnit {
		if w.over(target) {
			return
		}
		if len(w.good.list) > 0 {
			w.flip(w.sample())
		} else {
			w.weigh()
			w.flip(w.escape())
		}
	}
}

// better tells whether bit i is to be flipped rather than bit j.
func (w *weightingWalk) better(i, j int32) bool {
	if w.scores[i] != w.scores[j] {
		return w.scores[i] > w.scores[j]
	}
	return w.flipped[i] < w.flipped[j]
}

// sample returns the best of all bits that gain if they are few, else of some.
func (w *weightingWalk) sample() int32 {
	list, samples := w.good.list, w.s.m.Samples
	all := len(list) <= samples
	if all {
		samples = len(list)
	}
	w.work.DeltaEvaluations += int64(samples)
	best := list[0]
	for k := range samples {
		at := k
		if !all {
			at = w.random.IntN(len(list))
		}
		if w.better(list[at], best) {
			best = list[at]
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
			continue
		}
		rise = max(1, rise)
		w.weights[k] += rise
		for _, l := range w.c.Of(k) {
			w.change(l>>1, rise)
		}
	}
}

// escape returns the best bit of a random violated clause, of a hard one if there is one.
func (w *weightingWalk) escape() int32 {
	list := w.hard.list
	if len(list) == 0 {
		list = w.violated.list
	}
	own := w.c.Of(list[w.random.IntN(len(list))])
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
	before := w.scores[i]
	after := before + by
	w.scores[i] = after
	if before <= 0 && after > 0 {
		w.good.add(i)
	} else if before > 0 && after <= 0 {
		w.good.remove(i)
	}
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

// Adopt implements multiwalk.Adopter. The weights stay as they are.
func (w *weightingWalk) Adopt(x []int32, _ int64) {
	w.adopt(x)
	w.begin()
}

// Save implements checkpoint.Saver.
func (w *weightingWalk) Save(a *checkpoint.Archive) {
	a.Fields("weighting", &w.clauseWalk, w.random, &w.weights, &w.flipped, &w.hard, &w.good)
	if a.Reading() {
		clear(w.scores)
		w.score()
	}
}
