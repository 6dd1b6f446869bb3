package timetable

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// chains is the moves of one walk: Kempe chains, and rooms that are exchanged.
//
// A Kempe chain begins with a lecture that goes to another period. The lectures there that must not be at the same time go where
// it comes from, those in conflict with them go the other way, and so on. So two periods exchange parts of their lectures, and
// there are no more conflicts than before (Lü and Hao, "Adaptive tabu search for course timetabling", 2010). Who changes the
// period keeps the room if nobody has it, else takes the free one that costs least.
//
// Move I, J with J below the number of periods is lecture I's way to period J. J from there on is a room, which the lecture takes
// in its own period; a lecture that has it gets the other room. A move is none if there are too few rooms, or if a lecture is fixed.
type chains struct {
	s     *tally
	held  []bool     // fixed lectures
	sides [2][]int32 // the lectures of both periods that are in no chain yet
	steps []step     // the last move that was worked out
	last  multiwalk.Move
	known bool // steps are those of last, at the solution as it is
}

// step is a lecture that gets another period and room.
type step struct{ lecture, from, to int32 }

// NewMoves returns the chains of one walk.
func (t *Timetable) NewMoves() multiwalk.Moves {
	k := &chains{s: t.count(make([]int32, t.Lessons)), held: make([]bool, t.Lessons)}
	for _, f := range t.fixed {
		k.held[f.Position] = true
	}
	return k
}

// Reset goes to another solution.
func (k *chains) Reset(x []int32) {
	k.s.Reset(x)
	k.known = false
}

// Change is for mixtures with other moves: lecture l has another period and room.
func (k *chains) Change(l, v int32) {
	k.s.Change(l, v)
	k.known = false
}

// Random draws a lecture, and a period or a room.
func (k *chains) Random(r *multiwalk.Rand) multiwalk.Move {
	t := k.s.t
	return multiwalk.Move{I: int32(r.IntN(t.Lessons)), J: int32(r.IntN(int(t.periods + t.rooms)))}
}

// Size is how many moves there are. Most chains are counted at each of their lectures.
func (k *chains) Size() int64 { return int64(k.s.t.Lessons) * int64(k.s.t.periods+k.s.t.rooms) }

func (k *chains) Move(i int64) multiwalk.Move {
	n := int64(k.s.t.periods + k.s.t.rooms)
	return multiwalk.Move{I: int32(i / n), J: int32(i % n)}
}

// Delta makes the steps in the tables but for the last, which it only prices, and takes them back.
func (k *chains) Delta(x []int32, m multiwalk.Move) (d int64) {
	k.plan(m)
	last := len(k.steps) - 1
	for i, s := range k.steps {
		if d += k.s.ChangeDelta(s.lecture, s.to); i < last {
			k.s.Change(s.lecture, s.to)
		}
	}
	for i := range last {
		k.s.Change(k.steps[i].lecture, k.steps[i].from)
	}
	return d
}

// Apply makes the chain.
func (k *chains) Apply(x []int32, m multiwalk.Move) {
	k.plan(m)
	for _, s := range k.steps {
		k.s.Change(s.lecture, s.to)
		x[s.lecture] = s.to
	}
	k.known = false
}

// Undo takes it back.
func (k *chains) Undo(x []int32, m multiwalk.Move) {
	for _, s := range k.steps {
		k.s.Change(s.lecture, s.from)
		x[s.lecture] = s.from
	}
	k.known = false
}

// plan finds the steps of a chain.
func (k *chains) plan(m multiwalk.Move) {
	if k.known && m == k.last {
		return
	}
	k.last, k.known, k.steps = m, true, k.steps[:0]
	t := k.s.t
	period := k.s.x[m.I] / t.rooms
	switch {
	case m.J >= t.periods:
		k.exchange(m.I, period*t.rooms+m.J-t.periods)
	case m.J != period:
		k.gather(m.I, period, m.J)
		if !k.settle() {
			k.steps = k.steps[:0]
		}
	}
	if slices.ContainsFunc(k.steps, func(s step) bool { return k.held[s.lecture] }) {
		k.steps = k.steps[:0]
	}
}

// exchange finds the steps that give a lecture another room of its period.
func (k *chains) exchange(l, to int32) {
	from := k.s.x[l]
	if from == to {
		return
	}
	k.steps = append(k.steps, step{l, from, to})
	if k.s.used[to] > 0 {
		k.steps = append(k.steps, step{int32(slices.Index(k.s.x, to)), to, from})
	}
}

// gather finds the lectures of the chain between two periods, without their rooms.
func (k *chains) gather(first, p, q int32) {
	t := k.s.t
	n, from, to := len(t.Courses), p*t.rooms, q*t.rooms
	sides := [2][]int32{k.sides[0][:0], k.sides[1][:0]}
	for l, v := range k.s.x {
		if uint32(v-from) < uint32(t.rooms) {
			if int32(l) != first {
				sides[0] = append(sides[0], int32(l))
			}
		} else if uint32(v-to) < uint32(t.rooms) {
			sides[1] = append(sides[1], int32(l))
		}
	}
	k.sides = sides
	k.steps = append(k.steps, step{first, k.s.x[first], to})
	for i := 0; i < len(k.steps); i++ {
		side, back := 1, from
		if k.steps[i].to == from {
			side, back = 0, to
		}
		apart := t.apart[int(t.Of[k.steps[i].lecture])*n:][:n]
		rest := sides[side]
		for at := 0; at < len(rest); {
			l := rest[at]
			if !apart[t.Of[l]] {
				at++
				continue
			}
			k.steps = append(k.steps, step{l, k.s.x[l], back})
			rest[at] = rest[len(rest)-1]
			rest = rest[:len(rest)-1]
		}
		sides[side] = rest
	}
}

// settle finds rooms for the lectures of the chain: first for who can stay in the same. It returns false if there are too few.
func (k *chains) settle() bool {
	used, rooms := k.s.used, k.s.t.rooms
	for _, s := range k.steps {
		used[s.from]--
	}
	for i := range k.steps {
		if s := &k.steps[i]; used[s.to+s.from%rooms] == 0 {
			s.to += s.from % rooms
			used[s.to]++
		} else {
			s.to = -1 - s.to
		}
	}
	enough := true
	for i := range k.steps {
		if s := &k.steps[i]; s.to < 0 {
			if s.to = k.cheapest(k.s.t.Of[s.lecture], -1-s.to); s.to < 0 {
				enough = false
				break
			}
			used[s.to]++
		}
	}
	for _, s := range k.steps {
		if used[s.from]++; s.to >= 0 {
			used[s.to]--
		}
	}
	return enough
}

// cheapest returns a period with its free room that costs a course least, or -1. from is the period with room 0.
func (k *chains) cheapest(c, from int32) int32 {
	t, best, least := k.s.t, int32(-1), int64(0)
	for r := range t.rooms {
		if k.s.used[from+r] > 0 {
			continue
		}
		if price := int64(t.seats[c*t.rooms+r]) + first(k.s.in[c*t.rooms+r]); best < 0 || price < least {
			best, least = from+r, price
		}
	}
	return best
}
