package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// groups gives all elements of one value another value at once: elements that have the same value are a group, as the customers of a
// site, the items of a bin, the tasks of a machine. A groupchange gives the elements of one value another value, which is in use or not;
// a groupswap also gives the elements of that other value the first. Moves of single elements do not lead there where each of them alone
// costs, as where a site that no customer needs any more would save its rent.
//
// A move is two values, I and J, and the part in K. There are v(v-1) and v(v-1)/2 moves for v values, whatever the solution; those of
// values that nobody has change nothing, and Random avoids them. A groupchange can be taken back right after it was made, as the
// operator remembers whose values it changed. Fixed elements keep their values.
//
// Deltas price a move change by change: by the walk's state, which goes there and comes back, or on the copy of the solution. Each of them
// counts as an evaluation. Without deltas a move is one full evaluation.
type groups struct {
	operation
	values func(x []int32, i, v int32) int64 // see pairwise
	held   []bool
	group  *grouping
	moved  []int32 // positions, of the move made last
	split  int     // how many of them got J; the others got I
}

const (
	// mostGroups bounds the values of a part whose elements are moved by groups.
	mostGroups = 1 << 16
	// mostGrouped bounds the elements of a part whose groups are moved by default, so that no price takes milliseconds. The values are
	// four for each element at most: among more of them elements hardly share one. Among fewer than leastGrouped elements moves of single
	// ones lead everywhere soon.
	leastGrouped, mostGrouped, valuesEach = 8, 1 << 16, 4
)

// ofGroups tells whether a kind of move changes groups.
func ofGroups(o Op) bool { return o == OpGroupChange || o == OpGroupSwap }

// grouped tells whether the elements of a part are moved by groups by default.
func grouped(s multiwalk.Space) bool {
	lo, hi := s.Bounds()
	values := int64(hi) - int64(lo) + 1
	return fits(OpGroupChange, s) && s.Len() >= leastGrouped && s.Len() <= mostGrouped && values <= valuesEach*int64(s.Len())
}

func newGroups(e *pricer, at Member, fixed []multiwalk.Fixed) *groups {
	s := &groups{operation: operation{e, at}}
	s.values = valuesOf(e.by, at.binary())
	for _, f := range fixed {
		if s.Member.holds(f.Position) {
			if s.held == nil {
				s.held = make([]bool, s.N)
			}
			s.held[f.Position-s.At] = true
		}
	}
	e.state.keeps = true
	s.group = e.state.groupingOf(&s.Member, s.held)
	return s
}

// byChanges tells whether deltas of single changes price the moves.
func (s *groups) byChanges() bool {
	has := &s.state.offers
	return s.values != nil || has.changes || has.flips && s.binary()
}

func (s *groups) Incremental() bool { return s.byChanges() }
func (s *groups) followed() bool    { return s.values == nil && s.byChanges() }

func (s *groups) Size() int64 {
	if s.Op == OpGroupSwap {
		return PairCount(int32(s.Values))
	}
	return s.Values * (s.Values - 1)
}

func (s *groups) Move(k int64) Move {
	if s.Op == OpGroupSwap {
		i, j := PairAt(int32(s.Values), k)
		return s.of(i, j)
	}
	from, to := int32(k/(s.Values-1)), int32(k%(s.Values-1))
	if to >= from {
		to++
	}
	return s.of(from, to)
}

func (s *groups) Index(m Move) int64 {
	from, to := m.I-s.Lo, m.J-s.Lo
	if s.Op == OpGroupSwap {
		return PairIndex(int32(s.Values), from, to)
	}
	if to > from {
		to--
	}
	return int64(from)*(s.Values-1) + int64(to)
}

// of is the move of two values, counted from the least.
func (s *groups) of(from, to int32) Move {
	if s.Op == OpGroupSwap {
		from, to = min(from, to), max(from, to)
	}
	return Move{Op: s.Op, I: s.Lo + from, J: s.Lo + to, K: s.At}
}

// Random draws a value in use. Another one that is in use takes the elements, or gives its own for them; every second groupchange
// may be to any value.
func (s *groups) Random(r *multiwalk.Rand) Move {
	g := s.group
	if !s.state.placed {
		return s.Move(int64(r.Uint64() % uint64(s.Size())))
	}
	k := int(r.Uint32N(uint32(g.inUse)))
	from := g.nth(k)
	if g.inUse == 1 || s.Op == OpGroupChange && r.Uint32()&1 == 0 {
		to := int32(r.Uint32N(uint32(s.Values - 1)))
		if to >= from {
			to++
		}
		return s.of(from, to)
	}
	other := int(r.Uint32N(uint32(g.inUse - 1)))
	if other >= k {
		other++
	}
	return s.of(from, g.nth(other))
}

// find lists whose values a move of x changes: first those that get J, then those that get I.
func (s *groups) find(x []int32, m Move) {
	s.moved = s.appendOf(s.moved[:0], x, m.I)
	if s.split = len(s.moved); s.Op == OpGroupSwap {
		s.moved = s.appendOf(s.moved, x, m.J)
	}
}

// appendOf appends the positions of the free elements that have a value. Where the groups are not known it looks at all elements.
func (s *groups) appendOf(list, x []int32, v int32) []int32 {
	if s.state.placed {
		return s.group.elements(list, v)
	}
	for i := range s.N {
		if x[s.At+i] == v && (s.held == nil || !s.held[i]) {
			list = append(list, s.At+i)
		}
	}
	return list
}

// give gives the elements that were found their new values, or the old ones back.
func (s *groups) give(x []int32, m Move, back bool) {
	if back {
		m.I, m.J = m.J, m.I
	}
	for _, i := range s.moved[:s.split] {
		x[i] = m.J
	}
	for _, i := range s.moved[s.split:] {
		x[i] = m.I
	}
}

func (s *groups) Delta(x []int32, m Move) int64 {
	s.state.check(x)
	if s.find(x, m); len(s.moved) == 0 {
		if s.byChanges() {
			s.delta++
		} else {
			s.full++
		}
		return 0
	}
	f := &s.state
	switch {
	case f.placed && (f.changes != nil || f.flips != nil && s.binary()):
		return s.changeByState(m)
	case s.values == nil:
		return s.fullDelta(regroup{s}, x, m)
	case f.placed:
		return s.changeAll(f.x, m)
	}
	return s.changeAll(slices.Clone(x), m)
}

// changeAll prices one change after the other on a copy of the solution, which is as before in the end.
func (s *groups) changeAll(y []int32, m Move) (sum int64) {
	for k, i := range s.moved {
		to := s.goal(m, k)
		sum += s.values(y, i, to)
		y[i] = to
	}
	s.give(y, m, true)
	s.delta += int64(len(s.moved))
	return sum
}

// changeByState does the same by the walk's state. The last change need not be made.
func (s *groups) changeByState(m Move) (sum int64) {
	f, last := &s.state, len(s.moved)-1
	for k, i := range s.moved {
		to := s.goal(m, k)
		if sum += f.valueDelta(&s.Member, i, to); k < last {
			f.x[i] = to
			f.set(&s.Member, f.x, i)
		}
	}
	for k := last - 1; k >= 0; k-- {
		i := s.moved[k]
		f.x[i] = m.I + m.J - s.goal(m, k)
		f.set(&s.Member, f.x, i)
	}
	s.delta += int64(len(s.moved))
	return sum
}

// goal is the value that the element found as number k gets.
func (s *groups) goal(m Move, k int) int32 {
	if k < s.split {
		return m.J
	}
	return m.I
}

func (s *groups) Apply(x []int32, m Move) {
	known := m == s.last && s.pricer.holds(x)
	s.find(x, m)
	s.give(x, m, false)
	if s.current = s.current && known; known {
		s.give(s.scratch, m, false)
		s.cost, s.last = s.lastCost, Move{}
	}
	s.state.regrouped(&s.Member, x, s.moved)
}

func (s *groups) Undo(x []int32, m Move) {
	s.current = false
	s.give(x, m, true)
	s.state.regrouped(&s.Member, x, s.moved)
}

// regroup makes a move that was found, for a full evaluation.
type regroup struct{ *groups }

func (s regroup) Do(x []int32, m Move)   { s.give(x, m, false) }
func (s regroup) Undo(x []int32, m Move) { s.give(x, m, true) }
