package population

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// brood is the population of Memetic: individuals in a ring, and the generation of their children. What it does is a
// function of its stream and of the children's costs.
type brood struct {
	n, patience int
	r           *multiwalk.Rand
	x           []int32 // the individuals one after the other
	costs       []int64
	ages        []int   // generations in which no child was better
	children    []int32 // one of each individual
	mutants     []bool  // children that take their places whatever they cost
	born        bool    // the children are the first, and have no parents
	at, rest    []int32 // scratch of crossovers
	replaced    int64   // individuals so far
}

// newBrood begins with children that are to be written.
func newBrood(m Memetic, n, size int, r *multiwalk.Rand) *brood {
	return &brood{n: n, patience: m.Patience, r: r, x: make([]int32, size*n), costs: make([]int64, size), ages: make([]int, size),
		children: make([]int32, size*n), mutants: make([]bool, size), born: true, at: make([]int32, n), rest: make([]int32, n)}
}

func (b *brood) size() int                { return len(b.costs) }
func (b *brood) individual(i int) []int32 { return b.x[i*b.n : (i+1)*b.n] }
func (b *brood) child(i int) []int32      { return b.children[i*b.n : (i+1)*b.n] }

// breed makes the next generation of children.
func (b *brood) breed() {
	for i := range b.costs {
		own, other := b.individual(i), b.individual(b.mate(i))
		b.mutants[i] = b.ages[i] >= b.patience || alike(own, other)
		if b.mutants[i] {
			copy(b.child(i), own)
			b.mutate(b.child(i))
		} else {
			uniform(b.child(i), own, other, b.at, b.rest, b.r)
		}
	}
	b.born = false
}

// mate returns the individual that another mates with, one near it on the ring; itself if it is the only one.
func (b *brood) mate(i int) int {
	size := b.size()
	away := 1 + b.r.IntN(memeticReach)
	if b.r.IntN(2) == 0 {
		away = -away
	}
	return ((i+away)%size + size) % size
}

// alike reports whether permutations differ in so few positions that a crossover of them leads nowhere.
func alike(a, b []int32) bool {
	differ := 0
	for i, v := range a {
		if v != b[i] {
			if differ++; differ > 2 {
				return false
			}
		}
	}
	return true
}

// mutate rotates the values of a third of the positions.
func (b *brood) mutate(x []int32) {
	for i := range b.at {
		b.at[i] = int32(i)
	}
	many := min(b.n, max(3, b.n/3))
	for k := range many {
		j := k + b.r.IntN(b.n-k)
		b.at[k], b.at[j] = b.at[j], b.at[k]
		if k > 0 {
			i, j := b.at[k-1], b.at[k]
			x[i], x[j] = x[j], x[i]
		}
	}
}

// succeed lets children, which were improved, take the places of their parents. An individual that is in the population
// already stays out.
func (b *brood) succeed(costs []int64) {
	for i, c := range costs {
		x := b.child(i)
		switch {
		case b.born || c < b.costs[i] && !b.has(x, c, i):
			b.replace(i, x, c)
			b.ages[i] = 0
		case b.mutants[i] && !b.has(x, c, i):
			b.replace(i, x, c)
			b.ages[i] = 0
		case c == b.costs[i] && !b.has(x, c, i):
			b.replace(i, x, c)
			b.ages[i]++
		default:
			b.ages[i]++
		}
	}
}

func (b *brood) replace(i int, x []int32, cost int64) {
	copy(b.individual(i), x)
	b.costs[i] = cost
	b.replaced++
}

// has reports whether an individual other than number i is x, which has a cost.
func (b *brood) has(x []int32, cost int64, i int) bool {
	for j, c := range b.costs {
		if c == cost && j != i && slices.Equal(b.individual(j), x) {
			return true
		}
	}
	return false
}

// adopt lets x take the place of the last of the worst.
func (b *brood) adopt(x []int32, cost int64) {
	worst := 0
	for i, c := range b.costs {
		if c >= b.costs[worst] {
			worst = i
		}
	}
	copy(b.individual(worst), x)
	b.costs[worst], b.ages[worst] = cost, 0
}
