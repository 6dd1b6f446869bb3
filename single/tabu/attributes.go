package tabu

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// memory is what is tabu in any neighbourhood: the attributes of solutions, or solutions.
type memory interface {
	checkpoint.Saver
	// forbids tells whether a move is tabu that leads to a solution of that cost.
	forbids(x []int32, cost int64, m neighbourhood.Move) bool
	// made notes a move that is about to be made from x, which costs so much: the way back is tabu for a tenure.
	made(x []int32, cost int64, m neighbourhood.Move, tenure int64)
	// forget makes all moves admissible.
	forget()
	// settle goes to another solution, in O(n).
	settle(x []int32)
	// check panics if the memory is not that of a walk at x. It is for -tags invariants.
	check(x []int32)
}

// members are the kinds of move; nil: they are of the problem's own.
type members []neighbourhood.Member

// owner is the member that a move belongs to.
func (t members) owner(m neighbourhood.Move) int {
	for i := range t {
		if t[i].Owns(m) {
			return i
		}
	}
	return 0
}

// attributes is what tabu search in any neighbourhood remembers. A solution has attributes: a value at a position, or an edge of a tour. A
// move takes some away and brings others. An attribute that was taken away stays tabu for a tenure, and a move is tabu if all attributes
// that it would bring are. For moves of a problem's own only the cost to which they lead is known: then this cost is the attribute.
type attributes struct {
	members // nil: costs are the attributes
	where   neighbourhood.Places
	now     int32 // the iteration, from 1
	latest  int32 // all that is tabu is free from there on
	until   []int32
	present []int32 // the values whose places are marked with ever; nil: none are
	next    []int32 // of bits: up to which iteration each may not flip; nil: nobody scans them
}

const (
	// mostPlaces bounds the memory of a walk to 4 MiB.
	mostPlaces = 1 << 20
	// longestTenure is as long as for ever: iterations stay below epoch.
	longestTenure = epoch - 1
	// ever is what the value that an element has is tabu until, where whole rows of values are scanned: no change leads there.
	ever = math.MaxInt32
)

func newAttributes(members []neighbourhood.Member, n int) *attributes {
	t := &attributes{members: members, now: 1, latest: 1}
	w := &t.where
	w.Stride = 2
	var parts []neighbourhood.Member
	for i := range members {
		parts = append(parts, members[i].Parts()...)
	}
	for i := range parts {
		b := &parts[i]
		w.Stride, w.Lo = max(w.Stride, valuesOf(b)), min(w.Lo, b.Lo)
	}
	// Parts may have different least values, so the range from the least to the greatest of all counts.
	for i := range parts {
		w.Stride = max(w.Stride, uint64(int64(parts[i].Lo)-int64(w.Lo))+valuesOf(&parts[i]))
	}
	if over, places := bits.Mul64(w.Stride, uint64(n)); members != nil && over == 0 && places <= mostPlaces {
		t.until = make([]int32, places)
	} else {
		w.Shift, t.until = 64-uint32(bits.Len(mostPlaces-1)), make([]int32, mostPlaces)
	}
	return t
}

// valuesOf is how many values an element may have that a member's moves change.
func valuesOf(b *neighbourhood.Member) uint64 {
	switch {
	case b.Op == neighbourhood.OpFlip:
		return 2
	case b.Values > 0:
		return uint64(b.Values)
	}
	return uint64(b.N)
}

// place is where attribute v of position i is remembered.
func (t *attributes) place(i, v int32) int { return int(t.where.Of(i, v)) }

// places are those of some attributes.
type places struct {
	at [neighbourhood.MostAttributes]int
	n  int
}

func (p *places) add(k int) { p.at[p.n], p.n = k, p.n+1 }

// placeOf is where a cost is remembered.
func (t *attributes) placeOf(cost int64) int {
	return int(uint64(cost) * 0x9e3779b97f4a7c15 >> t.where.Shift)
}

// taken are the attributes that a move takes away from x, whose cost is given.
func (t *attributes) taken(x []int32, cost int64, m neighbourhood.Move) (p places) {
	if t.members == nil {
		p.add(t.placeOf(cost))
		return p
	}
	b := &t.members[t.owner(m)]
	for i, v, ok := b.Takes(x, m, 0); ok; i, v, ok = b.Takes(x, m, int32(p.n)) {
		p.add(t.place(i, v))
	}
	return p
}

// forbids tells whether a move is tabu that leads to a solution of that cost.
func (t *attributes) forbids(x []int32, cost int64, m neighbourhood.Move) bool {
	if m.Op == neighbourhood.OpFlip { // one attribute, and the move that is looked at most often
		return t.until[t.place(m.I, 1-x[m.I])] > t.now
	}
	if t.members == nil {
		return t.until[t.placeOf(cost)] > t.now
	}
	b := &t.members[t.owner(m)]
	for k := int32(0); ; k++ {
		if i, v, ok := b.Brings(x, m, k); !ok {
			return true
		} else if t.until[t.place(i, v)] <= t.now {
			return false
		}
	}
}

func (t *attributes) check([]int32) {}

// made notes a move that is about to be made: what it takes may not come back for a tenure.
func (t *attributes) made(x []int32, cost int64, m neighbourhood.Move, tenure int64) {
	p := t.taken(x, cost, m)
	t.tick()
	until := t.now + int32(min(tenure, longestTenure))
	t.latest = max(t.latest, until)
	for _, k := range p.at[:p.n] {
		t.until[k] = until
	}
	if t.next != nil {
		b := &t.members[t.owner(m)]
		for k := range int32(p.n) {
			i, _, _ := b.Takes(x, m, k)
			t.next[i] = until
		}
	}
	if t.present != nil && m.Op == neighbourhood.OpChange {
		v := t.members[t.owner(m)].To(x[m.I], int64(uint32(m.J)))
		t.present[m.I], t.until[t.place(m.I, v)] = v, ever
	}
}

// tick goes on to the next iteration.
func (t *attributes) tick() {
	if t.now++; t.now >= epoch {
		t.moveBack()
	}
}

// moveBack moves all expiries back, and the iteration with them.
func (t *attributes) moveBack() {
	const back = epoch / 2
	t.now, t.latest = t.now-back, t.latest-back
	for k, until := range t.until {
		if until != ever {
			t.until[k] = max(0, until-back)
		}
	}
	for k, until := range t.next {
		t.next[k] = max(0, until-back)
	}
}

// forget makes all moves admissible.
func (t *attributes) forget() {
	if t.now = t.latest; t.now >= epoch {
		clear(t.until)
		t.now, t.latest = 1, 1
		t.settle(t.present)
	}
}

// mark begins to mark the values that elements have, from x on. All moves are flips or changes.
func (t *attributes) mark(x []int32) {
	t.present = make([]int32, len(x))
	copy(t.present, x)
	t.settle(x)
}

// settle goes to another solution, in O(n).
func (t *attributes) settle(x []int32) {
	for i := range t.next {
		t.next[i] = t.until[t.place(int32(i), 1-x[i])]
	}
	if t.present == nil {
		return
	}
	for i, v := range t.present {
		if k := t.place(int32(i), v); t.until[k] == ever {
			t.until[k] = 0
		}
	}
	copy(t.present, x)
	for _, b := range t.members {
		for i := b.At; b.Op == neighbourhood.OpChange && i < b.At+b.N; i++ {
			t.until[t.place(i, x[i])] = ever
		}
	}
}

func (t *attributes) Save(a *checkpoint.Archive) {
	a.Fields("attributes", &t.now, &t.latest, &t.until, &t.present)
}
