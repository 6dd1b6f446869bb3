package walk

import (
	"github.com/multiwalk/multiwalk"
	"math"
	"math/bits"
	"time"
)

// Budget is what limits a run as far as that is known beforehand. A field that is 0 is no limit; the zero Budget is none. Target
// and NoImprovement are no budget.
//
// A run that Time ended is repeated with Work, so a method decides nothing by Time or Rounds, only by whether there is a
// budget (Limited), by Evaluations, and by Slice.Progress.
type Budget struct {
	Time        time.Duration // of the run, with its preparation
	Evaluations int64         // of each walk, full and delta
	Rounds      int64
}

// Limited reports whether there is a budget.
func (b Budget) Limited() bool { return b != Budget{} }

// stretch is how far a walk was when the present Pace began, and how much it then still had to do. The zero stretch has no end.
type stretch struct {
	part               float64
	round, rounds      int64 // done then; in all, or 0
	evaluations, share int64 // made then; in all, or 0
}

func (s stretch) endless() bool { return s.rounds == 0 && s.share == 0 }

// progress is the part that is spent after a number of rounds, whole or not, and a number of evaluations: from s.part to 1. Of two
// limits the one that is nearer to its end counts.
func (s stretch) progress(rounds float64, evaluations int64) float64 {
	gone := 0.0
	if s.rounds > 0 {
		gone = quotient(rounds-float64(s.round), float64(s.rounds-s.round))
	}
	if s.share > 0 {
		gone = max(gone, quotient(float64(evaluations-s.evaluations), float64(s.share-s.evaluations)))
	}
	return min(1, s.part+float64((1-s.part)*gone))
}

// quotient is a/b, from 0 to 1; 1 where there is nothing to divide by.
func quotient(a, b float64) float64 {
	if b <= 0 {
		return 1
	}
	return max(0, min(1, a/b))
}

const (
	// ended is the progress from which on a run has come to its end: one under Time ends before or after the last of its
	// estimated rounds.
	ended = 0.95
	// firstLap is how long a whole round is taken to last before one was measured. A round that takes less than half of it becomes
	// longer, up to a whole one, and one that takes more than longLap half as long.
	firstLap, longLap = 10 * time.Millisecond, 40 * time.Millisecond
	// mostHalvings bounds the halvings of a round, as multiwalk.Settings.Validate does. The first round is one unit; a later one has quicker
	// doublings more than the one before, at most.
	mostHalvings, quicker = 30, 4
	// closed is the progress from which on a schedule needs no closing. The closing lasts until closeSpan after the time limit. A round
	// that is the last by its Pace may have begun half of it before the limit, and so has until closeLate.
	closed               = 0.98
	closeLate, closeSpan = graceRound / 2, graceRound * 4 / 5
	// paceRest and paceTotal are the shares, of the rounds to come and of all, by which an estimate must be wrong to be replaced.
	paceRest, paceTotal = 1.0 / 16, 1.0 / 128
	// paceSpan is the share of the time over which the speed is averaged.
	paceSpan = 1.0 / 16
)

// pacing is what a run knows of its end.
type pacing struct {
	list      []multiwalk.Pace // so far; multiwalk.Result.Pace
	coming    []multiwalk.Pace // of multiwalk.Settings.Pace, which replaces estimates
	told      bool             // there is a multiwalk.Settings.Pace
	resumed   bool             // the stops may be others than those of the last Pace
	stretches []stretch        // of each walk, in the last Pace
	rounds    float64          // whole ones of late, counted less the longer they are past
	took      float64          // seconds
}

// halvings are those of the present Pace.
func (p *pacing) halvings() int {
	if len(p.list) == 0 {
		return 0
	}
	return p.list[len(p.list)-1].Halvings
}

// lapped notes how long rounds took. span is the seconds over which they count.
func (p *pacing) lapped(rounds int64, took, span float64) {
	keep := 1 - quotient(took, span)
	p.rounds, p.took = keep*p.rounds+math.Ldexp(float64(rounds), -p.halvings()), keep*p.took+took
}

// estimate returns how many rounds the run will have in all: those done, and those, of that length, that the time left is enough for.
func (p *pacing) estimate(done int64, left time.Duration, halvings int) int64 {
	lap := firstLap.Seconds()
	if p.rounds > 0 {
		lap = p.took / p.rounds
	}
	lap = max(math.Ldexp(lap, -halvings), 1e-9)
	more := (max(0, left.Seconds()) + min(lap/2, graceRound.Seconds())) / lap // a round that would end later is broken off
	return done + max(1, int64(min(more, 1<<50)))
}

// pace goes on to the next Pace of the run, if one begins between these two rounds.
func (r *run) pace() {
	p, done := &r.pacing, r.res.Rounds
	if !p.told {
		if next, ok := r.nextPace(); ok {
			r.begin(next)
		}
		return
	}
	for ; len(p.coming) > 0 && p.coming[0].Round <= done; p.coming = p.coming[1:] {
		if p.coming[0].Round == done { // a checkpoint has those before
			r.begin(p.coming[0])
		}
	}
}

// budget is what the method is told. A run that repeats another one has what that one had at first.
func (r *run) budget() Budget {
	b := Budget{r.stops.time, r.stops.evaluations, r.stops.work}
	if r.pacing.told {
		b = Budget{}
		if len(r.s.Pace) > 0 && r.s.Pace[0].Round == 0 {
			b.Rounds, b.Evaluations = r.s.Pace[0].Rounds, r.s.Pace[0].Evaluations
		}
	}
	b.Evaluations = share(b.Evaluations, 0, len(r.walks))
	return b
}

// untilPace is how many rounds there are up to the next Pace that is known.
func (r *run) untilPace() int64 {
	if len(r.pacing.coming) == 0 {
		return math.MaxInt64
	}
	return r.pacing.coming[0].Round - r.res.Rounds
}

// nextPace is the Pace by the stops and by the clock. ok is false if it is the present one.
func (r *run) nextPace() (next multiwalk.Pace, ok bool) {
	done := r.res.Rounds
	next = multiwalk.Pace{Round: done, Rounds: r.stops.work, Evaluations: r.stops.evaluations, Halvings: r.halvings()}
	timed := r.clock.limit > 0
	if timed {
		if total := r.pacing.estimate(done, r.clock.limit-r.elapsed(), next.Halvings); next.Rounds == 0 || total < next.Rounds {
			next.Rounds = total
		}
	}
	if len(r.pacing.list) == 0 {
		return next, next.Rounds > 0 || next.Evaluations > 0
	}
	last, resumed := r.pacing.list[len(r.pacing.list)-1], r.pacing.resumed
	r.pacing.resumed = false
	next.Anew = resumed && (timed || next.Rounds != last.Rounds || next.Evaluations != last.Evaluations) && r.behind() >= ended
	off := float64(max(next.Rounds-last.Rounds, last.Rounds-next.Rounds))
	moved := off > max(float64(last.Rounds-done)*paceRest, float64(last.Rounds)*paceTotal)
	return next, next.Anew || next.Evaluations != last.Evaluations || next.Halvings != last.Halvings || moved || !timed && off > 0
}

// halvings are those of the next round, by how long a walk took for its part of the last one.
func (r *run) halvings() int {
	h, onlyTime := r.pacing.halvings(), r.clock.limit > 0 && r.stops.work == 0 && r.stops.evaluations == 0
	if !onlyTime || r.onAccelerator() || r.both != nil {
		return h
	}
	switch each := r.clock.lap * time.Duration(r.abreast()) / time.Duration(len(r.walks)); {
	case len(r.pacing.list) == 0:
		h = mostHalvings
	case r.pacing.list[len(r.pacing.list)-1].Round == r.res.Rounds: // these are its halvings: a run that is resumed looks twice
	case each == 0: // nothing was measured
	case each > longLap:
		h++
	default:
		for k := 0; k < quicker && 2*each <= firstLap; k++ {
			h, each = h-1, 2*each
		}
	}
	return max(0, min(h, bits.Len(uint(r.units))-1, mostHalvings))
}

// behind is the progress of the walk that has gone the least part of its way.
func (r *run) behind() float64 {
	least := 1.0
	for i, s := range r.pacing.stretches {
		if !r.ended[i] {
			least = min(least, s.progress(float64(r.res.Rounds), r.counters[i].Evaluations()))
		}
	}
	return least
}

// begin begins a Pace.
func (r *run) begin(next multiwalk.Pace) {
	p, done := &r.pacing, r.res.Rounds
	list := p.list
	if n := len(list); n > 0 && list[n-1].Round == done { // a run that is resumed there
		next.Anew, list = next.Anew || list[n-1].Anew, list[:n-1]
	}
	p.list = append(list[:len(list):len(list)], next) // a copy: see publish
	r.res.Pace = p.list
	if p.stretches == nil {
		p.stretches = make([]stretch, len(r.walks))
	}
	for i := range p.stretches {
		made := r.counters[i].Evaluations()
		s := stretch{round: done, rounds: next.Rounds, evaluations: made}
		if next.Evaluations > 0 {
			s.share = share(next.Evaluations, i, len(r.walks))
		}
		if was := p.stretches[i]; done == 0 {
			s.evaluations = 0
		} else if !next.Anew && !was.endless() {
			s.part = was.progress(float64(done), made)
		}
		p.stretches[i] = s
	}
}

// stretch is that of a walk; without a budget it has no end.
func (r *run) stretch(walk int) stretch {
	if r.pacing.stretches == nil {
		return stretch{}
	}
	return r.pacing.stretches[walk]
}

// share returns how many evaluations a walk may make. The budget is split evenly; the first walks share the remainder.
func (r *run) share(walk int) int64 {
	if r.stops.evaluations == 0 {
		return 1<<63 - 1
	}
	if r.both != nil {
		return r.both.caps[walk]
	}
	return share(r.stops.evaluations, walk, len(r.walks))
}

func share(budget int64, walk, walks int) int64 {
	n := int64(walks)
	if int64(walk) < budget%n {
		return budget/n + 1
	}
	return budget / n
}
