package scheduling

import (
	"math"
	"math/bits"
)

// A refinement is what Local does, in a form for threads that share the work: it opens some machines, the last one among them, and
// closes one after the other, so that each ends at a goal or soon before and tasks waste little. A turn closes one: up to ten tasks may
// go to an open machine or come from one, and all subsets of them are priced. If the open machines do not end sooner then, all is
// as it was.
const (
	mostOpen = 8  // machines
	options  = 10 // so that their subsets are the alternatives
	luck     = 14 // bits of a random number that makes an option seem up to 1 << (16-luck) times as wasteful again
)

// What the table has behind the loads and, of each machine, whether it is open: numbers by these names, and then lists.
const (
	tabBefore  = iota // when the last machine ended before the step
	tabGoal           // of machines that are closed
	tabCount          // of options
	tabMachine        // that is closed
	tabOpen           // the other one, if it is the last; else -1
	tabLog            // how many tasks have changed in the step
	tabOrder          // the open machines, the next to be closed first
	tabTask    = tabOrder + mostOpen
	tabTo      = tabTask + options
	tabWaste   = tabTo + options    // more than now, in grains
	tabLoad    = tabWaste + options // what an option changes the load of the machine by that is closed
	tabOther   = tabLoad + options  // and that of the other one, where it is the last
	tabMoved   = tabOther + options // tasks that have changed in the step, and where they were
	refineRoom = tabMoved + 2*options*(mostOpen-1)
)

// open is how many machines a step opens.
func (p *lengths) open() int32 { return min(mostOpen, p.Machines) }

func (p *lengths) Turns() int32 { return max(1, p.open()-1) }

// chance is a sequence of random numbers (xorshift).
type chance uint64

// below draws a number below n.
func (c *chance) below(n int32) int32 {
	*c ^= *c << 13
	*c ^= *c >> 7
	*c ^= *c << 17
	return int32(uint64(*c) >> 32 * uint64(n) >> 32)
}

// key is a waste and, if it is one, with some luck up to four times more.
func (c *chance) key(waste int32) int64 {
	k := int64(waste) << luck
	if waste > 0 {
		k += int64(waste) * int64(c.below(1<<16))
	}
	return k
}

func (p *lengths) Prepare(x, table []int32, turn int32, words [4]uint32) {
	s := table[2*p.Machines:]
	c := chance(uint64(words[0])<<32 | uint64(words[1]) | 1)
	if turn == 0 {
		p.begin(table, s, &c)
	}
	s[tabCount] = 0
	if p.Machines < 2 || s[tabGoal] < 0 {
		return // it has failed
	}
	machine := s[tabOrder+turn]
	table[p.Machines+machine] = 0
	s[tabMachine], s[tabOpen] = machine, -1
	if turn == p.open()-2 {
		s[tabOpen] = s[tabOrder+turn+1]
	}
	p.choose(x, table, s, turn, &c)
}

// begin opens machines.
func (p *lengths) begin(loads, s []int32, c *chance) {
	n, last := p.open(), int32(0)
	for m := range p.Machines {
		loads[p.Machines+m] = 0
		if loads[m] > loads[last] {
			last = m
		}
	}
	s[tabOrder] = last
	loads[p.Machines+last] = 1
	for k := int32(1); k < n; k++ {
		m := c.below(p.Machines)
		for loads[p.Machines+m] != 0 {
			if m++; m == p.Machines {
				m = 0
			}
		}
		loads[p.Machines+m] = 1
		at := c.below(k + 1)
		s[tabOrder+k] = s[tabOrder+at]
		s[tabOrder+at] = m
	}
	s[tabBefore], s[tabLog] = loads[last], 0
	s[tabGoal] = loads[last] - max(0, loads[last]-p.Bound)>>uint32(1+c.below(5))
}

// choose lists the options of a machine that waste least, with luck. No task goes where it wastes more by itself than the schedule may.
func (p *lengths) choose(x, table, s []int32, turn int32, c *chance) {
	machine := s[tabMachine]
	limit := int32(min(4*one, int64(max(0, s[tabBefore]-p.Bound))*one/int64(max(1, p.Bound))))
	var keys [options]int64
	count := int32(0)
	for _, t := range p.Near[machine*p.Tasks : (machine+1)*p.Tasks] {
		if p.wasted(t, machine) > limit {
			break
		}
		to := machine
		if x[t] == machine {
			to = p.elsewhere(s, t, turn, limit, c)
		} else if table[p.Machines+x[t]] == 0 {
			continue // its machine is not open
		}
		if to == x[t] {
			continue
		}
		waste := p.wasted(t, to) - p.wasted(t, x[t])
		key := c.key(waste)
		if count == options && key >= keys[options-1] {
			continue
		}
		k := min(count, options-1)
		for ; k > 0 && keys[k-1] > key; k-- {
			keys[k] = keys[k-1]
			s[tabTask+k], s[tabTo+k], s[tabWaste+k] = s[tabTask+k-1], s[tabTo+k-1], s[tabWaste+k-1]
		}
		keys[k] = key
		s[tabTask+k], s[tabTo+k], s[tabWaste+k] = t, to, waste
		count = min(options, count+1)
	}
	s[tabCount] = count
	for k := range count {
		p.weigh(x, s, k)
	}
}

// elsewhere is the open machine where a task of the machine that is closed wastes least, with luck; its own if it wastes too much on all.
func (p *lengths) elsewhere(s []int32, task, turn, limit int32, c *chance) int32 {
	to, least := s[tabMachine], int64(math.MaxInt64)
	for k := turn + 1; k < p.open(); k++ {
		m := s[tabOrder+k]
		if w := p.wasted(task, m); w <= limit {
			if key := c.key(w); key < least {
				to, least = m, key
			}
		}
	}
	return to
}

// weigh notes by what an option changes the loads.
func (p *lengths) weigh(x, s []int32, k int32) {
	machine, t, to := s[tabMachine], s[tabTask+k], s[tabTo+k]
	if to == machine {
		s[tabLoad+k], s[tabOther+k] = p.time(t, machine), -p.time(t, x[t])
	} else {
		s[tabLoad+k], s[tabOther+k] = -p.time(t, machine), p.time(t, to)
	}
}

// Cheapest implements kernel.Refiner. An alternative is a subset of the options, by the Gray code of its number, so that successive
// ones differ in one option.
func (p *lengths) Cheapest(table []int32, from, to int32) (alternative int32, price int64) {
	s := table[2*p.Machines:]
	alternative = -1
	if p.Machines < 2 || s[tabGoal] < 0 {
		return
	}
	machine, other := s[tabMachine], s[tabOpen]
	load, rest, waste := table[machine], int32(0), int64(0)
	if other >= 0 {
		rest = table[other]
	}
	set := from ^ from>>1
	for k := range s[tabCount] {
		if set>>uint32(k)&1 != 0 {
			load, rest, waste = load+s[tabLoad+k], rest+s[tabOther+k], waste+int64(s[tabWaste+k])
		}
	}
	for k := from; k < min(to, 1<<uint32(s[tabCount])); k++ {
		if k > from {
			at := int32(bits.TrailingZeros32(uint32(k)))
			if set ^= 1 << uint32(at); set>>uint32(at)&1 != 0 {
				load, rest, waste = load+s[tabLoad+at], rest+s[tabOther+at], waste+int64(s[tabWaste+at])
			} else {
				load, rest, waste = load-s[tabLoad+at], rest-s[tabOther+at], waste-int64(s[tabWaste+at])
			}
		}
		cost := int64(max(load, rest))
		if other < 0 {
			if load > s[tabGoal] {
				continue
			}
			cost = waste + int64(s[tabGoal]-load)*p.Price[machine]>>finer
		}
		if alternative < 0 || cost < price {
			alternative, price = k, cost
		}
	}
	return alternative, price
}

func (p *lengths) Take(x, table []int32, turn, alternative int32) {
	s := table[2*p.Machines:]
	if p.Machines < 2 || s[tabGoal] < 0 {
		return
	}
	if alternative >= 0 {
		set := alternative ^ alternative>>1
		for k := range s[tabCount] {
			if set>>uint32(k)&1 != 0 {
				t, at := s[tabTask+k], s[tabLog]
				s[tabMoved+2*at], s[tabMoved+2*at+1] = t, x[t]
				s[tabLog]++
				p.move(x, table, t, s[tabTo+k])
			}
		}
	}
	if alternative < 0 || turn == p.open()-2 && p.ends(table, s) >= s[tabBefore] {
		for at := s[tabLog] - 1; at >= 0; at-- {
			p.move(x, table, s[tabMoved+2*at], s[tabMoved+2*at+1])
		}
		s[tabGoal] = -1
	}
}

// move has a task change to another machine.
func (p *lengths) move(x, loads []int32, task, machine int32) {
	p.put(loads, p.given(x, loads, task, machine))
	x[task] = machine
}

// ends is when the last of the machines ends that the step opened.
func (p *lengths) ends(loads, s []int32) int32 {
	last := int32(0)
	for k := range p.open() {
		last = max(last, loads[s[tabOrder+k]])
	}
	return last
}
