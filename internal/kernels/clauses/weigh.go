package clauses

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Weighing says what a launch of Weigh does.
type Weighing struct {
	N, Clauses, Literals int32
	Form                 int32  // numbers of form
	Walks                int32  // of the launch
	Poll                 int32  // flips between two looks at stop and goal
	Samples              int32  // bits that gain to look at for a flip
	Rise, Limit          int32  // see single.Weighting
	Smooth               uint32 // a random word below it smooths
	First                uint32 // number of the first search among all of the run
	Seed                 uint64 // of the random numbers
	Until                int64  // one past the last flip
	Target               int64  // a search that comes to it stops there
	Bound                int64  // cost where no clause of form is violated
	Hard                 int64  // what hard clauses cost
}

// Weighed is a search of Weigh between two launches, beside its numbers.
type Weighed struct {
	Flip        int64 // the next one
	Cost, Least int64 // of the present solution, and of the incumbent
	Delta       int64 // bits that were looked at
	Violated    int32 // clauses
	Hards       int32 // of these that are hard
	Good        int32 // bits that gain
	Begin       int32 // the search goes on from the bits in x, 1: by the clauses' own weights, 2: by its weights
	Kept        int32 // 1: the incumbent lies in best; 0: it is the present solution
	_           int32
}

// What a search has in state, one after the other: of each clause how many literals are true, the exclusive or of the bits of these, and
// two lists of clauses, each with the place of every clause in it; then the list of bits that gain.
const (
	weighClauses = 6 // numbers of a clause
	weighBits    = 2 // of a bit
)

// WeighState and WeighNumbers return how many numbers of 32 and of 64 bits a search of Weigh has.
func WeighState(a *Weighing) int32   { return weighClauses*a.Clauses + weighBits*a.N }
func WeighNumbers(a *Weighing) int32 { return a.Clauses + 2*a.N }

// A flip's random words; see single.Weighting.
const (
	weighSteps  = 10
	sampleWords = 2
)

// weigher is a search in progress, which a warp makes. All lanes have the same Weighed.
type weigher struct {
	t                        lane.Thread
	a                        *Weighing
	start, literals, at, in  []int32 // the parts of form
	costs, own               []int64 // what clauses cost, and weigh at first
	counts, critical         []int32
	violated, hard, good     sparse
	x, best                  []int32
	weights, scores, flipped []int64
	id                       int32 // lane
	walk                     uint32
	search                   int32 // of the launch
	race                     drive.Race
	Weighed
}

// sparse is a set of numbers: a list, and where each is in it. What is not in it has any place.
type sparse struct{ list, at []int32 }

// has tells whether a set of that size has a number.
func (s sparse) has(k, size int32) bool {
	at := s.at[k]
	return at < size && s.list[at] == k
}

// add puts a number into a set of that size, and remove takes one out. All lanes of a warp write the same.
func (s sparse) add(t lane.Thread, k, size int32) {
	s.list[size], s.at[k] = k, size
	t.SyncWarp()
}

func (s sparse) remove(t lane.Thread, k, size int32) {
	at, last := s.at[k], s.list[size-1]
	t.SyncWarp() // all lanes have read
	s.list[at], s.at[last] = last, at
	t.SyncWarp()
}

// Weigh is local search over clauses with dynamic weights (see single.Weighting): a warp is a search, which makes the flips of the same
// search on a core. Lanes add to scores at the same time; lists change as on a core, where first all scores change and then, clause by
// clause and literal by literal, bits come to the list of those that gain or leave it.
//
// form is start, literals, at and in of neighbourhood.Clauses, one after the other; costs and own are weights of its clauses. state and numbers have
// WeighState and WeighNumbers a search, x and best its bits. hits[w] becomes the flip in which search w came to the target, and goal[0]
// the least of these. Searches stop as those of explorer.Explore do.
func Weigh(t lane.Thread, a Weighing, form []int32, costs, own []int64, state []int32, numbers []int64, x, best []int32, walks []Weighed,
	hits, goal []int64, stop []uint32) {
	walk := t.GridWarpID()
	if walk >= a.Walks {
		return
	}
	w := weigher{t: t, a: &a, costs: costs, own: own, id: t.LaneID(), walk: a.First + uint32(walk), search: walk, Weighed: walks[walk]}
	w.start, w.literals = form[:a.Clauses+1], form[a.Clauses+1:a.Clauses+1+a.Literals]
	w.at, w.in = form[a.Clauses+1+a.Literals:a.Form-a.Literals], form[a.Form-a.Literals:]
	w.layOut(state[walk*WeighState(&a):(walk+1)*WeighState(&a)], numbers[walk*WeighNumbers(&a):(walk+1)*WeighNumbers(&a)])
	w.x, w.best = x[walk*a.N:(walk+1)*a.N], best[walk*a.N:(walk+1)*a.N]
	t.SyncWarp() // all lanes have read walks
	w.begin()
	w.race = drive.Race{Hits: hits, Goal: goal, Stop: stop}
	w.Flip = drive.Drive(team.Warp{T: t}, &w, walk, drive.Span{From: w.Flip, Until: a.Until, Poll: a.Poll}, w.race)
	w.keep()
	if w.id == 0 {
		walks[walk] = w.Weighed
	}
}

// layOut finds the parts of a search's numbers.
func (w *weigher) layOut(state []int32, numbers []int64) {
	c, n := w.a.Clauses, w.a.N
	w.counts, w.critical = state[:c], state[c:2*c]
	w.violated = sparse{state[2*c : 3*c], state[3*c : 4*c]}
	w.hard = sparse{state[4*c : 5*c], state[5*c : 6*c]}
	w.good = sparse{state[6*c : 6*c+n], state[6*c+n : 6*c+2*n]}
	w.weights, w.scores, w.flipped = numbers[:c], numbers[c:c+n], numbers[c+n:]
}

// Step makes flip f.
func (w *weigher) Step(f int64) drive.Outcome {
	if w.Violated == 0 || w.Cost <= w.a.Target { // as where there is no search
		return drive.Over
	}
	w.turn(f)
	if w.Cost <= w.a.Target && w.id == 0 {
		w.race.Hit(w.t, w.search, f)
	}
	return drive.Onward
}

// turn makes a flip.
func (w *weigher) turn(f int64) {
	if w.Good > 0 {
		w.flip(w.sample(f), f)
		return
	}
	u := lane.Random(w.a.Seed, w.walk, uint64(f)<<weighSteps, 0)
	if u[3] < w.a.Smooth {
		w.smooth()
	} else {
		w.weigh()
	}
	w.flip(w.escape(u[2]), f)
}

// choice is a bit that a lane has found; bit -1 is none.
type choice struct {
	score, flipped int64
	bit            int32
}

// of is the choice of a bit.
func (w *weigher) of(i int32) choice { return choice{w.scores[i], w.flipped[i], i} }

// better tells whether b is to be flipped rather than c.
func (b choice) better(c choice) bool {
	if b.score != c.score {
		return b.score > c.score
	}
	if b.flipped != c.flipped {
		return b.flipped < c.flipped
	}
	return b.bit < c.bit
}

// nothing is worse than any choice.
func nothing() choice { return choice{math.MinInt64, math.MaxInt64, math.MaxInt32} }

// bestOf is the best bit of the choices of all lanes.
func (w *weigher) bestOf(b choice) int32 {
	for d := int32(lane.WarpSize / 2); d > 0; d /= 2 {
		c := choice{lane.ShuffleXor(w.t, b.score, d), lane.ShuffleXor(w.t, b.flipped, d), lane.ShuffleXor(w.t, b.bit, d)}
		if c.better(b) {
			b = c
		}
	}
	return b.bit
}

// sample returns the best of all bits that gain if they are few, else of some.
func (w *weigher) sample(f int64) int32 {
	samples := min(w.Good, w.a.Samples)
	w.Delta += int64(samples)
	b, u := nothing(), [4]uint32{}
	for k := w.id; k < samples; k += lane.WarpSize {
		at := k
		if w.Good > w.a.Samples {
			word := k / lane.WarpSize % sampleWords
			if word == 0 {
				u = lane.Random(w.a.Seed, w.walk, uint64(f)<<weighSteps+uint64(k/(sampleWords*lane.WarpSize)), uint32(w.id))
			}
			r := u[0]
			if word == 1 {
				r = u[1]
			}
			at = int32(uint64(r) * uint64(w.Good) >> 32)
		}
		if c := w.of(w.good.list[at]); c.better(b) {
			b = c
		}
	}
	return w.bestOf(b)
}

// escape returns the best bit of a random violated clause, of a hard one if there is one.
func (w *weigher) escape(random uint32) int32 {
	list, size := w.hard.list, w.Hards
	if size == 0 {
		list, size = w.violated.list, w.Violated
	}
	c := list[uint64(random)*uint64(size)>>32]
	from, end := w.start[c], w.start[c+1]
	w.Delta += int64(end - from)
	b := nothing()
	for k := from + w.id; k < end; k += lane.WarpSize {
		if c := w.of(w.literals[k] >> 1); c.better(b) {
			b = c
		}
	}
	return w.bestOf(b)
}

// keep stores the incumbent while it is the present solution.
func (w *weigher) keep() {
	if w.Kept != 0 {
		return
	}
	for i := w.id; i < w.a.N; i += lane.WarpSize {
		w.best[i] = w.x[i]
	}
	w.Kept = 1
}

// first is the first of some lanes, and ones how many they are.
func first(lanes uint32) int32 { return int32(bits.TrailingZeros32(lanes)) }
func ones(lanes uint32) int32  { return int32(bits.OnesCount32(lanes)) }
