package neighbourhood

import (
	"slices"
	"sort"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// kept is an operator on a part with fixed elements (multiwalk.Fixer): it has only the moves that leave these elements as they
// are. Moves of single elements, and swaps, are numbered as moves of a part that has only the free elements; their positions
// are then translated. An insertion or a reversal lies between two fixed elements.
type kept struct {
	operator
	free   []int32  // the free positions
	rank   []int32  // of a position of the part among the free ones
	inner  []Member // what is numbered: one part of free elements, or each stretch without a fixed one
	ends   []int64  // the first index after each
	mapped bool     // inner has free elements instead of positions
}

// keep returns the operator, or those of its moves that keep the fixed elements of its part.
func keep(o operator, fixed []multiwalk.Fixed) operator {
	b := o.member()
	if !slices.ContainsFunc(fixed, func(f multiwalk.Fixed) bool { return b.holds(f.Position) }) {
		return o
	}
	k := &kept{operator: o, rank: make([]int32, b.N)}
	for _, f := range fixed {
		if i, ok := b.Spot(f.Position); ok {
			k.rank[i] = -1
		}
	}
	for i := range b.N {
		if k.rank[i] == 0 {
			k.rank[i] = int32(len(k.free))
			k.free = append(k.free, b.At+i)
		}
	}
	if k.mapped = b.Op != OpInsert && !b.joins() && b.Op != OpBlockSwap; k.mapped {
		k.add(*b, 0, int32(len(k.free)))
	} else {
		k.stretches(*b)
	}
	return k
}

// parts tells whether fixed elements lie between others of a part: O(k log k) for k that are fixed.
func parts(b Member, fixed []multiwalk.Fixed) bool {
	var held []int32
	for _, f := range fixed {
		if b.holds(f.Position) {
			held = append(held, f.Position)
		}
	}
	slices.Sort(held)
	stretches, from := 0, b.At
	for _, p := range append(held, b.At+b.N) {
		if p > from {
			stretches++
		}
		from = p + 1
	}
	return stretches > 1
}

// Held says of each position whether it is fixed; nil: none is.
func Held(p multiwalk.Problem) ([]bool, error) {
	fixed, err := walk.FixedOf(p)
	if err != nil || len(fixed) == 0 {
		return nil, err
	}
	held := make([]bool, p.Space().Len())
	for _, f := range fixed {
		held[f.Position] = true
	}
	return held, nil
}

// stretches numbers the moves between fixed elements.
func (k *kept) stretches(b Member) {
	for i := int32(0); i < b.N; i++ {
		from := i
		for i < b.N && k.rank[i] >= 0 {
			i++
		}
		if i-from > 1 {
			k.add(b, b.At+from, i-from)
		}
	}
}

func (k *kept) add(b Member, at, n int32) {
	b.At, b.N = at, n
	var size int64
	if n > 1 || n == 1 && (b.Op == OpFlip || b.Op == OpChange) {
		size = b.Size()
	}
	if last := len(k.ends) - 1; last >= 0 {
		size += k.ends[last]
	}
	k.inner, k.ends = append(k.inner, b), append(k.ends, size)
}

func (k *kept) Size() int64 {
	if len(k.ends) == 0 {
		return 0
	}
	return k.ends[len(k.ends)-1]
}

func (k *kept) Move(at int64) Move {
	i := sort.Search(len(k.ends), func(i int) bool { return at < k.ends[i] })
	if i > 0 {
		at -= k.ends[i-1]
	}
	m := k.inner[i].Move(at)
	if k.mapped {
		m = m.translated(func(i int32) int32 { return k.free[i] })
	}
	return m
}

func (k *kept) Index(m Move) int64 {
	i := 0
	if k.mapped {
		at := k.member().At
		m = m.translated(func(i int32) int32 { return k.rank[i-at] })
	} else {
		i = sort.Search(len(k.inner), func(i int) bool { return m.I < k.inner[i].At+k.inner[i].N })
	}
	index := k.inner[i].Index(m)
	if i > 0 {
		index += k.ends[i-1]
	}
	return index
}

// translated returns the move of other positions, in the same order.
func (m Move) translated(to func(i int32) int32) Move {
	of := [...]*int32{&m.I, &m.J, &m.K}
	for _, i := range of[:m.positions()] {
		*i = to(*i)
	}
	return m
}

func (k *kept) know(x []int32, cost int64) { Know(k.operator, x, cost) }

func (k *kept) Random(r *multiwalk.Rand) Move { return k.Move(int64(r.Uint64() % uint64(k.Size()))) }
