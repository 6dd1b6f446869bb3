package perceptron

import (
	"math/bits"

	"github.com/multiwalk/multiwalk"
)

// NewState returns the rows of each level at x.
func (p *Instance) NewState(x []int32) multiwalk.State {
	s := &state{p: p, x: make([]int32, p.n), rows: make([]uint64, (p.n+1+2*margin)*p.words), up: make([]uint64, p.words), by: make([]uint64, 4*p.words)}
	s.Reset(x)
	return s
}

// margin is how many levels a state has below level 0 and above level n, where no rows are ever: three flips are priced by the
// levels up to three below and above those that they may bring rows to.
const margin = 3

// state is a solution with the set of rows of each level.
//
// By a flip of column j, the rows where sign and solution differ there go up a level, and all others down. So the set of level t
// becomes that of level t-1, as far as it goes up, and that of level t+1, as far as it goes down. These two have no row in
// common. The new count of a level is the number of ones in one word for 64 rows, and a flip is priced in O(levels with rows *
// m/64): some 25 levels at 101 rows of 117, where a look at each row would take 101 steps.
type state struct {
	p         *Instance
	x         []int32
	rows      []uint64 // of level t, words from (t+margin)*words on
	up        []uint64 // scratch
	by        []uint64 // scratch: of each word the rows by how far two or three flips take them, see flips
	low, high int      // the least and the greatest level with rows
	cost      int64
}

// Reset is O(m*n).
func (s *state) Reset(x []int32) {
	copy(s.x, x)
	clear(s.rows)
	s.low, s.high, s.cost = s.p.n, 0, s.p.empty
	for i, level := range s.p.levels(x) {
		t := int(level)
		s.set(t)[i>>6] |= 1 << (i & 63)
		s.low, s.high = min(s.low, t), max(s.high, t)
	}
	for t := s.low; t <= s.high; t++ {
		s.cost += int64(s.p.charge[t*s.p.stride+ones(s.set(t))])
	}
}

// set is the rows of a level.
func (s *state) set(level int) []uint64 {
	return s.rows[(level+margin)*s.p.words:][:s.p.words]
}

func ones(set []uint64) (count int) {
	for _, w := range set {
		count += bits.OnesCount64(w)
	}
	return count
}

// rising returns the rows that a flip takes up, and other rows that are not there.
func (s *state) rising(j int32) []uint64 {
	against := -uint64(s.x[j])
	for k, w := range s.p.columns[int(j)*s.p.words:][:s.p.words] {
		s.up[k] = w ^ against
	}
	return s.up
}

// span returns the levels where rows may be after some flips.
func (s *state) span(flips int) (from, to int) { return max(0, s.low-flips), min(s.p.n, s.high+flips) }

func (s *state) FlipDelta(j int32) int64 {
	up, sum := s.rising(j), s.p.empty-s.cost
	from, to := s.span(1)
	charges, stride := s.p.charge[from*s.p.stride:], s.p.stride
	switch len(up) {
	case 1:
		return sum + priceOne(s.rows[from+margin-1:][:to-from+3], up[0], charges, stride)
	case 2:
		return sum + priceTwo(s.rows[2*(from+margin-1):][:2*(to-from+3)], up[0], up[1], charges, stride)
	case 3:
		return sum + priceThree(s.rows[3*(from+margin-1):][:3*(to-from+3)], up, charges, stride)
	}
	for t := from; t <= to; t++ {
		below, above, count := s.set(t-1), s.set(t+1), 0
		for k, u := range up {
			count += bits.OnesCount64(below[k]&u | above[k]&^u)
		}
		sum += int64(charges[count])
		charges = charges[min(stride, len(charges)):]
	}
	return sum
}

// priceOne adds up the charges of the levels after a flip. rows begins with the level below the first that is charged, and ends
// with the one above the last. One word holds all rows; priceTwo and priceThree are for two and three.
func priceOne(rows []uint64, up uint64, charges []int32, stride int) (sum int64) {
	below, at := rows[0], rows[1]
	for _, above := range rows[2:] {
		sum += int64(charges[bits.OnesCount64(below&up|above&^up)])
		below, at = at, above
		charges = charges[min(stride, len(charges)):]
	}
	return sum
}

func priceTwo(rows []uint64, up0, up1 uint64, charges []int32, stride int) (sum int64) {
	for i := 5; i < len(rows); i += 2 {
		count := bits.OnesCount64(rows[i-5]&up0|rows[i-1]&^up0) + bits.OnesCount64(rows[i-4]&up1|rows[i]&^up1)
		sum += int64(charges[count])
		charges = charges[min(stride, len(charges)):]
	}
	return sum
}

func priceThree(rows []uint64, up []uint64, charges []int32, stride int) (sum int64) {
	a, b, c := up[0], up[1], up[2]
	for i := 8; i < len(rows); i += 3 {
		count := bits.OnesCount64(rows[i-8]&a|rows[i-2]&^a) + bits.OnesCount64(rows[i-7]&b|rows[i-1]&^b) +
			bits.OnesCount64(rows[i-6]&c|rows[i]&^c)
		sum += int64(charges[count])
		charges = charges[min(stride, len(charges)):]
	}
	return sum
}

// FlipDeltas prices flips one after the other.
func (s *state) FlipDeltas(j int32, deltas []int64) {
	for k := range deltas {
		deltas[k] = s.FlipDelta(j + int32(k))
	}
}

// Flip goes up the levels, and keeps the old set of the one below.
func (s *state) Flip(j int32) {
	up, words := s.rising(j), s.p.words
	from, to := s.span(1)
	s.cost = s.p.empty
	for k, u := range up {
		below, at := uint64(0), uint64(0) // no rows are on from-1; and on from only where low is 0
		if from == s.low {
			at = s.set(from)[k]
		}
		i := (from+margin)*words + k
		for t := from; t <= to; t++ {
			above := s.rows[i+words]
			s.rows[i] = below&u | above&^u
			below, at = at, above
			i += words
		}
	}
	for t := from; t <= to; t++ {
		s.cost += int64(s.p.charge[t*s.p.stride+ones(s.set(t))])
	}
	for s.low = from; ones(s.set(s.low)) == 0; s.low++ {
	}
	for s.high = to; ones(s.set(s.high)) == 0; s.high-- {
	}
	s.x[j] = 1 - s.x[j]
}
