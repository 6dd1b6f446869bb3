package main

import (
	"cmp"
	"math"
	"slices"
)

const (
	width   = 4     // of the beam
	each    = 10    // ways kept of each partial schedule
	idle    = 5     // thousandths of the bound that a machine may end early
	unequal = 54600 // weight of inequality, see closer.unequal
)

// closer searches a neighbourhood of a schedule that is very large: it opens some machines, and then closes one after the other. To
// close a machine is to fix its tasks, so that it ends as short before a given moment as can be and little time is wasted; what it gives and
// takes, it gives to open machines and takes from them. A beam search (Ow and Morton, "Filtered beam search in scheduling", 1988) keeps
// the few best partial schedules. So all machines are filled exactly, where moves of a few tasks would have to fill several at once. To open a
// part and to repair it is large neighbourhood search (Shaw, 1998).
type closer struct {
	*market
	near   [][]int32 // of each machine: the tasks that waste no more there than the limit
	limit  int32     // in grains: a schedule that is better wastes no more, so no task of it does
	open   []bool
	random uint64
	now    []partial // the beam
	next   []partial
	ways   []way // to close the present machine, of all partial schedules
	mine   []way // of one of them
	option []option
	mixed  []option // those of the present machine, unsorted
	keys   []int64
	halves [2]lists
	sorted []subset
	ends   []int32 // of the buckets of sorted
}

// partial is a schedule, and what closing machines has cost so far: the time that tasks waste and that machines idle at their end, by price.
type partial struct {
	x, load []int32
	cost    int64
}

func newCloser(k *market, seed uint64) *closer {
	n, m := int(k.p.Tasks), int(k.p.Machines)
	c := &closer{market: k, near: make([][]int32, m), open: make([]bool, m), random: seed, ends: make([]int32, buckets+1)}
	for range width {
		c.now = append(c.now, partial{x: make([]int32, n), load: make([]int32, m)})
		c.next = append(c.next, partial{x: make([]int32, n), load: make([]int32, m)})
	}
	return c
}

// within has only tasks move that waste no more than a schedule can that ends by then.
func (c *closer) within(last int32) {
	c.limit = int32(min(4*one, int64(max(0, last-c.p.Bound))*one/int64(max(1, c.p.Bound))))
	for m := range c.near {
		c.near[m] = c.near[m][:0]
		for t := range c.p.Tasks {
			if c.waste[int(t)*len(c.near)+m] <= c.limit {
				c.near[m] = append(c.near[m], t)
			}
		}
	}
}

// bits are 64 random ones (xorshift).
func (c *closer) bits() uint64 {
	c.random ^= c.random << 13
	c.random ^= c.random >> 7
	c.random ^= c.random << 17
	return c.random
}

// close opens machines of a schedule, and closes them so that they end at the goal or before, if they can. It returns a
// schedule in which these machines end before last, or nil, and how many subsets of options it looked at.
func (c *closer) close(x, load, machines []int32, goal, last int32) (y *partial, looked int64) {
	looked = 1
	if len(machines) < 2 {
		return nil, looked
	}
	for m := range c.open {
		c.open[m] = slices.Contains(machines, int32(m))
	}
	copy(c.now[0].x, x)
	copy(c.now[0].load, load)
	c.now[0].cost = 0
	beam, next := c.now[:1], c.next
	for n := c.order(machines); n >= 2; n-- {
		machine, s := machines[n-1], closing{goal: goal, idle: int32(int64(c.p.Bound) * idle / 1000), other: -1, most: each}
		if s.machine = machine; n == 2 {
			s.goal, s.other, s.most = last-1, machines[0], 1
		}
		c.ways = c.ways[:0]
		c.option = c.option[:0]
		for i := range beam {
			looked += c.expand(i, &beam[i], s)
		}
		if len(c.ways) == 0 {
			return nil, looked
		}
		slices.SortFunc(c.ways, better)
		kept := 0
		for i, w := range c.ways {
			if kept < width && (i == 0 || w.cost != c.ways[i-1].cost) { // equal costs are mostly equal schedules
				c.make(&next[kept], &beam[w.parent], w)
				kept++
			}
		}
		beam, next = next[:kept], beam[:width]
		c.open[machine] = false
	}
	return &beam[0], looked
}

// order has the machines be closed from the last one on: each is, with some luck, the one that least of all shares tasks with those
// before. It returns their number.
func (c *closer) order(machines []int32) int {
	m := len(c.open)
	for n := len(machines); n > 1; n-- {
		at, least := 0, int64(math.MaxInt64)
		for i, a := range machines[:n] {
			likes := int64(0)
			for _, b := range machines[:n] {
				if a != b {
					likes += c.likes[int(a)*m+int(b)]
				}
			}
			if likes = likes >> 10 * int64(1<<16+2*(c.bits()>>48)); likes < least {
				at, least = i, likes
			}
		}
		machines[at], machines[n-1] = machines[n-1], machines[at]
	}
	return len(machines)
}

// make makes a schedule of another one by a way.
func (c *closer) make(to, from *partial, w way) {
	copy(to.x, from.x)
	copy(to.load, from.load)
	to.cost = w.cost
	c.follow(w, from.x, to.load, to.x)
}

// follow changes loads and, unless it is nil, a schedule by a way.
func (c *closer) follow(w way, x, load, y []int32) {
	for h, has := range w.has {
		for i := int(w.options) + h; has != 0; i, has = i+2, has>>1 {
			if has&1 == 0 {
				continue
			}
			o := c.option[i]
			row := o.task * c.p.Machines
			load[x[o.task]] -= c.p.Times[row+x[o.task]]
			load[o.to] += c.p.Times[row+o.to]
			if y != nil {
				y[o.task] = o.to
			}
		}
	}
}

// below scales 16 random bits.
func below(bits uint64, n int) int { return int(bits & 0xffff * uint64(n) >> 16) }

// better orders ways, so that the same seed has the same ones.
func better(a, b way) int {
	switch { // costs nearly always differ
	case a.rank != b.rank:
		return cmp.Compare(a.rank, b.rank)
	case a.cost != b.cost:
		return cmp.Compare(a.cost, b.cost)
	}
	return cmp.Or(cmp.Compare(a.parent, b.parent), cmp.Compare(a.has[0], b.has[0]), cmp.Compare(a.has[1], b.has[1]))
}
