package population

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk"
)

const (
	// farApart is which part of the mean distance of first individuals survivors keep at the beginning.
	farApart = 0.3
	// mostSurvivors is how many individuals may be compared with each other in a generation.
	mostSurvivors = 128
)

// survivors is what a population keeps in which individuals live on by how far they are from others.
type survivors struct {
	apart   float64 // the distance at the beginning
	between []int   // how far individuals are from each other, row after row; nil: it must be found out
	near    []int   // how far each of the individuals and the children is from the nearest survivor
	x       []int32 // the individuals, and behind them the children
	costs   []int64
	marker  multiwalk.Marker // nil: two are compared as they are
	marks   [][]uint64       // of the individuals, and then of the children
}

// newSurvivors returns nil where the problem does not tell how far apart solutions are, or there would be too many to compare.
func newSurvivors(size int, vary *variation) *survivors {
	if vary.relinks == nil || size > mostSurvivors {
		return nil
	}
	s := &survivors{}
	s.marker, _ = vary.relinks.(multiwalk.Marker)
	return s
}

// survive chooses who of the individuals and of some children, which cost so much, lives on. The cheapest does; then, again and again, the
// cheapest of those that are a certain distance away from all chosen before, or the one that is farthest from them if there is none. The
// distance falls as the run goes on, to 0 at its end; left is which part of the run is left. Without it all individuals have the cost of
// the best after a tenth of the run, and nothing new comes of them. (The idea is that of Constantino and Segura, "A parallel memetic
// algorithm with explicit management of diversity for the job shop scheduling problem", Applied Intelligence 52, 2022.) It finds out how far
// each child is from all others.
func (b *brood) survive(children []int32, costs []int64, left float64) {
	s, n := b.survivors, b.n
	if b.born {
		copy(b.x, children)
		copy(b.costs, costs)
		b.replaced += int64(len(costs))
		s.apart = farApart * b.meanApart()
		return
	}
	s.x = append(append(s.x[:0], b.x...), children...)
	s.costs = append(append(s.costs[:0], b.costs...), costs...)
	s.near = s.near[:0]
	for range s.costs {
		s.near = append(s.near, math.MaxInt)
	}
	all, between := len(s.costs), b.measured()
	chosen, marks := make([]int, b.size()), s.marks
	s.marks = nil
	for place := range chosen {
		k := s.next(max(1, int(s.apart*left)))
		chosen[place] = k
		copy(b.individual(place), s.x[k*n:][:n])
		if marks != nil {
			s.marks = append(s.marks, marks[k])
		}
		if b.costs[place] = s.costs[k]; k >= b.size() {
			b.replaced++
		}
		for i, near := range s.near {
			if near > 0 {
				s.near[i] = min(near, between[k*all+i])
			}
		}
		s.near[k] = -1
	}
	s.between = s.between[:0]
	for _, i := range chosen {
		for _, k := range chosen {
			s.between = append(s.between, between[i*all+k])
		}
	}
}

// measured is how far all individuals and children are from each other, row after row. It marks them.
func (b *brood) measured() []int {
	s, size, all := b.survivors, b.size(), len(b.survivors.costs)
	between := make([]int, all*all)
	known := 0 // those whose marks and distances are
	if s.between != nil {
		known = size
	}
	s.marks = s.marks[:min(known, len(s.marks))]
	for i := range all {
		if s.marker != nil && i >= known {
			s.marks = append(s.marks, s.marker.Marks(s.x[i*b.n:][:b.n]))
		}
		for k := range i {
			var d int
			if i < known {
				d = s.between[i*size+k]
			} else {
				d = b.apart(i, k)
			}
			between[i*all+k], between[k*all+i] = d, d
		}
	}
	return between
}

// apart is how far two of the individuals and children are from each other.
func (b *brood) apart(i, k int) (d int) {
	s := b.survivors
	if s.marker == nil {
		return b.vary.relinks.Apart(s.x[i*b.n:][:b.n], s.x[k*b.n:][:b.n])
	}
	other := s.marks[k]
	for at, word := range s.marks[i] {
		d += bits.OnesCount64(word ^ other[at])
	}
	return d
}

// next is the cheapest that is so far from all survivors, or the farthest.
func (s *survivors) next(apart int) (chosen int) {
	farthest := 0
	chosen = -1
	for k, near := range s.near {
		if near >= apart && (chosen < 0 || s.costs[k] < s.costs[chosen]) {
			chosen = k
		}
		if near > s.near[farthest] {
			farthest = k
		}
	}
	if chosen < 0 {
		return farthest
	}
	return chosen
}

// meanApart is how far apart two individuals are on the average. The distances stay, for the first generation.
func (b *brood) meanApart() float64 {
	s, sum, size := b.survivors, 0, b.size()
	s.x, s.costs, s.between = append(s.x[:0], b.x...), append(s.costs[:0], b.costs...), nil
	s.between = b.measured()
	for _, d := range s.between { // each from both sides
		sum += d
	}
	return float64(sum) / float64(max(1, size*(size-1)))
}
