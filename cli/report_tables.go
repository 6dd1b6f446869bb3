package cli

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/stat"
)

// costs has a row for each setting on each instance.
func (s *study) costs() *exhibit.Table {
	digits := 0
	for _, in := range s.instances {
		digits = min(digits, digitsOf(in.format))
	}
	t := &exhibit.Table{Name: "costs", Title: "Instances, settings and seeds", Head: "instance, setting", Columns: []exhibit.Column{
		{Name: "runs"}, {Name: "best", Digits: digits}, {Name: "median", Digits: digits}, {Name: "worst", Digits: digits},
		{Group: "gap", Name: "mean", Digits: 3}, {Group: "gap", Name: "median", Digits: 3},
		{Group: "target", Name: "reached"}, {Group: "target", Name: "median", Unit: "s", Digits: -3},
		{Name: "mean evaluations", Digits: -3}}, Notes: s.notes}
	for _, in := range s.instances {
		for k, runs := range in.of {
			if len(runs) == 0 {
				continue
			}
			t.Rows = append(t.Rows, exhibit.Row{Name: in.name() + ": " + s.settings[k].name, Cells: in.cells(k)})
		}
		unit := in.unit()
		if unit == "" {
			unit = "units of cost"
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s: gaps are from %s, %s, in %s.", in.name(), in.against(), in.format.Text(in.best), unit))
	}
	return t
}

// cells are those of a setting on an instance.
func (in *studied) cells(k int) []exhibit.Cell {
	runs, series := in.of[k], benchSeries{format: in.format}
	var costs []int64
	evaluations := 0.0
	for _, r := range runs {
		costs = append(costs, r.End.Cost)
		evaluations += float64(r.End.Evaluations()) / float64(len(runs))
	}
	slices.Sort(costs)
	cells := []exhibit.Cell{exhibit.Value(float64(len(runs)))}
	for _, q := range []float64{0, 0.5, 1} {
		cells = append(cells, series.amount(quantileOf(costs, q)))
	}
	gaps := in.gaps(k)
	cells = append(cells, exhibit.Value(mean(gaps)), exhibit.Value(in.gap(quantileOf(costs, 0.5))))
	return append(append(cells, in.reached(runs)...), exhibit.Value(evaluations))
}

// times are those of runs to the target of the instance.
func (in *studied) times(runs []record.Run) (t benchTimes, ok bool) {
	if !in.targeted || len(runs) == 0 {
		return t, false
	}
	t, err := timesTo(in.target, runs)
	return t, err == nil
}

// reached is how many runs have the target, and the median of their times.
func (in *studied) reached(runs []record.Run) []exhibit.Cell {
	t, ok := in.times(runs)
	if !ok {
		return []exhibit.Cell{exhibit.Missing("-"), exhibit.Missing("-")}
	}
	return []exhibit.Cell{exhibit.Value(float64(t.reached)), t.quantile(0.5)}
}

// ranking is how settings rank.
type ranking struct {
	whole []int       // the settings that have runs on all instances
	gaps  [][]float64 // of each instance the mean gaps of these
	*stat.Ranked
	critical float64 // by how much mean ranks must differ; 0 where there are no two of them, or one instance
}

// rank finds how settings rank.
func (s *study) rank() (r ranking) {
	for k := range s.settings {
		if !slices.ContainsFunc(s.instances, func(in *studied) bool { return len(in.of[k]) == 0 }) {
			r.whole = append(r.whole, k)
		}
	}
	for _, in := range s.instances {
		var row []float64
		for _, k := range r.whole {
			row = append(row, mean(in.gaps(k)))
		}
		r.gaps = append(r.gaps, row)
	}
	r.Ranked = stat.Friedman(r.gaps)
	if len(r.whole) > 1 && len(s.instances) > 1 {
		r.critical = stat.CriticalDifference(len(r.whole), len(s.instances), alpha)
	}
	return r
}

// alpha is how often a test says that equal settings differ.
const alpha = 0.05

// ranks compares settings over instances, and on a single one over seeds.
func (s *study) ranks() []*exhibit.Table {
	r := s.ranking
	if len(r.whole) < 2 {
		return nil
	}
	t := &exhibit.Table{Name: "ranks", Title: "Mean ranks over " + console.Count(len(s.instances), "instance") + ", by mean gaps",
		Head: "setting", Columns: []exhibit.Column{{Name: "mean rank", Digits: 3}}}
	for i, k := range r.whole {
		t.Rows = append(t.Rows, exhibit.Row{Name: s.settings[k].name, Cells: []exhibit.Cell{exhibit.Value(r.Ranks[i])}})
	}
	slices.SortStableFunc(t.Rows, func(a, b exhibit.Row) int { return cmp.Compare(a.Cells[0].Value, b.Cells[0].Value) })
	if len(r.whole) < len(s.settings) {
		t.Notes = append(t.Notes, "Settings without runs on some instance have no rank.")
	}
	if len(s.instances) > 1 {
		t.Notes = append(t.Notes,
			fmt.Sprintf("Friedman: chi-square %.3f; by Iman and Davenport F %.3f, p = %.4f: how often equal settings rank as differently.",
				r.ChiSquare, r.F, r.P),
			fmt.Sprintf("Critical difference of Nemenyi at %.0f %%: %.3f. Settings whose mean ranks differ by less are not told apart by these "+
				"instances.", 100*(1-alpha), r.critical))
	}
	return []*exhibit.Table{t, s.pairs()}
}

// pairs compares each two settings.
func (s *study) pairs() *exhibit.Table {
	t := &exhibit.Table{Name: "pairs", Title: "Pairs of settings", Head: "settings", Columns: []exhibit.Column{
		{Group: "instances where the first is", Name: "better"}, {Group: "instances where the first is", Name: "worse"},
		{Name: "p", Digits: 4}, {Name: "p by Holm", Digits: 4}},
		Notes: []string{"p: how often equal settings differ as much, by the signed rank test of Wilcoxon over the instances' mean gaps; corrected " +
			"for the number of pairs by Holm. Fewer than 6 instances cannot come below 0.05."}}
	if len(s.instances) == 1 {
		t.Notes = []string{"p: how often equal settings differ as much, by the rank sum test of Wilcoxon over the runs; corrected for the number " +
			"of pairs by Holm."}
	}
	var ps []float64
	whole := s.ranking.whole
	for i, a := range whole {
		for j, b := range whole[i+1:] {
			var differences []float64
			better, worse := 0, 0
			for _, row := range s.ranking.gaps {
				d := row[i] - row[i+1+j]
				differences = append(differences, d)
				if d < 0 {
					better++
				} else if d > 0 {
					worse++
				}
			}
			p := stat.SignedRank(differences)
			if len(s.instances) == 1 {
				p = stat.RankSum(s.instances[0].gaps(a), s.instances[0].gaps(b))
			}
			ps = append(ps, p)
			t.Rows = append(t.Rows, exhibit.Row{Name: s.settings[a].name + " / " + s.settings[b].name, Cells: []exhibit.Cell{
				exhibit.Value(float64(better)), exhibit.Value(float64(worse)), exhibit.Value(p)}})
		}
	}
	for i, p := range stat.Holm(ps) {
		t.Rows[i].Cells = append(t.Rows[i].Cells, exhibit.Value(p))
	}
	return t
}

// places says what was run where.
func (s *study) places() *exhibit.Table {
	t := &exhibit.Table{Name: "places", Title: "What was run where", Head: "setting", Columns: []exhibit.Column{{Name: "runs"}, {Name: "device"},
		{Name: "workers"}, {Name: "walks"}, {Name: "limits"}, {Name: "program"}, {Name: "Go"}, {Name: "system"}, {Name: "settings of the method"}}}
	for k, o := range s.settings {
		var runs []record.Run
		for _, in := range s.instances {
			runs = append(runs, in.of[k]...)
		}
		row := exhibit.Row{Name: o.name, Cells: []exhibit.Cell{exhibit.Value(float64(len(runs)))}}
		for _, of := range []func(record.Run) string{
			func(record.Run) string { return o.device },
			func(r record.Run) string { return strconv.Itoa(r.Workers) }, func(r record.Run) string { return strconv.Itoa(r.Walks) },
			func(record.Run) string { return o.limits }, func(record.Run) string { return o.program },
			func(r record.Run) string { return r.Go }, func(r record.Run) string { return strings.Trim(r.OS+"/"+r.Arch, "/") },
			func(record.Run) string { return o.values },
		} {
			row.Cells = append(row.Cells, exhibit.Missing(different(runs, of)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// different are the texts that runs have, each once; unknown where they have none.
func different(runs []record.Run, of func(record.Run) string) string {
	var list []string
	for _, r := range runs {
		if text := of(r); text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return "unknown"
	}
	return strings.Join(list, "; ")
}

// csv writes a line for each run.
func (s *study) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"problem", "instance", "n", "setting", "method", "settings", "device", "workers", "walks", "seed", "cost", "gap", "gap_unit",
		"status", "seconds", "evaluations", "seconds_to_target"}}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, in := range s.instances {
		for k, runs := range in.of {
			for _, r := range runs {
				time := ""
				if t, ok := in.times([]record.Run{r}); ok && t.reached == 1 {
					time = number(t.sample.Min())
				}
				rows = append(rows, []string{r.Problem, filename.Text(r.Instance), strconv.Itoa(r.N), s.settings[k].name, r.Method.Name,
					string(r.Method.Settings), r.Device, strconv.Itoa(r.Workers), strconv.Itoa(r.Walks), strconv.FormatUint(r.Seed, 10),
					in.format.Text(r.End.Cost), number(in.gap(r.End.Cost)), in.unit(), string(r.End.Status), number(r.End.Elapsed),
					strconv.FormatInt(r.End.Evaluations(), 10), time})
			}
		}
	}
	return out.WriteAll(rows)
}
