package anneal

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/rows"
	"github.com/multiwalk/multiwalk/walk"
)

// bath makes the moves of a cold walk on an order. It takes an element, prices its places together (row), and draws its next place by
// weight. A place weighs exp(-delta/T), and staying weighs 1. This is the heat bath of Creutz ("Monte Carlo study of quantized SU(2) gauge
// theory", 1980), which is the Gibbs sampler of Geman and Geman (1984). The chain has the same equilibrium as proposals one by one. One of
// its moves stands for n proposals, and takes as long as a few, where a row does. A walk that accepts more than one proposal in n gains
// nothing by such moves, so hot walks propose instead.
//
// Only a window around the element is priced, and one in wide looks at the whole order. The window is drawn before the place, so that the
// way back is as likely. It is windows times as wide as recent moves went far.
type bath struct {
	row   rows.Row
	n     int32
	worth float64 // how many proposals a row takes as long as, or, where evaluations are limited, counts as
	reach float64 // how far moves went, of late
	at    []int32 // the places that have weight, and the running sums of that
	sums  []float64
	// untabled says that the row had a table which was wrong.
	untabled bool
}

const (
	// rowTakes is how many proposals take as long as a row, about.
	rowTakes = 10
	// bathPrices is how many prices a unit has.
	bathPrices = 4096
	windows    = 8
	wide       = 16
	// narrowWindow is the least width.
	narrowWindow = 8
	// farther is by which part a move counts in reach.
	farther = 1.0 / 64
	// weightless is the logarithm to base 2 of a weight that cannot be drawn, heaviest of one that all others cannot stand against.
	weightless, heaviest = -26, 60
)

// newBath returns none, which has n = 0, where rows take as long as their moves one by one.
func newBath(p multiwalk.Problem, nb neighbourhood.Neighbourhood, budget walk.Budget) bath {
	members := neighbourhood.Members(nb)
	n := int32(p.Space().Len())
	for i := range members {
		b := &members[i]
		if b.Op != neighbourhood.OpInsert || b.N != n {
			continue
		}
		if r := rows.RowOf(p, nb); r.Cheap(p) {
			r.Pairs = r.Tabulate(p)
			worth := min(float64(n), rowTakes)
			if budget.Evaluations > 0 {
				worth = float64(n)
			}
			return bath{row: r, n: n, worth: worth, reach: float64(n), at: make([]int32, n), sums: make([]float64, n)}
		}
	}
	return bath{}
}

// serves says whether the walk takes less than one of as many proposals as a row is worth.
func (b *bath) serves(c *cooling.Sharing) bool {
	return b.n > 0 && float64(b.worth*c.Taken) < c.Proposed
}

// window draws an element and a window that it lies in.
func (b *bath) window(r *multiwalk.Rand) (i, from, to int32) {
	i = int32(r.Uint32N(uint32(b.n)))
	width := max(narrowWindow, windows*b.reach)
	if width >= float64(b.n) || r.Uint32N(wide) == 0 {
		return i, 0, b.n
	}
	from = i - int32(r.Uint32N(uint32(width)))
	return i, max(0, from), min(b.n, from+int32(width))
}

// draw returns the next place of the element at i, and the delta. worse is how many of the n places are worse, and taken is how many of
// these are expected to be accepted by proposals one by one.
func (b *bath) draw(x []int32, i, from, to int32, rule metropolis.Rule, r *multiwalk.Rand) (j int32, d int64, worse, taken float64) {
	deltas := b.row.Insertions(x, i, from, to)
	factor := rule.Factor()
	cut := int64(math.MaxInt64)
	if limit := -weightless / factor; limit < math.MaxInt64/2 {
		cut = int64(limit)
	}
	k, better, sum := 0, int32(0), 0.0
	for place, c := range deltas {
		if c >= cut {
			continue
		}
		weight := weigh(min(heaviest, -float64(float64(c)*factor)))
		if sum += weight; c > 0 {
			taken += weight
		} else {
			better++
		}
		b.at[k], b.sums[k] = int32(place), sum
		k++
	}
	u, which := float64(r.Float64()*sum), 0
	if k > 1 {
		for which < k-1 && b.sums[which] <= u {
			which++
		}
	}
	place := b.at[which]
	return from + place, deltas[place], float64(b.n - better), taken
}

// weigh is 2 to the x to within 4e-6 of it, the same on every machine, for x from weightless to heaviest. A walk weighs tens of places a
// move, so it takes half the time of metropolis.Exp2, from which it differs by its shorter polynomial.
func weigh(x float64) float64 {
	const toInteger = 3 << 51
	k := float64(x+toInteger) - toInteger
	t := float64((x - k) * math.Ln2)
	t2 := float64(t * t)
	low := 1 + t + float64(float64(0.5+float64(t*(1.0/6)))*t2)
	high := 1.0/24 + float64(t*(1.0/120))
	return float64((low + float64(float64(high*t2)*t2)) * math.Float64frombits(uint64(int64(k)+1023)<<52))
}

// confirm returns what a move changes by the problem itself. If the table says otherwise, it was filled in too few surroundings: then rows
// go without it from now on.
func (b *bath) confirm(x []int32, i, j int32, d int64) int64 {
	exact := b.row.Steps.InsertDelta(x, i, j)
	if exact != d {
		b.untable()
	}
	return exact
}

func (b *bath) untable() { b.row.Pairs, b.untabled = rows.PairTable{}, true }

// bathe does a unit of moves. worse and taken are as anneal counts them.
func (w *annealWalk) bathe(s *walk.Slice) (worse, taken float64, goesOn bool) {
	b := &w.bath
	for left := int32(bathPrices); left > 0; {
		if s.Aborted() {
			return worse, taken, false
		}
		i, from, to := b.window(w.random)
		left -= to - from
		j, d, ill, took := b.draw(w.X, i, from, to, w.Rule, w.random)
		worse, taken = worse+ill, taken+took
		if i == j {
			continue
		}
		if b.row.Pairs.Over != nil {
			d = b.confirm(w.X, i, j, d)
		}
		far := max(i-j, j-i)
		b.reach += float64(farther * (float64(far) - b.reach))
		w.Move(neighbourhood.Move{Op: neighbourhood.OpInsert, I: i, J: j}, d)
		if w.Cost < w.Least || w.Watches {
			w.Note(s)
		}
	}
	return worse, taken, true
}

func (b *bath) Save(a *checkpoint.Archive) {
	a.Fields("bath", &b.reach, &b.row.Priced, &b.untabled)
	if b.untabled {
		b.untable()
	}
}
