package qap

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/stat"
)

const (
	// decide is how many of the runs, on average, the fastest of p are the fastest of where nothing but the runs is asked.
	decide = 5
	// refits is how many samples tell whether a fit is good, and how far a prediction may be off.
	refits = 200
)

// forecast is what single runs say of many side by side.
type forecast struct {
	sample *stat.Sample // of times to the target, in generations or in seconds; nil if none got there
	paper  *stat.Fit    // the paper's: a gamma distribution by least squares, of seconds
	normal *stat.Fit    // the paper's other one: a normal distribution by least squares, of seconds
	best   *stat.Fit    // by likelihood, of those that are not refused the best; nil for none
	refits *stat.Refits // of best
	p      float64      // how often runs of such a distribution are as far from their own fit
	head   float64      // the share of runs that best was fitted to
	known  map[float64]prediction
}

// bundle is subpopulations side by side on a part of the machine.
type bundle struct {
	where  papers.Where
	asked  int // as trials name them; 0: as many as the place has
	blocks int // that there are
}

// alone returns single runs on a part of the machine: blocks of a GPU, or populations of Model II on a core.
func (l *Lab) alone(in Instance, w papers.Where) Runs { return l.singleRuns(in, w, shortNumbers) }

// singleRuns returns those below a number.
func (l *Lab) singleRuns(in Instance, w papers.Where, below int) Runs {
	if w.One() == papers.OneGPU {
		return l.Like(lone(in, 0), below)
	}
	return l.toTarget(in, modelII, 0)
}

// seconds is how long a run by itself took.
func (l *Lab) seconds(in Instance, w papers.Where) func(Run) float64 {
	p, ok := l.paceOf(in, gaGPU, 1)
	if w.One() == papers.OneCore || !ok {
		return Run.Seconds
	}
	return func(r Run) float64 { return p.after(float64(r.Generations)) }
}

// forecast fits distributions to single runs; what was computed for as many is kept.
func (l *Lab) forecast(in Instance, w papers.Where) *forecast {
	w = w.One()
	runs := l.singleRuns(in, w, math.MaxInt)
	_, paced := l.paceOf(in, gaGPU, 1)
	key := fmt.Sprint(in.Name, " ", w, " ", len(runs), paced)
	if f, ok := l.fits[key]; ok {
		return f
	}
	f := &forecast{known: map[float64]prediction{}}
	l.fits[key] = f
	seconds := l.seconds(in, w)
	unit := func(r Run) float64 { return float64(max(1, r.Generations)) }
	if w == papers.OneCore {
		unit = seconds
	}
	var err error
	if f.sample, err = sampleOf(runs, unit); err != nil {
		return f
	}
	if timed, err := sampleOf(runs, seconds); err == nil {
		f.paper, _ = timed.Fit(stat.GammaFamily, stat.Squares) // nil for too few runs
		f.normal, _ = timed.Fit(stat.NormalFamily, stat.Squares)
	}
	for _, head := range []float64{1, 0.5, 0.2} {
		if f.fit(head, l.Seed) {
			break
		}
	}
	return f
}

func sampleOf(runs Runs, of func(Run) float64) (*stat.Sample, error) {
	var list []stat.Observation
	for _, r := range runs {
		list = append(list, stat.Observation{Time: of(r), Censored: !r.Reached})
	}
	if len(list) == 0 {
		return nil, errors.New("no runs")
	}
	return stat.NewSample(list)
}

// fit fits all families but the normal one, which reaches below 0, to the fastest runs, and keeps the best that the
// runs do not speak against: it returns false where they speak against all, and then keeps the best for want of a
// better.
func (f *forecast) fit(head float64, seed uint64) bool {
	sample := f.sample.Head(head)
	type candidate struct {
		*stat.Fit
		refits *stat.Refits
	}
	var list []candidate
	for _, family := range stat.Families() {
		if fit, err := sample.Fit(family, stat.Likelihood); err == nil && family != stat.NormalFamily {
			list = append(list, candidate{Fit: fit})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.AIC, b.AIC) })
	for _, c := range list {
		if c.refits = c.Refit(sample, stat.Resampling{Resamples: refits, Seed: seed}); len(c.refits.Fits) == 0 {
			continue
		}
		p := max(c.refits.KS, c.refits.AndersonDarling)
		if f.best == nil || f.head != head || p >= 0.05 {
			f.best, f.refits, f.p, f.head = c.Fit, c.refits, p, head
		}
		if p >= 0.05 {
			return true
		}
	}
	return false
}

// prediction is the expected time of the fastest of many runs, with its interval of 95 %.
type prediction struct{ value, low, high float64 }

// predict returns M(p) of blocks side by side. On a GPU it is the time that this number of blocks was
// seen to take for that number of generations.
func (l *Lab) predict(in Instance, b bundle) (p prediction, ok bool) {
	f := l.forecast(in, b.where)
	if f.sample == nil {
		return p, false
	}
	seconds := func(t float64) float64 { return t }
	if b.where.One() == papers.OneGPU {
		pace, ok := l.paceOf(in, idOf(b.where), b.asked)
		if !ok {
			return p, false
		}
		seconds = pace.after
	}
	p, ok = f.fastest(float64(b.blocks), l.Seed)
	return prediction{seconds(p.value), seconds(p.low), seconds(p.high)}, ok
}

// fastest returns M(p) in the sample's unit, computed once. The runs alone tell it where there are several times as
// many, and those that ended without the target do not matter; else the best fit, if there is one.
func (f *forecast) fastest(p float64, seed uint64) (m prediction, ok bool) {
	if m, ok = f.known[p]; ok {
		return m, true
	}
	switch {
	case p*decide <= float64(f.sample.Runs()) && f.sample.FastestBound(p) == stat.Exact:
		in := f.sample.Bootstrap(stat.Resampling{Resamples: refits, Seed: seed},
			func(s *stat.Sample) []float64 { return []float64{s.Fastest(p)} })[0]
		m = prediction{f.sample.Fastest(p), in.Low, in.High}
	case f.best != nil:
		in := f.refits.Intervals(func(d stat.Distribution) []float64 { return []float64{stat.Fastest(d, p)} })[0]
		m = prediction{stat.Fastest(f.best, p), in.Low, in.High}
	default:
		return m, false
	}
	f.known[p] = m
	return m, true
}

// idOf is the genetic algorithm's system on a part of the machine.
func idOf(w papers.Where) string {
	return [...]string{papers.OneCore: modelII, papers.AllCores: gaCores, papers.OneGPU: gaGPU, papers.AllGPUs: gaGPUs}[w]
}
