package clauses

import (
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Focusing says what a launch of Focus does.
type Focusing struct {
	N, Clauses int32
	Form       int32  // numbers of form
	Literals   int32  // of all clauses
	Walks      int32  // of the launch
	Poll       int32  // flips between two looks at stop and goal
	Begin      int32  // 1: the searches begin at the bits in best; 2: all go on from elite
	Log        int32  // a count of true literals has 1<<Log bits: 1 to 3
	Head       int32  // violated clauses that lie in a search's own words, the others in rest; not for FocusWarp
	Longest    int32  // clause
	Length     int32  // of every clause; 0: they differ
	Contrary   int32  // 1: a clause may have a bit with both signs; not for Focus
	Others     int32  // 1: form ends with what Others returns, and there are no counts
	First      uint32 // number of the first search among all of the run
	Seed       uint64 // of the random numbers
	Until      int64  // one past the last flip
	Target     int64  // a search that comes to it stops there
	Weight     int64  // of every clause; 0: see weights
	Bound      int64  // cost where no clause of form is violated
}

// Focused is a search of Focus between two launches, beside its words.
type Focused struct {
	Flip        int64 // the next one
	Cost, Least int64 // of the present solution, and of the incumbent
	Delta       int64 // bits that were looked at
	Violated    int32 // clauses
	Kept        int32 // 1: the incumbent lies in best; 0: it is the present solution
}

// FocusWords returns how many words of 32 bits a search has of its own: its counts, its bits, with their complements where
// Others is 1, the odds of a clause, and the head of the list of violated clauses.
func FocusWords(a *Focusing) int32 {
	return FocusCounts(a) + focusBits(a) + focusComplements(a) + a.Longest + a.Head
}

// StagedBytes returns the bytes of shared memory in which a block of Focus keeps form: four a number of others, and two a number of the
// rest, which must be below 2^16, rounded up to a multiple of four.
func StagedBytes(a *Focusing) int32 { return formBytes(a.Form) + 4*a.Literals*a.Others }

func formBytes(form int32) int32 { return (form + 1) / 2 * 4 }

// FocusCounts returns how many words of 32 bits the counts of a search are.
func FocusCounts(a *Focusing) int32 {
	if a.Others != 0 {
		return 0
	}
	return focusGroups(a)
}

// focusComplements is how many words the complements of the bits are.
func focusComplements(a *Focusing) int32 { return focusBits(a) * a.Others }

// focusGroups is how many words the counts of all clauses would be.
func focusGroups(a *Focusing) int32 { return (a.Clauses<<a.Log + 31) / 32 }
func focusBits(a *Focusing) int32   { return (a.N + 31) / 32 }

// focuser is a search in progress: a lane. Word w of the 32 searches of a warp lies at [32*w, 32*w+32), so that lanes that read
// different words of their own use different banks of shared memory.
type focuser struct {
	t                       lane.Thread
	a                       *Focusing
	start, literals, at, in []uint16 // the parts of form
	others                  []uint32 // its last one
	three                   int32    // 1: others is there
	weights                 []int64
	chances                 []uint32
	own                     []uint32 // counts, bits, odds, head
	rest                    []int32  // of the list
	best                    []uint32
	id                      int32     // lane
	log, mask               uint32    // of counts
	bits, odds, head        int32     // where they begin in own
	drawn                   int32     // place of the clause that is drawn
	later                   [2]uint32 // random numbers of the next flip
	search                  int32     // of the launch
	from                    int64     // the first flip of the launch
	race                    drive.Race
	Focused
}

// Focus is focused search over clauses (see single.Focused): a lane is a search, which makes the moves of the same search on a
// core. Counts of true literals take a few bits each, and what a flip breaks is counted anew each time, so that a search of some
// hundred bits fits into 500 bytes of shared memory, where a block also copies form.
//
// form is start, literals, at and in of neighbourhood.Clauses, one after the other. state has FocusWords words a search, rest the
// places of the list beyond Head, best the bits of the incumbent, 32 searches interleaved; walks the rest. hits[w] becomes the flip in which search w came to the target, and goal[0] the least of these. Searches
// stop as those of explorer.Explore do.
func Focus(t lane.Thread, a Focusing, form []int32, weights []int64, chances, elite, state []uint32, rest []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32) {
	focusNear(t, &a, form, weights, chances, elite, state, rest, best, walks, hits, goal, stop, 0)
}

// FocusThree is Focus where Others is 1.
//
//lane:registers 64
func FocusThree(t lane.Thread, a Focusing, form []int32, weights []int64, chances, elite, state []uint32, rest []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32) {
	focusNear(t, &a, form, weights, chances, elite, state, rest, best, walks, hits, goal, stop, 1)
}

// focusNear makes the launch of a lane.
func focusNear(t lane.Thread, a *Focusing, form []int32, weights []int64, chances, elite, state []uint32, rest []int32, best []uint32,
	walks []Focused, hits, goal []int64, stop []uint32, three int32) {
	warp, words := t.GridWarpID(), FocusWords(a)
	staged := lane.SharedAt[uint16](t, 0, a.Form)
	for i := t.ThreadID(); i < a.Form; i += t.BlockDim() {
		staged[i] = uint16(form[i])
	}
	var others []uint32
	if three != 0 {
		others = lane.SharedAt[uint32](t, formBytes(a.Form), a.Literals)
		for i := t.ThreadID(); i < a.Literals; i += t.BlockDim() {
			others[i] = uint32(form[a.Form+i])
		}
	}
	t.Sync()
	if warp*lane.WarpSize >= a.Walks {
		return
	}
	w := focuser{t: t, a: a, three: three, weights: weights, chances: chances, id: t.LaneID(), log: uint32(a.Log)}
	w.mask = uint32(1)<<(uint32(1)<<w.log) - 1
	w.others = others
	w.start, w.literals = staged[:a.Clauses+1], staged[a.Clauses+1:a.Clauses+1+a.Literals]
	w.at, w.in = staged[a.Clauses+1+a.Literals:a.Form-a.Literals], staged[a.Form-a.Literals:]
	if w.bits = focusGroups(a); three != 0 {
		w.bits = 0
	}
	w.odds = w.bits + focusBits(a) + focusComplements(a)
	w.head = w.odds + a.Longest
	kept := state[warp*words*lane.WarpSize : (warp+1)*words*lane.WarpSize]
	beyond := (a.Clauses - a.Head) * lane.WarpSize
	w.rest = rest[warp*beyond : (warp+1)*beyond]
	w.best = best[warp*focusBits(a)*lane.WarpSize : (warp+1)*focusBits(a)*lane.WarpSize]
	w.own = lane.SharedAt[uint32](t, StagedBytes(a)+4*t.WarpID()*words*lane.WarpSize, words*lane.WarpSize)
	for i := range words {
		*w.word(i) = kept[i*lane.WarpSize+w.id]
	}
	walk := warp*lane.WarpSize + w.id
	if walk < a.Walks {
		w.Focused = walks[walk]
		w.begin(elite)
	}
	w.search, w.from = walk, lane.Shuffle(t, w.Flip, 0) // the searches of a warp go on together
	w.race = drive.Race{Hits: hits, Goal: goal, Stop: stop}
	w.Flip = drive.Drive(team.Warp{T: t}, &w, warp, drive.Span{From: w.from, Until: a.Until, Poll: a.Poll}, w.race)
	for i := range words {
		kept[i*lane.WarpSize+w.id] = *w.word(i)
	}
	if walk < a.Walks {
		w.keep()
		walks[walk] = w.Focused
	}
}

// word is the place of a word of the lane's own.
func (w *focuser) word(i int32) *uint32 { return &w.own[i*lane.WarpSize+w.id] }

// is tells the value of a bit.
func (w *focuser) is(i int32) int32 { return int32(*w.word(w.bits + i>>5)>>(uint32(i)&31)) & 1 }

// count returns the number of true literals of a clause.
func (w *focuser) count(c int32) uint32 {
	word, shift := w.counter(c)
	return *word >> shift & w.mask
}

// counter is where the count of a clause is.
func (w *focuser) counter(c int32) (word *uint32, shift uint32) {
	log := w.log
	return w.word(c >> (5 - log)), uint32(c) << log & 31
}

// listed returns the clause at a place of the list, and list puts one there.
func (w *focuser) listed(at int32) int32 {
	if at < w.a.Head {
		return int32(*w.word(w.head + at))
	}
	return w.rest[(at-w.a.Head)*lane.WarpSize+w.id]
}

func (w *focuser) list(at, c int32) {
	if at < w.a.Head {
		*w.word(w.head + at) = uint32(c)
	} else {
		w.rest[(at-w.a.Head)*lane.WarpSize+w.id] = c
	}
}

// place is where a violated clause is in the list: mostly it is the one that was drawn.
func (w *focuser) place(c int32) int32 {
	at := w.drawn
	if at < w.Violated && w.listed(at) == c {
		return at
	}
	at = w.Violated - 1
	for w.listed(at) != c {
		at--
	}
	return at
}

// weight is that of a clause.
func (w *focuser) weight(c int32) int64 {
	if w.a.Weight > 0 {
		return w.a.Weight
	}
	return w.weights[c]
}

// begin counts anew where a launch begins at a solution that the host gives.
func (w *focuser) begin(elite []uint32) {
	a := w.a
	if a.Begin == 0 {
		return
	}
	if a.Begin == 2 {
		w.keep()
	}
	for i, size := int32(0), focusBits(a); i < size; i++ {
		if *w.word(w.bits + i) = w.best[i*lane.WarpSize+w.id]; a.Begin == 2 {
			*w.word(w.bits + i) = elite[i]
		}
		if w.three != 0 {
			*w.word(size + i) = ^*w.word(i)
		}
	}
	for i := range w.bits {
		*w.word(i) = 0
	}
	w.Violated, w.Cost = 0, a.Bound
	for c := range a.Clauses {
		n := uint32(0)
		for k := w.start[c]; k < w.start[c+1]; k++ {
			l := int32(w.literals[k])
			n += uint32(w.is(l>>1) ^ l&1)
		}
		if w.three == 0 {
			word, shift := w.counter(c)
			*word |= n << shift
		}
		if n == 0 && w.start[c] < w.start[c+1] {
			w.list(w.Violated, c)
			w.Violated++
			w.Cost += w.weight(c)
		}
	}
	if a.Begin == 1 || w.Cost < w.Least {
		w.Least, w.Kept = w.Cost, 0
	}
}

// Step makes flip f. All lanes of a warp come here, those that are over without a flip.
func (w *focuser) Step(f int64) drive.Outcome {
	if w.Violated == 0 || w.Cost <= w.a.Target { // as where there is no search
		return drive.Onward
	}
	w.turn(uint64(f), f == w.from)
	if w.Cost <= w.a.Target {
		w.race.Hit(w.t, w.search, f)
	}
	return drive.Onward
}

// turn chooses a bit of a violated clause, and flips it. Two flips share a draw, unless this is fresh: the first of a launch.
func (w *focuser) turn(f uint64, fresh bool) {
	first, second := w.later[0], w.later[1]
	if f&1 == 0 || fresh {
		u := lane.Random(w.a.Seed, w.a.First+uint32(w.search), f>>6, uint32(f>>1)&31)
		w.later[0], w.later[1] = u[2], u[3]
		if first, second = u[0], u[1]; f&1 != 0 {
			first, second = u[2], u[3]
		}
	}
	w.drawn = int32(uint64(first) * uint64(w.Violated) >> 32)
	c := w.listed(w.drawn)
	from, sum := int32(w.start[c]), uint32(0)
	n := int32(w.start[c+1]) - from
	w.Delta += int64(n)
	for k := range n {
		o := w.chances[min(w.breaks(int32(w.literals[from+k])^1), int32(len(w.chances)-1))]
		*w.word(w.odds + k) = o
		sum += o
	}
	at, k := uint32(uint64(second)*uint64(sum)>>32), int32(0)
	for o := *w.word(w.odds); at >= o; o = *w.word(w.odds + k) {
		at -= o
		k++
	}
	w.flip(int32(w.literals[from+k]))
}

// breaks counts the clauses in which a literal is the only true one.
func (w *focuser) breaks(l int32) int32 {
	n := int32(0)
	for k := w.at[l]; k < w.at[l+1]; k++ {
		if w.three != 0 {
			n += int32(w.alone(int32(k)))
		} else if w.count(int32(w.in[k])) == 1 {
			n++
		}
	}
	return n
}
