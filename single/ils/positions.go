package ils

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/rows"
	"github.com/multiwalk/multiwalk/walk"
)

// mostOfPosition is how many moves of a position a look at it prices; of more it takes random ones.
const mostOfPosition = 1 << 12

// positions sorts the moves of a neighbourhood by position: those that change its element alone, or that begin with it. Moves of
// a problem's own are dealt to the positions in the order of their numbers.
type positions struct {
	members  []neighbourhood.Member // nil: some moves are of the problem's own
	single   bool                   // a move says little about which positions are worth a look after it
	rows.Row                        // what prices many moves of a position at once
}

func positionsOf(p multiwalk.Problem, nb neighbourhood.Neighbourhood) positions {
	l := positions{neighbourhood.Members(nb), true, rows.RowOf(p, nb)}
	if l.members == nil { // of the problem's own moves only the problem knows what they change
		l.single = false
	}
	for _, b := range l.members {
		switch b.Op {
		case neighbourhood.OpFlip, neighbourhood.OpFlip2, neighbourhood.OpFlip3, neighbourhood.OpChange:
		default:
			l.single = false
		}
	}
	return l
}

// best returns the best move of position i and its delta, which is 0 if none improves. It returns ok false if the run is
// aborted.
func (p *positions) best(nb neighbourhood.Neighbourhood, x []int32, i int32, r *multiwalk.Rand, s *walk.Slice) (
	m neighbourhood.Move, d int64, ok bool) {
	polls := !nb.Incremental()
	if p.members == nil {
		return bestOf(nb, x, i, s)
	}
	for k := range p.members {
		b := &p.members[k]
		spot, inside := b.Spot(i)
		if !inside {
			continue
		}
		if move, c, done := p.Look(b, x, i); done {
			if s.Aborted() {
				return m, 0, false
			}
			if c < d {
				m, d = move, c
			}
			continue
		}
		count := movesAt(b)
		for l := range min(count, mostOfPosition) {
			if (polls || l&255 == 0) && s.Aborted() {
				return m, 0, false
			}
			if count > mostOfPosition {
				l = int64(r.Uint32N(uint32(min(count, 1<<32-1))))
			}
			if move, any := moveAt(b, spot, l); any {
				if c := nb.Delta(x, move); c < d {
					m, d = move, c
				}
			}
		}
	}
	return m, d, true
}

// bestOf is best for moves that are not known to belong to positions: of n positions, position i has move i and every n-th
// after it.
func bestOf(nb neighbourhood.Neighbourhood, x []int32, i int32, s *walk.Slice) (m neighbourhood.Move, d int64, ok bool) {
	for k := int64(i); k < nb.Size(); k += int64(len(x)) {
		if s.Aborted() {
			return m, 0, false
		}
		move := nb.Move(k)
		if c := nb.Delta(x, move); c < d {
			m, d = move, c
		}
	}
	return m, d, true
}

// movesAt is how many moves of a member belong to a position, together with numbers that stand for none.
func movesAt(b *neighbourhood.Member) int64 {
	switch b.Op {
	case neighbourhood.OpFlip:
		return 1
	case neighbourhood.OpChange:
		return b.Values - 1
	case neighbourhood.OpOrOpt:
		return orOpts * int64(b.N)
	case neighbourhood.OpFlip3:
		return int64(b.N) * int64(b.N)
	case neighbourhood.OpThreeOpt:
		return int64(b.N) * int64(b.N) * int64(b.Variants)
	case neighbourhood.OpBlockSwap:
		return int64(b.Variants) * int64(b.N)
	}
	return int64(b.N)
}

// orOpts is how many kinds of segment an or-opt has: one of length 1, and two of lengths 2 and 3, in either direction.
const orOpts = 5

// moveAt returns move k of position i of a member's part. It returns false if there is none.
func moveAt(b *neighbourhood.Member, i int32, k int64) (m neighbourhood.Move, ok bool) {
	at, j := b.At+i, b.At+int32(k%int64(b.N))
	m = neighbourhood.Move{Op: b.Op, I: at, J: j, K: b.Length}
	switch b.Op {
	case neighbourhood.OpFlip:
		m.J = 0
	case neighbourhood.OpChange:
		m.J = int32(uint32(k + 1))
	case neighbourhood.OpInsert:
		return m, at != j
	case neighbourhood.OpOrOpt:
		kind := int32(k / int64(b.N))
		m.J, m.K, m.Reversed = at+(kind+1)/2, j, kind == 2 || kind == 4
		before := m.I - 1
		if i == 0 {
			before = b.At + b.N - 1
		}
		return m, m.J < b.At+b.N && (m.K < m.I || m.K > m.J) && m.K != before
	case neighbourhood.OpFlip3:
		l := b.At + int32(k/int64(b.N))
		m.I, m.J, m.K = min(at, j), max(min(at, l), j), max(at, l)
		return m, at != j && at != l && j < l
	case neighbourhood.OpThreeOpt:
		v := int32(k % int64(b.Variants))
		k /= int64(b.Variants)
		j, l := b.At+int32(k%int64(b.N)), b.At+int32(k/int64(b.N))
		m, ok = b.ThreeOpt(v, min(at, j), max(min(at, l), j), max(at, l))
		return m, ok && at != j && at != l && j < l
	case neighbourhood.OpBlockSwap:
		m.I, m.J, m.K = min(at, j), max(at, j), 2+int32(k/int64(b.N))
		return m, m.I+m.K <= m.J && m.J+m.K <= b.At+b.N
	default:
		m.I, m.J = min(at, j), max(at, j)
		return m, m.I != m.J && m.I >= b.At+b.Skip
	}
	return m, true
}

// touched tells of the positions that a move touches.
func (p *positions) touched(m neighbourhood.Move, n int, tell func(i int32)) {
	if p.members == nil {
		for i := range int32(n) {
			tell(i)
		}
		return
	}
	tell(m.I)
	switch m.Op {
	case neighbourhood.OpSwap, neighbourhood.OpTwoOpt, neighbourhood.OpInsert, neighbourhood.OpFlip2:
		tell(m.J)
	case neighbourhood.OpBlockSwap:
		for k := range m.K {
			tell(m.I + k)
			tell(m.J + k)
		}
	case neighbourhood.OpJointSwap:
		tell(m.J)
		for at := m.K; at < int32(n); at += m.K {
			tell(at + m.I)
			tell(at + m.J)
		}
	case neighbourhood.OpOrOpt, neighbourhood.OpFlip3, neighbourhood.OpThreeOpt:
		tell(m.J)
		tell(m.K)
	}
}
