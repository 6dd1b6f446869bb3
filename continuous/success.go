package continuous

import "github.com/multiwalk/multiwalk/checkpoint"

// history is what L-SHADE knows of scales and crossover rates that were successful, in cells: each holds their means of a generation.
type history struct {
	rules
	scales, rates []float64 // a rate of -1 stays 0
	next          int       // the cell that is written next
}

func newHistory(r rules) history {
	h := history{rules: r}
	for range r.cells {
		h.scales, h.rates = append(h.scales, r.scale), append(h.rates, r.rate)
	}
	if r.jso { // its last cell is never written
		h.scales[r.cells-1], h.rates[r.cells-1] = 0.9, 0.9
	}
	return h
}

// draw draws a scale and a rate about those of a random cell. part is how much of the search is over.
func (h *history) draw(d *draws, part float64) (scale, rate float64) {
	cell := d.below(h.cells)
	if h.rates[cell] >= 0 {
		rate = min(max(h.rates[cell]+float64(0.1*d.normal()), 0), 1)
	}
	for scale <= 0 { // a Cauchy number is the quotient of two normal ones
		scale = h.scales[cell] + float64(0.1*(d.normal()/d.normal()))
	}
	scale = min(scale, 1)
	if !h.jso {
		return scale, rate
	}
	switch {
	case part < 0.25:
		rate = max(rate, 0.7)
	case part < 0.5:
		rate = max(rate, 0.6)
	}
	if part < 0.6 {
		scale = min(scale, 0.7)
	}
	return scale, rate
}

// pull is how much of the way to the elite a rival goes, by jSO's weights.
func (h *history) pull(scale, part float64) float64 {
	switch {
	case !h.jso:
		return scale
	case part < 0.2:
		return float64(0.7 * scale)
	case part < 0.4:
		return float64(0.8 * scale)
	}
	return float64(1.2 * scale)
}

// learn writes the means of a generation's successes to the next cell: Lehmer means, weighted with what each gained. Nothing is learnt
// where nothing was gained, as where the targets had no finite cost.
func (h *history) learn(gains, scales, rates []float64) {
	scale, scaled := lehmer(gains, scales)
	rate, rated := lehmer(gains, rates)
	if !scaled {
		return
	}
	at := h.next
	last := h.cells
	if h.jso {
		last--
	}
	h.next = (at + 1) % last
	h.scales[at] = h.blend(h.scales[at], scale)
	if !rated || h.rates[at] < 0 {
		h.rates[at] = -1
		return
	}
	h.rates[at] = h.blend(h.rates[at], rate)
}

func (h *history) blend(old, mean float64) float64 {
	return float64(h.remembers*old) + float64((1-h.remembers)*mean)
}

// lehmer is the mean of v in which each counts by its own size and a weight; false if all is 0.
func lehmer(weights, v []float64) (mean float64, ok bool) {
	sum, squares := 0.0, 0.0
	for k, w := range weights {
		t := float64(w * v[k])
		sum += t
		squares += float64(t * v[k])
	}
	return squares / sum, sum > 0 && sum < 1e300
}

func (h *history) Save(a *checkpoint.Archive) { a.Fields("history", &h.scales, &h.rates, &h.next) }
