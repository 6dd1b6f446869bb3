package multiwalk

import (
	"math"
	"time"
)

const (
	// roundTime is how long a round on a Both is to last at first, where one launch and one unit do not last longer: as on cores.
	// Later it is a share of the time that passed, up to longRound: the longer a round, the more do units that last longer make up
	// for others that do not.
	roundTime, roundShare, longRound = 0.020, 1.0 / 20, 0.200
	// rateSpan is the seconds over which it is measured how long units last.
	rateSpan = 0.5
	// balanceRest is the share by which the balance must be wrong to be replaced: what waits loses that share.
	balanceRest = 1.0 / 32
	// balanceEvery is how many rounds lie between two balances at least, or half of the rounds done if these are fewer.
	balanceEvery = 64
	// mostSure bounds in what part of the rounds cores are to be sooner.
	mostSure = 0.999
	// lateRound is how many times longer than machines, and than before, cores may take for a round before both are balanced anew
	// at once.
	lateRound = 1.25
)

// balancing is how a run on a Both divides its rounds.
type balancing struct {
	list   []Balance // so far; Result.Balance
	coming []Balance // of Settings.Balance
	fixed  bool      // nothing is measured
	passed float64   // seconds of the rounds so far
	rates  [2]rate
	work   [2]float64 // evaluations so far
	late   bool       // cores took far longer than machines for the last rounds
	made   []int64    // evaluations of each walk before the last round, where these are limited
	caps   []int64    // how many it may have made after the next one
}

// rate is how long a unit of a side lasted of late.
type rate struct {
	units, seconds float64
	squares        float64 // sum of seconds*seconds/units
}

// lapped notes how long the slowest walk of a side took for its units: the others wait for it.
func (t *rate) lapped(units int, took float64) {
	keep := 1 - quotient(took, rateSpan)
	t.units, t.seconds = keep*t.units+float64(units), keep*t.seconds+took
	t.squares = keep*t.squares + took*took/float64(units)
}

// unit is how long one lasts; 0 if nobody knows.
func (t *rate) unit() float64 {
	if t.units == 0 {
		return 0
	}
	return t.seconds / t.units
}

// spread is the standard deviation of a unit's time from round to round, as a part of the mean.
func (t *rate) spread() float64 {
	if t.seconds == 0 {
		return 0
	}
	return math.Sqrt(max(0, t.squares*t.units/(t.seconds*t.seconds)-1))
}

// measured notes how long the rounds of a batch took.
func (r *run) measured() {
	b := r.both
	if b == nil || b.fixed {
		return
	}
	var took [2]time.Duration
	var units [2]int
	for i, s := range r.slices {
		if k := b.side(i); s.did > 0 && s.took > took[k] {
			took[k], units[k] = s.took, s.did
		}
	}
	b.passed += max(took[cores], took[machines]).Seconds()
	spread := b.rates[cores].spread()
	if b.late = b.tooLate(units, took); b.late {
		b.rates[cores] = rate{} // what units took before is past, but not how they spread
	}
	for k := range took {
		if units[k] > 0 {
			b.rates[k].lapped(units[k], took[k].Seconds())
		}
	}
	if b.late {
		b.rates[cores].squares *= 1 + spread*spread
	}
	b.work = [2]float64{}
	for i, c := range r.counters {
		b.work[b.side(i)] += float64(c.Evaluations())
	}
}

// tooLate says whether machines had to wait because units on cores last longer than before, and not by chance.
func (b *balancing) tooLate(units [2]int, took [2]time.Duration) bool {
	if units[cores] == 0 || units[machines] == 0 || took[cores].Seconds() <= lateRound*took[machines].Seconds() {
		return false
	}
	t := b.rates[cores]
	return took[cores].Seconds()/float64(units[cores]) > t.unit()*max(lateRound, 1+3*t.spread())
}

// room is by how many standard deviations cores are to be sooner than machines. It makes the loss least, if the time of a
// round spreads normally: cores that are ready sooner lose their part of the work, and cores that are later that of machines.
func (b *balancing) room() float64 {
	return max(0, math.Sqrt2*math.Erfinv(2*min(quotient(b.work[machines], b.work[cores]+b.work[machines]), mostSure)-1))
}

// balance goes on to the next balance of the run, if one begins here.
func (r *run) balance() {
	b, done := r.both, r.res.Rounds
	if b == nil {
		return
	}
	add := func(next Balance) {
		b.list = append(b.list[:len(b.list):len(b.list)], next) // a copy: see publish
		r.res.Balance = b.list
	}
	for ; len(b.coming) > 0 && b.coming[0].Round <= done; b.coming = b.coming[1:] {
		if n := len(b.list); n == 0 || b.coming[0].Round > b.list[n-1].Round { // a checkpoint has those before
			add(b.coming[0])
		}
	}
	if len(b.list) == 0 {
		s := r.bothSearch()
		add(Balance{Units: s.full[cores], Launches: s.full[machines]})
	} else if next, ok := b.next(done); ok {
		add(next)
	}
}

// next is the balance by what was measured. ok is false if the present one will do.
func (b *balancing) next(done int64) (next Balance, ok bool) {
	last := b.list[len(b.list)-1]
	unit, launch := b.rates[cores].unit(), b.rates[machines].unit()
	if b.fixed || unit == 0 || launch == 0 || !b.late && done-last.Round < min(balanceEvery, 1+done/2) {
		return last, false
	}
	round := min(max(roundTime, b.passed*roundShare), longRound)
	launches := max(1, math.Round(max(round, unit)/launch))
	units := max(1, math.Round(launches*launch/(unit*(1+b.room()*b.rates[cores].spread()))))
	next = Balance{Round: done, Units: int(min(units, mostUnits)), Launches: int(min(launches, mostUnits))}
	ratio := units / launches * float64(last.Launches) / float64(last.Units)
	longer := launches / float64(last.Launches)
	return next, math.Abs(ratio-1) > balanceRest || longer > 1.25 || longer < 0.8
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

// untilBalance is how many rounds there are up to the next balance that is known, or may be found.
func (r *run) untilBalance() int64 {
	switch b := r.both; {
	case b == nil:
		return math.MaxInt64
	case len(b.coming) > 0:
		return b.coming[0].Round - r.res.Rounds
	}
	return math.MaxInt64
}
