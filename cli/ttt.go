package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/stat"
)

type tttCmd struct {
	Records []string `arg:"" help:"Records of runs, all of one instance; - for the standard input."`

	Target   *string `placeholder:"COST" help:"Time to this cost: a number, bks (the best known), bks+1% or bks+100. (default: the target that the runs stop at, else the best cost of any)"`
	Instance string  `placeholder:"FILE" help:"Instance of the runs, for bks, if it does not lie where the record says."`
	Unit     string  `default:"seconds" help:"What time is measured in: seconds, evaluations (of a walk) or work (rounds)."`
	Mixed    bool    `help:"Take runs that differ in method, settings or machine for a sample of one distribution."`

	Walks     []float64 `placeholder:"N" help:"Walks side by side whose expected time to tell. (default: 1,2,5,10,30,60,100,1000 times those of a run)"`
	Fits      []string  `default:"all" help:"Distributions to fit: exponential, shifted, gamma, normal, lognormal, weibull; all, or none."`
	Estimator string    `default:"likelihood" enum:"likelihood,squares,both" help:"Fit by the greatest likelihood, by least squares as in the paper, or both."`
	Head      float64   `default:"1" placeholder:"SHARE" help:"Fit to this share of the runs, the fastest; the others only count as slower. It tells more of many walks and less of one."`
	Resamples int       `placeholder:"N" help:"Samples that a bootstrap draws. (default: 1000; of more than 1000 runs fewer, at least 200)"`
	Seed      uint64    `default:"1" help:"Seed of the bootstraps."`

	Plot    string `placeholder:"FILE" help:"Draw the times to the target and the speed-up; .svg or .png."`
	LogTime bool   `help:"Draw time on a logarithmic axis."`
	CSV     string `name:"csv" placeholder:"FILE" help:"Write each run's time and the distributions at that time."`
	JSON    bool   `help:"Print one JSON object, and nothing else, to the standard output."`
}

// Run tells how long the recorded runs take to a target, and how long more of them side by side would.
func (t *tttCmd) Run(c *console.Console, p *Program) error {
	if err := t.check(); err != nil {
		return err
	}
	runs, err := t.read(c, p)
	if err != nil {
		return err
	}
	unseen, err := t.verify(runs, p)
	if err != nil {
		return err
	}
	a, err := t.analyse(runs, p)
	if err != nil {
		return err
	}
	if unseen != "" {
		a.notes = append(a.notes, unseen)
	}
	for _, o := range []output{
		{"plot", t.Plot, func() error { return drawTo(t.Plot, a.chart(t.LogTime)) }},
		{"csv", t.CSV, func() error { return wholefile.Write(t.CSV, a.writeCSV) }},
	} {
		if o.path == "" {
			continue
		}
		if err := o.write(); err != nil {
			return console.Environment(fmt.Errorf("--%s: %w", o.what, err))
		}
	}
	if t.JSON {
		err = console.WriteJSON(c.Out, a.report())
	} else {
		err = a.print(c.Out)
	}
	if err != nil {
		return console.Environment(err)
	}
	return nil
}

// check refuses flags before any work is spent.
func (t *tttCmd) check() error {
	if _, err := stat.UnitNamed(t.Unit); err != nil {
		return err
	}
	for _, p := range t.Walks {
		if !(p >= 1 && p <= 1e9) {
			return fmt.Errorf("--walks %v is not from 1 to 1e9", p)
		}
	}
	if !(t.Head > 0 && t.Head <= 1) {
		return fmt.Errorf("--head %v is no share; give more than 0 and up to 1", t.Head)
	}
	if t.Resamples != 0 && (t.Resamples < 40 || t.Resamples > 1_000_000) {
		return fmt.Errorf("--resamples %d is not from 40, as an interval of 95 %% needs, to 1000000", t.Resamples)
	}
	if _, err := t.families(); err != nil {
		return err
	}
	taken := slices.Clone(t.Records)
	for _, out := range []struct{ flag, path string }{{"--plot", t.Plot}, {"--csv", t.CSV}} {
		for _, other := range taken {
			if same(out.path, other) {
				return fmt.Errorf("%s %s is named twice; name another file", out.flag, filename.Shown(out.path))
			}
		}
		taken = append(taken, out.path)
		if out.path == "" {
			continue
		}
		if err := console.CheckPlace(out.path, console.RoomFor(0)); err != nil {
			return console.Environment(fmt.Errorf("%s %s: %w", out.flag, filename.Shown(out.path), err))
		}
	}
	return checkChart(t.Plot)
}

// resampling says how bootstraps draw from the given number of runs.
func (t *tttCmd) resampling(runs int) stat.Resampling {
	return stat.Resampling{Resamples: cmp.Or(t.Resamples, min(1000, max(200, 1_000_000/runs))), Seed: t.Seed}
}

// families returns the distributions to fit.
func (t *tttCmd) families() ([]stat.Family, error) {
	var list []stat.Family
	for _, name := range t.Fits {
		switch name {
		case "all":
			list = append(list, stat.Families()...)
		case "none":
			if len(t.Fits) > 1 {
				return nil, errors.New("--fits none stands alone")
			}
		default:
			f, err := stat.FamilyNamed(name)
			if err != nil {
				return nil, err
			}
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b stat.Family) int {
		return slices.Index(stat.Families(), a) - slices.Index(stat.Families(), b)
	})
	return slices.Compact(list), nil
}

// read merges the records.
func (t *tttCmd) read(c *console.Console, p *Program) ([]record.Run, error) {
	var runs []record.Run
	for _, file := range t.Records {
		more, err := p.runsIn(file, c.In)
		if err != nil {
			return nil, err
		}
		runs = append(runs, more...)
	}
	return runs, nil
}

// verify refuses runs that do not verify: one wrong time spoils all that is said of the sample. Runs whose instance is
// not where their record says are checked in themselves alone; unseen then says that.
func (t *tttCmd) verify(runs []record.Run, p *Program) (unseen string, err error) {
	seen := evidence{program: p, file: t.Instance}
	without := 0
	for _, r := range runs {
		if t.Instance != "" {
			if _, err := seen.instance(r); err != nil {
				return "", err
			}
		}
		wrong := r.Check()
		if _, _, ok := r.Best(); ok && wrong == nil {
			_, wrong = seen.verify(r)
		}
		switch {
		case errors.Is(wrong, errElsewhere):
			without++
			unseen = wrong.Error()
		case wrong != nil:
			return "", console.Missed(fmt.Errorf("%s does not verify: %w; leave it out", r.At, wrong))
		}
	}
	if without > 0 {
		unseen = fmt.Sprintf("The solutions of %s were not evaluated again, only their records checked: %s.", console.Count(without, "run"),
			oneLine(unseen))
	}
	return unseen, nil
}

// target returns the cost to reach, and where it comes from.
func (t *tttCmd) target(runs []record.Run, p *Program) (cost int64, source string, err error) {
	if t.Target == nil {
		if cost, ok := stat.Target(runs); ok {
			return cost, "where the runs stop", nil
		}
		for _, r := range runs {
			if _, ok := stat.Target([]record.Run{r}); ok {
				return 0, "", errors.New("the runs stop at different targets, or some at none; choose one with --target")
			}
		}
		cost, ok := bestOf(runs)
		if !ok {
			return 0, "", errors.New("no run has a solution")
		}
		return cost, "the best cost of any run", nil
	}
	var best problem.BestKnown
	known := false
	if strings.HasPrefix(*t.Target, "bks") {
		if best, known, err = t.bestKnown(runs[0], p); err != nil {
			return 0, "", err
		}
	}
	cost, err = parseTarget(*t.Target, p.formatOf(runs[0]), best.Cost, known)
	return cost, *t.Target, err
}

// bestOf returns the least cost of all runs.
func bestOf(runs []record.Run) (cost int64, ok bool) {
	for _, r := range runs {
		if _, c, has := r.Best(); has && (!ok || c < cost) {
			cost, ok = c, true
		}
	}
	return cost, ok
}

// bestKnown reads the instance of the runs, which must be the one that they solved.
func (t *tttCmd) bestKnown(r record.Run, p *Program) (problem.BestKnown, bool, error) {
	file := r.File
	if t.Instance != "" {
		file = t.Instance
	}
	none := problem.BestKnown{}
	if file == problem.Stdin {
		return none, false, errors.New("the instance came from the standard input; name its file with --instance, " +
			"or give --target as a number")
	}
	content, err := p.Content(file, nil)
	if err != nil {
		return none, false, fmt.Errorf("%w; name the instance with --instance, or give --target as a number", err)
	}
	in, err := p.Parse(content, file, r.Problem)
	if err != nil {
		return none, false, err
	}
	if in.Hash != r.Hash {
		return none, false, fmt.Errorf("%s is not the instance of %s: it has %s, the record %s", filename.Shown(file), r.At, in.Hash, r.Hash)
	}
	best, ok := in.BestKnown()
	return best, ok, nil
}
