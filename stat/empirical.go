package stat

import "math"

// Step is a point of an empirical distribution. The distribution has the value F from Time up to the next step.
type Step struct{ Time, F float64 }

// Steps returns the empirical distribution of the time to the target: the product-limit estimate of Kaplan and Meier. A
// run that missed the target counts up to its end. If all runs reached the target, F is i/n at the i-th time.
func (s *Sample) Steps() []Step {
	steps := make([]Step, 0, len(s.events))
	survival := 1.0
	for _, e := range s.events {
		survival *= 1 - float64(e.reached)/float64(e.at)
		steps = append(steps, Step{e.time, 1 - survival})
	}
	return steps
}

// Quantile returns the shortest time by which a share q of the runs reaches the target. If too many runs ended without
// the target, it is unknown, and Quantile returns NaN.
func (s *Sample) Quantile(q float64) float64 {
	for _, p := range s.Steps() {
		if p.F >= q-1e-12 {
			return p.Time
		}
	}
	return math.NaN()
}

// FastestQuantile returns the time by which the fastest of p independent runs has the target with probability q, from
// the sample alone, as Quantile does: that is the quantile of one run at 1 - (1-q)^(1/p).
func (s *Sample) FastestQuantile(p, q float64) float64 {
	return s.Quantile(-math.Expm1(math.Log1p(-q) / p))
}

// Bounded reports whether the sample gives only a lower bound of the mean. That is so if the longest run missed the
// target, because nobody knows how much longer it would have taken.
func (s *Sample) Bounded() bool { return s.sorted[len(s.sorted)-1].Censored }

// Mean is the mean time to the target, up to the longest run.
func (s *Sample) Mean() float64 { return s.Fastest(1) }

// Fastest returns M(p), the expected time of the fastest of p runs, from the sample alone. p is above 0 and need not be
// whole. If all n runs reached the target, M(p) is the mean over all ways to choose p of them, which is unbiased: the
// sum of t_i * C(n-i, p-1)/C(n, p) over the sorted times t_1, ..., t_n. If some runs missed it, M(p) is the integral of
// the probability that none of p runs has reached the target yet. At each time at which runs reach it, this probability
// is multiplied by C(at-reached, p)/C(at, p), where at runs still work and reached of them reach the target. For p = 1
// this is the product-limit estimate.
//
// For p near n the result depends on the fastest few runs alone.
func (s *Sample) Fastest(p float64) float64 {
	mean, survival, before := 0.0, 1.0, 0.0
	for _, e := range s.events {
		mean += survival * (e.time - before)
		survival *= e.missed(p)
		before = e.time
	}
	return mean + survival*(s.Max()-before)
}

// missed is the chance that none of p runs is among those that reach the target in an event.
func (e event) missed(p float64) float64 {
	chance := 1.0
	for i := range e.reached {
		at := float64(e.at - i)
		chance *= max(0, at-p) / at
	}
	return chance
}

// Bound says on which side of the truth an estimate is.
type Bound string

// The bounds.
const (
	Exact   Bound = ""
	AtLeast Bound = ">" // the true figure is higher
	AtMost  Bound = "<" // the true figure is lower
)

// FastestBound says on which side of M(p) the result of Fastest is. With p > n the estimate is never less than the
// fastest run, so M(p) may be lower. If it is likely that p runs all end without the target, M(p) is higher, because
// they would take longer than the longest run.
func (s *Sample) FastestBound(p float64) Bound {
	const unlikely = 0.01
	switch {
	case p > float64(s.Runs()):
		return AtMost
	case s.survival(p) > unlikely:
		return AtLeast
	}
	return Exact
}

// survival is the chance that none of p runs has the target when the longest run ends.
func (s *Sample) survival(p float64) float64 {
	survival := 1.0
	for _, e := range s.events {
		survival *= e.missed(p)
	}
	return survival
}

// Speedup returns M(1)/M(p).
func (s *Sample) Speedup(p float64) float64 { return s.Mean() / s.Fastest(p) }

// censoring returns the product-limit estimate of when runs end without the target, as steps. What it lacks to 1 are
// runs that would have gone on. Runs that reach the target just when others end are out before them.
func (s *Sample) censoring() []Step {
	var steps []Step
	survival := 1.0
	for i, o := range s.sorted {
		if o.Censored {
			survival *= 1 - 1/float64(len(s.sorted)-i)
			steps = append(steps, Step{o.Time, 1 - survival})
		}
	}
	return steps
}
