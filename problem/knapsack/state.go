package knapsack

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// state is a solution with what is left of each capacity. It prices flips, pairs of flips and exchanges in O(rows).
type state struct {
	p    *Instance
	x    []int32
	room []int64
	now  int64 // the penalty of the rooms
}

// NewState returns the rooms at x.
func (p *Instance) NewState(x []int32) multiwalk.State { return p.newState(x) }

func (p *Instance) newState(x []int32) *state {
	s := &state{p: p, x: slices.Clone(x)}
	s.Reset(x)
	return s
}

// Reset adds up the loads.
func (s *state) Reset(x []int32) {
	copy(s.x, x)
	s.room = s.p.rooms(x, s.room)
	s.now = s.p.penalty(s.room)
}

// sign is 1 where an item would be taken by a flip, else -1.
func (s *state) sign(i int32) int64 { return int64(1 - 2*s.x[i]) }

// FlipDelta is the profit that comes or goes, and what that does to the penalty.
func (s *state) FlipDelta(i int32) int64 {
	p, sign, sum, least := s.p, s.sign(i), int64(0), int64(0)
	room := s.room
	for k, w := range p.weight[int(i)*len(room):][:len(room)] {
		if r := room[k] - sign*int64(w); r < 0 {
			sum += r * p.unit[k]
			least |= r
		}
	}
	return p.charge(sum, least) - s.now - sign*int64(p.profit[i])
}

// Flip2Delta is the same of two items.
func (s *state) Flip2Delta(i, j int32) int64 {
	p, a, b, sum, least := s.p, s.sign(i), s.sign(j), int64(0), int64(0)
	room := s.room
	one, other := p.weight[int(i)*len(room):][:len(room)], p.weight[int(j)*len(room):][:len(room)]
	for k, r := range room {
		if r -= a*int64(one[k]) + b*int64(other[k]); r < 0 {
			sum += r * p.unit[k]
			least |= r
		}
	}
	return p.charge(sum, least) - s.now - a*int64(p.profit[i]) - b*int64(p.profit[j])
}

// SwapDelta takes one item in place of another one.
func (s *state) SwapDelta(i, j int32) int64 {
	if s.x[i] == s.x[j] {
		return 0
	}
	return s.Flip2Delta(i, j)
}

// Flip takes an item or leaves it.
func (s *state) Flip(i int32) {
	sign := s.sign(i)
	for k, w := range s.p.weights(i) {
		s.room[k] -= sign * int64(w)
	}
	s.x[i] = 1 - s.x[i]
	s.now = s.p.penalty(s.room)
}

// Swap exchanges two items.
func (s *state) Swap(i, j int32) {
	if s.x[i] != s.x[j] {
		s.Flip(i)
		s.Flip(j)
	}
}

// Flip3Delta is the same of three items.
func (s *state) Flip3Delta(i, j, h int32) int64 {
	p, a, b, c, sum, least := s.p, s.sign(i), s.sign(j), s.sign(h), int64(0), int64(0)
	room := s.room
	one, two := p.weight[int(i)*len(room):][:len(room)], p.weight[int(j)*len(room):][:len(room)]
	three := p.weight[int(h)*len(room):][:len(room)]
	for k, r := range room {
		if r -= a*int64(one[k]) + b*int64(two[k]) + c*int64(three[k]); r < 0 {
			sum += r * p.unit[k]
			least |= r
		}
	}
	return p.charge(sum, least) - s.now - a*int64(p.profit[i]) - b*int64(p.profit[j]) - c*int64(p.profit[h])
}
