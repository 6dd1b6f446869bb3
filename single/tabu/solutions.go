package tabu

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// The memories of tabu search.
const (
	memoryAttributes = "attributes"
	memorySolutions  = "solutions"
)

// solutions is the memory of a tabu search that forbids only the solutions where the search has been. It holds their hashes (Woodruff and
// Zemel, "Hashing vectors for tabu search", Annals of Operations Research 41, 1993; Carlton and Barnes, "A note on hashing functions and
// tabu search algorithms", EJOR 95, 1996). A solution has attributes: a value at a position or, in a part whose moves shift others, two
// elements that are next to each other. Each attribute has a pseudo-random number, and a hash is the sum of these. So the hash of a
// neighbour takes a few additions, whatever the move. The cost is hashed as well, for two reasons. An order and its reverse have the same
// pairs. And for moves of a problem's own nothing but the cost is known.
//
// A table keeps whole hashes, and at each place the last one. So a solution that was never visited is taken for tabu with a probability of
// 2^-64, and old solutions are forgotten when there are many.
type solutions struct {
	members
	parts  []stretch
	orders bool     // some part is hashed by what is next to what
	hash   uint64   // of the current solution, but for its cost
	salt   uint64   // how often all was forgotten
	now    int64    // the iteration
	hashes []uint64 // by place
	until  []int64  // the iteration up to which it is tabu
	after  []int32  // scratch
}

// stretch is the positions from, ..., to-1 of a part. order says that it is hashed by what is next to what.
type stretch struct {
	from, to int32
	order    bool
}

const (
	// mostSolutions is how many places there are: 2 MiB of a walk.
	mostSolutions = 1 << 17
	// outside stands before the first element of an order and behind the last.
	outside = -1
)

func newSolutions(members []neighbourhood.Member, x []int32) *solutions {
	t := &solutions{members: members, hashes: make([]uint64, mostSolutions), until: make([]int64, mostSolutions)}
	for _, b := range members {
		for _, b := range b.Parts() {
			t.addPart(&b, len(x))
		}
	}
	t.orders = slices.ContainsFunc(t.parts, func(p stretch) bool { return p.order })
	t.settle(x)
	return t
}

// addPart adds the positions that a kind of move changes, of n.
func (t *solutions) addPart(b *neighbourhood.Member, n int) {
	s := stretch{from: b.At, to: b.At + b.N, order: shifts(b.Op)}
	if b.Op == neighbourhood.OpJointSwap {
		s = stretch{to: int32(n)}
	}
	if k := slices.IndexFunc(t.parts, func(p stretch) bool { return p.from <= s.from && s.to <= p.to }); k >= 0 {
		t.parts[k].order = t.parts[k].order || s.order
		return
	}
	t.parts = slices.DeleteFunc(t.parts, func(p stretch) bool {
		inside := s.from <= p.from && p.to <= s.to
		s.order = s.order || inside && p.order
		return inside
	})
	t.parts = append(t.parts, s)
}

// shifts says whether moves of a kind move elements that they do not name.
func shifts(op neighbourhood.Op) bool {
	return op == neighbourhood.OpInsert || op == neighbourhood.OpTwoOpt || op == neighbourhood.OpOrOpt || op == neighbourhood.OpThreeOpt
}

// mixed is the finalizer of SplitMix64.
func mixed(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// value is the number of a value at a position.
func value(i, v int32) uint64 {
	return mixed((uint64(uint32(i))<<32 | uint64(uint32(v))) + 0x9e3779b97f4a7c15)
}

// to is what a hash gains if position i gets the value v.
func to(x []int32, i, v int32) uint64 { return value(i, v) - value(i, x[i]) }

// at is what stands at a position of a part.
func (p stretch) at(x []int32, k int32) int32 {
	if k < p.from || k >= p.to {
		return outside
	}
	return x[k]
}

// edge is the number of two elements of a part that are next to each other, whichever comes first.
func (p stretch) edge(u, v int32) uint64 {
	return mixed(mixed(uint64(p.from)+1) + (uint64(uint32(min(u, v)))<<32 | uint64(uint32(max(u, v)))))
}

// whole is the hash of x, in O(n).
func (t *solutions) whole(x []int32) (sum uint64) {
	for _, p := range t.parts {
		for k := p.from; k < p.to; k++ {
			if p.order {
				sum += p.edge(p.at(x, k-1), x[k])
			} else {
				sum += value(k, x[k])
			}
		}
		if p.order {
			sum += p.edge(p.at(x, p.to-1), outside)
		}
	}
	return sum
}

// settle goes to another solution.
func (t *solutions) settle(x []int32) { t.hash = t.whole(x) }

// change is by how much a move changes the hash of x.
func (t *solutions) change(x []int32, b *neighbourhood.Member, m neighbourhood.Move) uint64 {
	if t.orders {
		return t.reorder(x, b, m)
	}
	switch m.Op {
	case neighbourhood.OpFlip:
		return to(x, m.I, 1-x[m.I])
	case neighbourhood.OpFlip2:
		return to(x, m.I, 1-x[m.I]) + to(x, m.J, 1-x[m.J])
	case neighbourhood.OpFlip3:
		return to(x, m.I, 1-x[m.I]) + to(x, m.J, 1-x[m.J]) + to(x, m.K, 1-x[m.K])
	case neighbourhood.OpChange:
		return to(x, m.I, b.To(x[m.I], int64(uint32(m.J))))
	case neighbourhood.OpSwap:
		return to(x, m.I, x[m.J]) + to(x, m.J, x[m.I])
	}
	return t.remade(x, b, m)
}

// remade is change by making the move, in O(n).
func (t *solutions) remade(x []int32, b *neighbourhood.Member, m neighbourhood.Move) uint64 {
	t.after = append(t.after[:0], x...)
	b.Do(t.after, m)
	return t.whole(t.after) - t.whole(x)
}

// reorder is change where the elements of some part have neighbours.
func (t *solutions) reorder(x []int32, b *neighbourhood.Member, m neighbourhood.Move) uint64 {
	k := slices.IndexFunc(t.parts, func(p stretch) bool { return p.from <= b.At && b.At < p.to })
	p := t.parts[k]
	switch {
	case !p.order || p.to-p.from != b.N:
		return t.remade(x, b, m)
	case m.Op == neighbourhood.OpInsert && m.J > m.I:
		return p.relocate(x, m.I, m.I, m.J, false)
	case m.Op == neighbourhood.OpInsert:
		return p.relocate(x, m.I, m.I, m.J-1, false)
	case m.Op == neighbourhood.OpOrOpt:
		return p.relocate(x, m.I, m.J, m.K, m.Reversed)
	case m.Op == neighbourhood.OpTwoOpt || m.Op == neighbourhood.OpSwap && m.J == m.I+1:
		return p.turn(x, m.I, m.J)
	case m.Op == neighbourhood.OpSwap: // turn what lies between back again
		d := p.turn(x, m.I, m.J)
		i, j, after, before := x[m.I], x[m.J], x[m.I+1], x[m.J-1]
		return d + p.edge(j, after) + p.edge(before, i) - p.edge(i, after) - p.edge(before, j)
	}
	return t.remade(x, b, m)
}

// turn is by how much turning i to j round changes the hash.
func (p stretch) turn(x []int32, i, j int32) uint64 {
	l, r := p.at(x, i-1), p.at(x, j+1)
	return p.edge(l, x[j]) + p.edge(x[i], r) - p.edge(l, x[i]) - p.edge(x[j], r)
}

// relocate is by how much it changes the hash to take i to j out, and put them behind what stands at k.
func (p stretch) relocate(x []int32, i, j, k int32, reversed bool) uint64 {
	l, head, tail, r, before, behind := p.at(x, i-1), x[i], x[j], p.at(x, j+1), p.at(x, k), p.at(x, k+1)
	d := p.edge(l, r) - p.edge(l, head) - p.edge(tail, r) - p.edge(before, behind)
	if reversed {
		head, tail = tail, head
	}
	return d + p.edge(before, head) + p.edge(tail, behind)
}

// key is the hash of a solution with its cost.
func (t *solutions) key(hash uint64, cost int64) uint64 {
	return mixed(hash ^ mixed(uint64(cost)+t.salt*0x9e3779b97f4a7c15))
}

func (t *solutions) place(key uint64) int { return int(key % mostSolutions) }

// hashChange is by how much a move changes the hash of x. Moves of a problem's own have none.
func (t *solutions) hashChange(x []int32, m neighbourhood.Move) uint64 {
	if t.members == nil {
		return 0
	}
	return t.change(x, &t.members[t.owner(m)], m)
}

func (t *solutions) forbids(x []int32, cost int64, m neighbourhood.Move) bool {
	key := t.key(t.hash+t.hashChange(x, m), cost)
	k := t.place(key)
	return t.hashes[k] == key && t.until[k] > t.now
}

// made implements memory: the solution that is left is tabu for a tenure.
func (t *solutions) made(x []int32, cost int64, m neighbourhood.Move, tenure int64) {
	key := t.key(t.hash, cost)
	k := t.place(key)
	t.now++
	t.hashes[k], t.until[k] = key, t.now+tenure
	t.hash += t.hashChange(x, m)
}

// check implements memory: the hash is that of x.
func (t *solutions) check(x []int32) {
	if t.hash != t.whole(x) {
		panic(fmt.Sprintf("single: the hash of the solution is %x, by its moves %x", t.whole(x), t.hash))
	}
}

// forget makes all solutions admissible.
func (t *solutions) forget() { t.salt++ }

func (t *solutions) Save(a *checkpoint.Archive) {
	a.Fields("solutions", &t.hash, &t.salt, &t.now, &t.hashes, &t.until)
}
