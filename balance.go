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
	// probe is which part of a round on cores alone the first round of a run that measures is: so it rarely lasts longer than a launch.
	probe = 1.0 / 8
	// balanceRest is the share by which the balance must be wrong to be replaced: what waits loses that share.
	balanceRest = 1.0 / 32
	// balanceShare is the part of the rounds done that lies between two balances at least, so that a long run has few.
	balanceShare = 1.0 / 64
)

// balancing is how a run on a Both divides its rounds.
type balancing struct {
	list   []Balance  // so far; Result.Balance
	coming []Balance  // of Settings.Balance
	fixed  bool       // nothing is measured
	passed float64    // seconds of the rounds so far
	lasts  [2]float64 // seconds of a unit, and of a launch, of late
	ratio  forecast   // logarithm of how many units last as long as a launch
	jumped bool       // that is far from what was expected of the last rounds
	made   []int64    // evaluations of each walk before the last round, where these are limited
	caps   []int64    // how many it may have made after the next one
}

// forecast is double exponential smoothing (Holt 1957): what is measured drifts, because units become shorter as a search cools.
type forecast struct {
	level, trend float64
	square       float64 // of how much the values of late were off
	known        int     // values
}

const (
	levelGain, trendGain = 0.7, 0.1
	// A value that is off by more than a quarter (jump is its logarithm), and by more than these deviations, begins the
	// forecast anew.
	jump, deviations = 0.22, 3
	// roughValues are the first, of a probe, whose walks have just begun.
	roughValues = 1
)

// next is the value to be expected.
func (f *forecast) next() float64 { return f.level + f.trend }

// note takes a value up, and reports whether it began the forecast anew.
func (f *forecast) note(x float64) (jumped bool) {
	off := x - f.next()
	if f.known++; f.known <= 1+roughValues {
		f.level = x
		return false
	}
	jumped = math.Abs(off) > max(jump, deviations*math.Sqrt(f.square))
	f.square += levelGain * (off*off - f.square)
	if jumped {
		f.level, f.trend = x, 0
	} else {
		f.level, f.trend = f.next()+levelGain*off, f.trend+trendGain*off
	}
	return jumped
}

// measured notes how long the slowest walk of each side took for the rounds of a batch: the others wait for it.
func (r *run) measured() {
	b := r.both
	if b == nil || b.fixed {
		return
	}
	var took [2]time.Duration
	var each [2]float64
	for i, s := range r.slices {
		if k := b.side(i); s.did > 0 && s.took > took[k] {
			took[k], each[k] = s.took, s.took.Seconds()/float64(s.did)
		}
	}
	b.passed += max(took[cores], took[machines]).Seconds()
	if each[cores] == 0 || each[machines] == 0 { // all walks there have ended
		return
	}
	b.jumped = b.ratio.note(math.Log(each[machines] / each[cores]))
	for k := range each {
		if b.jumped || b.ratio.known <= 1+roughValues {
			b.lasts[k] = each[k]
		} else {
			b.lasts[k] += levelGain * (each[k] - b.lasts[k])
		}
	}
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
		first := Balance{Units: s.full[cores], Launches: s.full[machines]}
		if !b.fixed {
			first.Units = max(1, int(probe*float64(first.Units)))
		}
		add(first)
	} else if next, ok := b.next(done); ok {
		add(next)
	}
}

// next is the balance by what was measured. ok is false if the present one will do.
func (b *balancing) next(done int64) (next Balance, ok bool) {
	last := b.list[len(b.list)-1]
	if b.fixed || b.ratio.known == 0 || !b.jumped && float64(done-last.Round) < balanceShare*float64(done) {
		return last, false
	}
	round := min(max(roundTime, b.passed*roundShare), longRound)
	launches := max(1, math.Round(max(round, b.lasts[cores])/b.lasts[machines]))
	units := max(1, math.Round(launches*math.Exp(b.ratio.next())))
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
