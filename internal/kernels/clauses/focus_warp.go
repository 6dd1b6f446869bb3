package clauses

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// focusWarp is a search in progress that a warp makes. All lanes have the same Focused and list; each looks at clauses of its own.
type focusWarp struct {
	t                       lane.Thread
	a                       *Focusing
	start, literals, at, in []int32 // the parts of form
	others                  []int32 // its last one
	three                   int32   // 1: others is there
	weights                 []int64
	chances                 []uint32
	counts, bits            []uint32
	list                    []int32 // the violated clauses
	best                    []uint32
	id                      int32  // lane
	log, mask               uint32 // of counts
	drawn                   int32  // place of the clause that is drawn
	random                  [4]uint32
	search                  int32 // of the launch
	from                    int64 // the first flip of the launch
	race                    drive.Race
	Focused
}

// FocusWarp is Focus where the state of 32 searches does not fit shared memory: a warp makes a search, so that 32 reads of global
// memory are on their way at the same time. state has WarpWords words a search, list Clauses numbers; best has the bits of the incumbent.
// Searches lie one after the other. The rest is as in Focus.
//
//lane:registers 80
func FocusWarp(t lane.Thread, a Focusing, form []int32, weights []int64, chances, elite, state []uint32, list []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32) {
	focusIn(t, &a, form, weights, chances, elite, state, list, best, walks, hits, goal, stop, false, 0)
}

// FocusShared is FocusWarp where the states of a multiprocessor's searches fit shared memory, in which they lie during a launch.
//
//lane:registers 56
func FocusShared(t lane.Thread, a Focusing, form []int32, weights []int64, chances, elite, state []uint32, list []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32) {
	focusIn(t, &a, form, weights, chances, elite, state, list, best, walks, hits, goal, stop, true, 0)
}

// FocusSharedThree is FocusShared where Others is 1.
//
//lane:registers 56
func FocusSharedThree(t lane.Thread, a Focusing, form []int32, weights []int64, chances, elite, state []uint32, list []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32) {
	focusIn(t, &a, form, weights, chances, elite, state, list, best, walks, hits, goal, stop, true, 1)
}

// focusIn makes the launch of a warp, whose state lies in shared memory meanwhile or not: its counts, and then its bits.
func focusIn(t lane.Thread, a *Focusing, form []int32, weights []int64, chances, elite, state []uint32, list []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32, shared bool, three int32) {
	walk, words, size := t.GridWarpID(), WarpWords(a), focusBits(a)
	if walk >= a.Walks {
		return
	}
	w := focusWarp{t: t, a: a, three: three, weights: weights, chances: chances, id: t.LaneID(), log: uint32(a.Log), Focused: walks[walk]}
	w.mask = uint32(1)<<(uint32(1)<<w.log) - 1
	w.start, w.literals = form[:a.Clauses+1], form[a.Clauses+1:a.Clauses+1+a.Literals]
	w.at, w.in = form[a.Clauses+1+a.Literals:a.Form-a.Literals], form[a.Form-a.Literals:a.Form]
	w.others = form[a.Form:]
	w.best = best[walk*size : (walk+1)*size]
	w.list = list[walk*a.Clauses : (walk+1)*a.Clauses]
	kept := state[walk*words : (walk+1)*words]
	own := kept
	if shared {
		own = lane.SharedAt[uint32](t, 4*words*t.WarpID(), words)
		w.copyTo(own, kept)
	}
	w.counts, w.bits = own[:FocusCounts(a)], own[FocusCounts(a):]
	t.SyncWarp() // all lanes have read walks, and written own
	w.begin(elite)
	w.search, w.from = walk, w.Flip
	w.race = drive.Race{Hits: hits, Goal: goal, Stop: stop}
	w.Flip = drive.Drive(team.Warp{T: t}, &w, walk, drive.Span{From: w.Flip, Until: a.Until, Poll: a.Poll}, w.race)
	w.keep()
	t.SyncWarp()
	if w.id == 0 {
		walks[walk] = w.Focused
	}
	if shared {
		w.copyTo(kept, own)
	}
}

// copyTo has the lanes copy words.
func (w *focusWarp) copyTo(to, from []uint32) {
	for i := w.id; i < int32(len(to)); i += lane.WarpSize {
		to[i] = from[i]
	}
}

// WarpWords returns how many words of 32 bits a search of FocusWarp has: its counts, then its bits, and their
// complements where Others is 1.
func WarpWords(a *Focusing) int32 { return FocusCounts(a) + focusBits(a) + focusComplements(a) }

// counter is where the count of a clause is.
func (w *focusWarp) counter(c int32) (word *uint32, shift uint32) {
	log := w.log
	return &w.counts[c>>(5-log)], uint32(c) << log & 31
}

// weight is that of a clause.
func (w *focusWarp) weight(c int32) int64 {
	if w.a.Weight > 0 {
		return w.a.Weight
	}
	return w.weights[c]
}

// begin counts anew where a launch begins at a solution that the host gives. A lane counts the clauses of a word.
func (w *focusWarp) begin(elite []uint32) {
	a, t := w.a, w.t
	if a.Begin == 0 {
		return
	}
	if a.Begin == 2 {
		w.keep()
	}
	for i := w.id; i < int32(len(w.best)); i += lane.WarpSize {
		if w.bits[i] = w.best[i]; a.Begin == 2 {
			w.bits[i] = elite[i]
		}
		if w.three != 0 {
			w.bits[int32(len(w.best))+i] = ^w.bits[i]
		}
	}
	t.SyncWarp()
	w.Violated = 0
	cost, each := int64(0), int32(32)>>w.log
	for word := int32(0); word < focusGroups(a); word += lane.WarpSize {
		first := (word + w.id) * each
		violated := w.tally(first, min(first+each, a.Clauses))
		upto := lane.InclusiveAdd(t, int32(bits.OnesCount32(violated)))
		at := w.Violated + upto - int32(bits.OnesCount32(violated))
		for ; violated != 0; violated &= violated - 1 {
			c := first + int32(bits.TrailingZeros32(violated))
			w.list[at] = c
			cost += w.weight(c)
			at++
		}
		w.Violated += lane.Shuffle(t, upto, lane.WarpSize-1)
	}
	w.Cost = a.Bound + lane.TreeAdd(t, cost)
	t.SyncWarp()
	if a.Begin == 1 || w.Cost < w.Least {
		w.Least, w.Kept = w.Cost, 0
	}
}

// tally writes the word of counts of some clauses, and returns which of them are violated.
func (w *focusWarp) tally(from, to int32) (violated uint32) {
	counts := uint32(0)
	for c := from; c < to; c++ {
		n := uint32(0)
		for k := w.start[c]; k < w.start[c+1]; k++ {
			l := w.literals[k]
			n += (w.bits[l>>6]>>(uint32(l>>1)&31) ^ uint32(l)) & 1
		}
		counts |= n << (uint32(c-from) << w.log)
		if n == 0 && w.start[c] < w.start[c+1] {
			violated |= 1 << uint32(c-from)
		}
	}
	if from < to && w.three == 0 {
		word, _ := w.counter(from)
		*word = counts
	}
	return violated
}

// Step makes flip f.
func (w *focusWarp) Step(f int64) drive.Outcome {
	if w.Violated == 0 || w.Cost <= w.a.Target { // as where there is no search
		return drive.Over
	}
	if f&63 == 0 || f == w.from {
		w.random = lane.Random(w.a.Seed, w.a.First+uint32(w.search), uint64(f)>>6, uint32(w.id))
	}
	w.turn(f)
	if w.Cost <= w.a.Target && w.id == 0 {
		w.race.Hit(w.t, w.search, f)
	}
	return drive.Onward
}

// turn chooses a bit of a violated clause, and flips it. Lanes draw the numbers of two flips each.
func (w *focusWarp) turn(f int64) {
	first, second := w.random[0], w.random[1]
	if f&1 != 0 {
		first, second = w.random[2], w.random[3]
	}
	by := int32(f>>1) & 31
	first, second = lane.Shuffle(w.t, first, by), lane.Shuffle(w.t, second, by)
	w.drawn = int32(uint64(first) * uint64(w.Violated) >> 32)
	c := w.list[w.drawn]
	from, n := c*w.a.Length, w.a.Length
	if n == 0 {
		from = w.start[c]
		n = w.start[c+1] - from
	}
	w.Delta += int64(n)
	if w.three != 0 {
		w.flip(w.literals[from+w.chooseThree(from, n, second)])
	} else {
		w.flip(w.literals[from+w.choose(from, n, second)])
	}
}

// choose draws one of the n literals from a place on. Where there are few, several lanes look at each.
func (w *focusWarp) choose(from, n int32, random uint32) int32 {
	lanes := int32(lane.WarpSize)
	for lanes > 1 && lanes*n > lane.WarpSize {
		lanes /= 2
	}
	many := lane.WarpSize / lanes // literals at a time
	odds := w.odds(from, n, 0, lanes)
	some := lane.WarpAdd(w.t, odds)
	sum := some
	for k := many; k < n; k += many {
		sum += lane.WarpAdd(w.t, w.odds(from, n, k, lanes))
	}
	at, k := uint32(uint64(random)*uint64(sum)>>32), int32(0)
	for at >= some {
		at -= some
		k += many
		odds = w.odds(from, n, k, lanes)
		some = lane.WarpAdd(w.t, odds)
	}
	below := w.t.Ballot(at < lane.InclusiveAdd(w.t, odds))
	return k + int32(bits.TrailingZeros32(below))/lanes
}

// odds is the chance of literal k and those after it, each at the first of its lanes, and 0 at the others.
func (w *focusWarp) odds(from, n, k, lanes int32) uint32 {
	k += w.id / lanes
	breaks := int32(0)
	if k < n {
		l := w.literals[from+k] ^ 1
		i, end := w.at[l]+w.id&(lanes-1), w.at[l+1]
		for ; i+lanes < end; i += 2 * lanes { // two reads do not wait for each other
			breaks += w.alone(w.in[i]) + w.alone(w.in[i+lanes])
		}
		if i < end {
			breaks += w.alone(w.in[i])
		}
	}
	for d := lanes / 2; d > 0; d /= 2 {
		breaks += lane.ShuffleXor(w.t, breaks, d)
	}
	if k >= n || w.id&(lanes-1) != 0 {
		return 0
	}
	return w.chances[min(breaks, int32(len(w.chances)-1))]
}

// alone is 1 if a clause has one true literal.
func (w *focusWarp) alone(c int32) int32 {
	word, shift := w.counter(c)
	if *word>>shift&w.mask == 1 {
		return 1
	}
	return 0
}
