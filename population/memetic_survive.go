package population

import "math"

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
}

// newSurvivors returns nil where the problem does not tell how far apart solutions are, or there would be too many to compare.
func newSurvivors(size int, vary *variation) *survivors {
	if vary.relinks == nil || size > mostSurvivors {
		return nil
	}
	return &survivors{}
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
		s.apart, s.between = farApart*b.meanApart(), nil
		return
	}
	s.x = append(append(s.x[:0], b.x...), children...)
	s.costs = append(append(s.costs[:0], b.costs...), costs...)
	s.near = s.near[:0]
	for range s.costs {
		s.near = append(s.near, math.MaxInt)
	}
	all, between := len(s.costs), b.measured()
	chosen := make([]int, b.size())
	for place := range chosen {
		k := s.next(max(1, int(s.apart*left)))
		chosen[place] = k
		copy(b.individual(place), s.x[k*n:][:n])
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

// measured is how far all individuals and children are from each other, row after row.
func (b *brood) measured() []int {
	s, n, size, all := b.survivors, b.n, b.size(), len(b.survivors.costs)
	between := make([]int, all*all)
	for i := range all {
		for k := range i {
			d := 0
			if i < size && s.between != nil {
				d = s.between[i*size+k]
			} else {
				d = b.vary.relinks.Apart(s.x[i*n:][:n], s.x[k*n:][:n])
			}
			between[i*all+k], between[k*all+i] = d, d
		}
	}
	return between
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

// meanApart is how far apart two individuals are on the average.
func (b *brood) meanApart() float64 {
	sum, pairs := 0, 0
	for i := range b.size() {
		for j := range i {
			sum += b.vary.relinks.Apart(b.individual(i), b.individual(j))
			pairs++
		}
	}
	return float64(sum) / float64(max(1, pairs))
}
