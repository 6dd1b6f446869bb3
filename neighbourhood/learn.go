package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// learner finds in which proportions to draw the kinds of move of one part, from what they have gained the walk:
// adaptive operator selection by probability matching, see Fialho, "Adaptive operator selection for optimization"
// (2010).
//
// A kind's gain is by how much those of its moves that improved, and were made, brought the cost down. Its rate is its
// gain over what its prices took, both fading. At a steady temperature all kinds lose as much as they gain, so the rate
// says how fast a kind goes up and down the costs that the walk can reach: the faster, the sooner it follows the
// temperature.
//
// An exchange of values begins with a small share, because flips and changes alone lead everywhere; other kinds begin
// alike. Every period of draws the share of a kind becomes floor + (1 - kinds*floor) * rate^2 / sum of the rates^2. All
// follows from the walk's moves, by operations that round alike everywhere.
type learner struct {
	takes  []float64 // what a price takes, in nanoseconds, by an estimate
	gain   []float64 // fading, of each kind
	spent  []float64 // likewise
	shares []uint32  // running sums, in 2^-32
	draws  int64     // until the shares change
}

const (
	period = 512
	fading = 0.8 // of what was known a period ago
	floor  = 1.0 / 24
)

// newLearner begins with shares by rates that are guessed.
func newLearner(takes, rates []float64) *learner {
	k := len(takes)
	l := &learner{takes: takes, gain: make([]float64, k), spent: make([]float64, k), shares: make([]uint32, k), draws: period}
	l.share(rates)
	return l
}

// draw takes a kind of move.
func (l *learner) draw(r *multiwalk.Rand) int {
	if l.draws--; l.draws < 0 {
		l.learn()
	}
	u, k := r.Uint32(), 0
	for k < len(l.shares)-1 && u >= l.shares[k] {
		k++
	}
	return k
}

// learn makes new shares.
func (l *learner) learn() {
	l.draws = period
	rates, most := make([]float64, len(l.gain)), 0.0
	for k := range rates {
		if l.spent[k] > 0 {
			rates[k] = l.gain[k] / l.spent[k]
			most = max(most, rates[k])
		}
		l.gain[k] *= fading
		l.spent[k] *= fading
	}
	if most == 0 {
		return // nothing has improved since the beginning
	}
	for k := range rates {
		rates[k] /= most
		rates[k] *= rates[k]
	}
	l.share(rates)
}

// share splits the draws by rates that are not all 0.
func (l *learner) share(rates []float64) {
	sum, upTo := 0.0, 0.0
	for _, rate := range rates {
		sum += rate
	}
	free := 1 - float64(float64(len(rates))*floor)
	for k, rate := range rates {
		upTo += floor + float64(free*(rate/sum))
		l.shares[k] = uint32(min(upTo*(1<<32), 1<<32-1))
	}
}

// priced counts the price of a move.
func (l *learner) priced(kind int) { l.spent[kind] += l.takes[kind] }

// made counts a move by its delta.
func (l *learner) made(kind int, delta int64) {
	if delta < 0 {
		l.gain[kind] -= float64(delta)
	}
}

// Save implements checkpoint.Saver.
func (l *learner) Save(a *checkpoint.Archive) {
	a.Fields("proportions", &l.gain, &l.spent, &l.shares, &l.draws)
}
