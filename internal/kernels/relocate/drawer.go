package relocate

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// drawer is a relocator whose lanes draw their moves: see RelocateIndependent. Its spread is the number of the lane whose
// words a lane has: the own one, or 0 of an idle lane. That one repeats the move of lane 0, and as its key is above that
// one's, it never wins.
type drawer[C any, M kernel.Metric[C], L word] struct {
	relocator[C, M, L]        // its places begin with the lane's copy of the first
	copies             uint32 // of each place
}

// place is where a city is.
func (w *drawer[C, M, L]) place(c uint32) C { return w.at[c*w.copies] }

// load takes up a tour, given as the city that follows each.
func (w *drawer[C, M, L]) load(next []uint16) {
	for c := w.t.LaneID(); c < w.n; c += lane.WarpSize {
		d := uint32(next[c])
		w.links[c] = w.link(uint32(c), d)
		w.back[d] = uint16(c)
	}
	w.t.SyncWarp()
	for c := w.t.LaneID(); c < w.n; c += lane.WarpSize {
		w.gains[c] = w.gain(uint32(c))
	}
	w.t.SyncWarp()
}

// link is the word of a city c that d follows.
func (w *drawer[C, M, L]) link(c, d uint32) L {
	return L(d) | L(w.m.Between(w.place(c), w.place(d)))<<half[L]()
}

// gain computes a city's gain from the links.
func (w *drawer[C, M, L]) gain(c uint32) int32 {
	p, link := uint32(w.back[c]), w.links[c]
	return length(w.links[p]) + length(link) - w.m.Between(w.place(p), w.place(successor(link)))
}

const (
	// drawLane is where the numbers of lane.Random's lanes begin that give moves; those below give thresholds.
	drawLane = 3 * lane.WarpSize
	// words is how many moves, of one iteration or of several, one call of lane.Random gives.
	words = 4
)

// anneal is the loop of Algorithm 2. Chunks of iterations share the drawing of thresholds.
func (w *drawer[C, M, L]) anneal(a Annealing, s *relocation, io *launch, how variant) {
	for at := a.From; at < a.Until; {
		if (at == a.From || at/chunk%pollEvery == 0) && w.halted(s.walk, at, io) {
			return
		}
		base := at &^ (chunk - 1)
		d := w.draw(a, s, base, int32(at-base), io.temperatures, how&^many) // a key has 5 bits for the lane, however many the moves
		until := min(a.Until, base+chunk)
		for half := int64(0); half < chunk; half += lane.WarpSize {
			first := int32(max(0, at-base-half))
			last := int32(min(lane.WarpSize, until-base-half))
			if w.annealHalf(a, s, io, base+half, first, last, d.bound, how) {
				return
			}
			d.bound = d.nextBound
		}
		s.pass(a, int32(until-at))
		at = until
	}
}

// annealHalf does iterations first to last, counted from base, whose bounds the lanes hold. It reports if the target was met.
func (w *drawer[C, M, L]) annealHalf(a Annealing, s *relocation, io *launch, base int64, first, last int32, bounds uint32, how variant) bool {
	for i := first; i < last; {
		own, end := [words]uint32{}, i+1
		if !how.is(many) {
			own, end = w.wordsOf(a, s, (base+int64(i))>>2, 0), min(last, i|3+1)
			for range i & 3 { // where a launch began within a group
				own[0], own[1], own[2] = own[1], own[2], own[3]
			}
		}
		for ; i < end; i++ {
			bound := lane.Shuffle(w.t, bounds, i)
			key, pair := w.choose(a, s, own[0], bound, base+int64(i), how)
			own[0], own[1], own[2] = own[1], own[2], own[3]
			if key >= how.limit(bound) {
				continue
			}
			w.accept(s, pair, key, io, how)
			if s.cost <= a.Target {
				w.hit(s, io, base+int64(i), how)
				return true
			}
		}
	}
	return false
}

// choose prices the moves of an iteration. It returns the key of the one to be made if it is below the limit, and the lane's
// own move, of several the one that its key is of.
func (w *drawer[C, M, L]) choose(a Annealing, s *relocation, word, bound uint32, at int64, how variant) (key int32, pair uint32) {
	if how.is(many) {
		key, pair = w.priceMany(a, s, at)
	} else {
		key, pair = w.price(word)
	}
	if how.is(each) {
		return w.firstOf(a, s, key, bound, at) + noKey, pair
	}
	return lane.WarpMin(w.t, key), pair
}

// wordsOf is a lane's random words of a group of iterations, or a call's of those of one iteration.
func (w *drawer[C, M, L]) wordsOf(a Annealing, s *relocation, step int64, call uint32) [words]uint32 {
	return lane.Random(a.Seed, a.First+uint32(s.walk), a.counter(step), drawLane+call*lane.WarpSize+w.spread)
}

// cityAndPlace makes two different numbers below n of a random word, a city to take out and one to put it after: any pair is
// as likely as any other to within n*n/2^32. A place that comes out as the city stands for the last one.
func cityAndPlace(word, n uint32) (v, a uint32) {
	v, rest := bits.Mul32(word, n)
	if a, _ = bits.Mul32(rest, n-1); a == v {
		a = n - 1
	}
	return v, a
}

// price returns the key of the move that a word draws, of a city v to after a: the delta, and below it the lane. There is
// none where v follows a already. It returns the move too.
func (w *drawer[C, M, L]) price(word uint32) (key int32, pair uint32) {
	v, a := cityAndPlace(word, uint32(w.n))
	link := w.links[a]
	b := successor(link)
	place := w.place(v)
	delta := w.m.Between(w.place(a), place) + w.m.Between(place, w.place(b)) - length(link) - w.gains[v]
	key = delta<<variant(0).bits() + w.t.LaneID()
	if b == v {
		key = noKey
	}
	return key, v | a<<16
}

// priceMany prices all moves of a lane in an iteration and returns the first of the cheapest.
func (w *drawer[C, M, L]) priceMany(a Annealing, s *relocation, at int64) (least int32, pair uint32) {
	least = noKey
	call := uint32(0)
	for left := a.Moves / lane.WarpSize; left > 0; left -= words {
		own := w.wordsOf(a, s, at, call)
		least, pair = w.cheaper(own[0], least, pair)
		if left > 1 {
			least, pair = w.cheaper(own[1], least, pair)
		}
		if left > 2 {
			least, pair = w.cheaper(own[2], least, pair)
		}
		if left > 3 {
			least, pair = w.cheaper(own[3], least, pair)
		}
		call++
	}
	return least, pair
}

// cheaper returns the move that a word draws if it is below least, else the one given.
func (w *drawer[C, M, L]) cheaper(word uint32, least int32, pair uint32) (int32, uint32) {
	key, own := w.price(word)
	if key < least {
		return key, own
	}
	return least, pair
}

// accept makes the move of a key. Lines 12 to 15 of Algorithm 2: a tour that is the best is stored before a worse one.
func (w *drawer[C, M, L]) accept(s *relocation, pair uint32, key int32, io *launch, how variant) {
	delta := key >> variant(0).bits()
	if delta > 0 && s.cost < s.least {
		w.store(io.best, how)
		s.least = s.cost
	}
	pair = lane.Shuffle(w.t, pair, key&(lane.WarpSize-1))
	w.shift(pair&0xffff, pair>>16)
	s.cost += delta
}

// shift takes city v to after a. Of p v q and a b it makes p q and a v b: lane 0 links p to q, lane 1 a to v, lane 2 v to b.
// Then these compute the gains of p, a and v anew, lanes 4 and 6 those
// of q and b, from the links, since the five need not all differ. The
// other lanes compute what some of these do, which is cheaper than to part, and write nothing.
func (w *drawer[C, M, L]) shift(v, a uint32) {
	p, q, b := uint32(w.back[v]), successor(w.links[v]), successor(w.links[a])
	id := w.t.LaneID()
	first, second := id&3 == 0, id&3 == 1
	from, to := pick(first, p, pick(second, a, v)), pick(first, q, pick(second, v, b))
	link := w.link(from, to)
	w.t.SyncWarp()
	if id < 3 {
		w.links[from] = link
		w.back[to] = uint16(from)
	}
	w.t.SyncWarp()
	city := pick(id < 4, from, to)
	gain := w.gain(city)
	if 0b1010111>>id&1 != 0 {
		w.gains[city] = gain
	}
	w.t.SyncWarp()
}
