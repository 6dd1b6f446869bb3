package population

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/checkpoint"
)

const (
	// coupleSize is how many individuals a couple is.
	coupleSize = 2
	// coupleCycle is the number of generations after which a couple remembers another best individual.
	coupleCycle = 10
	// coupleStagnation * Patience is after how many generations without a new best individual a couple begins anew.
	coupleStagnation = 4
	// coupleFirst is how many times longer the first individual is improved. Tabu search by itself colours le450_25c with 26 colours
	// after 70 to 240 iterations a vertex; children of short searches take longer than 5000 a vertex.
	coupleFirst = 40
)

// couples tells whether a population on a core is a couple.
func (m Memetic) couples(groups bool) bool {
	return groups && (m.Population == 0 || m.Population == coupleSize)
}

// couple is what a population of two individuals remembers beside them, where values are names of groups (Moalic and Gondran, "Variations
// on memetic algorithms for graph coloring problems", Journal of Heuristics 24, 2018). Both children replace both parents, good or bad:
// greedy partition crossover improves them by itself, but soon makes the two alike. Therefore at the end of each cycle of ten generations
// the best individual of the cycle before comes back, in the place of the first one.
type couple struct {
	best  [2][]int32 // of this cycle, and of the one before
	costs [2]int64   // math.MaxInt64: there is none
	made  int        // generations
}

func newCouple(n int) *couple {
	c := &couple{best: [2][]int32{make([]int32, n), make([]int32, n)}}
	c.forget()
	return c
}

func (c *couple) forget() { c.costs, c.made = [2]int64{math.MaxInt64, math.MaxInt64}, 0 }

func (c *couple) Save(a *checkpoint.Archive) {
	a.Fields("couple", &c.best[0], &c.best[1], &c.costs, &c.made)
}

// lengthOf is how many iterations child i of a couple gets, by those that it gets as a rule: twice as many after each beginning anew,
// and never more than a number holds.
func (b *brood) lengthOf(i, length int) int {
	if b.born && i == 0 {
		length = min(length, math.MaxInt32/coupleFirst) * coupleFirst
	}
	return length << min(b.restarts, int64(bits.LeadingZeros32(uint32(length)))-1)
}

// wed lets the children of a couple, which cost so much, take their parents' places. It returns false if they are the same groups:
// then all their children would be too.
func (b *brood) wed(costs []int64) (differ bool) {
	c := b.couple
	copy(b.x, b.children)
	copy(b.costs, costs)
	b.replaced += int64(b.size())
	b.stagnant++
	for i, cost := range costs {
		b.know(cost)
		if cost < c.costs[0] {
			c.costs[0] = cost
			copy(c.best[0], b.child(i))
		}
	}
	if c.made++; c.made%coupleCycle == 0 {
		if c.costs[1] < math.MaxInt64 {
			copy(b.individual(0), c.best[1])
			b.costs[0] = c.costs[1]
		}
		c.best[0], c.best[1] = c.best[1], c.best[0]
		c.costs[0], c.costs[1] = math.MaxInt64, c.costs[0]
	}
	return !b.vary.alike(b.individual(0), b.individual(1), 0)
}

// procreate makes a child of each kind: one begins with the first parent's largest group, the other one with the second parent's.
func (b *brood) procreate() {
	b.born = false
	for i := range b.costs {
		b.vary.breed(b.child(i), b.individual(i), b.individual(1-i), b.r)
	}
}

// host remembers x, so that it comes in at the end of the cycle.
func (b *brood) host(x []int32, cost int64) {
	if c := b.couple; cost < c.costs[1] {
		c.costs[1] = cost
		copy(c.best[1], x)
		b.know(cost)
	}
}
