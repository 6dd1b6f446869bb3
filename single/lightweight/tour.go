package lightweight

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// edgeSource prices the edges of all walks, by the problem's matrix if it has one.
type edgeSource struct {
	n         int
	symmetric bool
	matrix    []int32
	coster    multiwalk.EdgeCoster
}

func (e *edgeSource) cost(i, j int32) int64 {
	if e.matrix != nil {
		return int64(e.matrix[int(i)*e.n+int(j)])
	}
	return e.coster.EdgeCost(i, j)
}

// relocated is the cost of the edges that come in when city leaves prev and next and goes between u and v. A symmetric
// matrix has both edges of city in one row, which is in the cache after the first.
func (e *edgeSource) relocated(city, prev, next, u, v int32) int64 {
	if e.matrix == nil {
		return e.coster.EdgeCost(prev, next) + e.coster.EdgeCost(u, city) + e.coster.EdgeCost(city, v)
	}
	row := e.matrix[int(city)*e.n:][:e.n]
	sum := int64(e.matrix[int(prev)*e.n+int(next)]) + int64(row[v])
	if e.symmetric {
		return sum + int64(row[u])
	}
	return sum + int64(e.matrix[int(u)*e.n+int(city)])
}

// link is a city's place in a tour: a doubly linked list in an array, as in PSPM section 4.2. It also holds the cost of
// the edge to the next city, so that a proposal looks up three edges and not six.
type link struct {
	prev, next int32
	out        int64
}

// relocator is a tour of at least three cities whose moves take a city out and put it between two others.
type relocator struct {
	edges     *edgeSource
	links     []link
	best      []link
	current   []int32 // written by solution
	tour      []int32 // of best, if it is not stale
	stale     bool
	proposals int64
}

// relocation moves city to between after and the city that follows it.
type relocation struct {
	city, after int32
	delta       int64
}

func newRelocator(e *edgeSource, x []int32) *relocator {
	b := &relocator{edges: e, links: make([]link, len(x)), best: make([]link, len(x)), current: make([]int32, len(x)),
		tour: make([]int32, len(x))}
	b.adopt(x)
	return b
}

func (b *relocator) adopt(x []int32) {
	last := x[len(x)-1]
	for _, c := range x {
		b.links[last].next, b.links[last].out, b.links[c].prev = c, b.edges.cost(last, c), last
		last = c
	}
}

// anneal is the loop of Algorithm 2 with the moves of figure 3.
func (b *relocator) anneal(w *lightWalk, iterations int64, s *walk.Slice) bool {
	for range iterations {
		best := b.propose(w.random)
		for range w.moves - 1 {
			if other := b.propose(w.random); other.delta < best.delta {
				best = other
			}
		}
		b.proposals += int64(w.moves)
		if best.delta > 0 && !w.Rule.Accept(best.delta, w.random.Uint32()) {
			continue
		}
		if best.delta >= 0 {
			w.leave(s)
		}
		b.commit(best)
		w.cost += best.delta
		w.work.Moves++
	}
	return true
}

// propose draws one of the n(n-2) relocations and prices it in O(1): tryNewSol of Algorithm 2.
func (b *relocator) propose(r *multiwalk.Rand) relocation {
	n := uint32(len(b.links))
	city := int32(r.Uint32N(n))
	here := b.links[city]
	after := int32(r.Uint32N(n - 1))
	if after >= city {
		after++
	}
	for after == here.prev { // it is there already
		if after = int32(r.Uint32N(n - 1)); after >= city {
			after++
		}
	}
	there := b.links[after]
	in := b.edges.relocated(city, here.prev, here.next, after, there.next)
	return relocation{city, after, in - b.links[here.prev].out - here.out - there.out}
}

// commit makes the move in O(1).
func (b *relocator) commit(m relocation) {
	l := b.links
	prev, next := l[m.city].prev, l[m.city].next
	l[prev].next, l[prev].out, l[next].prev = next, b.edges.cost(prev, next), prev
	follower := l[m.after].next
	l[m.after].next, l[m.after].out = m.city, b.edges.cost(m.after, m.city)
	l[m.city] = link{m.after, follower, b.edges.cost(m.city, follower)}
	l[follower].prev = m.city
}

func (b *relocator) empty() bool { return false }

func (b *relocator) store() {
	copy(b.best, b.links)
	b.stale = true
}

func (b *relocator) solution() []int32 { return write(b.links, b.current) }

func (b *relocator) stored() []int32 {
	if b.stale {
		write(b.best, b.tour)
		b.stale = false
	}
	return b.tour
}

// write writes the tour out from city 0.
func write(links []link, x []int32) []int32 {
	c := int32(0)
	for i := range x {
		x[i] = c
		c = links[c].next
	}
	return x
}

func (b *relocator) evaluations() (full, delta int64) { return 0, b.proposals }

func (b *relocator) Save(a *checkpoint.Archive) {
	a.Fields("relocator", &b.links, &b.best, &b.tour, &b.stale, &b.proposals)
}
