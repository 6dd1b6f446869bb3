package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// learner finds in which proportions to draw the kinds of move of one part, from what they have gained the walk:
// adaptive operator selection by probability matching, see Fialho, "Adaptive operator selection for optimization"
// (2010).
//
// A kind's gain is by how much its improving moves, as far as they were made, brought the cost down. Its rate is its gain
// divided by the time that its prices took; both fade. At a steady temperature all kinds lose as much as they gain, so the rate
// says how fast a kind goes up and down the costs that the walk can reach: the faster, the sooner it follows the temperature.
//
// An exchange of values, a join and moves of groups begin with a small share, because flips and changes alone lead everywhere; other kinds begin
// alike. The kinds share the walk's time: after every period a kind's part of it becomes floor + (1 - kinds*floor) * rate / sum of
// the rates, and it is drawn as often as its prices fit into its part. So a kind that is dear and gains nothing takes little
// time. A period lasts until some moves have improved: in a cold walk few do, and shares by two or three of them would be
// chance. All follows from the walk's moves, by operations that round alike everywhere.
type learner struct {
	takes  []float64 // what a price takes, in nanoseconds, by an estimate
	prices []float64 // recent evaluations of a move, for kinds whose moves differ in that; 0: one
	asked  []float64 // moves, fading, of these kinds
	flat   []int64   // of these kinds: how many prices there were, if all were 0; else -1
	gain   []float64 // fading, of each kind
	spent  []float64 // likewise
	shares []uint32  // running sums, in 2^-32
	draws  int64     // until the shares change
	gains  int64     // moves that must improve until then
}

const (
	period = 512
	gains  = 16
	fading = 0.8 // of what was known a period ago
	floor  = 1.0 / 48
	// flat is how many moves of groups that all cost nothing show that a kind of them changes names alone, as where the values are colours.
	// It is drawn no more.
	flat = 32
	// leastAsked is how many moves of groups have to be priced before what they gained fades. They are drawn seldom and gain much at once.
	leastAsked = 32
)

// newLearner begins with parts of the time by rates that are guessed.
func newLearner(takes, rates, prices []float64) *learner {
	k := len(takes)
	l := &learner{takes: takes, prices: prices, gain: make([]float64, k), spent: make([]float64, k), asked: make([]float64, k),
		flat: make([]int64, k), shares: make([]uint32, k), draws: period, gains: gains}
	l.share(rates)
	return l
}

// draw takes a kind of move.
func (l *learner) draw(r *multiwalk.Rand) int {
	if l.draws--; l.draws < 0 && l.gains <= 0 {
		l.learn()
	}
	u, k := r.Uint32(), 0
	for k < len(l.shares)-1 && u >= l.shares[k] {
		k++
	}
	return k
}

// learn makes new shares, if anything has improved since the beginning.
func (l *learner) learn() {
	l.draws, l.gains = period, gains
	rates, some := make([]float64, len(l.gain)), false
	for k := range rates {
		if l.spent[k] > 0 {
			rates[k] = l.gain[k] / l.spent[k]
			some = some || rates[k] > 0
		}
		if l.prices[k] > 0 && l.asked[k] > 0 {
			l.prices[k] = l.spent[k] / l.takes[k] / l.asked[k]
		}
		if l.prices[k] > 0 && l.asked[k] < leastAsked {
			continue
		}
		l.gain[k] *= fading
		l.spent[k] *= fading
		l.asked[k] *= fading
	}
	if some {
		l.share(rates)
	}
}

// share splits the time by rates that are not all 0, and the draws by that.
func (l *learner) share(rates []float64) {
	sum, upTo, all := 0.0, 0.0, 0.0
	for _, rate := range rates {
		sum += rate
	}
	some := 0
	for k := range rates {
		if l.flat[k] < flat {
			some++
		}
	}
	free := 1 - float64(float64(some)*floor)
	often := make([]float64, len(rates))
	for k, rate := range rates {
		if often[k] = (l.floor(k) + float64(free*(rate/sum))) / l.takes[k]; l.prices[k] > 0 {
			often[k] /= l.prices[k]
		}
		all += often[k]
	}
	for k := range rates {
		upTo += often[k] / all
		l.shares[k] = uint32(min(upTo*(1<<32), 1<<32-1))
	}
}

// floor is the least part of the time that a kind has.
func (l *learner) floor(kind int) float64 {
	if l.flat[kind] >= flat {
		return 0
	}
	return floor
}

// priced counts the price of a move, which took a number of evaluations.
func (l *learner) priced(kind int, evaluations, delta int64) {
	switch {
	case l.prices[kind] == 0:
		evaluations = 1
	case delta != 0:
		l.flat[kind] = -1
	case l.flat[kind] >= 0:
		l.flat[kind]++
	}
	l.spent[kind] += float64(l.takes[kind] * float64(evaluations))
	l.asked[kind]++
}

// made counts a move by its delta.
func (l *learner) made(kind int, delta int64) {
	if delta < 0 {
		l.gains--
		l.gain[kind] -= float64(delta)
	}
}

func (l *learner) Save(a *checkpoint.Archive) {
	a.Fields("proportions", &l.gain, &l.spent, &l.prices, &l.asked, &l.flat, &l.shares, &l.draws, &l.gains)
}
