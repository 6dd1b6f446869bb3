package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/stat"
)

// tttReport is what ttt --json prints. Times are in the unit. What is infinite or not known is null.
type tttReport struct {
	Problem      string          `json:"problem"`       // its name
	Instance     string          `json:"instance"`      // its name
	N            int             `json:"n"`             // elements of a solution
	Method       string          `json:"method"`        // of the runs
	Settings     json.RawMessage `json:"settings"`      // of the method
	WalksPerRun  int             `json:"walks_per_run"` // searches side by side
	Target       int64           `json:"target"`        // the cost to reach
	TargetSource string          `json:"target_source"` // where that comes from
	Unit         stat.Unit       `json:"unit"`          // of all times: seconds, evaluations or moves

	Runs      int           `json:"runs"`           // that were read
	Reached   int           `json:"reached"`        // how many reached the target
	Mean      tttEstimate   `json:"mean"`           // time to the target
	ERT       float64       `json:"ert"`            // expected running time: all time spent, by the runs that reached the target
	Quantiles []tttQuantile `json:"quantiles"`      // times by which a share of the runs had reached it
	Steps     []tttStep     `json:"distribution"`   // the empirical distribution
	Fits      []tttFit      `json:"fits"`           // distributions that were fitted
	Best      *int          `json:"best_fit"`       // the index in fits of the one with the least AIC; null: none
	Expected  []tttExpected `json:"expected"`       // of other numbers of walks
	Restart   tttRestart    `json:"restart"`        // the best time to restart, by the runs
	Chance    float64       `json:"restart_chance"` // that runs without memory look as much in favour of restarts
	Notes     []string      `json:"notes"`          // warnings
}

type tttEstimate struct {
	Value number     `json:"value"`           // the estimate
	Bound stat.Bound `json:"bound,omitempty"` // "<" if the true figure is lower, ">" if it is higher
	Low   number     `json:"low"`             // of the interval of 95 %
	High  number     `json:"high"`            // of the interval of 95 %
}

type tttQuantile struct {
	Share float64 `json:"share"` // of the runs
	Time  number  `json:"time"`  // by which it had reached the target; null: it had not
}

type tttStep struct {
	Time float64 `json:"time"` // at which a run reached the target
	F    float64 `json:"f"`    // the share that had reached it by then
}

type tttFit struct {
	Family        stat.Family      `json:"family"`             // of distributions
	Estimator     stat.Estimator   `json:"estimator"`          // how parameters were found
	Parameters    []stat.Parameter `json:"parameters"`         // by name
	LogLikelihood number           `json:"log_likelihood"`     // of the runs
	AIC           number           `json:"aic"`                // Akaike's criterion, the less the better
	BIC           number           `json:"bic"`                // the Bayesian one
	KS            number           `json:"ks"`                 // Kolmogorov's and Smirnov's distance
	KSChance      float64          `json:"ks_p"`               // chance of one as great
	AD            number           `json:"anderson_darling"`   // their statistic
	ADChance      float64          `json:"anderson_darling_p"` // chance of one as great
	Mean          number           `json:"mean"`               // of the distribution
	SpeedupLimit  number           `json:"speedup_limit"`      // that more walks cannot pass; null: none
	LimitLow      number           `json:"speedup_limit_low"`  // of the interval of 95 %
	LimitHigh     number           `json:"speedup_limit_high"` // of the interval of 95 %
	Restart       tttRestart       `json:"restart"`            // the best time to restart, by the fit
}

type tttRestart struct {
	After    number `json:"after"`    // null: never
	Expected number `json:"expected"` // time to the target with restarts
	Without  number `json:"without"`  // and without
}

type tttExpected struct {
	Walks float64 `json:"walks"` // side by side
	tttPredicted
	ByFit []tttPredicted `json:"by_fit"` // the same by each of the fits
}

type tttPredicted struct {
	Time    tttEstimate `json:"time"`    // to the target
	Speedup tttEstimate `json:"speedup"` // against one walk
}

// number is null where JSON cannot write it.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// estimate is a figure with its interval, whose ends are NaN where there is none; a bound from below has no upper end.
func estimate(value float64, bound stat.Bound, in stat.Interval) tttEstimate {
	if bound == stat.AtLeast {
		in.High = math.NaN()
	}
	return tttEstimate{number(value), bound, number(in.Low), number(in.High)}
}

func restartReport(r stat.Restart) tttRestart {
	return tttRestart{number(r.After), number(r.Expected), number(r.Without)}
}

func (a *analysis) report() tttReport {
	s := a.sample
	r := tttReport{
		Problem: a.first.Problem, Instance: filename.Text(a.first.Instance), N: a.first.N, Method: a.first.Method.Name, Settings: a.first.Method.Settings,
		WalksPerRun: walksOf(a.first), Target: a.target, TargetSource: a.source, Unit: a.unit, Runs: s.Runs(), Reached: s.Reached(),
		Mean: a.mean, ERT: s.ERT(), Restart: restartReport(a.restart), Chance: a.chance,
		Fits: []tttFit{}, Expected: a.rows, Notes: append([]string{}, a.notes...),
	}
	for _, share := range []float64{0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1} {
		r.Quantiles = append(r.Quantiles, tttQuantile{share, number(s.Quantile(share))})
	}
	for _, p := range s.Steps() {
		r.Steps = append(r.Steps, tttStep(p))
	}
	for _, f := range a.fits {
		r.Fits = append(r.Fits, a.fitReport(f))
	}
	if a.best >= 0 {
		r.Best = &a.best
	}
	return r
}

func (a *analysis) fitReport(f checkedFit) tttFit {
	return tttFit{Family: f.Family(), Estimator: f.Estimator, Parameters: f.Parameters(), LogLikelihood: number(f.LogLikelihood),
		AIC: number(f.AIC), BIC: number(f.BIC), KS: number(f.KS), KSChance: f.refits.KS, AD: number(f.AndersonDarling),
		ADChance: f.refits.AndersonDarling, Mean: number(f.Mean()), SpeedupLimit: number(stat.SpeedupLimit(f)),
		LimitLow: number(f.limit.Low), LimitHigh: number(f.limit.High), Restart: restartReport(stat.BestRestart(f, a.sample.Min()))}
}

// writeCSV writes a line for each run, by time: where its record is, its time, and the distributions then.
func (a *analysis) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"run", string(a.unit), "reached", "empirical"}
	for _, f := range a.fits {
		head = append(head, fitName(f))
	}
	lines := [][]string{head}
	steps := a.sample.Steps()
	f := 0.0
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', 10, 64) }
	for _, o := range a.sample.Observations() {
		for len(steps) > 0 && steps[0].Time <= o.Time {
			f, steps = steps[0].F, steps[1:]
		}
		line := []string{o.Run, text(o.Time), fmt.Sprint(!o.Censored), text(f)}
		for _, fit := range a.fits {
			line = append(line, text(fit.CDF(o.Time)))
		}
		lines = append(lines, line)
	}
	return out.WriteAll(lines)
}
