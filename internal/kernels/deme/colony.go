package deme

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/cross"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// colony is the subpopulation of a block.
type colony[E allele] struct {
	pool, next   []E     // the individuals, and those of the next generation
	costs, after []int64 // theirs
	halt         []int32 // [0] is the generation of the launch after which the block stops
	offspring    offspring[E]
	least        int64 // of all that were set aside
	stride       int32 // elements from an individual to the next one
	id           int32
	age          int32 // -1: to be drawn
	turns        int32 // how often pool and next have changed places
	made         int64 // children that took a place, of the team
	anew         int64
}

// evolve loads a subpopulation, does the generations of a launch, and stores it again. Individuals that are in global
// memory are where pools are, as its elements.
func evolve[E allele, B geneticTeam](b B, a Breeding, far []E, start []int32, pools []uint16, costs []int64, ages, best []int32,
	least, made, anew, hits, goal []int64, stop []uint32) {
	t := b.Thread()
	c := layOut(b, a, far)
	c.age, c.least = ages[c.id], least[c.id]
	c.moveIn(t, a, pools, costs)
	own := best[c.id*a.N : (c.id+1)*a.N]
	last := int32(a.Until - a.From)
	for g := int32(0); g < last && lane.AtomicLoad(t, &c.halt[0]) >= g; g++ {
		if t.ThreadID() == 0 {
			c.listen(t, a, g, goal, stop)
		}
		breed(b, a, &c, start, own, g, hits, goal)
		t.Sync()
		c.succeed(t, a, a.From+int64(g), own)
	}
	if c.age >= 0 {
		c.setAside(t, a, own)
	}
	c.moveOut(t, a, pools, costs)
	if b.Rank() == 0 {
		lane.AtomicAdd(t, &made[c.id], c.made)
	}
	if t.ThreadID() == 0 {
		ages[c.id], least[c.id] = c.age, c.least
		anew[c.id] += c.anew
	}
}

// layOut finds the memory of the block and of the team, as GeneticRoom counts it.
func layOut[E allele, B geneticTeam](b B, a Breeding, far []E) colony[E] {
	var c colony[E]
	t := b.Thread()
	c.id, c.stride = t.BlockID(), a.N
	c.halt = lane.Shared[int32](t, 1)
	c.costs = lane.SharedAt[int64](t, 0, a.size())
	c.after = lane.SharedAt[int64](t, 8*a.size(), a.size())
	at := 16 * a.size()
	room := 4 * (a.N | 1) // odd, so that threads which look at the same position read different banks
	c.offspring.child = lane.SharedAt[int32](t, at+b.Number()*room, a.N)
	at += b.Teams() * room
	width, all := int32(1), a.size()*a.N
	if int32(^E(0)) > 255 {
		width = 2
	}
	if a.Shared != 0 {
		c.pool = lane.SharedAt[E](t, at, all)
		c.next = lane.SharedAt[E](t, at+width*all, all)
		at += 2 * width * all
	} else {
		c.pool = far[2*c.id*all : (2*c.id+1)*all]
		c.next = far[(2*c.id+1)*all : (2*c.id+2)*all]
	}
	c.offspring.place = lane.SharedAt[E](t, at+width*b.Number()*a.N, a.N)
	return c
}

// moveIn fetches the individuals. Those in global memory are where they are.
func (c *colony[E]) moveIn(t lane.Thread, a Breeding, pools []uint16, costs []int64) {
	all := a.size() * a.N
	if a.Shared != 0 {
		for k := t.ThreadID(); k < all; k += t.BlockDim() {
			c.pool[k/a.N*c.stride+k%a.N] = E(pools[c.id*all+k])
		}
	}
	for i := t.ThreadID(); i < a.size(); i += t.BlockDim() {
		c.costs[i] = costs[c.id*a.size()+i]
	}
	if t.ThreadID() == 0 {
		c.halt[0] = math.MaxInt32
	}
	t.Sync()
}

// moveOut stores the individuals.
func (c *colony[E]) moveOut(t lane.Thread, a Breeding, pools []uint16, costs []int64) {
	all := a.size() * a.N
	if a.Shared != 0 {
		for k := t.ThreadID(); k < all; k += t.BlockDim() {
			pools[c.id*all+k] = uint16(c.pool[k/a.N*c.stride+k%a.N])
		}
	} else if c.turns&1 != 0 {
		for k := t.ThreadID(); k < all; k += t.BlockDim() {
			c.next[k] = c.pool[k]
		}
	}
	for i := t.ThreadID(); i < a.size(); i += t.BlockDim() {
		costs[c.id*a.size()+i] = c.costs[i]
	}
}

// succeed makes the next generation the present one, and gives the subpopulation up if it stagnates.
func (c *colony[E]) succeed(t lane.Thread, a Breeding, generation int64, best []int32) {
	c.pool, c.next = c.next, c.pool
	c.costs, c.after = c.after, c.costs
	c.turns++
	if c.age < 0 && generation > 0 {
		c.anew++
	}
	if c.age = 0; generation > 0 && generation%int64(a.Check) == 0 && c.stagnates(t, a) {
		c.setAside(t, a, best)
		c.age = -1
		t.Sync() // the best may be born again
	}
}

// listen finds out, while the block is at generation g of the launch, whether it is the last. A subpopulation that could
// still come to the target in the generation in which another one did goes on to its end.
func (c *colony[E]) listen(t lane.Thread, a Breeding, g int32, goal []int64, stop []uint32) {
	if c.id%drive.Listeners == 0 && g%a.Poll == 0 && lane.AtomicLoad(t, &stop[0]) != 0 {
		lane.AtomicMin(t, &goal[0], -1)
	}
	if lane.AtomicLoad(t, &goal[0]) <= a.From+int64(g) {
		lane.AtomicMin(t, &c.halt[0], g)
	}
}

// arrive notes an individual that has come to the target in generation g of the launch, after which its block stops.
// Threads that are in generation g+1 already cannot make those stop that are about to begin it.
func (c *colony[E]) arrive(t lane.Thread, a Breeding, g int32, hits, goal []int64) {
	lane.AtomicMin(t, &c.halt[0], g)
	lane.AtomicMin(t, &hits[c.id], a.From+int64(g))
	lane.AtomicMin(t, &goal[0], a.From+int64(g))
}

// breed makes the children of all individuals, or draws all anew, and puts what is cheaper into the next generation.
func breed[E allele, B geneticTeam](b B, a Breeding, c *colony[E], start, best []int32, g int32, hits, goal []int64) {
	for i := b.Number(); i < a.size(); i += b.Teams() {
		own, was := c.pool[i*a.N:(i+1)*a.N], int64(math.MaxInt64)
		differs := true
		if c.age < 0 {
			bear(b, &a, start, best, c.offspring.child, a.From+int64(g)-1, i)
		} else {
			was = c.costs[i]
			differs = mate(b, &a, c, own, a.From+int64(g)-1, i)
		}
		cost := was
		if differs { // most children of individuals that resemble each other are what their parents are
			cost = b.cost(c.offspring.child)
		}
		inherit(b, c, i, own, cost < was)
		if b.Rank() == 0 {
			c.after[i] = min(cost, was)
			if cost < was && c.age >= 0 {
				c.made++
			}
			if cost <= a.Target {
				c.arrive(b.Thread(), a, g, hits, goal)
			}
		}
		b.Sync() // before the child is written again
	}
}

// mate makes a child of an individual, and reports whether it may differ from it.
func mate[E allele, B geneticTeam](b B, a *Breeding, c *colony[E], own []E, generation int64, i int32) bool {
	m := c.mating(a, generation, i)
	other, differs := c.pool[m.partner*a.N:(m.partner+1)*a.N], false
	if a.Rule.Orders == Ordered {
		differs = cross.Ordered(b, c.offspring.child, own, other, c.offspring.place, m.cut1, m.cut2)
	} else {
		differs = cross.PartiallyMapped(b, c.offspring.child, own, other, c.offspring.place, m.cut1, m.cut2)
	}
	if m.mutates {
		mutate(b, c.offspring.child, a.N, &m.draws)
	}
	return b.Any(differs) || m.mutates
}

// inherit puts the child, if it is better, or else its parent into the next generation.
func inherit[E allele, B geneticTeam](b B, c *colony[E], i int32, own []E, better bool) {
	n := int32(len(own))
	next := c.next[i*n : (i+1)*n]
	if better {
		for k := b.Rank(); k < n; k += b.Size() {
			next[k] = E(c.offspring.child[k])
		}
		return
	}
	for k := b.Rank(); k < n; k += b.Size() {
		next[k] = own[k]
	}
}

// cheapest returns the least cost of the individuals, to all threads of the block.
func (c *colony[E]) cheapest(t lane.Thread, a Breeding) int64 {
	low := int64(math.MaxInt64)
	for i := t.ThreadID(); i < a.size(); i += t.BlockDim() {
		low = min(low, c.costs[i])
	}
	return lane.BlockMin(t, low)
}

// stagnates reports whether too many individuals are as cheap as the best.
func (c *colony[E]) stagnates(t lane.Thread, a Breeding) bool {
	low, count := c.cheapest(t, a), int32(0)
	for i := t.ThreadID(); i < a.size(); i += t.BlockDim() {
		if c.costs[i] == low {
			count++
		}
	}
	return lane.BlockAdd(t, count) >= a.Stagnant
}

// setAside keeps the best individual, the first of several, if it is the best of all generations.
func (c *colony[E]) setAside(t lane.Thread, a Breeding, best []int32) {
	low := c.cheapest(t, a)
	if low >= c.least {
		return
	}
	c.least = low
	who := a.size()
	for i := t.ThreadID(); i < a.size(); i += t.BlockDim() {
		if c.costs[i] == low {
			who = min(who, i)
		}
	}
	who = lane.BlockMin(t, who)
	for k := t.ThreadID(); k < a.N; k += t.BlockDim() {
		best[k] = int32(c.pool[who*c.stride+k])
	}
}
