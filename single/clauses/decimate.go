package clauses

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// decimation gives bits their values one after the other, as SATLike begins (Cai, Luo, Lin and Su, "New local search methods for partial
// MaxSAT", 2016): first comes what clauses with a single free literal demand, hard clauses before soft ones. Where no clause demands
// anything, a random bit gets a random value. So most bits that follow from other bits are right at once.
type decimation struct {
	c          *neighbourhood.Clauses
	r          *multiwalk.Rand
	x          []int32
	known      []bool  // bits that have their values
	satisfied  []bool  // clauses
	free       []int32 // literals of a clause without a value
	hard, soft []int32 // clauses with one free literal, and some that have none by now or are satisfied
}

// decimate writes a solution to x, in time linear in all clauses.
func decimate(c *neighbourhood.Clauses, r *multiwalk.Rand, x []int32) {
	d := &decimation{c: c, r: r, x: x, known: make([]bool, c.N), satisfied: make([]bool, c.Len()), free: make([]int32, c.Len())}
	for k := range d.free {
		d.free[k] = int32(len(c.Of(int32(k))))
		d.demand(int32(k))
	}
	order := make([]int32, c.N)
	for i := range order {
		j := r.IntN(i + 1)
		order[i], order[j] = order[j], int32(i)
	}
	d.propagate()
	for _, i := range order {
		if !d.known[i] {
			d.set(2*i + int32(r.IntN(2)))
			d.propagate()
		}
	}
}

// demand notes a clause if it has one free literal.
func (d *decimation) demand(k int32) {
	switch {
	case d.free[k] != 1 || d.satisfied[k]:
	case d.c.Weights[k] >= d.c.Hard:
		d.hard = append(d.hard, k)
	default:
		d.soft = append(d.soft, k)
	}
}

// propagate does what the clauses demand, one clause after another, in random order.
func (d *decimation) propagate() {
	for {
		list := &d.hard
		if len(*list) == 0 {
			list = &d.soft
		}
		if len(*list) == 0 {
			return
		}
		at, end := d.r.IntN(len(*list)), len(*list)-1
		k := (*list)[at]
		(*list)[at], *list = (*list)[end], (*list)[:end]
		if d.satisfied[k] {
			continue
		}
		for _, l := range d.c.Of(k) {
			if !d.known[l>>1] {
				d.set(l)
				break
			}
		}
	}
}

// set makes a literal true.
func (d *decimation) set(l int32) {
	d.known[l>>1], d.x[l>>1] = true, 1-l&1
	for _, k := range d.c.With(l) {
		d.satisfied[k] = true
	}
	for _, k := range d.c.With(l ^ 1) {
		d.free[k]--
		d.demand(k)
	}
}
