package population

import "github.com/multiwalk/multiwalk"

// batch is the children of a generation, whose costs a problem is asked for together: the master-slave model.
type batch struct {
	p     multiwalk.BatchEvaluator
	x     [][]int32 // room for the child of each individual
	asked [][]int32 // the children that are made
	costs []int64
}

func newBatch(p multiwalk.BatchEvaluator, size, n int) *batch {
	c := &batch{p: p, x: make([][]int32, size), costs: make([]int64, size)}
	for i := range c.x {
		c.x[i] = make([]int32, n)
	}
	return c
}

// together makes the unit, a generation after the other.
func (u *unit) together() {
	for step := range u.generations {
		if u.s.Aborted() {
			u.stopped.Store(true)
			return
		}
		if u.w.at < 0 {
			u.w.drawTogether()
		} else {
			u.w.breedTogether(u.w.bands[0], u.w.at+step)
		}
	}
}

// drawTogether makes the first generation.
func (w *demeWalk) drawTogether() {
	c := w.batch
	for i, x := range c.x {
		w.born(w.bands[0], x, i)
	}
	c.p.CostBatch(c.x, w.costs[0])
	for i, x := range c.x {
		copy(w.x[0][i*w.s.n:], x)
		w.bands[0].note(x, w.costs[0][i], -1)
	}
}

// breedTogether makes a generation: all children, then what they cost, then who takes a place.
func (w *demeWalk) breedTogether(b *band, g int64) {
	c, p := w.batch, w.population(g)
	c.asked = c.asked[:0]
	for i, x := range c.x {
		b.Child = x
		switch {
		case b.Migrates(g, int32(i)):
			continue
		case w.anew(g, i):
			w.beget(b, g, i)
		default:
			b.Make(&p, g, int32(i))
		}
		c.asked = append(c.asked, x)
	}
	c.p.CostBatch(c.asked, c.costs[:len(c.asked)])
	costs := c.costs
	for i, x := range c.x {
		born := int64(0)
		if !b.Migrates(g, int32(i)) {
			born, costs = costs[0], costs[1:]
		}
		if b.Child = x; w.anew(g, i) {
			w.redraw(b, g, i, born)
		} else {
			w.settle(b, &p, g, i, born)
		}
	}
}
