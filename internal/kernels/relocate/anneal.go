package relocate

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// draws is what a lane draws for two iterations of a chunk, its own and the one 32 later.
type draws struct {
	place, nextPlace uint32 // where the warp's moves begin: a city to take out, and above it one to put it after
	bound, nextBound uint32 // how bad a move is accepted: the first key that is not, or the bits of the temperature
	kind, nextKind   uint32 // of segments
}

// relocation is the state of an annealing that is not the tour.
type relocation struct {
	walk        int32
	step, rest  int32 // the temperature of the present chunk's first iteration, and how long it has been there
	cost, least int32
}

// variant is what tells the kernels of this family from each other. It is constant in each.
type variant uint32

const (
	each     variant = 1 << iota // every lane decides for itself
	many                         // a lane prices several moves
	segments                     // moves are of one to three cities
	reversal                     // moves are 2-opt
	far                          // walks lie in global memory
)

func (v variant) is(what variant) bool { return v&what != 0 }

// bits is how far a delta is shifted in a key; below it is the number of the move.
func (v variant) bits() uint32 {
	if v.is(many) {
		return 10
	}
	return 5
}

// bound is the first key that a threshold refuses.
func (v variant) bound(threshold int32) uint32 {
	return uint32(min(threshold, noKey>>v.bits())) << v.bits()
}

// anneal does iterations a.From to a.Until, the loop of Algorithm 2.
func (w *relocator[C, M, L]) anneal(a Annealing, s *relocation, io *launch, how variant) {
	for at := a.From; at < a.Until; {
		if (at == a.From || at/chunk%pollEvery == 0) && w.halted(s.walk, at, io) {
			return
		}
		base := at &^ (chunk - 1)
		d := w.draw(a, s, base, int32(at-base), io.temperatures, how)
		until := min(a.Until, base+chunk)
		for half := int64(0); half < chunk; half += lane.WarpSize {
			first := int32(max(0, at-base-half))
			last := int32(min(lane.WarpSize, until-base-half))
			for i := first; i < last; i++ {
				word, bound := lane.Shuffle(w.t, d.place, i), lane.Shuffle(w.t, d.bound, i)
				kind := uint32(0)
				if how.is(segments) {
					kind = lane.Shuffle(w.t, d.kind, i)
				}
				key := w.choose(a, s, word, kind, bound, base+half+int64(i), how)
				if key >= 0 {
					continue
				}
				w.accept(s, word, kind, key+how.limit(bound), io, how)
				if s.cost <= a.Target {
					w.hit(s, io, base+half+int64(i), how)
					return
				}
			}
			d.place, d.bound, d.kind = d.nextPlace, d.nextBound, d.nextKind
		}
		s.pass(a, int32(until-at))
		at = until
	}
}

// limit is the first key that a bound refuses.
func (v variant) limit(bound uint32) int32 {
	if v.is(each) {
		return noKey
	}
	return int32(bound)
}

// choose prices the moves of an iteration. It returns the key of the one that is accepted, less the limit, or a number
// from 0 up if there is none.
func (w *relocator[C, M, L]) choose(a Annealing, s *relocation, word, kind, bound uint32, at int64, how variant) int32 {
	switch {
	case how.is(each):
		return w.firstOf(a, s, w.priceOne(word, kind, 0, how), bound, at)
	case how.is(many):
		return lane.WarpMin(w.t, w.priceMany(word, bound, a.Moves/lane.WarpSize))
	}
	return lane.WarpMin(w.t, w.priceOne(word, kind, bound, how))
}

// priceOne returns the key of the lane's own move, less bound.
func (w *relocator[C, M, L]) priceOne(word, kind, bound uint32, how variant) int32 {
	switch {
	case how.is(segments):
		return w.priceSegment(word+w.spread, kind, bound)
	case how.is(reversal):
		return w.priceReversal(word+w.spread, bound)
	}
	return w.price(word+w.spread, bound)
}

// accept makes the move of a key. Lines 12 to 15 of Algorithm 2: a tour that is the best is stored before a worse one.
func (w *relocator[C, M, L]) accept(s *relocation, word, kind uint32, key int32, io *launch, how variant) {
	delta := key >> how.bits()
	if delta > 0 && s.cost < s.least {
		w.store(io.best, how)
		s.least = s.cost
	}
	w.make(word, kind, uint32(key)&(1<<how.bits()-1), how)
	s.cost += delta
}

// make carries out move number index of those that belong to word.
func (w *relocator[C, M, L]) make(word, kind, index uint32, how variant) {
	switch {
	case how.is(segments):
		w.moveSegment(word, index, kind)
	case how.is(reversal):
		w.reverse(word, index)
	default:
		w.move(word, index, how)
	}
}

// hit notes that the target was met in an iteration.
func (w *relocator[C, M, L]) hit(s *relocation, io *launch, at int64, how variant) {
	w.store(io.best, how)
	s.least = s.cost
	if w.t.LaneID() == 0 {
		io.hits[s.walk] = at
		lane.AtomicMin(w.t, &io.goal[0], at)
	}
}

// pass goes on by some iterations.
func (s *relocation) pass(a Annealing, iterations int32) {
	if a.Rungs != 0 {
		return
	}
	for s.rest += iterations; s.rest >= a.PerStep; s.step++ {
		s.rest -= a.PerStep
	}
}

// firstOf has every lane face the temperature by itself, given as its bits, and returns the key of the first accepted
// move, less noKey, or 0: counted from the lane that the iteration's number points at. Random numbers are drawn only
// where a move might be accepted. A lane's own delta is above its number in key.
func (w *relocator[C, M, L]) firstOf(a Annealing, s *relocation, key int32, temperature uint32, at int64) int32 {
	heat, delta := math.Float32frombits(temperature), key>>variant(0).bits()
	if lane.WarpMin(w.t, delta) >= metropolis.Deepest(heat) {
		return 0
	}
	id, from := w.t.LaneID(), int32(at)
	turn := int32(lane.WarpSize)
	if u := lane.Random(a.Seed, a.First+uint32(s.walk), a.counter(at), uint32(lane.WarpSize+id)); id < a.Moves && delta < metropolis.Threshold(heat, u[0]) {
		turn = (id - from) & (lane.WarpSize - 1)
	}
	if turn = lane.WarpMin(w.t, turn); turn == lane.WarpSize {
		return 0
	}
	return lane.Shuffle(w.t, key, (turn+from)&(lane.WarpSize-1)) - noKey
}

// counter is the step of the random numbers of an iteration, or of a chunk.
func (a Annealing) counter(at int64) uint64 { return uint64(a.Epoch)<<48 | uint64(at) }

// draw draws for a chunk that begins at iteration base; done of its iterations are over.
func (w *relocator[C, M, L]) draw(a Annealing, s *relocation, base int64, done int32, temperatures []float32, how variant) draws {
	id := w.t.LaneID()
	r := lane.Random(a.Seed, a.First+uint32(s.walk), a.counter(base/chunk), uint32(id))
	heat, nextHeat := s.heat(a, id-done, temperatures), s.heat(a, id+lane.WarpSize-done, temperatures)
	d := draws{place: twoOf(r[0], uint32(w.n)), nextPlace: twoOf(r[1], uint32(w.n)),
		bound: math.Float32bits(heat), nextBound: math.Float32bits(nextHeat)}
	if how.is(segments) {
		r := lane.Random(a.Seed, a.First+uint32(s.walk), a.counter(base/chunk), uint32(2*lane.WarpSize+id))
		d.kind, d.nextKind = r[0]%segmentKinds, r[1]%segmentKinds
	}
	if !how.is(each) {
		d.bound, d.nextBound = how.bound(metropolis.Threshold(heat, r[2])), how.bound(metropolis.Threshold(nextHeat, r[3]))
	}
	return d
}

// heat is the temperature in ahead iterations.
func (s *relocation) heat(a Annealing, ahead int32, temperatures []float32) float32 {
	step := s.step
	if a.Rungs == 0 {
		for ahead += s.rest; ahead >= a.PerStep; ahead -= a.PerStep {
			step++
		}
	}
	return temperatures[min(step, int32(len(temperatures))-1)]
}

// twoOf makes two different numbers below n of a random word, the second above the first: any pair is as likely as any
// other to within n*n/2^32.
func twoOf(r, n uint32) uint32 {
	wide := uint64(r) * uint64(n)
	first := uint32(wide >> 32)
	second := first + 1 + uint32(uint64(uint32(wide))*uint64(n-1)>>32)
	return first | min(second, second-n)<<16
}

// halted tells whether the walk has come to where the run ends: beyond an iteration in which some walk met the target,
// or anywhere once stop is set.
func (w *relocator[C, M, L]) halted(walk int32, at int64, io *launch) bool {
	end := int64(0)
	if w.t.LaneID() == 0 {
		if walk == 0 && lane.AtomicLoad(w.t, &io.stop[0]) != 0 {
			lane.AtomicMin(w.t, &io.goal[0], -1)
		}
		end = lane.AtomicLoad(w.t, &io.goal[0])
	}
	return at > lane.Shuffle(w.t, end, 0)
}
