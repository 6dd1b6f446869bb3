package stat

import "math"

// Step is a point of an empirical distribution, which keeps the value F from Time up to the next step.
type Step struct{ Time, F float64 }

// Steps returns the empirical distribution of the time to the target: the product-limit estimate of Kaplan and Meier, in
// which a run without the target counts as long as it lasted. Where all runs reached it, F is i/n at the i-th time.
func (s *Sample) Steps() []Step {
	steps := make([]Step, 0, len(s.events))
	survival := 1.0
	for _, e := range s.events {
		survival *= 1 - float64(e.reached)/float64(e.at)
		steps = append(steps, Step{e.time, 1 - survival})
	}
	return steps
}

// Quantile returns the shortest time by which a share q of the runs reaches the target, or NaN if the sample does not
// tell, because too many ended before.
func (s *Sample) Quantile(q float64) float64 {
	for _, p := range s.Steps() {
		if p.F >= q-1e-12 {
			return p.Time
		}
	}
	return math.NaN()
}

// Bounded says whether the sample only bounds the mean from below: the longest run ended without the target, and how
// much longer it would have taken no run tells.
func (s *Sample) Bounded() bool { return s.sorted[len(s.sorted)-1].Censored }

// Mean is the mean time to the target, up to the longest run.
func (s *Sample) Mean() float64 { return s.Fastest(1) }

// Fastest returns M(p), the expected time of the fastest of p runs (p above 0, but need not be whole), from the sample
// alone. Where all runs reached the target it is the mean over all ways to take p of the n runs, which is unbiased: the
// sum of t_i * C(n-i, p-1)/C(n, p) over the sorted times. Where some did not, each time of an event contributes the
// chance that none of p of those still at work is among those that reach it, C(at-reached, p)/C(at, p), as in the
// product-limit estimate, to which p = 1 leads back.
//
// For p near n the fastest few runs decide.
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

// FastestBound says what Fastest tells of M(p): more than n runs can only be as soon as the fastest, and runs that end without
// the target, if that is likely of p as well, take longer than the longest.
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
