package neighbourhood

import (
	"math/bits"
)

// grouping is the groups that the values of a part make: which elements have a value, and which values are in use. It follows a walk's
// solution in O(1) an element. Fixed elements are in no list, but their values are in use. In which order a list has its elements depends on
// how the walk came there, so nothing may depend on that order.
type grouping struct {
	b          *Member
	held       []bool // of the part's elements, whether they are fixed; nil: none is
	value      []int32
	first      []int32 // of each value; -1: none
	next, prev []int32 // of each element: its neighbours in the list, -1 for none
	count      []int32 // how many elements have each value, fixed ones too
	used       []uint64
	inUse      int
}

func newGrouping(b *Member, held []bool) *grouping {
	g := &grouping{b: b, held: held, value: make([]int32, b.N), first: make([]int32, b.Values), next: make([]int32, b.N),
		prev: make([]int32, b.N), count: make([]int32, b.Values), used: make([]uint64, (b.Values+63)/64)}
	return g
}

// reset takes all elements from x, in O(n + values).
func (g *grouping) reset(x []int32) {
	clear(g.count)
	clear(g.used)
	g.inUse = 0
	for v := range g.first {
		g.first[v] = -1
	}
	for i := range g.b.N {
		g.add(i, x[g.b.At+i]-g.b.Lo)
	}
}

// put gives an element of the solution another value, if it is one of the part.
func (g *grouping) put(i, v int32) {
	if i -= g.b.At; i < 0 || i >= g.b.N {
		return
	}
	if was := g.value[i]; was != v-g.b.Lo {
		g.remove(i, was)
		g.add(i, v-g.b.Lo)
	}
}

func (g *grouping) add(i, v int32) {
	g.value[i] = v
	if g.count[v]++; g.count[v] == 1 {
		g.used[v/64] |= 1 << (v % 64)
		g.inUse++
	}
	if g.held != nil && g.held[i] {
		return
	}
	head := g.first[v]
	g.first[v], g.next[i], g.prev[i] = i, head, -1
	if head >= 0 {
		g.prev[head] = i
	}
}

func (g *grouping) remove(i, v int32) {
	if g.count[v]--; g.count[v] == 0 {
		g.used[v/64] &^= 1 << (v % 64)
		g.inUse--
	}
	if g.held != nil && g.held[i] {
		return
	}
	next, prev := g.next[i], g.prev[i]
	if next >= 0 {
		g.prev[next] = prev
	}
	if prev >= 0 {
		g.next[prev] = next
	} else {
		g.first[v] = next
	}
}

// elements appends the positions of the free elements that have a value.
func (g *grouping) elements(list []int32, v int32) []int32 {
	for i := g.first[v-g.b.Lo]; i >= 0; i = g.next[i] {
		list = append(list, g.b.At+i)
	}
	return list
}

// nth is number k of the values in use, in order, less the least value.
func (g *grouping) nth(k int) int32 {
	for w, word := range g.used {
		if some := bits.OnesCount64(word); k >= some {
			k -= some
			continue
		}
		for ; k > 0; k-- {
			word &= word - 1
		}
		return int32(64*w + bits.TrailingZeros64(word))
	}
	panic("neighbourhood: fewer values are in use than were counted")
}
