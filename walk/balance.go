package walk

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

const (
	// roundTime is how long a round on a Both is to last at first, as on cores, unless one launch lasts longer. Later a round
	// is to last the share roundShare of the time that passed, but no longer than longRound. In long runs it may last up to the
	// share slowShare of that time, so that they have few rounds. The longer a round, the less barriers cost.
	roundTime, roundShare, longRound, slowShare = 0.020, 1.0 / 20, 0.200, 1.0 / 2000
	// steps is in how many steps a walk on a core is to do its part of a round. The walk ends its round with the step in which
	// the machines finish. So machines wait for a hundredth of a round at most, or for a unit.
	steps = 128
	// fewUnits is how many units on a core a round may last in any case, since steps have one at least.
	fewUnits = 16
	// yields is after how many seconds a walk on a core lets the host's part of a machine's search have the core.
	yields = 0.0001
	// late is the weight of the last round in the averages of how long units and launches last.
	late = 0.7
)

// balancing is how a run on a Both divides its rounds.
type balancing struct {
	list   []multiwalk.Balance // so far; multiwalk.Result.Balance
	coming []multiwalk.Balance // of multiwalk.Settings.Balance
	fixed  bool                // nothing is measured
	now    multiwalk.Balance   // of the present round; without Steps while these are not known
	passed float64             // seconds of the rounds so far
	lasts  [2]float64          // seconds of a unit, and of a launch, of late
	made   []int64             // evaluations of each walk before the last round, where these are limited
	caps   []int64             // how many it may have made after the next one
}

// balance says how much is done in the round that begins.
func (r *run) balance() {
	b, done := r.both, r.res.Rounds
	if b == nil {
		return
	}
	for ; len(b.coming) > 0 && b.coming[0].Round <= done; b.coming = b.coming[1:] {
		if n := len(b.list); n == 0 || b.coming[0].Round > b.list[n-1].Round { // a checkpoint has those before
			r.divided(b.coming[0])
		}
	}
	switch full, n := r.bothSearch().full, len(b.list); {
	case b.fixed && n == 0:
		r.divided(multiwalk.Balance{Units: full[cores], Launches: full[machines]})
	case b.fixed:
		b.now = b.list[n-1]
	case n == 0:
		b.now = multiwalk.Balance{Units: max(1, full[cores]/steps), Launches: full[machines]}
	default:
		b.now = b.next(done)
		b.now.Units = min(b.now.Units, max(1, full[cores])) // a step is no more than a round of the search
	}
}

// divided notes how rounds from this one on are divided.
func (r *run) divided(now multiwalk.Balance) {
	b := r.both
	list := b.list
	if n := len(list); n > 0 && list[n-1].Round == now.Round { // of a round that was broken off
		list = list[:n-1]
	}
	b.now, b.list = now, append(list[:len(list):len(list)], now) // a copy: see publish
	r.res.Balance = b.list
}

// next returns the balance that follows from what was measured or, if nothing was measured, the balance of the last round.
func (b *balancing) next(done int64) multiwalk.Balance {
	next := b.list[len(b.list)-1]
	next.Round, next.Steps = done, nil
	unit, launch := b.lasts[cores], b.lasts[machines]
	if unit == 0 || launch == 0 {
		return next
	}
	round := min(max(roundTime, b.passed*roundShare), max(longRound, b.passed*slowShare, fewUnits*unit))
	launches := max(1, math.Round(max(round, unit)/launch))
	next.Launches = int(min(launches, mostUnits))
	next.Units = int(min(max(1, launches*launch/unit/steps), mostUnits))
	return next
}

// measured notes what walks on cores did until machines had finished, and how long units and launches took. A run that measures
// nothing, and a round that does not count, leave no note.
func (r *run) measured() {
	b := r.both
	if b == nil || b.fixed || r.shared.abort.Load() {
		return
	}
	var took, each [2]float64
	units, made := 0.0, make([]int, b.cores)
	for i, s := range r.slices {
		seconds := s.took.Seconds()
		took[b.side(i)] = max(took[b.side(i)], seconds)
		switch {
		case s.did == 0:
		case b.side(i) == cores:
			made[i] = s.steps
			each[cores], units = each[cores]+seconds, units+float64(s.did)
		default:
			each[machines] = max(each[machines], seconds/float64(s.did))
		}
	}
	each[cores] /= max(1, units)
	for k, x := range each {
		if x > 0 && b.lasts[k] > 0 {
			x = b.lasts[k] + late*(x-b.lasts[k])
		}
		b.lasts[k] = x
	}
	b.passed += max(took[cores], took[machines])
	now := b.now
	now.Round, now.Steps = r.res.Rounds, made
	r.divided(now)
}

// bothSearch is the search of a run on a Both.
func (r *run) bothSearch() *bothSearch {
	switch s := r.search.(type) {
	case cooperatingBoth:
		return s.bothSearch
	case *bothSearch:
		return s
	}
	return nil
}

// portion is what a walk does in a round.
type portion struct {
	units   int                  // at most
	step    int                  // of them at a time
	full    int                  // units of a full round of its search: a step is a share of it
	planned int                  // units by which moments and progress go
	enough  func(steps int) bool // asked after each step, unless it is nil
}

// portion returns what a walk does in the present round. units is how many units a round of the run's search has.
func (r *run) portion(walk, units int) portion {
	b := r.both
	if b == nil {
		short := max(1, units>>r.pacing.halvings())
		return portion{units: short, step: short, full: units, planned: short}
	}
	side, now := b.side(walk), b.now
	share := []int{now.Units, now.Launches}[side]
	var p portion
	if side == cores && (!b.fixed || now.Steps != nil) {
		p = r.bothSearch().portion(side, share, steps)
		p.enough = r.enough(walk)
	} else {
		p = r.bothSearch().portion(side, share, 1)
	}
	p.units = int(min(int64(p.units), r.patience()))
	return p
}

// lends returns after how many units a walk on a core lends its core; 0 means never.
func (r *run) lends(walk int) int {
	const unknown = 64 // how long units last
	switch b := r.both; {
	case b == nil || b.side(walk) == machines:
		return 0
	case b.lasts[cores] == 0:
		return unknown
	default:
		return int(min(max(1, yields/b.lasts[cores]), mostUnits))
	}
}

// enough returns a function that tells whether a walk on a core has done its part of the present round. If this run repeats
// another one, the walk does as many steps as it did there. Else it begins steps until the machines have finished, so the clock
// decides how many. If no machine works any more, the walk does the number of steps that a round has.
func (r *run) enough(walk int) func(steps int) bool {
	b, working := r.both, &r.shared.machines
	switch {
	case b.now.Steps != nil:
		return func(done int) bool { return done >= b.now.Steps[walk] }
	case !slices.Contains(r.ended[b.cores:], false):
		return func(done int) bool { return done >= steps }
	}
	length, step, began := float64(b.now.Launches)*b.lasts[machines], float64(b.now.Units)*b.lasts[cores], time.Now()
	if step*steps <= 2*length {
		return func(int) bool { return working.Load() == 0 }
	}
	// Steps are long, since a unit is. None is begun that would end after the machines.
	return func(int) bool { return working.Load() == 0 || time.Since(began).Seconds()+step > length }
}

// save saves what the division of later rounds depends on. Balances lie one after the other, with a number for each walk on a core.
func (b *both) save(a *checkpoint.Archive) {
	const none = -1 // a balance without Steps
	var flat []int64
	row := 3 + b.cores
	for _, x := range b.list {
		flat = append(flat, x.Round, int64(x.Units), int64(x.Launches))
		for walk := range b.cores {
			if x.Steps == nil {
				flat = append(flat, none)
			} else {
				flat = append(flat, int64(x.Steps[walk]))
			}
		}
	}
	a.Fields("both", &flat, &b.made, &b.lasts, &b.passed)
	if !a.Reading() {
		return
	}
	b.list = nil
	for x := range slices.Chunk(flat, row) {
		if len(x) < row {
			a.Fail(fmt.Errorf("its balances are not of %d walks on cores", b.cores))
			return
		}
		next := multiwalk.Balance{Round: x[0], Units: int(x[1]), Launches: int(x[2])}
		for _, n := range x[3:] {
			if n != none {
				next.Steps = append(next.Steps, int(n))
			}
		}
		b.list = append(b.list, next)
	}
	a.Fail(CheckBalances(b.list, b.cores))
}
