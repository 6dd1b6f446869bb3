package main

import (
	"cmp"
	"math"
	"slices"
)

// shared is how many tasks two machines share anew: those for which it matters least which of them has it.
const shared = 16

// mostLate bounds what is squared, so that the sum over all machines fits 64 bits.
const mostLate = 1 << 21

// pairing is iterated local search: a few tasks are drawn anew as a successor would, and then pairs of machines share their tasks anew
// in the best of 2^16 ways.
type pairing struct {
	*desk
	weight   int64   // of a machine's lateness, beside what tasks waste
	free     []int32 // the tasks that may well be on several machines
	touched  []bool  // machines since the kick
	before   []int32 // the schedule
	cost     int64   // of it
	items    []item
	lists    [2][2][]split
	machines [2]int32
}

// item is a task that two machines may have.
type item struct{ key, task int32 }

// split is a way to share some tasks: the loads that come of it, and the tasks of the first machine.
type split struct {
	a, b int32
	has  uint32
}

func newPairing(d *desk) *pairing {
	p := &pairing{desk: d, touched: make([]bool, len(d.load)), before: make([]int32, len(d.x))}
	for t := range d.x {
		if s := d.slot[t*slots : (t+1)*slots]; s[0] != s[slots-1] {
			p.free = append(p.free, int32(t))
		}
	}
	return p
}

// restart has a new weight count.
func (p *pairing) restart() {
	copy(p.before, p.x)
	p.cost = p.total()
}

// total is what the machines cost by their worth.
func (p *pairing) total() (sum int64) {
	for m, load := range p.load {
		sum += p.priced(int32(m), load)
	}
	return sum
}

// priced is what a machine's load costs: each unit of time what it is worth, and more the later it ends. With fair prices nothing is saved by
// moving time between machines that end together.
func (p *pairing) priced(m, load int32) int64 {
	over := int64(load - p.p.Bound)
	late := min(max(0, over), mostLate)
	return int64(p.p.Worth[m]) * (10*int64(p.thousandth)*over + p.weight*late*late)
}

// iterate kicks, repairs, and takes back what costs more. It returns how many splits it looked at, at most.
func (p *pairing) iterate() (looked int64) {
	const steps = 6
	clear(p.touched)
	if r := p.bits(); len(p.free) > 0 {
		for k := range 1 + below(r, 3) {
			r = p.bits()
			t := p.free[below(r, len(p.free))]
			if last := p.of[p.latest()]; k == 0 && r>>62 != 0 && len(last) > 0 {
				t = last[below(r, len(last))]
			}
			p.give(t, int32(p.slot[t*slots+int32(r>>16%slots)]))
		}
	}
	for range steps {
		p.choose()
		p.share()
	}
	if cost := p.total(); cost <= p.cost {
		p.cost = cost
		copy(p.before, p.x)
	} else {
		p.put(p.before)
	}
	return steps * 2 << (shared / 2)
}

// latest is the machine that ends last.
func (p *pairing) latest() (last int) {
	for m, load := range p.load {
		if load > p.load[last] {
			last = m
		}
	}
	return last
}

// give has a machine take a task.
func (p *pairing) give(t, to int32) {
	from := p.x[t]
	p.touched[from], p.touched[to] = true, true
	if from != to {
		p.load[from] -= p.p.Times[t*p.p.Machines+from]
		p.load[to] += p.p.Times[t*p.p.Machines+to]
		p.move(t, to)
	}
}

// choose draws a pair of machines: the last one to end, or one that has changed, and any other.
func (p *pairing) choose() {
	r, n := p.bits(), len(p.load)
	a := p.latest()
	if r>>63 != 0 && len(p.free) > 0 {
		for a = below(r, n); !p.touched[a]; a = (a + 1) % n {
		}
	}
	b := (a + 1 + below(r>>16, max(1, n-1))) % n
	p.machines = [2]int32{int32(a), int32(b)}
}

// share has both machines share their tasks anew in the best way.
func (p *pairing) share() {
	a, b := p.machines[0], p.machines[1]
	if a == b {
		return
	}
	x, y := p.load[a], p.load[b]
	p.list()
	for _, it := range p.items { // begin with all of them on b
		row := it.task * p.p.Machines
		if p.x[it.task] == a {
			x -= p.p.Times[row+a]
			y += p.p.Times[row+b]
		}
	}
	// Each half of the tasks has 256 splits. Few are efficient, and splits keeps these, sorted. One pass along both lists finds the best
	// partner of each.
	left, right := p.splits(0), p.splits(1)
	least, has, found := p.priced(a, p.load[a])+p.priced(b, p.load[b]), uint32(0), false
	for i, j := 0, len(right)-1; i < len(left) && j >= 0; {
		la, lb := x+left[i].a+right[j].a, y+left[i].b+right[j].b
		if c := p.priced(a, la) + p.priced(b, lb); c < least {
			least, has, found = c, left[i].has|right[j].has, true
		}
		if la > lb {
			j--
		} else {
			i++
		}
	}
	if !found {
		return
	}
	for k, it := range p.items {
		if has>>k&1 != 0 {
			p.give(it.task, a)
		} else {
			p.give(it.task, b)
		}
	}
}

// list lists the tasks of both machines for which it matters least who has them, with some luck.
func (p *pairing) list() {
	p.items = p.items[:0]
	for _, m := range p.machines {
		for _, t := range p.of[m] {
			row := t * p.p.Machines
			apart := float64(p.dear[row+p.machines[0]]) - float64(p.dear[row+p.machines[1]])
			luck := 0.5 + float64(p.bits()>>40)/(1<<25)
			p.items = append(p.items, item{int32(math.Abs(apart) * luck), t})
		}
	}
	slices.SortFunc(p.items, func(i, j item) int { return cmp.Or(cmp.Compare(i.key, j.key), cmp.Compare(i.task, j.task)) })
	p.items = p.items[:min(len(p.items), shared)]
}

// splits returns the efficient splits of every second task, from one on: those without another one that has less on both machines. They come
// with the load of the first machine ascending, and so with that of the second one descending.
func (p *pairing) splits(from int) []split {
	now, next := append(p.lists[from][0][:0], split{}), p.lists[from][1]
	for k := from; k < len(p.items); k += 2 {
		row := p.items[k].task * p.p.Machines
		next = merge(next[:0], now, split{p.p.Times[row+p.machines[0]], p.p.Times[row+p.machines[1]], 1 << k})
		now, next = next, now
	}
	p.lists[from] = [2][]split{now, next}
	return now
}

// merge appends the efficient ones of all splits, and of all with a task more on the first machine.
func merge(to, list []split, task split) []split {
	least := int64(math.MaxInt64)
	for i, j := 0, 0; j < len(list); {
		s := list[j]
		s.a, s.b, s.has = s.a+task.a, s.b-task.b, s.has|task.has
		if i < len(list) && (list[i].a < s.a || list[i].a == s.a && list[i].b < s.b) {
			s = list[i]
			i++
		} else {
			j++
		}
		if int64(s.b) < least {
			least, to = int64(s.b), append(to, s)
		}
	}
	return to
}
