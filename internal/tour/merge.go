package tour

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Merge takes over from another tour, in the problem's numbers, the parts in which that is shorter. It returns the gain, and in
// how many edges the two tours differed.
//
// The edges that only one of the two tours has fall into AB-cycles, which take an edge of either tour in turn (Nagata and
// Kobayashi 2013). To leave the first tour's edges of such a cycle and enter the second one's is an exchange. Merge
// carries out those exchanges, and those of all cycles that hang together by cities, that gain and leave a tour: so it
// takes the better of the two at each place where they differ, as the partition crossover of Whitley, Hains and Howe
// (2009) does. It takes O(n) and, for each exchange of k edges, k log k and the cities that it moves. The cities at the
// ends of what changed are queued. Once stop says yes the rest stays as it is.
//
// If there is an r, Merge takes few of the parts that gain, by chance, and draws which cycles the edges fall into. So tours that
// are merged again and again with others stay different for longer, and what one merge did not find the next one may.
func (s *Search) Merge(x []int32, r *multiwalk.Rand, stop func() bool) (gain int64, differ int) {
	d := newDifference(s, x, r)
	for _, c := range d.cycles {
		differ += len(c) / 2
	}
	parts := d.parts()
	if r != nil {
		return s.mergeFew(parts, r, stop), differ
	}
	for again := true; again; {
		again = false
		for i, cycles := range parts {
			if stop() {
				return gain, differ
			}
			left, got := s.takePart(cycles)
			gain += got
			parts[i] = left
			again = again || got > 0 && len(left) > 0
		}
	}
	return gain, differ
}

// fewParts is one in how many parts a merge takes that draws them.
const fewParts = 8

// mergeFew takes parts that gain, the first ones in a random order.
func (s *Search) mergeFew(parts [][][]int32, r *multiwalk.Rand, stop func() bool) (gain int64) {
	few := max(1, len(parts)/fewParts)
	for k := len(parts); k > 0 && few > 0 && !stop(); k-- {
		i := r.IntN(k)
		if _, got := s.takePart(parts[i]); got > 0 {
			gain += got
			few--
		}
		parts[i] = parts[k-1]
	}
	return gain
}

// takePart carries out those of a part's cycles that gain by themselves, then the others at once if these gain together.
// It returns the cycles that are left.
func (s *Search) takePart(cycles [][]int32) (left [][]int32, gain int64) {
	for _, c := range cycles {
		if got := s.take(c); got > 0 {
			gain += got
		} else {
			left = append(left, c)
		}
	}
	if len(left) > 1 {
		if got := s.take(left...); got > 0 {
			return nil, gain + got
		}
	}
	return left, gain
}

// take carries the exchange of all these cycles out, if it gains after what falls apart was joined up again, and returns
// its gain, else 0.
func (s *Search) take(cycles ...[]int32) (gain int64) {
	if !slices.ContainsFunc(cycles, s.isStale) {
		return s.reform(cycles)
	}
	return 0
}

// isStale reports whether joining what another cycle had cut up took an edge that the cycle leaves, or made one that it
// enters; or whether the cycle leaves a fixed edge.
func (s *Search) isStale(cycle []int32) bool {
	last := cycle[len(cycle)-1]
	for i, c := range cycle {
		leaves := i&1 == 1
		has := s.tour.next(last) == c || s.tour.prev(last) == c
		if has != leaves || leaves && s.g.isFixed(last, c) {
			return true
		}
		last = c
	}
	return false
}

// saved is the cost of the edges that the exchange of cycles leaves, less that of those that it enters.
func (s *Search) saved(cycles [][]int32) (gain int64) {
	for _, c := range cycles {
		for i := 0; i < len(c); i += 2 {
			gain += s.g.cost(c[i], c[i+1]) - s.g.cost(c[i+1], c[(i+2)%len(c)])
		}
	}
	return gain
}

func (s *Search) reform(cycles [][]int32) int64 {
	s.priced++
	gain := s.saved(cycles)
	if gain <= 0 { // to join what falls apart seldom gains
		return 0
	}
	r := newReform(s, cycles)
	if gain -= r.join(gain); gain <= 0 {
		return 0
	}
	r.make()
	return gain
}

// make carries the exchange out, which must leave a tour.
func (r *reform) make() {
	s := r.s
	if !strung(r.partner, r.pieces()) {
		panic("tour: the cycles do not make a tour")
	}
	for i := range r.partner {
		s.queue.push(r.city(int32(i)))
	}
	s.tour.rearrange(r.at, r.piece)
	s.exchanges++
}
