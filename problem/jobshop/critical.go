package jobshop

import "github.com/multiwalk/multiwalk"

// block is the operations at some places of a machine, from the first to the last, that follow each other on a critical path.
type block struct {
	machine, first, last int32
	begins, ends         bool // the path begins, or ends, with them
}

// path finds the blocks of a critical path, those of two operations or more, from the end to the beginning. Of several paths it takes one at
// random.
func (s *schedule) path(r *multiwalk.Rand) {
	s.blocks = s.blocks[:0]
	v := s.lastCritical(r)
	coins := r.Uint64()
	b := v.block()
	b.ends = true
	for k := 0; ; k++ {
		begin := v.end - v.time
		byMachine := v.previous != s.none && v.previous.end == begin && begin > 0
		byJob := v.before != s.none && v.before.end == begin && begin > 0
		if byMachine && byJob {
			byMachine = coins>>(k&63)&1 == 0
		}
		switch {
		case byMachine:
			v = v.previous
			b.first--
		case byJob:
			s.blocks = b.appendTo(s.blocks)
			v = v.before
			b = v.block()
		default:
			b.begins = true
			s.blocks = b.appendTo(s.blocks)
			return
		}
	}
}

// lastCritical is one of the operations with which a critical path ends.
func (s *schedule) lastCritical(r *multiwalk.Rand) (op *node) {
	each, many := int(s.p.Machines), 0
	for last := each - 1; last < len(s.nodes); last += each {
		if v := &s.nodes[last]; v.end == s.cost {
			if many++; many == 1 || r.IntN(many) == 0 {
				op = v
			}
		}
	}
	return op
}

// block is that of one operation.
func (v *node) block() block { return block{machine: v.machine, first: v.place, last: v.place} }

// appendTo appends a block in which something can move.
func (b block) appendTo(list []block) []block {
	if b.first == b.last {
		return list
	}
	return append(list, b)
}

// moves appends the moves of a block that are certainly possible. At the beginning of the path it makes no difference which operation comes
// first, and at the end which is the last.
func (s *schedule) moves(b block, list []multiwalk.Move) []multiwalk.Move {
	row := s.seq[b.machine*s.p.Jobs:][:s.p.Jobs]
	if !b.ends {
		list = s.toLast(b, row, list)
	}
	if !b.begins && (b.ends || b.last > b.first+1) { // of two both are the same
		list = s.toFirst(b, row, list)
	}
	return list
}

// toLast appends the moves after which another operation is the last.
func (s *schedule) toLast(b block, row []*node, list []multiwalk.Move) []multiwalk.Move {
	near, from := s.p.near, b.first
	if near == N5 {
		from = b.last - 1
	}
	for i := from; i < b.last; i++ {
		if mayFollow(row[i], row[b.last]) {
			list = append(list, multiwalk.Move{I: b.machine, J: i, K: b.last})
		}
	}
	for i := b.first + 1; near == N7 && i < b.last-1; i++ {
		if mayPrecede(row[b.last], row[i]) {
			list = append(list, multiwalk.Move{I: b.machine, J: b.last, K: i})
		}
	}
	return list
}

// toFirst appends the moves after which another operation is the first.
func (s *schedule) toFirst(b block, row []*node, list []multiwalk.Move) []multiwalk.Move {
	near, to := s.p.near, b.last
	if near == N5 {
		to = b.first + 1
	}
	for i := b.first + 1; i <= to; i++ {
		if mayPrecede(row[i], row[b.first]) {
			list = append(list, multiwalk.Move{I: b.machine, J: i, K: b.first})
		}
	}
	for i := b.first + 2; near == N7 && i < b.last; i++ {
		if mayFollow(row[b.first], row[i]) {
			list = append(list, multiwalk.Move{I: b.machine, J: b.first, K: i})
		}
	}
	return list
}

// mayFollow says whether it is certain that no machines wait for each other in a circle once the operation u of a critical block comes behind
// v. The condition is that no path leads to v from what follows u in its job. There is none if that is not far enough from the end (Balas
// and Vazacopoulos, "Guided local search with shifting bottleneck for job shop scheduling", 1998).
func mayFollow(u, v *node) bool { return u.behind.tail < v.tail+u.behind.time }

// mayPrecede is mayFollow the other way round: u comes before v.
func mayPrecede(u, v *node) bool { return u.before.end < v.end+u.before.time }
