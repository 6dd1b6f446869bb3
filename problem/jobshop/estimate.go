package jobshop

import "github.com/multiwalk/multiwalk"

// List implements multiwalk.MoveLister: the moves of one critical path that are certainly possible.
func (w *moves) List(r *multiwalk.Rand, list []multiwalk.Listed) []multiwalk.Listed {
	w.settle()
	w.list = w.critical(r, w.list[:0])
	for _, m := range w.list {
		list = append(list, w.estimate(m))
	}
	return list
}

// estimate estimates the longest path through the operations that a move concerns, with the paths around them as they are (Balas and
// Vazacopoulos 1998; it goes back to Taillard, "Parallel taboo search techniques for the job shop scheduling problem", 1994). It is O(1) for
// each of these.
func (s *schedule) estimate(m multiwalk.Move) multiwalk.Listed {
	first, last := min(m.J, m.K), max(m.J, m.K)
	row := s.seq[m.I*s.p.Jobs : (m.I+1)*s.p.Jobs]
	part := append(s.part[:0], row[first:last+1]...)
	before, behind := s.nodes[part[0]].previous, s.nodes[part[len(part)-1]].next
	if m.J < m.K {
		copy(part, row[first+1:last+1])
		part[len(part)-1] = row[first]
	} else {
		copy(part[1:], row[first:last])
		part[0] = row[last]
	}
	s.part = part
	return multiwalk.Listed{Move: m, Delta: int64(s.through(part, before, behind)) - int64(s.cost)}
}

// through is the longest path through some operations that follow each other on a machine, between two others, if all other paths stay.
func (s *schedule) through(part []int32, before, behind int32) (longest int32) {
	heads := s.heads[:0]
	done := s.ends[before]
	for _, op := range part {
		v := &s.nodes[op]
		head := max(done, s.ends[op-1])
		heads = append(heads, head)
		done = head + v.time
	}
	tail := s.tails[behind]
	for k := len(part) - 1; k >= 0; k-- {
		op := part[k]
		tail = max(tail, s.tails[op+1]) + s.nodes[op].time
		longest = max(longest, heads[k]+tail)
	}
	s.heads = heads
	return longest
}

// Takes implements multiwalk.MoveLister: the operations between both places, each with the place where it stands.
func (w *moves) Takes(m multiwalk.Move, list []uint64) []uint64 {
	w.settle()
	row := w.seq[m.I*w.p.Jobs : (m.I+1)*w.p.Jobs]
	for k := min(m.J, m.K); k <= max(m.J, m.K); k++ {
		list = append(list, uint64(row[k])<<32|uint64(k))
	}
	return list
}

// Restores implements multiwalk.MoveLister: after the move all these operations stand where they stood, and it moves one of them there.
func (w *moves) Restores(m multiwalk.Move, taken []uint64) bool {
	if w.nodes[taken[0]>>32].machine != m.I {
		return false
	}
	moves := false
	for _, t := range taken {
		stands := w.place[t>>32]
		stood := int32(uint32(t))
		after := moved(stands, m.J, m.K)
		if after != stood {
			return false
		}
		moves = moves || after != stands
	}
	return moves
}

// moved is where what stands at a place is after a move from one place to another.
func moved(stands, from, to int32) int32 {
	switch {
	case stands == from:
		return to
	case from < stands && stands <= to:
		return stands - 1
	case to <= stands && stands < from:
		return stands + 1
	}
	return stands
}
