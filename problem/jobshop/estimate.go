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
	row := s.seq[m.I*s.p.Jobs:][:s.p.Jobs]
	u, part := row[m.J], row[min(m.J, m.K):max(m.J, m.K)+1]
	done, tail := part[0].previous.end, part[len(part)-1].next.tail
	var longest int32
	if m.J < m.K {
		part = part[1:]
	} else {
		part = part[:len(part)-1]
		done, longest = u.through(done, longest)
	}
	for _, op := range part {
		done, longest = op.through(done, longest)
	}
	if m.J < m.K {
		done, longest = u.through(done, longest)
	}
	return multiwalk.Listed{Move: m, Delta: int64(max(longest, done+tail)) - int64(s.cost)}
}

// through is when an operation is done whose machine is free at a time, and the longest path through it that goes on in its job, or another
// one that is longer. The longest path through operations that follow each other leaves them behind one of them, so nobody need know where it
// has come to them.
func (v *node) through(free, longest int32) (done, most int32) {
	done = max(free, v.before.end) + v.time
	return done, max(longest, done+v.behind.tail)
}

// Takes implements multiwalk.MoveLister: the operations between both places, each with the place where it stands. The schedule may be that
// after the move already, if it has just been priced.
func (w *moves) Takes(m multiwalk.Move, list []uint64) []uint64 {
	made := w.priced && w.tried == m && w.saved.made
	if !made {
		w.settle()
	}
	row := w.seq[m.I*w.p.Jobs : (m.I+1)*w.p.Jobs]
	for k := min(m.J, m.K); k <= max(m.J, m.K); k++ {
		at := k
		if made {
			at = moved(k, m.J, m.K)
		}
		list = append(list, uint64(row[at].name)<<32|uint64(k))
	}
	return list
}

// Restores implements multiwalk.MoveLister: after the move all operations that another one took stand where they stood, and it moves one of
// them there.
func (w *moves) Restores(m multiwalk.Move, taken []uint64, ends []int32) bool {
	w.settle()
	from := int32(0)
	for _, end := range ends {
		if part := taken[from:end]; w.nodes[part[0]>>32].machine == m.I && w.restores(m, part) {
			return true
		}
		from = end
	}
	return false
}

// restores is Restores for what one move has taken on the same machine.
func (w *moves) restores(m multiwalk.Move, taken []uint64) bool {
	moves := false
	for _, t := range taken {
		stands := w.nodes[t>>32].place
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
