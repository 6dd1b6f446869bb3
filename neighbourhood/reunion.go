package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// reunion proposes moves of an order that bring two elements together again: each element remembers the last companions that it
// has had, and a move brings it beside one of them. In a cold walk it costs little to stand beside these companions, so far
// more of these moves are taken than of moves to anywhere. Programs for routing prefer moves to near places for the same reason
// (Toth and Vigo, "The granular tabu search and its application to the vehicle-routing problem", 2003); but here the walk has
// learnt what is near. A walk that also proposes moves to anywhere can still go everywhere.
//
// An element costs a word for each companion. To follow a move takes as long as to make it: O(|i-j|).
type reunion struct {
	order []int32 // a copy of the walk's solution
	at    []int32 // where an element stands
	known []int32 // companions of each element; none: -1
	next  []int32 // of each element: which companion it forgets first
}

const (
	// companions is how many an element remembers. On the routing instances of package own 8 were too few; 24, 32 and 48 were alike
	// on six seeds.
	companions = 24
	// reunions is the share of moves that are drawn so, in 2^-32: 0.4.
	reunions = 1717986918
	// leastReunion and mostReunion bound the length of an order: with 125 elements walks found no more by it, and among many the memory
	// would be large.
	leastReunion, mostReunion = 8 * companions, 1 << 18
)

// Reunite has Random draw four of ten moves so that two elements come together that have been neighbours before, if the
// neighbourhood has several kinds of move on one permutation, without fixed elements. It reports whether that is so. x is the
// walk's solution, which it does not keep. The moves themselves, and their numbers, stay as they are.
func Reunite(n Neighbourhood, x []int32) bool {
	if w, ok := n.(*Weighed); ok {
		return Reunite(w.Neighbourhood, x)
	}
	u, ok := n.(*union)
	if !ok || Members(u) == nil {
		return false
	}
	space := u.p.Space()
	length := space.Len()
	if space.Kind() != multiwalk.KindPermutation || length < leastReunion || length > mostReunion {
		return false
	}
	r := &reunion{at: make([]int32, length), known: make([]int32, companions*length), next: make([]int32, length)}
	for i := range r.known {
		r.known[i] = -1
	}
	r.reset(x)
	u.reunion = r
	return true
}

func (b *reunion) reset(x []int32) {
	b.order = append(b.order[:0], x...)
	for i, v := range x {
		b.at[v] = int32(i)
	}
}

// follow goes after a move, which led to x.
func (b *reunion) follow(x []int32, m Move) {
	lo, hi := min(m.I, m.J), max(m.I, m.J)
	if m.Op == OpSwap {
		b.put(x, lo)
		b.put(x, hi)
		return
	}
	for k := lo; k <= hi; k++ {
		b.put(x, k)
	}
}

func (b *reunion) put(x []int32, k int32) { b.order[k], b.at[x[k]] = x[k], k }

// learn remembers the pairs of neighbours that a move has made.
func (b *reunion) learn(m Move) {
	lo, hi := min(m.I, m.J), max(m.I, m.J)
	b.meet(lo - 1)
	b.meet(hi)
	switch m.Op {
	case OpSwap:
		b.meet(lo)
		b.meet(hi - 1)
	case OpInsert:
		b.meet(m.J - 1)
		b.meet(m.J)
	}
}

// meet makes what stands at a position and behind it companions.
func (b *reunion) meet(k int32) {
	if k < 0 || int(k+1) >= len(b.order) {
		return
	}
	b.remember(b.order[k], b.order[k+1])
	b.remember(b.order[k+1], b.order[k])
}

func (b *reunion) remember(v, u int32) {
	list := b.known[v*companions:][:companions]
	for _, w := range list {
		if w == u {
			return
		}
	}
	list[b.next[v]] = u
	if b.next[v]++; b.next[v] == companions {
		b.next[v] = 0
	}
}

// draw returns a move of a kind that brings an element beside a companion, or false: it found none.
func (b *reunion) draw(op Op, r *multiwalk.Rand) (m Move, ok bool) {
	for range 4 {
		i := int32(r.Uint32N(uint32(len(b.order))))
		w := r.Uint32()
		u := b.known[b.order[i]*companions+below(w, companions)]
		if u < 0 {
			continue
		}
		if p := b.at[u]; p-i > 1 || i-p > 1 {
			if m, ok = b.between(op, i, p, w&1 == 0); ok {
				return m, true
			}
		}
	}
	return m, false
}

// between is one of the two moves of a kind that bring together what stands at i and at p.
func (b *reunion) between(op Op, i, p int32, behind bool) (m Move, ok bool) {
	side := int32(-1)
	if behind {
		side = 1
	}
	switch op {
	case OpTwoOpt: // either end of the stretch stays, and the other turns to it
		lo, hi := min(i, p), max(i, p)
		if behind {
			return Move{Op: op, I: lo + 1, J: hi}, true
		}
		return Move{Op: op, I: lo, J: hi - 1}, true
	case OpSwap: // i changes places with what stands beside p
		j := p + side
		return Move{Op: op, I: min(i, j), J: max(i, j)}, j >= 0 && int(j) < len(b.order)
	}
	j := p // i goes to before or behind p, which gives way
	switch {
	case behind && p < i:
		j++
	case !behind && p > i:
		j--
	}
	if j == i-1 { // see insertion
		i, j = j, i
	}
	return Move{Op: op, I: i, J: j}, true
}

// Save implements checkpoint.Saver. The order follows from the solution, which Reset tells.
func (b *reunion) Save(a *checkpoint.Archive) { a.Fields("reunion", &b.known, &b.next) }
