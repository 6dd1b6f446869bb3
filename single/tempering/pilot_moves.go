package tempering

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// movesPilot finds the temperatures of a ladder in any neighbourhood. It asks at which temperature what share of worse moves is
// made, and not what they cost: so few very dear ones, as of penalties, do not count more than others, and plateaus not at all.
type movesPilot struct {
	chain *movesReplica
	steps int // proposals at a temperature
}

// hotShare is the share of worse moves of a random solution that the hottest replica makes: at half of what they cost on average,
// if that is distributed exponentially.
const hotShare = 1. / 3

// rungsBy returns the levels that a ladder in a neighbourhood starts from, and how many evaluations it took to find them.
func (m ParallelTempering) rungsBy(by *walking.Moves, plan walk.Plan) (levels []float64, evaluations int64, err error) {
	x, random := make([]int32, by.P.Space().Len()), multiwalk.NewRand(plan.Seed, pilotReplica)
	by.P.Space().Random(random, x)
	walk.KeepFixed(by.P, x)
	t := movesPilot{steps: by.PilotSteps()}
	if t.chain, err = newMovesReplica(by, x, by.P.Cost(x), random); err != nil {
		return nil, 0, err
	}
	levels = m.ladder(func() (coldest, hottest float64) {
		hottest = t.hot(plan)
		if coldest = hottest - fullRange; by.Incremental {
			coldest = t.freeze(plan, hottest)
		}
		return min(coldest, hottest-1), hottest
	})
	if plan.Aborted() {
		return nil, 0, walk.ErrAborted
	}
	full, delta := t.chain.nb.Evaluations()
	return levels, full + delta, nil
}

// hot returns the level at which the share hotShare of worse moves from the solution is made.
func (t *movesPilot) hot(plan walk.Plan) float64 {
	var worse []int64
	for range min(t.steps, 4*walking.UnitDelta) {
		if plan.Aborted() {
			return 0
		}
		if d := t.chain.nb.Delta(t.chain.x, t.chain.nb.Random(t.chain.random)); d > 0 {
			worse = append(worse, d)
		}
	}
	if len(worse) == 0 {
		return 0
	}
	low, high := -29.0, 69.0
	for range 40 {
		middle, made := (low+high)/2, 0.0
		factor := tempering.Heat(middle).Factor()
		for _, d := range worse {
			made += metropolis.Exp2(-min(1000, float64(float64(d)*factor)))
		}
		if made < hotShare*float64(len(worse)) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// freeze cools from a level until few worse moves are made, and returns that level.
func (t *movesPilot) freeze(plan walk.Plan, level float64) float64 {
	for range coolingSteps {
		rule, worse := tempering.Heat(level), 0
		for k := range t.steps {
			if k&255 == 0 && plan.Aborted() {
				return level
			}
			m := t.chain.nb.Random(t.chain.random)
			d := t.chain.nb.Delta(t.chain.x, m)
			if d > 0 && !rule.Takes(d, t.chain.random.Uint32()) {
				continue
			}
			if t.chain.move(m, d); d > 0 {
				worse++
			}
		}
		if float64(worse) < coldShare*float64(t.steps) {
			break
		}
		level -= 0.5
	}
	return level
}
