package stat

import (
	"math"
	"math/rand/v2"
)

// Restart is the best fixed time after which to give up a run and begin another.
type Restart struct {
	After    float64 // +Inf if it is best never to
	Expected float64 // time to the target with such restarts: E[min(T, After)] / F(After)
	Without  float64 // without any: E[T]
}

// Gain is how many times sooner the target is expected with restarts.
func (r Restart) Gain() float64 { return r.Without / r.Expected }

// BestRestart minimises E[min(T, t)] / F(t) over the times t from least on. Runs are independent, so the number of
// tries is geometric with mean 1/F(t), and each try lasts min(T, t). With some distributions the result improves
// without end as tries get shorter. So least should be the shortest time of any run, because below it a fit knows
// nothing.
func BestRestart(d Distribution, from float64) Restart {
	without := Fastest(d, 1)
	best := Restart{math.Inf(1), without, without}
	expected := func(u float64) float64 {
		t := math.Exp(u)
		return d.Limited(t) / d.CDF(t)
	}
	low, high := math.Log(max(from, d.Infimum())), math.Log(max(d.HazardTime(30), 2*from))
	const parts = 400
	step := (high - low) / parts
	at, least := 0, math.Inf(1)
	for i := range parts + 1 {
		if v := expected(low + step*float64(i)); v < least {
			at, least = i, v
		}
	}
	a, b := max(low, low+step*float64(at-1)), min(high, low+step*float64(at+1))
	for range 60 {
		if m, n := a+(b-a)/3, b-(b-a)/3; expected(m) <= expected(n) {
			b = n
		} else {
			a = m
		}
	}
	if v := expected(a); v < without*(1-1e-6) {
		best.After, best.Expected = math.Exp(a), v
	}
	return best
}

// minRestart is how many runs must have reached the target by the time of a restart that a sample suggests. The first
// one or two are often early by chance.
const minRestart = 3

// BestRestart does the same with the empirical distribution. Between two times at which runs reach the target, giving
// up later only costs more, so the best time is one of these. If the longest run missed the target, nobody knows the
// mean without restarts; Without is then the mean if runs are repeated with the limits that they had (ERT).
//
// The best of many times looks good by chance: see RestartChance.
func (s *Sample) BestRestart() Restart {
	without := s.Mean()
	if s.Bounded() {
		without = s.ERT()
	}
	best := Restart{math.Inf(1), without, without}
	spent, survival, before, reached := 0.0, 1.0, 0.0, 0
	for i, p := range s.Steps() {
		spent += survival * (p.Time - before)
		survival, before = 1-p.F, p.Time
		if reached += s.events[i].reached; reached < minRestart || survival < 1e-12 { // the latter is no restart
			continue
		}
		if v := spent / p.F; v < best.Expected*(1-1e-9) {
			best.After, best.Expected = p.Time, v
		}
	}
	return best
}

// RestartChance returns how often chance alone makes a gain as great as that of BestRestart. It draws samples of the
// same size from an exponential distribution, for which restarting neither helps nor harms, and returns the share that
// shows such a gain.
func (s *Sample) RestartChance(r Resampling) float64 {
	gain := s.BestRestart().Gain()
	censoring := s.censoring()
	memoryless := likeliestExponential(s)
	as := make([]bool, r.count())
	parallel(len(as), r.Seed, func(i int, random *rand.Rand) {
		drawn := make([]Observation, s.Runs())
		for k := range drawn {
			t, limit := memoryless.Rand(random), limitAt(censoring, random.Float64())
			drawn[k] = Observation{Time: min(t, limit), Censored: t > limit}
		}
		d := newSample(drawn)
		as[i] = d.Distinct() > 0 && d.BestRestart().Gain() >= gain
	})
	n := 1
	for _, is := range as {
		if is {
			n++
		}
	}
	return float64(n) / float64(len(as)+1)
}
