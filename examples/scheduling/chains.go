package main

import (
	"math"
	"slices"
)

// desk is a schedule that local search changes: the tasks of each machine are at hand, and what a change costs is exact.
type desk struct {
	p           *Scheduling
	x           []int32
	load        []int32
	of          [][]int32 // the tasks of each machine
	place       []int32   // of each task among these
	slot        []uint8   // of each task: machines, the more often the less it wastes there
	dear        []int32   // what each task wastes on each machine, in squares of a thousandth of the bound
	last        int64     // when the best schedule ends
	target      int64     // a machine that ends later is late
	thousandth  float64   // of the bound
	temperature float64
	random      uint64
	waits       [1024]float64 // exponentially distributed numbers
}

func newDesk(p *Scheduling, seed uint64) *desk {
	n, m := int(p.Tasks), int(p.Machines)
	d := &desk{p: p, x: make([]int32, n), load: make([]int32, m), of: make([][]int32, m), place: make([]int32, n), slot: make([]uint8, n*slots),
		dear: make([]int32, n*m), last: math.MaxInt64, target: math.MaxInt64, thousandth: max(1, float64(p.Bound)/1000), random: seed}
	for i := range d.waits {
		d.waits[i] = -math.Log((float64(i) + 0.5) / float64(len(d.waits)))
	}
	all := 0.0
	for _, w := range p.Worth {
		all += float64(w)
	}
	share := make([]float64, m)
	for t := range n {
		for k := range m {
			waste := float64(p.Wasted[t*m+k]) * float64(p.Worth[k]) / all / d.thousandth
			share[k] = 1 / (1 + ignored*ignored*waste*waste)
			d.dear[t*m+k] = int32(math.Min(10*waste*d.thousandth*d.thousandth, 1<<30))
		}
		fill(d.slot[t*slots:(t+1)*slots], share)
	}
	return d
}

// fill gives slots to machines in proportion to their shares, as far as whole slots go.
func fill(slot []uint8, share []float64) {
	all, upTo, at := 0.0, 0.0, 0
	for _, s := range share {
		all += s
	}
	for k, s := range share {
		for upTo += s / all * float64(len(slot)); at < len(slot) && float64(at)+0.5 < upTo; at++ {
			slot[at] = uint8(k)
		}
	}
	for ; at < len(slot); at++ { // rounding
		slot[at] = slot[max(0, at-1)]
	}
}

// put makes x the schedule.
func (d *desk) put(x []int32) {
	copy(d.x, x)
	clear(d.load)
	for m := range d.of {
		d.of[m] = d.of[m][:0]
	}
	for t, m := range x {
		d.load[m] += d.p.Times[int32(t)*d.p.Machines+m]
		d.place[t] = int32(len(d.of[m]))
		d.of[m] = append(d.of[m], int32(t))
	}
	d.last = min(d.last, int64(slices.Max(d.load)))
}

// bits are 64 random ones (xorshift).
func (d *desk) bits() uint64 {
	d.random ^= d.random << 13
	d.random ^= d.random >> 7
	d.random ^= d.random << 17
	return d.random
}

// below scales 16 random bits.
func below(bits uint64, n int) int { return int(bits & 0xffff * uint64(n) >> 16) }

// propose draws a chain and makes it if the temperature allows: a task of a machine that tends to end late goes to another machine, there
// drives out a task, which goes on to a third one, and so on for up to three tasks. To swap two tasks is a chain that comes back.
func (d *desk) propose() (made bool) {
	r := d.bits()
	allowed := int64(d.temperature * d.waits[r&1023])
	at := below(r>>10, len(d.load))
	if other := below(r>>26, len(d.load)); d.load[other] > d.load[at] {
		at = other
	}
	first, links := at, 1
	if k := r >> 42 & 7; k > 1 {
		links += 1 + int(k&1)
	}
	var task, to [3]int32
	n, change := 0, int64(0)
	for n < links && len(d.of[at]) > 0 && (n == 0 || at != first) {
		r = d.bits()
		t := d.of[at][below(r, len(d.of[at]))]
		m := int32(d.slot[t*slots+int32(r>>16%slots)])
		if int(m) == at {
			break
		}
		task[n], to[n] = t, m
		change += d.shift(t, m, at)
		n++
		at = int(m)
	}
	if n < links && at != first || n == 0 || change > allowed {
		for n--; n >= 0; n-- {
			m := d.x[task[n]]
			d.load[to[n]] -= d.p.Times[task[n]*d.p.Machines+to[n]]
			d.load[m] += d.p.Times[task[n]*d.p.Machines+m]
		}
		return false
	}
	for i := range n {
		d.move(task[i], to[i])
	}
	return true
}

// shift changes the loads, and returns by how much the sum of what tasks waste and of the squares of how late machines are changes.
func (d *desk) shift(t, to int32, from int) (change int64) {
	row := t * d.p.Machines
	change = int64(d.dear[row+to]-d.dear[row+int32(from)]) - d.late(d.load[from]) - d.late(d.load[to])
	d.load[from] -= d.p.Times[row+int32(from)]
	d.load[to] += d.p.Times[row+to]
	return change + d.late(d.load[from]) + d.late(d.load[to])
}

func (d *desk) late(load int32) int64 {
	l := max(0, int64(load)-d.target)
	return l * l
}

// move changes who has a task, but not the loads.
func (d *desk) move(t, to int32) {
	list := d.of[d.x[t]]
	end := list[len(list)-1]
	list[d.place[t]], d.place[end] = end, d.place[t]
	d.of[d.x[t]] = list[:len(list)-1]
	d.x[t], d.place[t] = to, int32(len(d.of[to]))
	d.of[to] = append(d.of[to], t)
}
