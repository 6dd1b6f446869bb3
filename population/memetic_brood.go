package population

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// brood is the population of Memetic: individuals in a ring, and the generation of their children. What it does depends
// only on its stream and on the children's costs.
type brood struct {
	n, patience int
	arc         int // how many individuals an arc of the ring has
	twins       int // two individuals that differ in at most this many positions count as alike
	r           *multiwalk.Rand
	x           []int32 // the individuals one after the other
	costs       []int64
	fruitless   []int   // generations since a child of an arc found a place
	children    []int32 // one for each arc
	mutants     []bool  // children that replace the worst of their arc whatever they cost
	born        bool    // the children are the first, and have no parents
	least       int64   // the least cost of an individual since the population began
	stagnant    int     // generations since that individual was found
	came        int     // children of the present generation that are in
	vary        *variation
	replaced    int64 // how many individuals were replaced so far
	restarts    int64
	couple      *couple    // nil: a ring, or
	survivors   *survivors // nil: a ring
}

// newBrood makes a population whose first children the caller has to write.
func newBrood(m Memetic, n, size int, vary *variation, r *multiwalk.Rand) *brood {
	b := &brood{n: n, patience: m.Patience, arc: min(size, memeticArc), twins: max(2, vary.movable/50+1), r: r,
		x: make([]int32, size*n), costs: make([]int64, size), fruitless: make([]int, size), children: make([]int32, size*n),
		mutants: make([]bool, size), born: true, least: math.MaxInt64, vary: vary, survivors: newSurvivors(size, vary)}
	if b.survivors != nil {
		b.arc = size
	}
	return b
}

func (b *brood) size() int                { return len(b.costs) }
func (b *brood) individual(i int) []int32 { return b.x[i*b.n : (i+1)*b.n] }
func (b *brood) child(i int) []int32      { return b.children[i*b.n : (i+1)*b.n] }

// onArc returns individual number k of the arc whose middle is i.
func (b *brood) onArc(i, k int) int { return (i - b.arc/2 + k + b.size()) % b.size() }

// breed makes the next generation of children.
func (b *brood) breed() {
	b.born = false
	for i := range b.costs {
		if b.mutants[i] = b.fruitless[i] >= b.patience; b.mutants[i] {
			copy(b.child(i), b.individual(i))
			b.vary.mutate(b.child(i), b.r)
		} else {
			b.bear(i)
		}
	}
}

// bear makes the child of an arc.
func (b *brood) bear(i int) {
	own, other := b.parents(i)
	if b.vary.alike(own, other, b.twins) {
		copy(b.child(i), own)
		b.vary.mutate(b.child(i), b.r)
	} else {
		b.vary.breed(b.child(i), own, other, b.r)
	}
}

// parents chooses two individuals of an arc, each the better of two random ones. If there is only one, it is chosen
// twice.
func (b *brood) parents(i int) (own, other []int32) {
	first, second := b.tournament(i), b.tournament(i)
	for k := 0; k < 4 && second == first; k++ {
		second = b.tournament(i)
	}
	return b.individual(first), b.individual(second)
}

func (b *brood) tournament(i int) int {
	j, k := b.onArc(i, b.r.IntN(b.arc)), b.onArc(i, b.r.IntN(b.arc))
	if b.costs[k] < b.costs[j] {
		return k
	}
	return j
}

// succeed lets the improved children into the population. costs are theirs, and left is which part of the run is left.
func (b *brood) succeed(costs []int64, left float64) {
	if b.survivors != nil {
		b.admit(b.children, costs, left)
		return
	}
	b.replace(costs)
	b.stagnant++
	b.know(slices.Min(costs))
}

// admit lets some children in where individuals live on by how far they are from others.
func (b *brood) admit(children []int32, costs []int64, left float64) {
	b.survive(children, costs, left)
	if b.came += len(costs); b.came >= b.size() {
		b.came -= b.size()
		b.stagnant++
	}
	b.know(slices.Min(costs))
}

// replace lets the improved children of a ring take places, one after the other.
func (b *brood) replace(costs []int64) {
	for i, c := range costs {
		place := i
		if !b.born {
			place = b.place(i, c)
		}
		b.fruitless[i]++
		if place >= 0 {
			copy(b.individual(place), b.child(i))
			b.costs[place] = c
			b.fruitless[i] = 0
			b.replaced++
		}
	}
}

// know notes what an individual costs.
func (b *brood) know(cost int64) {
	if cost < b.least {
		b.least, b.stagnant = cost, 0
	}
}

// restart begins anew; the caller has to write the first children.
func (b *brood) restart() {
	b.born, b.least, b.stagnant, b.came = true, math.MaxInt64, 0, 0
	clear(b.fruitless)
	clear(b.mutants)
	b.restarts++
	if b.couple != nil {
		b.couple.forget()
	}
}

// place returns which individual the child of arc i replaces, or -1. If an individual of the arc is like the child, it is
// that one, provided that it costs more. If none is like the child, it is the worst of the arc, provided that it costs more
// or the child is a mutant.
func (b *brood) place(i int, cost int64) int {
	x, worst := b.child(i), b.onArc(i, 0)
	for k := range b.arc {
		j := b.onArc(i, k)
		if b.vary.alike(x, b.individual(j), b.twins) {
			if cost < b.costs[j] {
				return j
			}
			return -1
		}
		if b.costs[j] > b.costs[worst] {
			worst = j
		}
	}
	if cost < b.costs[worst] || b.mutants[i] {
		return worst
	}
	return -1
}

// adopt replaces the last of the worst individuals by x, unless there is an individual that is like x and costs no
// more. That is often so, because Exchange hands the best of all to all, again and again.
func (b *brood) adopt(x []int32, cost int64) {
	if b.couple != nil {
		b.host(x, cost)
		return
	}
	worst := 0
	for i, c := range b.costs {
		if c <= cost && b.vary.alike(x, b.individual(i), b.twins) {
			return
		}
		if c >= b.costs[worst] {
			worst = i
		}
	}
	copy(b.individual(worst), x)
	b.costs[worst], b.fruitless[worst] = cost, 0
	if b.survivors != nil {
		b.survivors.between = nil
	}
	b.know(cost)
}
