package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Table is a neighbourhood as plain data, by which cores and kernels number and draw the same moves, and the parts of the
// space, by which they draw the same random solutions.
type Table struct {
	Members []Member // nil: some moves are of the problem's own
	// Parts describes the space as members do: OpSwap stands for an order of the elements, OpChange for values. A binary part has
	// two values.
	Parts []Member
	// Free lists positions that may change, and values that may stand there, where others are fixed. See Member.Free.
	Free []int32
}

// TableOf returns the table of a problem's neighbourhood. Where elements are fixed, members of single elements and of swaps
// number the free positions; insertions and reversals have a member for each stretch between two fixed elements. For a part
// that is an order, the list has the free values behind the free positions. chances are the probabilities with which Draw draws
// each kind of move, in the order of Proportions; nil means those with which Random draws at first.
func TableOf(p multiwalk.Problem, nb Neighbourhood, chances []float64) Table {
	var t Table
	t.addParts(p)
	ops, weights, _ := composed(nb)
	if chances != nil {
		weights = weigh(ops, chances)
	}
	t.addMembers(ops, weights)
	return t
}

// splitWeight is the sum of all chances if a kind of move has several members, which share its chance.
const splitWeight = 1 << 31

func (t *Table) addMembers(ops []operator, weights []uint32) {
	scale := uint64(1)
	if slices.ContainsFunc(ops, func(o operator) bool { k, ok := o.(*kept); return ok && len(k.inner) > 1 }) {
		scale = splitWeight / uint64(weights[len(weights)-1])
	}
	before, weight, end := uint32(0), uint64(0), int64(0)
	for i, o := range ops {
		chance := uint64(weights[i]-before) * scale
		before = weights[i]
		inner, ends, free := []Member{*o.member()}, []int64{o.Size()}, []int32(nil)
		if k, ok := o.(*kept); ok {
			if inner, ends = k.inner, k.ends; k.mapped {
				free = k.free
			}
		}
		from, first := int64(0), t.list(free)
		for j, b := range inner {
			share, size := chance, uint64(ends[j]-from)
			if len(inner) > 1 {
				whole := uint64(o.Size())
				for ; whole >= 1<<32; whole /= 2 { // the product stays below 2^63
					size /= 2
				}
				share = max(1, chance*size/whole)
			}
			weight += share
			from = ends[j]
			b.Weight, b.End, b.Free = uint32(weight), end+from, first
			t.Members = append(t.Members, b)
		}
		end += o.Size()
	}
}

// list adds a list to Free, and returns what Member.Free says of it.
func (t *Table) list(free []int32) int32 {
	if free == nil {
		return 0
	}
	at := int32(len(t.Free)) + 1
	t.Free = append(t.Free, free...)
	return at
}

func (t *Table) addParts(p multiwalk.Problem) {
	fixed, _ := walk.FixedOf(p) // a neighbourhood of it was made
	at := int32(0)
	for _, s := range p.Space().Parts() {
		m := Member{Op: OpSwap, At: at, N: int32(s.Len())}
		if k := s.Kind(); k == multiwalk.KindBinary || k == multiwalk.KindIntegers {
			lo, hi := s.Bounds()
			m.Op, m.Lo, m.Values = OpChange, lo, int64(hi)-int64(lo)+1
		}
		if positions, values, some := freeIn(m, fixed); some {
			m.N, m.Free = int32(len(positions)), t.list(positions)
			if m.Op == OpSwap {
				t.list(values)
			}
		}
		t.Parts = append(t.Parts, m)
		at += int32(s.Len())
	}
}

// freeIn returns what is not fixed in a part: the positions and, of an order, the values. some says whether anything is fixed.
func freeIn(b Member, fixed []multiwalk.Fixed) (positions, values []int32, some bool) {
	if !slices.ContainsFunc(fixed, func(f multiwalk.Fixed) bool { return b.holds(f.Position) }) {
		return nil, nil, false
	}
	position, value := make([]bool, b.N), make([]bool, b.N)
	for _, f := range fixed {
		if b.holds(f.Position) {
			if position[f.Position-b.At] = true; b.Op == OpSwap {
				value[f.Value] = true
			}
		}
	}
	positions, values = []int32{}, []int32{}
	for i := range b.N {
		if !position[i] {
			positions = append(positions, b.At+i)
		}
		if !value[i] {
			values = append(values, i)
		}
	}
	return positions, values, true
}

// Position is where element i of a member stands.
func (b *Member) Position(free []int32, i int32) int32 {
	if b.Free == 0 {
		return b.At + i
	}
	return free[b.Free-1+i]
}

// Value is value i of a part that is an order.
func (b *Member) Value(free []int32, i int32) int32 {
	if b.Free == 0 {
		return i
	}
	return free[b.Free-1+b.N+i]
}

// Placed is a move that the member has numbered or drawn, as one of the whole solution.
func (b *Member) Placed(free []int32, m Move) Move {
	if b.Free == 0 {
		return m
	}
	m.I = free[b.Free-1+m.I]
	if b.Op == OpSwap || b.Op == OpFlip2 || b.Op == OpFlip3 || b.Op == OpJointSwap {
		m.J = free[b.Free-1+m.J]
	}
	if b.Op == OpFlip3 {
		m.K = free[b.Free-1+m.K]
	}
	return m
}
