package main

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
	Problem      string          `json:"problem"`
	Instance     string          `json:"instance"`
	N            int             `json:"n"`
	Method       string          `json:"method"`
	Settings     json.RawMessage `json:"settings"`
	WalksPerRun  int             `json:"walks_per_run"`
	Target       int64           `json:"target"`
	TargetSource string          `json:"target_source"`
	Unit         stat.Unit       `json:"unit"`

	Runs      int           `json:"runs"`
	Reached   int           `json:"reached"`
	Mean      tttEstimate   `json:"mean"`
	ERT       float64       `json:"ert"`
	Quantiles []tttQuantile `json:"quantiles"`
	Steps     []tttStep     `json:"distribution"`
	Fits      []tttFit      `json:"fits"`
	Best      *int          `json:"best_fit"` // an index
	Expected  []tttExpected `json:"expected"`
	Restart   tttRestart    `json:"restart"`
	Chance    float64       `json:"restart_chance"`
	Notes     []string      `json:"notes"`
}

type tttEstimate struct {
	Value *float64 `json:"value"`
	Bound string   `json:"bound,omitempty"` // "<" if the true figure is lower, ">" if it is higher
	Low   *float64 `json:"low"`             // of the interval of 95 %
	High  *float64 `json:"high"`
}

type tttQuantile struct {
	Share float64  `json:"share"`
	Time  *float64 `json:"time"`
}

type tttStep struct {
	Time float64 `json:"time"`
	F    float64 `json:"f"`
}

type tttFit struct {
	Family        stat.Family      `json:"family"`
	Estimator     stat.Estimator   `json:"estimator"`
	Parameters    []stat.Parameter `json:"parameters"`
	LogLikelihood *float64         `json:"log_likelihood"`
	AIC           *float64         `json:"aic"`
	BIC           *float64         `json:"bic"`
	KS            *float64         `json:"ks"`
	KSChance      float64          `json:"ks_p"`
	AD            *float64         `json:"anderson_darling"`
	ADChance      float64          `json:"anderson_darling_p"`
	Mean          *float64         `json:"mean"`
	SpeedupLimit  *float64         `json:"speedup_limit"` // null: none
	LimitLow      *float64         `json:"speedup_limit_low"`
	LimitHigh     *float64         `json:"speedup_limit_high"`
	Restart       tttRestart       `json:"restart"`
}

type tttRestart struct {
	After    *float64 `json:"after"` // null: never
	Expected *float64 `json:"expected"`
	Without  *float64 `json:"without"`
}

type tttExpected struct {
	Walks   float64        `json:"walks"`
	Time    tttEstimate    `json:"time"`
	Speedup tttEstimate    `json:"speedup"`
	ByFit   []tttPredicted `json:"by_fit"`
}

type tttPredicted struct {
	Time    tttEstimate `json:"time"`
	Speedup tttEstimate `json:"speedup"`
}

// number is null for what JSON cannot write.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func (e estimate) report() tttEstimate {
	return tttEstimate{number(e.value), string(e.bound), number(e.in.Low), number(e.in.High)}
}

func restartReport(r stat.Restart) tttRestart {
	return tttRestart{number(r.After), number(r.Expected), number(r.Without)}
}

func (a *analysis) report() tttReport {
	s := a.sample
	r := tttReport{
		Problem: a.first.Problem, Instance: filename.Text(a.first.Instance), N: a.first.N, Method: a.first.Method.Name, Settings: a.first.Method.Settings,
		WalksPerRun: walksOf(a.first), Target: a.target, TargetSource: a.source, Unit: a.unit, Runs: s.Runs(), Reached: s.Reached(),
		Mean: estimate{s.Mean(), s.FastestBound(1), a.mean}.report(), ERT: s.ERT(), Restart: restartReport(a.restart), Chance: a.chance,
		Fits: []tttFit{}, Notes: append([]string{}, a.notes...),
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
	for _, row := range a.rows {
		e := tttExpected{Walks: row.walks, Time: row.fromRuns.report(), Speedup: row.speedup.report(), ByFit: []tttPredicted{}}
		for i := range row.byFit {
			e.ByFit = append(e.ByFit, tttPredicted{row.byFit[i].report(), row.speedupByFit[i].report()})
		}
		r.Expected = append(r.Expected, e)
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
