package cli

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/stat"
)

// print writes the analysis for people.
func (a *analysis) print(w io.Writer) error {
	var b strings.Builder
	a.printRuns(&b)
	a.printFits(&b)
	a.printPredictions(&b, "expected time to the target", a.amount, false,
		func(p tttPredicted) tttEstimate { return p.Time })
	a.printPredictions(&b, "speed-up over one run", figure, true,
		func(p tttPredicted) tttEstimate { return p.Speedup })
	b.WriteByte('\n')
	a.printRestart(&b)
	for i, n := range a.notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(exhibit.Fold("- "+n, "  ", columns))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// told is the target as users of the problem know it.
func (a *analysis) told() string { return a.format.Text(a.target) }

func (a *analysis) printRuns(b *strings.Builder) {
	s := a.sample
	fmt.Fprintf(b, "%s %s, n=%d: time to target %s (%s), in %s\n",
		filename.Shown(a.first.Problem), filename.Shown(a.first.Instance), a.first.N, a.told(), a.source, a.unit)
	fmt.Fprintf(b, "%d of %s reached it; method %s, %s a run\n", s.Reached(), console.Count(s.Runs(), "run"), filename.Shown(a.first.Method.Name),
		console.Count(walksOf(a.first), "walk"))
	fmt.Fprintf(b, "mean %s%s (95 %%: %s)", s.FastestBound(1), a.amount(s.Mean()), a.span(a.mean))
	if s.Reached() < s.Runs() {
		fmt.Fprintf(b, ", expected running time of restarts at the runs' limits (ERT) %s", a.amount(s.ERT()))
	}
	b.WriteByte('\n')
	var parts []string
	for _, q := range []struct {
		name string
		at   float64
	}{{"fastest", 0}, {"10 %", 0.1}, {"25 %", 0.25}, {"median", 0.5}, {"75 %", 0.75}, {"90 %", 0.9}, {"slowest", 1}} {
		v := s.Quantile(q.at)
		if math.IsNaN(v) {
			v = s.Max()
			parts = append(parts, q.name+" >"+a.amount(v))
			continue
		}
		parts = append(parts, q.name+" "+a.amount(v))
	}
	fmt.Fprintf(b, "%s\n", strings.Join(parts, ", "))
}

func (a *analysis) printFits(b *strings.Builder) {
	if len(a.fits) == 0 {
		return
	}
	rows := [][]string{{"fit", "AIC", "BIC", "KS", "p", "AD", "p", "parameters"}}
	for i, f := range a.fits {
		var parameters []string
		for _, p := range f.Parameters() {
			value := figure(p.Value)
			if p.Unit {
				value = a.amount(p.Value)
			}
			parameters = append(parameters, p.Name+" "+value)
		}
		rows = append(rows, []string{a.label(i), fixed(f.AIC, 1), fixed(f.BIC, 1), fixed(f.KS, 3), fixed(f.refits.KS, 3),
			fixed(f.AndersonDarling, 3), fixed(f.refits.AndersonDarling, 3), strings.Join(parameters, ", ")})
	}
	b.WriteByte('\n')
	b.WriteString(exhibit.Columns(rows, 7))
	b.WriteString("* the best of those with a p of 0.05 or more; " +
		"p is how often runs of such a distribution are as far from their own fit\n")
}

// printPredictions writes a table with a column for each number of walks. Its rows are what the runs alone tell and the fits,
// the first and the best with their intervals. The last column of speed-ups is what they tend to for more and more walks; by
// the runs at least the mean over the fastest, as others may be faster.
func (a *analysis) printPredictions(b *strings.Builder, what string, text func(float64) string, limits bool,
	of func(tttPredicted) tttEstimate) {
	var rows [][]string
	column := func(cells ...string) {
		for i, c := range cells {
			if i == len(rows) {
				rows = append(rows, nil)
			}
			rows[i] = append(rows[i], c)
		}
	}
	names := []string{"walks", "from the runs", "  95 % from", "       to"}
	for i := range a.fits {
		if names = append(names, a.label(i)); i == a.best {
			names = append(names, "  95 % from", "       to")
		}
	}
	column(names...)
	for _, p := range a.rows {
		runs := of(p.tttPredicted)
		cells := append([]string{walkCount(p.Walks), string(runs.Bound) + text(float64(runs.Value))}, ends(runs, text)...)
		for i, f := range p.ByFit {
			if cells = append(cells, text(float64(of(f).Value))); i == a.best {
				cells = append(cells, ends(of(f), text)...)
			}
		}
		column(cells...)
	}
	if limits {
		column(append([]string{"limit", string(stat.AtLeast) + text(a.sample.Mean()/a.sample.Min()), "", ""}, a.limits()...)...)
	}
	fmt.Fprintf(b, "\n%s\n", what)
	b.WriteString(exhibit.Columns(rows))
}

// label is the name of a fit, the best one marked.
func (a *analysis) label(i int) string {
	if i == a.best {
		return fitName(a.fits[i]) + " *"
	}
	return fitName(a.fits[i])
}

// ends returns the two ends of an interval.
func ends(e tttEstimate, text func(float64) string) []string {
	cells := []string{"-", "-"}
	for i, v := range []number{e.Low, e.High} {
		if !math.IsNaN(float64(v)) {
			cells[i] = text(float64(v))
		}
	}
	return cells
}

// span writes an interval, which has no end if the estimate is a bound.
func (a *analysis) span(e tttEstimate) string {
	if math.IsNaN(float64(e.High)) {
		return "from " + a.amount(float64(e.Low))
	}
	return a.amount(float64(e.Low)) + " to " + a.amount(float64(e.High))
}

// limits is what the speed-ups of the fits tend to, that of the best one with its interval.
func (a *analysis) limits() []string {
	var cells []string
	for i, f := range a.fits {
		cells = append(cells, limitText(stat.SpeedupLimit(f)))
		switch {
		case i != a.best:
		case math.IsInf(f.limit.Low, 1): // no distribution of the family has one
			cells = append(cells, "", "")
		default:
			cells = append(cells, ends(estimate(0, stat.Exact, f.limit), limitText)...)
		}
	}
	return cells
}

// limitText writes what speed-ups tend to.
func limitText(v float64) string {
	if math.IsInf(v, 1) {
		return "none"
	}
	return figure(v)
}

func (a *analysis) printRestart(b *strings.Builder) {
	const level = 0.05
	r := a.restart
	switch {
	case math.IsInf(r.After, 1) || r.Gain() < 1.005:
		b.WriteString("restart: does not help; no time of giving up beats going on\n")
	case a.chance >= level:
		fmt.Fprintf(b, "restart: not shown to help; the best, after %s, gains %s, "+
			"and chance alone as much in %.0f %% of samples\n",
			a.amount(r.After), figure(r.Gain()), 100*a.chance)
	default:
		fmt.Fprintf(b, "restart: helps; giving up after %s takes %s in place of %s, "+
			"a gain of %s (chance makes it in %.1f %% of samples)\n",
			a.amount(r.After), a.amount(r.Expected), a.amount(r.Without), figure(r.Gain()), 100*a.chance)
	}
	if a.best < 0 {
		return
	}
	f := a.fits[a.best]
	switch by := stat.BestRestart(f, a.sample.Min()); {
	case math.IsInf(by.After, 1):
		fmt.Fprintf(b, "restart by the fit %s: does not help\n", fitName(f))
	case by.After <= a.sample.Min()*(1+1e-6):
		fmt.Fprintf(b, "restart by the fit %s: the sooner the better; after %s, the fastest run's time, "+
			"a gain of %s\n", fitName(f),
			a.amount(by.After), figure(by.Gain()))
	default:
		fmt.Fprintf(b, "restart by the fit %s: after %s, a gain of %s\n", fitName(f), a.amount(by.After), figure(by.Gain()))
	}
}

// amount writes a time.
func (a *analysis) amount(v float64) string {
	if a.unit != stat.Seconds && v >= 1000 && v < 1e18 {
		return console.Short(int64(v))
	}
	return figure(v)
}

// figure writes a number with three digits, and plainly up to a million.
func figure(v float64) string {
	if math.IsInf(v, 1) {
		return "inf"
	}
	if v >= 999.5 && v < 1e6 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(strconv.FormatFloat(v, 'g', 3, 64))
}

func fixed(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

func walkCount(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
