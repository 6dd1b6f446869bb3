package neighbourhood

import "github.com/multiwalk/multiwalk"

// NewState returns a state at x that prices a flip in O(1). A flip that is made takes O(clauses with that bit), and for each
// clause among them that comes to be violated, or was, its length.
func (c *Clauses) NewState(x []int32) multiwalk.State {
	s := &clauseState{c: c, x: make([]int32, c.N), truths: make([]truth, c.Len()), deltas: make([]int64, c.N)}
	s.Reset(x)
	return s
}

// truth is what a state keeps of a clause: how many of its literals are true, and the exclusive or of the bits of these. Where
// one literal is true, that is its bit, the critical one: by its flip alone the clause comes to be violated.
type truth struct{ count, bits int32 }

// clauseState is a solution with the delta of each flip: the weight of the clauses that it would break, those where the bit is
// critical, less that of those that it would make, the violated ones of the bit.
type clauseState struct {
	c      *Clauses
	x      []int32
	truths []truth
	deltas []int64
}

// Reset counts anew, in time linear in all clauses.
func (s *clauseState) Reset(x []int32) {
	copy(s.x, x)
	clear(s.deltas)
	for k, w := range s.c.Weights {
		own, t := s.c.Of(int32(k)), truth{}
		for _, l := range own {
			if s.x[l>>1] != l&1 {
				t.count, t.bits = t.count+1, t.bits^l>>1
			}
		}
		s.truths[k] = t
		switch t.count {
		case 0:
			s.charge(own, -w)
		case 1:
			s.deltas[t.bits] += w
		}
	}
}

// charge adds w to the deltas of a clause's bits.
func (s *clauseState) charge(own []int32, w int64) {
	for _, l := range own {
		s.deltas[l>>1] += w
	}
}

// FlipDelta is what breaks less what is made.
func (s *clauseState) FlipDelta(i int32) int64 { return s.deltas[i] }

// Flip first goes through the clauses with the literal that comes true, then through those with the other one.
func (s *clauseState) Flip(i int32) {
	s.x[i] = 1 - s.x[i]
	fresh := 2*i + 1 - s.x[i]
	for _, k := range s.c.With(fresh) {
		t, w := &s.truths[k], s.c.Weights[k]
		switch t.count {
		case 0:
			s.charge(s.c.Of(k), w)
			s.deltas[i] += w
		case 1:
			s.deltas[t.bits] -= w
		}
		t.count, t.bits = t.count+1, t.bits^i
	}
	for _, k := range s.c.With(fresh ^ 1) {
		t, w := &s.truths[k], s.c.Weights[k]
		t.count, t.bits = t.count-1, t.bits^i
		switch t.count {
		case 0:
			s.charge(s.c.Of(k), -w)
			s.deltas[i] -= w
		case 1:
			s.deltas[t.bits] += w
		}
	}
}
