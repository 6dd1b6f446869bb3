package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/stat"
)

type reportCmd struct {
	Records []string `arg:"" help:"Records of runs, as bench --out and solve --record write them; - for the standard input."`
	Out     string   `default:"report.html" placeholder:"FILE" help:"Write the report, whole in one file: .html with charts, .md with the tables, or .csv with a line for each run."`
	Target  *string  `placeholder:"COST" help:"Tell the time to this cost too: a number, bks (the best known), bks+1% or bks+100. (default: the target that all runs of an instance stop at, if there is one)"`
	Title   string   `default:"Runs" placeholder:"TEXT" help:"What stands above the report."`
	costFlags
}

// Run makes a report of records.
func (r *reportCmd) Run(c *console.Console, p *Program) error {
	forms := map[string]func(*study, io.Writer) error{".html": (*study).html, ".md": (*study).markdown, ".csv": (*study).csv}
	write := forms[strings.ToLower(filepath.Ext(r.Out))]
	if write == nil {
		return fmt.Errorf("--out %s: no form of a report has that ending; use .html, .md or .csv", filename.Shown(r.Out))
	}
	for _, file := range r.Records {
		if same(r.Out, file) {
			return fmt.Errorf("--out %s is one of the records; name another file", filename.Shown(r.Out))
		}
	}
	leave, err := r.ask(c, p)
	if err != nil {
		return err
	}
	defer leave()
	if err := console.CheckPlace(r.Out, console.RoomFor(0)); err != nil {
		return console.Environment(fmt.Errorf("--out %s: %w", filename.Shown(r.Out), err))
	}
	s, err := r.study(c, p)
	if err != nil {
		return err
	}
	if err := wholefile.Write(r.Out, func(w io.Writer) error { return write(s, w) }); err != nil {
		return console.Environment(fmt.Errorf("--out: %w", err))
	}
	_, err = fmt.Fprintf(c.Out, "%s of %s with %s in %s\n", console.Count(s.runs, "run"), console.Count(len(s.instances), "instance"),
		console.Count(len(s.settings), "setting"), filename.Shown(r.Out))
	return err
}

// study is what records tell of several settings on several instances.
type study struct {
	title     string
	runs      int
	instances []*studied
	settings  []contender
	ranking   ranking
	notes     []string
}

// contender is a method with all that runs of it have in common, on every instance.
type contender struct {
	name                   string
	method, values, device string
	limits, program        string
}

// studied is an instance with the runs of each setting. A setting may have none.
type studied struct {
	first    record.Run
	format   problem.Format
	best     int64 // the best known cost, or the best of all runs
	known    bool  // that it is published
	of       [][]record.Run
	target   int64
	targeted bool
}

// study reads the records, verifies them as ttt does, and sorts the runs.
func (r *reportCmd) study(c *console.Console, p *Program) (*study, error) {
	reader := &tttCmd{Records: r.Records, Target: r.Target}
	runs, err := reader.read(c, p)
	if err != nil {
		return nil, err
	}
	s := &study{title: r.Title}
	unseen, err := reader.verify(runs, p)
	if err != nil {
		return nil, err
	}
	if unseen != "" {
		s.notes = append(s.notes, unseen)
	}
	all := len(runs)
	runs = slices.DeleteFunc(runs, func(r record.Run) bool { return r.End == nil || r.End.Solution == nil })
	if len(runs) == 0 {
		return nil, errors.New("no run of the records came to an end with a solution; there is nothing to report")
	}
	if n := all - len(runs); n > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%s without an end or a solution: left out.", console.Count(n, "run")))
	}
	s.sort(runs)
	for _, in := range s.instances {
		for _, of := range in.of {
			if err := stat.Independent(of); err != nil {
				return nil, err
			}
		}
		if err := in.judge(reader, p); err != nil {
			return nil, err
		}
	}
	s.ranking = s.rank()
	return s, nil
}

// sort puts runs where they belong.
func (s *study) sort(runs []record.Run) {
	s.runs = len(runs)
	for _, r := range runs {
		at := slices.IndexFunc(s.instances, func(o *studied) bool { return stat.SameInstance([]record.Run{o.first, r}) == nil })
		if at < 0 {
			at, s.instances = len(s.instances), append(s.instances, &studied{first: r})
		}
		what := contenderOf(r)
		k := slices.Index(s.settings, what)
		if k < 0 {
			k, s.settings = len(s.settings), append(s.settings, what)
		}
		in := s.instances[at]
		for len(in.of) <= k {
			in.of = append(in.of, nil)
		}
		in.of[k] = append(in.of[k], r)
	}
	for _, in := range s.instances {
		for len(in.of) < len(s.settings) {
			in.of = append(in.of, nil)
		}
	}
	s.name()
}

// contenderOf is what a run has in common with those of other seeds and instances. A target is the instance's.
func contenderOf(r record.Run) contender {
	var limits []string
	for _, stop := range r.Stop {
		if stop.Kind == "target" {
			continue
		}
		limit := fmt.Sprintf("%d %s", stop.Value, strings.ReplaceAll(string(stop.Kind), "_", " "))
		if stop.Kind == "time" {
			limit = fmt.Sprintf("%v s", float64(stop.Value)/1e9)
		}
		limits = append(limits, limit)
	}
	return contender{method: r.Method.Name, values: string(r.Method.Settings), device: r.Device, limits: strings.Join(limits, ", "),
		program: r.Program}
}

// name gives each setting a name that no other has: the method, and what else is needed to tell them apart.
func (s *study) name() {
	for i := range s.settings {
		s.settings[i].name = s.settings[i].method
	}
	for _, more := range []func(contender) string{
		func(o contender) string { return o.device }, func(o contender) string { return o.limits }, func(o contender) string { return o.program },
		func(o contender) string { return o.values },
	} {
		names := make([]string, len(s.settings))
		for i, o := range s.settings {
			names[i] = o.name
			for _, other := range s.settings {
				if other.name == o.name && more(other) != more(o) {
					names[i] = o.name + ", " + brief(more(o))
				}
			}
		}
		for i, name := range names {
			s.settings[i].name = name
		}
	}
}

// brief is a text that may be long.
func brief(text string) string {
	if text == "" {
		return "unknown"
	}
	if len(text) > 60 {
		return strings.ToValidUTF8(text[:57], "") + "..."
	}
	return text
}

// judge finds what costs are held against.
func (in *studied) judge(t *tttCmd, p *Program) error {
	all := slices.Concat(in.of...)
	in.format = p.formatOf(in.first)
	in.best, _ = bestOf(all)
	if best, known, err := t.bestKnown(in.first, p); err == nil && known {
		in.best, in.known = min(best.Cost, in.best), true
	}
	in.target, in.targeted = stat.Target(all)
	if t.Target != nil {
		var err error
		if in.target, err = parseTarget(*t.Target, in.format, in.best, in.known); err != nil {
			return fmt.Errorf("%s: %w", filename.Shown(in.first.Instance), err)
		}
		in.targeted = true
	}
	return nil
}

// name is that of the instance.
func (in *studied) name() string {
	return fmt.Sprintf("%s %s, n=%d", in.first.Problem, filename.Shown(in.first.Instance), in.first.N)
}

// gap is how far a cost is from the best: in per cent, or as a difference where costs are real or the best is 0.
func (in *studied) gap(cost int64) float64 {
	if g, ok := gapPercent(cost, in.best); ok && in.unit() != "" {
		return g
	}
	return in.format.Worse(cost, in.best)
}

// unit is that of gaps.
func (in *studied) unit() string {
	if in.format.Real || in.best == 0 {
		return ""
	}
	return "%"
}

// against says what gaps are counted from.
func (in *studied) against() string {
	if in.known {
		return "the best known " + in.format.Word()
	}
	return "the best " + in.format.Word() + " of any run"
}

// gaps are those of the runs of a setting, sorted.
func (in *studied) gaps(k int) (list []float64) {
	for _, r := range in.of[k] {
		list = append(list, in.gap(r.End.Cost))
	}
	return slices.Sorted(slices.Values(list))
}

// mean is that of the values; NaN where there are none.
func mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// share is the value that a share of sorted ones does not pass, between two of them by a straight line.
func share(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(math.Floor(at))
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// tables are all that the study says in figures.
func (s *study) tables() []*exhibit.Table {
	list := []*exhibit.Table{s.costs()}
	return append(append(list, s.ranks()...), s.places())
}

// markdown writes the tables.
func (s *study) markdown(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# %s\n", s.title)
	for _, t := range s.tables() {
		if _, failed := fmt.Fprintln(w); err == nil {
			err = errors.Join(failed, t.Markdown(w))
		}
	}
	return err
}
