package passing

import "github.com/multiwalk/multiwalk/kernel/lane"

// row is a place that a lane works on in a step.
type row struct {
	weights
	place, scales                int32 // scales is where those of its residue begin
	least, om, start, ratio, inv float32
	inside, has                  bool // whether its class has this place, and whether a row is there
}

// answers is what products ask of rows. A lane has a row of each class at the same time, so that neither waits for its own sums. It
// returns how much the rows tell of a column.
func (w *walker) answers(variance float32, learn bool) float32 {
	a, id := &w.a, w.t.LaneID()
	c := channelOf(max(a.Count0, a.Count1), max(variance, a.LeastV))
	w.t.SyncWarp()
	w.scales[id] = c.scale(w.lm[id], id&(Values-1))
	w.t.SyncWarp()
	told, counted, second := int32(0), int32(0), a.Rows*lane.WarpSize-a.Second // counted is for the lane's product
	for i := id; i < max(a.Second, second); i += lane.WarpSize {
		x := row{place: i, scales: Values * w.residue(0), inside: i < a.Second, has: i < a.Size0}
		y := row{place: a.Second + i, scales: Values * w.residue(1), inside: i < second, has: i < a.Size1}
		w.begin(&c, &x, variance)
		w.begin(&c, &y, variance)
		for k := range c.count {
			x.add(w.scales[x.scales+k], x.ratio)
			y.add(w.scales[y.scales+k], y.ratio)
		}
		told += w.answer(&c, &x) + w.answer(&c, &y)
		if learn {
			counted += w.counts(&c, &x, &y)
		}
	}
	if has := w.table[id]; learn && has > 0 {
		w.lm[id] += learnt(has, counted)
	}
	return real(lane.WarpAdd(w.t, told))
}

// begin prepares to add up a row's weights.
func (w *walker) begin(c *channel, x *row, variance float32) {
	if x.inside {
		x.om = float32(w.om[x.place]*(1.0/quanta)) - float32(variance*w.g[x.place])
	}
	x.least = leastOf(w.a.N, x.scales/Values)
	x.start, x.ratio = c.begin(x.least, x.om)
	x.power = x.start
}

// answer ends with a row, and returns how much it tells of a column, in units.
func (w *walker) answer(c *channel, x *row) (told int32) {
	asks, v, inv := c.answer(&x.weights, x.least, x.om)
	if x.has {
		told, x.inv = tells(c.iv, v), inv
	} else {
		asks = 0
	}
	if x.inside {
		w.g[x.place] = asks
	}
	return told
}

// counts is how many of the rows that lanes have in hand are likely to have the lane's product, in units.
func (w *walker) counts(c *channel, x, y *row) (counted int32) {
	id, p, q := w.t.LaneID(), x.start, y.start
	for k := range c.count {
		here := lane.WarpAdd(w.t, fixed(float32(float32(p*w.scales[x.scales+k])*x.inv)))
		there := lane.WarpAdd(w.t, fixed(float32(float32(q*w.scales[y.scales+k])*y.inv)))
		if id == x.scales+k {
			counted += here
		}
		if id == y.scales+k {
			counted += there
		}
		p, q = float32(p*x.ratio), float32(q*y.ratio)
	}
	return counted
}
