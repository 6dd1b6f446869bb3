package qap

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
	sample *stat.Sample // of times to the target, in generations or in seconds
	none   error        // why there is nothing to tell
	paper  *stat.Fit    // the paper's: a gamma distribution by least squares, of seconds
	best   *stat.Fit    // by likelihood, of those that are not refused the best; nil for none
	refits *stat.Refits // of best
	p      float64      // how often runs of such a distribution are as far from their own fit
	head   float64      // the share of runs that best was fitted to
}

// bundle is subpopulations side by side on a part of the machine.
type bundle struct {
	where  Where
	asked  int // as trials name them; 0: as many as the place has
	blocks int // that there are
}

// alone returns single runs on a part of the machine: blocks of a GPU, or populations of Model II on a core.
func (l *Lab) alone(in Instance, w Where) Runs {
	if w == OneGPU || w == AllGPUs {
		return l.find(lone(in, 0), math.MaxInt)
	}
	return l.toTarget(in, modelII, 0)
}

// seconds is how long a run by itself took.
func (l *Lab) seconds(in Instance, w Where) func(Run) float64 {
	p, ok := l.paceOf(in, gaGPU, 1)
	if w == OneCore || w == AllCores || !ok {
		return func(r Run) float64 { return r.Elapsed.Seconds() }
	}
	return func(r Run) float64 { return p.after(float64(r.Generations)) }
}

// forecast fits distributions to single runs; what was computed for as many is kept.
func (l *Lab) forecast(in Instance, w Where) *forecast {
	runs := l.alone(in, w)
	_, paced := l.paceOf(in, gaGPU, 1)
	key := fmt.Sprint(in.Name, " ", w, " ", len(runs), paced)
	if f, ok := l.fits[key]; ok {
		return f
	}
	f := &forecast{}
	l.fits[key] = f
	seconds := l.seconds(in, w)
	unit := func(r Run) float64 { return float64(max(1, r.Generations)) }
	if w == OneCore || w == AllCores {
		unit = seconds
	}
	if f.sample, f.none = sampleOf(runs, unit); f.none != nil {
		return f
	}
	timed, err := sampleOf(runs, seconds)
	if err == nil {
		f.paper, f.none = timed.Fit(stat.GammaFamily, stat.Squares)
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

// fit fits all families but the normal one, which reaches below 0, to the fastest runs, and keeps the best that the runs do
// not speak against: it returns false where they speak against all, and then keeps the best for want of a better.
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
	slices.SortStableFunc(list, func(a, b candidate) int { return int(math.Copysign(1, a.AIC-b.AIC)) })
	for i, c := range list {
		c.refits = c.Refit(sample, stat.Resampling{Resamples: refits, Seed: seed})
		p := max(c.refits.KS, c.refits.AndersonDarling)
		if i == 0 || p >= 0.05 {
			f.best, f.refits, f.p, f.head = c.Fit, c.refits, p, head
		}
		if p >= 0.05 {
			return true
		}
	}
	return false
}

// prediction is the expected time of the fastest of many runs, in seconds.
type prediction struct {
	value, low, high float64
	by               string // the runs, or the family of the fit
}

// predict returns M(p) of blocks side by side. The runs alone tell it where there are several times as many, and else the
// best fit. On a GPU it is the time that so many blocks were seen to take for so many generations.
func (l *Lab) predict(in Instance, b bundle) (p prediction, ok bool) {
	f := l.forecast(in, b.where)
	if f.none != nil && f.sample == nil {
		return p, false
	}
	seconds := func(t float64) float64 { return t }
	if b.where == OneGPU || b.where == AllGPUs {
		pace, ok := l.paceOf(in, idOf(b.where), b.asked)
		if !ok {
			return p, false
		}
		seconds = pace.after
	}
	n := float64(b.blocks)
	if n*decide <= float64(f.sample.Runs()) && f.sample.FastestBound(n) == stat.Exact {
		in := f.sample.Bootstrap(stat.Resampling{Resamples: refits, Seed: l.Seed}, func(s *stat.Sample) []float64 { return []float64{s.Fastest(n)} })[0]
		return prediction{seconds(f.sample.Fastest(n)), seconds(in.Low), seconds(in.High), "runs"}, true
	}
	if f.best == nil {
		return p, false
	}
	interval := f.refits.Intervals(func(d stat.Distribution) []float64 { return []float64{stat.Fastest(d, n)} })[0]
	return prediction{seconds(stat.Fastest(f.best, n)), seconds(interval.Low), seconds(interval.High), string(f.best.Family())}, true
}

// idOf is the genetic algorithm's system on a part of the machine.
func idOf(w Where) string {
	return [...]string{OneCore: modelII, AllCores: gaCores, OneGPU: gaGPU, AllGPUs: gaGPUs}[w]
}
