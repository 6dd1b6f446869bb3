package scheduling

import (
	"math"
	"slices"
)

const (
	offered = 64  // tasks that a machine may give or take, at most: a bit each
	subsets = 128 // of each half of the options
	buckets = 512
)

// closing is what machine is to be closed.
type closing struct {
	machine, other int32 // other is the last open machine, or -1 if there are more
	goal, idle     int32 // it ends at the goal, or so much before
}

// option is a task that the machine may give to an open one, or take from one.
type option struct {
	key      int64
	waste    int32 // more than now, in grains
	task, to int32
}

// subset is some of every second option: the loads that come of it for the machine and for the other one, and what is wasted more.
type subset struct {
	load, other, waste int32
	has                uint32
}

// lists has room for two lists of subsets: an option more makes one of them from the other.
type lists [2][subsets]subset

// way is a way to close a machine: two subsets of the options, and what it costs, the time that tasks waste more and that the machine
// idles, by price; of the last two machines, when the later one ends.
type way struct {
	cost int64
	has  [2]uint32
}

// expand finds the best way to close a machine of a partial schedule. It enumerates the subsets of two halves of the options and has
// them meet (Horowitz and Sahni, "Computing partitions with applications to the knapsack problem", 1974), but of each half only the subsets that
// waste least. It returns how many subsets, and pairs of these, it looked at.
func (c *closer) expand(s *partial, to closing) (best way, found bool, looked int64) {
	c.option = c.option[:0]
	c.offer(s, to.machine)
	left, right := c.enumerate(0, s, to), c.enumerate(1, s, to)
	best, found, looked = c.meet(left, right, s, to)
	looked += int64(len(left) + len(right))
	if !found && to.other < 0 { // it may idle longer: as long as any machine of a better schedule
		to.idle = int32(min(math.MaxInt32/2, int64(c.limit)<<finer/max(1, c.price[to.machine])))
		var more int64
		best, found, more = c.meet(left, right, s, to)
		looked += more
	}
	return best, found, looked
}

// offer appends the options of a machine, those first that waste little, with some luck. A task may go to one open machine, with luck again.
func (c *closer) offer(s *partial, machine int32) {
	n := int32(len(c.open))
	c.mixed = c.mixed[:0]
	for _, t := range c.near[machine] {
		at, row := s.x[t], t*n
		if at != machine {
			if c.open[at] {
				o := option{0, c.waste[row+machine] - c.waste[row+at], t, machine}
				c.mixed = append(c.mixed, c.lucky(o, o.waste))
			}
			continue
		}
		best := option{key: math.MaxInt64}
		for to := range n {
			if w := c.waste[row+to]; c.open[to] && to != machine && w <= c.limit {
				if o := c.lucky(option{0, w - c.waste[row+at], t, to}, w); o.key < best.key {
					best = o
				}
			}
		}
		if best.key < math.MaxInt64 {
			c.mixed = append(c.mixed, c.lucky(best, best.waste))
		}
	}
	c.keys = c.keys[:0]
	for i, o := range c.mixed {
		c.keys = append(c.keys, o.key*mostTasks+int64(i))
	}
	slices.Sort(c.keys) // much faster than to sort options
	for _, key := range c.keys[:min(len(c.keys), offered)] {
		c.option = append(c.option, c.mixed[key&(mostTasks-1)])
	}
}

// lucky gives an option a key: what is wasted, and up to four times that more.
func (c *closer) lucky(o option, waste int32) option {
	if o.key = int64(waste) << 16; waste > 0 {
		o.key += int64(waste) * int64(c.bits()>>46)
	}
	return o
}

// enumerate returns the subsets of every second option that waste least, sorted by that. The second half begins with the loads.
func (c *closer) enumerate(half int, s *partial, to closing) []subset {
	now, next := append(c.halves[half][0][:0], subset{}), c.halves[half][1][:0]
	if half == 1 {
		now[0].load = s.load[to.machine]
		if to.other >= 0 {
			now[0].other = s.load[to.other]
		}
	}
	for i, bit := half, uint32(1); i < len(c.option); i, bit = i+2, bit<<1 {
		o := c.option[i]
		if len(now) == subsets && now[0].waste+o.waste > now[len(now)-1].waste {
			continue
		}
		row := o.task * c.p.Machines
		more := subset{c.p.Times[row+to.machine], -c.p.Times[row+s.x[o.task]], o.waste, bit}
		if o.to != to.machine {
			more.load, more.other = -c.p.Times[row+to.machine], c.p.Times[row+o.to]
		}
		next = with(next[:0], now, more)
		now, next = next, now
	}
	return now
}

// with appends those of a sorted list, and those with an option more, that waste least.
func with(to, list []subset, more subset) []subset {
	for i, j := 0, 0; len(to) < subsets && j < len(list); {
		s := list[j]
		if s.waste += more.waste; i < len(list) && list[i].waste <= s.waste {
			s = list[i]
			i++
		} else {
			s.load, s.other, s.has = s.load+more.load, s.other+more.other, s.has|more.has
			j++
		}
		to = append(to, s)
		if j == len(list) {
			to = append(to, list[i:min(len(list), i+subsets-len(to))]...)
		}
	}
	return to
}

// meet finds the best way: of the pairs of subsets by which the machine ends at the goal or a bit before.
func (c *closer) meet(left, right []subset, s *partial, to closing) (best way, found bool, pairs int64) {
	lo, hi, shift := c.sort(right)
	early, price := to.idle, c.price[to.machine]
	if to.other >= 0 { // the other machine is not to end after the goal either
		sum := price*int64(s.load[to.machine]) + c.price[to.other]*int64(s.load[to.other]) + int64(left[0].waste+right[0].waste)<<finer
		early = int32(max(0, ((price+c.price[to.other])*int64(to.goal)-sum)/price)) + 2
	}
	best.cost = math.MaxInt64
	for _, l := range left {
		if to.other < 0 && int64(l.waste+right[0].waste) >= best.cost {
			break // no way with this subset or a later one is better
		}
		top, bottom := to.goal-l.load, to.goal-early-l.load
		if top < lo || bottom > hi {
			continue
		}
		from, upTo := int32(0), c.ends[min(buckets-1, (top-lo)>>shift)]
		if bottom > lo && (bottom-lo)>>shift > 0 {
			from = c.ends[(bottom-lo)>>shift-1]
		}
		pairs += int64(upTo - from)
		for _, r := range c.sorted[from:upTo] {
			if r.load > top || r.load < bottom {
				continue
			}
			cost := int64(l.waste+r.waste) + int64(top-r.load)*price>>finer
			if to.other >= 0 {
				cost = int64(max(l.load+r.load, l.other+r.other))
				if cost > int64(to.goal) {
					continue
				}
			}
			if cost < best.cost {
				best, found = way{cost, [2]uint32{l.has, r.has}}, true
			}
		}
	}
	return best, found, pairs
}

// sort sorts subsets by load, as far as buckets do: bucket b has the loads l where (l-lo)>>shift is b, and ends at
// ends[b].
func (c *closer) sort(list []subset) (lo, hi int32, shift int) {
	lo, hi = math.MaxInt32, math.MinInt32
	for _, s := range list {
		lo, hi = min(lo, s.load), max(hi, s.load)
	}
	for int(hi-lo)>>shift >= buckets {
		shift++
	}
	clear(c.ends)
	for _, s := range list {
		c.ends[(s.load-lo)>>shift+1]++
	}
	for b := range buckets {
		c.ends[b+1] += c.ends[b]
	}
	c.sorted = append(c.sorted[:0], list...)
	for _, s := range list {
		b := (s.load - lo) >> shift
		c.sorted[c.ends[b]] = s
		c.ends[b]++
	}
	return lo, hi, shift
}
