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
	op := s.lastCritical(r)
	coins := r.Uint64()
	b := s.blockOf(op)
	b.ends = true
	for k := 0; ; k++ {
		v := &s.nodes[op]
		begin := s.ends[op] - v.time
		byMachine := v.previous != 0 && s.ends[v.previous] == begin
		byJob := s.is(op-1) && s.ends[op-1] == begin
		if byMachine && byJob {
			byMachine = coins>>(k&63)&1 == 0
		}
		switch {
		case byMachine:
			op = v.previous
			b.first--
		case byJob:
			s.blocks = b.appendTo(s.blocks)
			op--
			b = s.blockOf(op)
		default:
			b.begins = true
			s.blocks = b.appendTo(s.blocks)
			return
		}
	}
}

// lastCritical is one of the operations with which a critical path ends.
func (s *schedule) lastCritical(r *multiwalk.Rand) (op int32) {
	each, many := s.p.Machines+1, 0
	for last := each - 1; int(last) < len(s.ends); last += each {
		if s.ends[last] == s.cost {
			if many++; many == 1 || r.IntN(many) == 0 {
				op = last
			}
		}
	}
	return op
}

// blockOf is the block of one operation.
func (s *schedule) blockOf(op int32) block {
	return block{machine: s.nodes[op].machine, first: s.place[op], last: s.place[op]}
}

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
func (s *schedule) toLast(b block, row []int32, list []multiwalk.Move) []multiwalk.Move {
	near, from := s.p.near, b.first
	if near == N5 {
		from = b.last - 1
	}
	for i := from; i < b.last; i++ {
		if s.behind(row[i], row[b.last]) {
			list = append(list, multiwalk.Move{I: b.machine, J: i, K: b.last})
		}
	}
	for i := b.first + 1; near == N7 && i < b.last-1; i++ {
		if s.before(row[b.last], row[i]) {
			list = append(list, multiwalk.Move{I: b.machine, J: b.last, K: i})
		}
	}
	return list
}

// toFirst appends the moves after which another operation is the first.
func (s *schedule) toFirst(b block, row []int32, list []multiwalk.Move) []multiwalk.Move {
	near, to := s.p.near, b.last
	if near == N5 {
		to = b.first + 1
	}
	for i := b.first + 1; i <= to; i++ {
		if s.before(row[i], row[b.first]) {
			list = append(list, multiwalk.Move{I: b.machine, J: i, K: b.first})
		}
	}
	for i := b.first + 2; near == N7 && i < b.last; i++ {
		if s.behind(row[b.first], row[i]) {
			list = append(list, multiwalk.Move{I: b.machine, J: b.first, K: i})
		}
	}
	return list
}

// behind says whether it is certain that no machines wait for each other in a circle once the operation u of a critical block comes behind v.
// The condition is that no path leads to v from what follows u in its job. There is none if that is not far enough from the end (Balas and
// Vazacopoulos, "Guided local search with shifting bottleneck for job shop scheduling", 1998).
func (s *schedule) behind(u, v int32) bool {
	return s.tails[u+1] < s.tails[v]+s.nodes[u+1].time
}

// before is behind the other way round: u comes before v.
func (s *schedule) before(u, v int32) bool {
	return s.ends[u-1] < s.ends[v]+s.nodes[u-1].time
}
