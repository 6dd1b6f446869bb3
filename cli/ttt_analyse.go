package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/stat"
)

// analysis is what ttt finds out.
type analysis struct {
	first    record.Run // the other runs are like it
	format   problem.Format
	target   int64
	source   string // of the target
	unit     stat.Unit
	observed *stat.Observed
	sample   *stat.Sample
	mean     tttEstimate
	fits     []checkedFit
	best     int // of fits; -1 if there are none
	rows     []tttExpected
	restart  stat.Restart
	chance   float64 // that makes a restart look as good
	notes    []string
}

// checkedFit is a fit with its refits.
type checkedFit struct {
	*stat.Fit
	refits *stat.Refits
	limit  stat.Interval // of the speed-up for more and more runs; +Inf for none
}

// refused says whether the runs speak against the family by both distances. Asking for one alone would refuse the right
// family more often than in 5 % of all cases.
func (f checkedFit) refused() bool { return max(f.refits.KS, f.refits.AndersonDarling) < 0.05 }

// fewest is how many runs should decide an estimate from the sample alone. With fewer a bootstrap, which knows no times
// between those of the sample, draws intervals that are too narrow.
const fewest = 5

// analyse does all that is computed.
func (t *tttCmd) analyse(runs []record.Run, p *Program) (*analysis, error) {
	unit, err := stat.UnitNamed(t.Unit)
	if err != nil {
		return nil, err
	}
	if err := t.comparable(runs, unit); err != nil {
		return nil, err
	}
	a := &analysis{first: runs[0], format: p.formatOf(runs[0]), unit: unit, best: -1}
	if a.target, a.source, err = t.target(runs, p); err != nil {
		return nil, err
	}
	if a.observed, err = stat.Observe(runs, a.target, unit); err != nil {
		return nil, err
	}
	if a.sample, err = stat.NewSample(a.observed.Observations); errors.Is(err, stat.ErrNoneReached) {
		best, _ := bestOf(runs)
		f, least := a.format, "at least"
		if f.Maximised != "" {
			least = "at most"
		}
		return nil, console.Missed(fmt.Errorf("none of %s reached the target %s: the best %s is %s; "+
			"record longer runs, or give a --target of %s that",
			console.Count(len(runs), "run"), f.Text(a.target), f.Word(), f.Text(best), least))
	} else if err != nil {
		return nil, err
	}
	resampling := t.resampling(len(runs))
	if err := a.fit(t, resampling); err != nil {
		return nil, err
	}
	a.predict(t.walks(a.first), resampling)
	a.restart, a.chance = a.sample.BestRestart(), a.sample.RestartChance(resampling)
	a.remark(t)
	return a, nil
}

// comparable refuses runs that are no sample of one distribution.
func (t *tttCmd) comparable(runs []record.Run, unit stat.Unit) error {
	if err := stat.SameInstance(runs); err != nil {
		return fmt.Errorf("%w; give records of one instance", err)
	}
	if err := stat.Independent(runs); err != nil {
		return err
	}
	if err := stat.Alike(runs, unit); err != nil && !t.Mixed {
		return fmt.Errorf("%w; give them apart, or --mixed to take them for one sample", err)
	}
	return nil
}

// fit fits each family by each estimator and checks it.
func (a *analysis) fit(t *tttCmd, r stat.Resampling) error {
	families, err := t.families()
	if err != nil {
		return err
	}
	sample := a.sample.Head(t.Head)
	estimators := []stat.Estimator{stat.Estimator(t.Estimator)}
	if t.Estimator == "both" {
		estimators = []stat.Estimator{stat.Likelihood, stat.Squares}
	}
	for _, by := range estimators {
		for _, family := range families {
			f, err := sample.Fit(family, by)
			if err != nil {
				return fmt.Errorf("%w; --fits none leaves fits out", err)
			}
			a.fits = append(a.fits, checkedFit{Fit: f, refits: f.Refit(sample, r)})
		}
	}
	if a.best = a.bestFit(false); a.best < 0 {
		a.best = a.bestFit(true)
	}
	return nil
}

// bestFit returns the index of the best fit among those that are not refused, or among all; -1 if there are none.
func (a *analysis) bestFit(all bool) int {
	var fits []*stat.Fit
	var at []int
	for i, f := range a.fits {
		if all || !f.refused() {
			fits, at = append(fits, f.Fit), append(at, i)
		}
	}
	if best := stat.Best(fits); best >= 0 {
		return at[best]
	}
	return -1
}

// walks returns the numbers of walks to predict for.
func (t *tttCmd) walks(r record.Run) []float64 {
	if len(t.Walks) > 0 {
		return t.Walks
	}
	list := []float64{1, 2, 5, 10, 30, 60, 100, 1000}
	for i := range list {
		list[i] *= float64(walksOf(r))
	}
	return list
}

func walksOf(r record.Run) int { return max(1, r.Walks) }

// predict makes a row for each number of walks.
func (a *analysis) predict(walks []float64, r stat.Resampling) {
	n := float64(a.sample.Runs())
	var p []float64
	for _, w := range walks {
		p = append(p, w/float64(walksOf(a.first)))
	}
	intervals := a.sample.Bootstrap(r, func(s *stat.Sample) []float64 {
		list := []float64{s.Mean()}
		for _, p := range p {
			list = append(list, s.Fastest(p), s.Speedup(p))
		}
		return list
	})
	a.mean = estimate(a.sample.Mean(), a.sample.FastestBound(1), intervals[0])
	for i, p := range p {
		time, speedup := intervals[1+2*i], intervals[2+2*i]
		if p > n/fewest {
			time = stat.Interval{Low: math.NaN(), High: math.NaN()}
			speedup = time
		}
		a.rows = append(a.rows, tttExpected{Walks: walks[i], ByFit: []tttPredicted{}, tttPredicted: tttPredicted{
			estimate(a.sample.Fastest(p), a.sample.FastestBound(p), time), estimate(a.sample.Speedup(p), a.speedupBound(p), speedup)}})
	}
	for i := range a.fits {
		a.predictBy(&a.fits[i], p)
	}
}

// predictBy adds to each row what a fit says of its p, and to the fit how sure its limit is.
func (a *analysis) predictBy(f *checkedFit, p []float64) {
	intervals := f.refits.Intervals(func(d stat.Distribution) []float64 {
		var list []float64
		for _, p := range p {
			fastest := stat.Fastest(d, p)
			list = append(list, fastest, d.Mean()/fastest)
		}
		return append(list, stat.SpeedupLimit(d))
	})
	f.limit = intervals[2*len(p)]
	for i, p := range p {
		a.rows[i].ByFit = append(a.rows[i].ByFit, tttPredicted{estimate(stat.Fastest(f, p), stat.Exact, intervals[2*i]),
			estimate(stat.Speedup(f, p), stat.Exact, intervals[2*i+1])})
	}
}

// speedupBound is what the sample tells of M(1)/M(p): a mean that is too low and an M(p) that is too high both make it
// too low. Where both are too low there is no telling, but M(1) is so by more.
func (a *analysis) speedupBound(p float64) stat.Bound {
	if p != 1 && (a.sample.FastestBound(1) == stat.AtLeast || a.sample.FastestBound(p) == stat.AtMost) {
		return stat.AtLeast
	}
	return stat.Exact
}

// remark says what a user should know before believing the figures.
func (a *analysis) remark(t *tttCmd) {
	note := func(format string, args ...any) { a.notes = append(a.notes, fmt.Sprintf(format, args...)) }
	s := a.sample
	if missed := s.Runs() - s.Reached(); missed > 0 {
		note("%s ended without the target; they count as long as they lasted, and not as reaching it then.", console.Count(missed, "run"))
	}
	if a.observed.Killed > 0 {
		note("%s killed: they count up to the last incumbent that their records have.", were(a.observed.Killed))
	}
	if a.observed.Ended > 0 {
		note("%s given up by the method or by --no-improvement. More time would not have helped them, so figures that take it "+
			"for granted are too low; restarts would (ERT).", were(a.observed.Ended))
	}
	if s.Runs() < 20 {
		note("%s tell little: the intervals show it. Record 30 or more.", console.Count(s.Runs(), "run"))
	}
	if len(a.fits) > 0 && 3*s.Distinct() < s.Reached() {
		note("There are only %d different times: %s are too coarse to fit distributions to.", s.Distinct(), a.unit)
	}
	if a.best >= 0 {
		if f := a.fits[a.best]; f.refused() {
			note("All fits are refused at the level of 5 %%, even the best, %s: "+
				"do not trust what they say beyond the runs.", fitName(f))
		}
	}
	if t.Head < 1 && len(a.fits) > 0 {
		note("The fits are to the fastest %s of the runs (--head): what they say of slower ones, "+
			"of the mean and so of speed-ups, is extrapolated.",
			strconv.FormatFloat(100*t.Head, 'g', -1, 64)+" %")
	}
	a.remarkRivals(note)
	a.remarkWalks(note)
	if t.Mixed {
		note("The runs may differ in method, settings or machine (--mixed).")
	}
}

// remarkRivals names the fits that are about as good as the best, and what difference it makes.
func (a *analysis) remarkRivals(note func(format string, args ...any)) {
	const close = 2 // of AIC
	last := len(a.rows) - 1
	if a.best < 0 || last < 0 {
		return
	}
	var names []string
	of := func(fit int) float64 { return float64(a.rows[last].ByFit[fit].Time.Value) }
	low, high := of(a.best), of(a.best)
	for i, f := range a.fits {
		if i != a.best && f.AIC <= a.fits[a.best].AIC+close && !f.refused() {
			names = append(names, fitName(f))
			low, high = min(low, of(i)), max(high, of(i))
		}
	}
	if len(names) > 0 {
		note("These fits explain the runs as well as the best does (AIC within %d): %s. They and the best differ in what they expect of %[5]s walks: from %[3]s to %[4]s.", close,
			strings.Join(names, ", "), a.amount(low), a.amount(high), walkCount(a.rows[last].Walks))
	}
}

func (a *analysis) remarkWalks(note func(format string, args ...any)) {
	w, shared, beyond := float64(walksOf(a.first)), false, false
	for _, r := range a.rows {
		shared = shared || math.Mod(r.Walks, w) != 0
		beyond = beyond || r.Walks/w > float64(a.sample.Runs())
	}
	if w > 1 {
		note("A recorded run is %g walks: %g walks are two such runs side by side, each on hardware of its own.", w, 2*w)
	}
	if shared {
		note("Numbers of walks that are no multiple of %g take the walks of a run to be alike and independent.", w)
	}
	if beyond {
		note("For more than %s side by side a fit tells of times shorter than any that was seen; "+
			"fits that agree on the runs may differ there.",
			console.Count(a.sample.Runs(), "run"))
	}
}

func were(n int) string {
	if n == 1 {
		return "1 run was"
	}
	return fmt.Sprintf("%d runs were", n)
}

// fitName is the family, and the estimator unless it is the usual one.
func fitName(f checkedFit) string {
	if f.Estimator == stat.Squares {
		return string(f.Family()) + " (squares)"
	}
	return string(f.Family())
}
