package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
)

type benchCmd struct {
	Run   benchRunCmd   `cmd:"" default:"withargs" help:"Make the runs, and tell of each instance how soon or how well each method did in each place."`
	Scale benchScaleCmd `cmd:"" help:"The same, and how much sooner or better each place is than the first, beside what independent runs would give."`
}

// benchFlags say which runs there are: of each method in each place on each instance, one for each seed.
type benchFlags struct {
	Files   []string `arg:"" name:"file" help:"Instance files, ${instance}with spaces between."`
	Problem string   `placeholder:"NAME" help:"Problem of the files, if it is not to be told from the content."`
	Methods []string `aliases:"method" default:"auto" help:"Methods, with commas between: auto, or what ${program} methods lists."`
	Set     []string `sep:"none" placeholder:"KEY=VALUE" help:"Change a setting of the method, any number of times."`
	Devices []string `aliases:"device" sep:"none" default:"auto" help:"Places, with commas between, such as cpu:1,cpu:4,gpu:0,gpu:0,1: what begins with a digit belongs to the GPUs before it."`
	Seeds   int      `default:"5" placeholder:"N" help:"Runs of each, with a seed each."`
	Seed    uint64   `default:"1" help:"The first seed."`
	stopFlags
	costFlags
	Out      string `placeholder:"FILE" help:"Write a record of each run, as JSON lines. Runs that FILE has already are not made again."`
	JSON     bool   `xor:"form" help:"Print one JSON object, and nothing else, to the standard output."`
	Markdown bool   `xor:"form" help:"Print the tables in Markdown."`
	Quiet    bool   `short:"q" help:"Do not report progress."`
}

type benchRunCmd struct{ benchFlags }

// Run makes the runs, and a table for each instance.
func (b *benchRunCmd) Run(c *console.Console, p *Program) error {
	series, err := b.make(c, p)
	if err != nil {
		return err
	}
	var tables []*exhibit.Table
	for _, of := range grouped(series, func(s *benchSeries) string { return s.file }) {
		t, err := newBenchView(of, b.Target)
		if err != nil {
			return err
		}
		tables = append(tables, t.table())
	}
	return b.print(c, tables)
}

// benchReport is what bench --json prints.
type benchReport struct {
	Tables []*exhibit.Table `json:"tables"` // one an instance, or with scale one an instance and a method
}

func (b *benchFlags) print(c *console.Console, tables []*exhibit.Table) (err error) {
	if b.JSON {
		return console.WriteJSON(c.Out, benchReport{tables})
	}
	for i, t := range tables {
		write := t.Text
		if b.Markdown {
			write = t.Markdown
		}
		if i > 0 {
			fmt.Fprintln(c.Out)
		}
		err = errors.Join(err, write(c.Out))
	}
	return err
}

// benchSeries is the runs of a method in a place on an instance.
type benchSeries struct {
	file, method, place string
	format              problem.Format
	best                problem.BestKnown
	known               bool          // that there is a best one
	header              record.Header // of each run, but for its seed
	runs                []record.Run
}

// grouped returns the series with equal keys together, in the order of their first.
func grouped(all []*benchSeries, key func(*benchSeries) string) (groups [][]*benchSeries) {
	at := map[string]int{}
	for _, s := range all {
		i, ok := at[key(s)]
		if !ok {
			i = len(groups)
			at[key(s)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// make returns all series with their runs. It makes the runs that are not in the record. It makes the runs of one seed in all series, and
// then those of the next seed. So a machine that slows down slows all series.
func (b *benchFlags) make(c *console.Console, p *Program) ([]*benchSeries, error) {
	leave, err := b.ask(c, p)
	if err != nil {
		return nil, err
	}
	defer leave()
	all, err := b.plan(c, p)
	if err != nil {
		return nil, err
	}
	kept, err := openKept(b.Out)
	if err != nil {
		return nil, err
	}
	defer kept.close()
	ctx, release := c.Interruptible()
	defer release()
	line, done := console.LiveLine{W: c.Err}, 0
	for k := range b.Seeds {
		for _, s := range all {
			h := s.header
			h.Seed += uint64(k)
			run, ok := kept.find(h)
			if !ok {
				if run, err = b.measure(ctx, c, p, s, h.Seed); err == nil {
					err = kept.add(run)
				}
				if err != nil {
					line.Erase()
					return nil, b.interrupted(ctx, err)
				}
			}
			s.runs = append(s.runs, run)
			done++
			b.tell(c, &line, fmt.Sprintf("run %d of %d: %s: %s", done, b.Seeds*len(all), s.name(), s.format.Text(run.End.Cost)), ok)
		}
	}
	line.Erase()
	return all, nil
}

// name tells which series it is; files may have any characters in their names.
func (s *benchSeries) name() string {
	return fmt.Sprintf("%s, %s, %s", filename.Shown(s.file), s.method, s.place)
}

// tell reports a run that was made: on a terminal in a line that is drawn over.
func (b *benchFlags) tell(c *console.Console, line *console.LiveLine, text string, kept bool) {
	switch width := c.Width(); {
	case b.Quiet || b.JSON || kept:
	case width > 0:
		line.Redraw(text, width)
	default:
		line.Say(text)
	}
}

// interrupted says how to go on after an interrupt.
func (b *benchFlags) interrupted(ctx context.Context, err error) error {
	switch {
	case ctx.Err() == nil:
		return err
	case b.Out == "":
		return console.Missed(errors.New("interrupted; with --out FILE the same command would go on from the runs that it has made"))
	}
	return console.Missed(fmt.Errorf("interrupted; the same command goes on from %s", filename.Shown(b.Out)))
}

// solve is the run of a series with a seed, as the command solve would make it.
func (b *benchFlags) solve(file, method, place string, seed uint64) *solveCmd {
	return &solveCmd{File: file, Problem: b.Problem, Method: method, Set: b.Set, Device: place, Seed: seed, stopFlags: b.stopFlags,
		outputFlags: outputFlags{Quiet: true}}
}

// plan prepares a run of each series, so that what no run would take is refused before the first.
func (b *benchFlags) plan(c *console.Console, p *Program) (all []*benchSeries, err error) {
	places, err := b.places()
	if err != nil {
		return nil, err
	}
	for _, file := range b.Files {
		for _, method := range b.Methods {
			for _, place := range places {
				j, err := b.solve(file, method, place, b.Seed).prepare(c, p)
				if err != nil {
					return nil, fmt.Errorf("%s, %s, %s: %w", filename.Shown(file), method, place, err)
				}
				s := &benchSeries{file: file, method: method, place: place, format: j.in.Format, header: j.header}
				s.best, s.known = j.in.BestKnown()
				for _, o := range all {
					if sameRun(o.header, s.header) {
						return nil, fmt.Errorf("%s and %s are the same runs; name them once", o.name(), s.name())
					}
				}
				all = append(all, s)
				for _, note := range j.notes {
					(&console.LiveLine{W: c.Err}).Note(note)
				}
			}
		}
	}
	return all, nil
}

// places takes --devices apart, and refuses other flags that make no sense.
func (b *benchFlags) places() (list []string, err error) {
	for _, devices := range b.Devices {
		for part := range strings.SplitSeq(devices, ",") {
			if len(list) > 0 && part != "" && part[0] >= '0' && part[0] <= '9' {
				list[len(list)-1] += "," + part
			} else {
				list = append(list, part)
			}
		}
	}
	switch {
	case b.Seeds < 1:
		return nil, fmt.Errorf("--seeds %d is no number of runs; give 1 or more", b.Seeds)
	case len(b.Set) > 0 && len(b.Methods) > 1:
		return nil, errors.New("--set changes one method; give --methods one by one, with the same --out")
	}
	for _, file := range b.Files {
		if file == problem.Stdin {
			return nil, errors.New("each run reads the instance; name its file in place of -")
		}
	}
	return list, nil
}

// measure makes a run, and its record, which must verify.
func (b *benchFlags) measure(ctx context.Context, c *console.Console, p *Program, s *benchSeries, seed uint64) (record.Run, error) {
	j, err := b.solve(s.file, s.method, s.place, seed).prepare(c, p)
	if err != nil {
		return record.Run{}, err
	}
	j.notes = nil // told by plan
	runtime.GC()  // what earlier runs left is not this one's to clear away
	res, err := j.minimize(ctx, newProgress(j))
	if err == nil {
		err = ctx.Err() // a run that was cut short says nothing
	}
	if err != nil {
		return record.Run{}, fmt.Errorf("%s, seed %d: %w", s.name(), seed, err)
	}
	run := record.New(j.header, res)
	if err := j.verify(run); err != nil {
		return run, console.Missed(fmt.Errorf("%s, seed %d: the answer does not hold: %w", s.name(), seed, err))
	}
	return run, nil
}
