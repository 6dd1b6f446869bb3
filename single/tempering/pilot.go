package tempering

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// The pilot's rules, found on QAPLIB. Where worse swaps of a random solution cost one on average, uniform instances freeze at
// a temperature of a sixth, structured ones at a hundredth or less; and these need hotter replicas too.
const (
	// hotFactor is how many times the hottest temperature a worse swap of a random solution costs on average, and
	// narrowFactor the same for an instance that freezes within narrow levels of that.
	hotFactor    = 2
	narrowFactor = 4
	narrow       = 3
	// coldMargin and hotMargin are the shares of the range that such an instance leaves out at either end: the pilot cools
	// so quickly that it freezes below where the chain still moves.
	coldMargin = 0.3
	hotMargin  = 0.2
	// fullRange is how many levels a ladder spans whose pilot would take too long.
	fullRange = 5
	// coldShare is the share of worse swaps among proposals below which the chain is frozen.
	coldShare = 0.003
	// coolingSteps is how many temperatures the pilot tries at most, each the square root of 2 below the one before.
	coolingSteps = 24
)

// pilotReplica numbers the random numbers of the pilot.
const pilotReplica = math.MaxInt32 - 2

// pilotUnit is how many proposals of the pilot are drawn together.
const pilotUnit = 64

// pilot is one chain that cools quickly, to find temperatures that are worth being on.
type pilot struct {
	by     temperSwaps
	seed   uint64
	n      int
	unit   int    // proposals
	made   uint64 // proposals
	begun  int64  // full evaluations before the first
	drawn  neighbourhood.Proposals
	chain  *neighbourhood.Explorer
	length int // units at a temperature
}

// rungs returns the levels that a ladder starts from, and how many evaluations it took to find them.
func (m ParallelTempering) rungs(by temperSwaps, p multiwalk.Problem, seed uint64) (levels []float64, evaluations int64) {
	t := pilot{by: by, seed: seed, n: p.Space().Len(), unit: min(by.unit, pilotUnit)}
	t.length = max(2, min(by.most(), t.n*t.n/2)/t.unit)
	levels = m.ladder(func() (coldest, hottest float64) { return t.search(p) })
	return levels, t.begun + int64(t.made)
}

// ladder returns the levels between both ends, which a search finds if they are not given.
func (m ParallelTempering) ladder(search func() (coldest, hottest float64)) []float64 {
	var coldest, hottest float64
	if m.Hottest == 0 || m.Coldest == 0 {
		coldest, hottest = search()
	}
	const apart = 1.0 / 16 // where one of the ends is given and the other would be beyond it
	if m.Hottest > 0 {
		hottest = tempering.Level(m.Hottest)
		coldest = min(coldest, hottest-apart)
	}
	if m.Coldest > 0 {
		coldest = tempering.Level(m.Coldest)
		if m.Hottest == 0 {
			hottest = max(hottest, coldest+apart)
		}
	}
	return tempering.Rungs(coldest, hottest, m.Replicas)
}

// search finds both ends of a ladder. Where every swap is evaluated in full it only looks at a random solution.
func (t *pilot) search(p multiwalk.Problem) (coldest, hottest float64) {
	t.begin(p)
	worse := t.worse()
	hottest = tempering.Level(worse / hotFactor)
	if t.by.full {
		return hottest - fullRange, hottest
	}
	if coldest = t.freeze(hottest); hottest-coldest >= narrow {
		return coldest, hottest
	}
	hottest = tempering.Level(worse / narrowFactor)
	coldest = min(coldest, hottest-1)
	width := hottest - coldest
	return coldest + float64(coldMargin*width), hottest - float64(hotMargin*width)
}

// begin goes to a random solution. Only who prices by its cost evaluates it.
func (t *pilot) begin(p multiwalk.Problem) {
	x, cost := make([]int32, t.n), int64(0)
	p.Space().Random(multiwalk.NewRand(t.seed, pilotReplica), x)
	if t.by.full {
		cost = p.Cost(x)
		t.begun = 1
	}
	t.chain = t.by.At(x, cost)
}

// draw draws the next unit of proposals.
func (t *pilot) draw() {
	t.drawn.Draw(t.seed, pilotReplica, t.made, t.unit)
	t.made += uint64(t.unit)
}

// worse returns what the worse swaps of the solution cost on average, 1 if there are none.
func (t *pilot) worse() float64 {
	sum, worse := 0.0, 0
	for range min(4, t.length) {
		t.draw()
		for k := range t.unit {
			if d := t.chain.Price(t.drawn.Pair(k, int32(t.n))); d > 0 {
				sum += float64(d)
				worse++
			}
		}
	}
	if worse == 0 {
		return 1
	}
	return sum / float64(worse)
}

// freeze cools from a level until few worse swaps are made, and returns that level.
func (t *pilot) freeze(level float64) float64 {
	for range coolingSteps {
		rule, worse := tempering.Heat(level), 0
		for range t.length {
			t.draw()
			for k := 0; k < t.unit; k++ {
				at, i, j, delta := t.chain.First(&t.drawn, k, t.unit, rule)
				if k = at; at == t.unit {
					break
				}
				t.chain.Swap(i, j, delta)
				if delta > 0 {
					worse++
				}
			}
		}
		if float64(worse) < coldShare*float64(t.length*t.unit) {
			break
		}
		level -= 0.5
	}
	return level
}
