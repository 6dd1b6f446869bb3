package scheduling

import (
	"math"
	"slices"
)

// idle is how much of the bound a machine may end early, in thousandths.
const idle = 5

// closer searches a neighbourhood of a schedule that is very large: it opens some machines, and then closes one after the other. To
// close a machine is to fix its tasks, so that it ends as short before a given moment as can be and little time is wasted; what it gives and
// takes, it gives to open machines and takes from them. So all machines are filled exactly, where moves of a few tasks would have to fill
// several at once. Which options a machine has is drawn, so the next try closes it in another way: more tries are worth more than several
// ways in each. To open a part and to repair it is large neighbourhood search (Shaw, 1998).
type closer struct {
	*market
	near   [][]int32 // of each machine: the tasks that waste no more there than the limit
	limit  int32     // in grains: a schedule that is better wastes no more, so no task of it does
	open   []bool
	random uint64
	two    [2]partial // the present schedule, and room for the next one
	option []option
	mixed  []option // those of the present machine, unsorted
	keys   []int64
	halves [2]lists
	sorted []subset
	ends   []int32 // of the buckets of sorted
}

// partial is a schedule while machines are being closed.
type partial struct{ x, load []int32 }

func newCloser(k *market, seed uint64) *closer {
	n, m := int(k.p.Tasks), int(k.p.Machines)
	c := &closer{market: k, near: make([][]int32, m), open: make([]bool, m), random: seed, ends: make([]int32, buckets+1)}
	for i := range c.two {
		c.two[i] = partial{make([]int32, n), make([]int32, m)}
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
	now, next := &c.two[0], &c.two[1]
	copy(now.x, x)
	copy(now.load, load)
	for n := c.order(machines); n >= 2; n-- {
		machine, to := machines[n-1], closing{goal: goal, idle: int32(int64(c.p.Bound) * idle / 1000), other: -1}
		if to.machine = machine; n == 2 {
			to.goal, to.other = last-1, machines[0]
		}
		w, found, some := c.expand(now, to)
		if looked += some; !found {
			return nil, looked
		}
		c.make(next, now, w)
		now, next = next, now
		c.open[machine] = false
	}
	return now, looked
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
	for h, has := range w.has {
		for i := h; has != 0; i, has = i+2, has>>1 {
			if has&1 == 0 {
				continue
			}
			o := c.option[i]
			row := o.task * c.p.Machines
			to.load[from.x[o.task]] -= c.p.Times[row+from.x[o.task]]
			to.load[o.to] += c.p.Times[row+o.to]
			to.x[o.task] = o.to
		}
	}
}

// below scales 16 random bits.
func below(bits uint64, n int) int { return int(bits & 0xffff * uint64(n) >> 16) }
