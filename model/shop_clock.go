package model

import (
	"io"
	"math"
	"slices"
)

// clock is what becomes of a job shop's elements.
type clock struct {
	on           []bool  // of each switch
	begins, ends []int64 // of each element; below 0 of what is not there
	soonest      []int64 // when each operation may begin
	left         []int32 // how many operations have to be done before each
	next, owed   []int32 // of each job: its next operation, and how many tokens have not taken one
	ready, free  []int64 // of each job, and of each machine
	count        []int32 // of operations on each machine
	heads        []int32 // the first of the arcs from each operation
	arcs         []arc
}

// arc is an operation that waits for another.
type arc struct {
	to, next int32 // and the next arc from the same operation, or none
	must     bool
}

// there says whether a job is not left out.
func (p *shop) there(job int32, c *clock) bool { return p.leave[job] == none || c.on[p.leave[job]] }

// look makes the schedule of a solution, in O(n) and what the orders are about.
func (p *shop) look(x []int32, v *view) {
	c := &v.times
	p.start(x, v)
	for _, token := range x {
		if int(token) >= len(p.ops) {
			continue
		}
		if job := p.job(p.ops[token]); p.there(job, c) {
			c.owed[job]++
			p.take(job, v)
		}
	}
	p.finish(v)
}

// start is before any token is taken.
func (p *shop) start(x []int32, v *view) {
	c, jobs, n := &v.times, len(p.jobs.list), len(p.ops)
	c.on = filled(c.on, int(p.switches), false)
	for _, s := range x {
		if s == int32(n)+p.switches {
			break
		}
		if int(s) >= n {
			c.on[int(s)-n] = true
		}
	}
	v.groups, v.places = filled(v.groups, jobs+n, none), filled(v.places, jobs+n, none)
	c.begins, c.ends, c.soonest = filled(c.begins, jobs+n, 0), filled(c.ends, jobs+n, none), filled(c.soonest, n, 0)
	c.owed, c.left, c.heads = filled(c.owed, jobs, 0), filled(c.left, n, 0), filled(c.heads, n, none)
	c.free, c.count = filled(c.free, len(p.machines.list), 0), filled(c.count, len(p.machines.list), 0)
	c.next, c.ready, c.arcs = append(c.next[:0], p.first[:jobs]...), append(c.ready[:0], p.release...), c.arcs[:0]
	for _, b := range p.begin {
		if from, to := p.span(b.element); from < to && (b.on == none || c.on[b.on]) {
			c.soonest[from] = max(c.soonest[from], b.time)
		}
	}
	for _, w := range p.orders {
		p.follow(w, func(k int, before, e int32) {
			must := w.switches == nil
			if !must && !c.on[w.switches[k-1]] {
				return
			}
			_, end := p.span(before)
			to, _ := p.span(e)
			if c.arcs = append(c.arcs, arc{to, c.heads[end-1], must}); must {
				c.left[to]++
			}
			c.heads[end-1] = int32(len(c.arcs) - 1)
		}, c)
	}
}

// filled is a list of that length, all of one value, in the same memory if that suffices.
func filled[T any](list []T, n int, v T) []T {
	list = slices.Grow(list[:0], n)[:n]
	for i := range list {
		list[i] = v
	}
	return list
}

// follow goes through the elements of an order that are there, each but the first with the one before it.
func (p *shop) follow(w waiting, visit func(k int, before, e int32), c *clock) {
	before := int32(none)
	for k, e := range w.list {
		from, to := p.span(e)
		if from == to || !p.there(p.job(p.ops[from]), c) {
			continue
		}
		if before != none {
			visit(k, before, e)
		}
		before = e
	}
}

// take has a job's operations begin for which there are tokens, and then those that waited for them.
func (p *shop) take(job int32, v *view) {
	c, jobs := &v.times, int32(len(p.jobs.list))
	for c.owed[job] > 0 && c.left[c.next[job]] == 0 {
		k := c.next[job]
		op := p.ops[k]
		m := p.Machine[op]
		begin := max(c.ready[job], c.free[m], c.soonest[k])
		end := begin + int64(p.Times[op])
		c.ready[job], c.free[m], c.begins[jobs+k], c.ends[jobs+k] = end, end, begin, end
		v.places[jobs+k] = c.count[m]
		c.count[m]++
		c.owed[job]--
		c.next[job]++
		for a := c.heads[k]; a != none; a = c.arcs[a].next {
			to := c.arcs[a].to
			c.soonest[to] = max(c.soonest[to], end)
			if c.arcs[a].must {
				c.left[to]--
				p.take(p.job(p.ops[to]), v)
			}
		}
	}
}

// finish finds when jobs begin and end, and the makespan, which is all that the cost needs.
func (p *shop) finish(v *view) {
	c, jobs, last := &v.times, int32(len(p.jobs.list)), int64(0)
	for job := range jobs {
		from, to := p.first[job], p.first[job+1]
		if !p.there(job, c) {
			continue
		}
		for k := from; k < to; k++ {
			v.groups[jobs+k] = 0
		}
		if v.groups[job] = 0; from < to {
			c.begins[job], c.ends[job] = c.begins[jobs+from], c.ends[jobs+to-1]
		}
		last = max(last, p.release[job], c.ends[job])
	}
	v.list = append(v.list[:0], int32(last))
}

func (p *shop) tell(x []int32, a *Answer) {
	var v view
	p.look(x, &v)
	a.Schedule = p.schedule(v.times.ends[len(p.jobs.list):])
}

// hear takes tokens in the order of the operations' starts, and finds out which switches are on.
func (p *shop) hear(a *Answer) ([]int32, error) {
	order, err := p.heard(a, func(job int32) bool { return p.leave[job] != none })
	if err != nil {
		return nil, err
	}
	var v view
	p.start(nil, &v)
	c, jobs, n := &v.times, len(p.jobs.list), len(p.ops)
	for i, step := range inOrder(slices.Clone(a.Schedule)) {
		k := order[i]
		if leave := p.leave[p.job(p.ops[k])]; leave != none {
			c.on[leave] = true
		}
		c.begins[jobs+int(k)], c.ends[jobs+int(k)] = int64(math.Round(step.Start*p.units)), int64(math.Round(step.End*p.units))
	}
	p.finish(&v)
	for _, w := range p.orders {
		p.follow(w, func(k int, before, e int32) {
			if w.switches != nil {
				c.on[w.switches[k-1]] = c.begins[e] >= c.ends[before]
			}
		}, c)
	}
	for _, b := range p.begin {
		if b.on != none {
			c.on[b.on] = c.begins[b.element] >= b.time
		}
	}
	if p.switches > 0 {
		for _, on := range []bool{true, false} {
			for s, is := range c.on {
				if is == on {
					order = append(order, int32(n+s))
				}
			}
			if on {
				order = append(order, int32(n)+p.switches)
			}
		}
	}
	for k := range int32(n) {
		if !p.there(p.job(p.ops[k]), c) {
			order = append(order, k)
		}
	}
	return order, nil
}

// draw draws the schedule of a view.
func (p *shop) draw(w io.Writer, v *view) error {
	return p.steps.draw(w, v.times.ends[len(p.jobs.list):], int64(v.list[0]))
}
