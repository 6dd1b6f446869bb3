package continuous

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	strategyJSO    = "jso"
	strategyLShade = "l-shade"
	strategyRand   = "rand"
	strategyBest   = "best"
	scheduleBudget = "budget"
	scheduleGrow   = "grow"
	// leastDonors is how many vectors a population must have: a target and three others.
	leastDonors = 4
)

// Differential is differential evolution (Storn and Price, 1997). In a generation each vector, the target, has a rival. It is made
// of a vector in three steps: two others are subtracted, their difference is scaled and added, and some elements are then taken from the
// target. The better of both stays.
//
// Its default form is jSO (Brest, Maucec and Boskovic, "Single objective real-parameter optimization: algorithm jSO", 2017), which is
// L-SHADE (Tanabe and Fukunaga, 2014) with other weights. Scale and crossover rate of a rival are drawn about values that were successful
// before, and the population shrinks over the run's budget. Without a budget, and with schedule grow, it shrinks over a number of
// evaluations of its own, and the search then restarts with a population that is larger and shrinks over twice as many. With a budget it
// restarts if its costs are all equal, and shrinks over what is left. Strategies rand and best run on GPUs too.
type Differential struct {
	// Population is how many vectors the population begins with, from 4 to 2^20; 0 means 25 ln(n) sqrt(n) over a budget (jSO), 18n with
	// L-SHADE, 10n with rand and best, at least 12, and with schedule grow a quarter of that, which doubles with every second restart.
	Population int
	// Strategy is how the rivals are made. With "jso" and "l-shade" it is current-to-pbest/1 with an archive, with "rand" rand/1, and with
	// "best" best/1, as they were at first: without history, and with a population that does not shrink. "" means jso.
	Strategy string
	// Schedule says over what the population shrinks, and when it is drawn anew: "budget" or "grow"; "" means budget if the run has one.
	Schedule string
	// F is the scale of differences with strategies rand and best, up to 2; 0 means 0.5.
	F float64
	// CR is the crossover rate with strategies rand and best, up to 1; 0 means 0.9.
	CR float64
	// FTol is the difference of costs below which they count as equal. 0 means 1e-12.
	FTol float64
}

func (Differential) Name() string     { return "differential-evolution" }
func (m Differential) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses settings out of range, and problems that are not of this package.
func (m Differential) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.prepare(p, plan)
	if err != nil {
		return nil, err
	}
	return s.onto(s, s.m, *s.m.rule(), true, func(id int) flocked { return s.walk(id) })
}

// prepare prepares it for cores.
func (m Differential) prepare(p multiwalk.Problem, plan walk.Plan) (*diffSearch, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	m.Strategy, m.FTol = cmp.Or(m.Strategy, strategyJSO), cmp.Or(m.FTol, 1e-12)
	if m.Schedule == "" && plan.Budget.Limited() {
		m.Schedule = scheduleBudget
	}
	m.Schedule = cmp.Or(m.Schedule, scheduleGrow)
	if err := m.check(plan); err != nil {
		return nil, err
	}
	if m.Population == 0 {
		m.Population = m.usual(g.N())
	}
	if !m.adapts() {
		m.F, m.CR = cmp.Or(m.F, 0.5), cmp.Or(m.CR, 0.9)
	}
	return &diffSearch{ground: g, m: m, rules: rulesOf(m.Strategy)}, nil
}

func (m Differential) check(plan walk.Plan) error {
	switch {
	case m.Population != 0 && (m.Population < leastDonors || m.Population > mostVectors):
		return fmt.Errorf("multiwalk: differential-evolution population %d is outside [%d, %d]; use 0 for the default",
			m.Population, leastDonors, mostVectors)
	case !slices.Contains([]string{strategyJSO, strategyLShade, strategyRand, strategyBest}, m.Strategy):
		return fmt.Errorf("multiwalk: differential-evolution has no strategy %q; use %s, %s, %s or %s",
			m.Strategy, strategyJSO, strategyLShade, strategyRand, strategyBest)
	case m.Schedule != scheduleBudget && m.Schedule != scheduleGrow:
		return fmt.Errorf("multiwalk: differential-evolution has no schedule %q; use %s or %s", m.Schedule, scheduleBudget, scheduleGrow)
	case !(m.F >= 0 && m.F <= 2) || !(m.CR >= 0 && m.CR <= 1):
		return fmt.Errorf("multiwalk: differential-evolution F %v and CR %v are not in [0, 2] and [0, 1]; use 0 for the default", m.F, m.CR)
	case m.adapts() && (m.F > 0 || m.CR > 0):
		return fmt.Errorf("multiwalk: differential-evolution with strategy %s finds F and CR itself; leave them out, or use %s or %s",
			m.Strategy, strategyRand, strategyBest)
	}
	return tolerance(m.Name(), m.FTol)
}

// adapts says whether scale and rate are learnt.
func (m Differential) adapts() bool { return m.Strategy == strategyJSO || m.Strategy == strategyLShade }

// usual is the default population.
func (m Differential) usual(n int) int {
	size := 10 * float64(n)
	switch m.Strategy {
	case strategyJSO:
		size = 25 * reals.Log(float64(n)) * math.Sqrt(float64(n))
	case strategyLShade:
		size = 18 * float64(n)
	}
	if m.Schedule == scheduleGrow {
		size /= 4
	}
	return min(max(12, int(size)), mostVectors)
}

// rules are the numbers in which jSO and L-SHADE differ.
type rules struct {
	jso       bool
	cells     int     // of the history
	scale     float64 // that the history begins with
	rate      float64
	elite     float64 // the part of a population that is its best
	narrows   float64 // what part of the elite goes until the end
	archive   float64 // how many vectors the archive has for one of the population
	remembers float64 // the weight of what a cell held before
}

func rulesOf(strategy string) rules {
	if strategy == strategyJSO {
		return rules{jso: true, cells: 5, scale: 0.3, rate: 0.8, elite: 0.25, narrows: 0.5, archive: 1, remembers: 0.5}
	}
	return rules{cells: 6, scale: 0.5, rate: 0.5, elite: 0.11, archive: 2.6}
}

// diffSearch is a Differential that is prepared.
type diffSearch struct {
	*ground
	m     Differential
	rules rules
}

func (s *diffSearch) Slice() int                     { return slice(s.m.Population) }
func (s *diffSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *diffSearch) NewWalk(id int) (walk.Walk, error) { return s.walk(id), nil }

// walk returns a walk that has not begun.
func (s *diffSearch) walk(id int) *diffWalk { return s.from(s.newWalk(id)) }

// from returns a walk whose first population has x in it, whose cost is the incumbent of its base.
func (s *diffSearch) from(base *vectorWalk, x []float64) *diffWalk {
	return &diffWalk{swarming: swarming{vectorWalk: base, start: x, startCost: base.f}, s: s, mover: s.mover(base.id, s.m.rule()),
		past: newHistory(s.rules)}
}

// rule is strategies rand and best as data.
func (m Differential) rule() *flock.Rule {
	r := &flock.Rule{Kind: flock.Rand, Scale: m.F, Rate: m.CR, FTol: m.FTol}
	if m.Strategy == strategyBest {
		r.Kind = flock.Best
	}
	return r
}
