package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/tune"
	"github.com/multiwalk/multiwalk/walk"
)

type tuneCmd struct {
	Files      []string       `arg:"" help:"Instance files to train on. If there are several and no --test, every second one is kept for the test."`
	Test       []string       `placeholder:"FILE" help:"Instance files of the test, on which the winner of the training must be better than the default. (default: the ones kept back, or the same with other seeds)"`
	Problem    string         `placeholder:"NAME" help:"Problem of the files, if it is not to be told from the content."`
	Method     string         `required:"" help:"Method whose settings are tuned: see ${program} methods."`
	Set        []string       `sep:"none" placeholder:"KEY=VALUE" help:"Change a setting of the default, any number of times."`
	Vary       []string       `required:"" sep:"none" placeholder:"KEY=VALUE,VALUE" help:"Values to try for a setting, any number of times; of a setting that is there already, further ones. All their combinations are candidates."`
	Candidates int            `default:"64" placeholder:"N" help:"The most combinations that are compared; of more, this number is drawn at random."`
	Rounds     int            `default:"30" placeholder:"N" help:"Runs of each candidate in training, at most; those that lose too often are given up earlier."`
	Tests      int            `default:"20" placeholder:"N" help:"Runs of the winner and of the default in the test."`
	Device     string         `default:"cpu:1" help:"Where runs take place: cpu:N, gpu, gpu:1, or emulator."`
	Seed       uint64         `default:"1" help:"Seed of the first run, and of the draw."`
	Time       *time.Duration `placeholder:"DURATION" help:"Stop each run after a time. Compares fairly where the machine does nothing else."`

	Evaluations *int64 `placeholder:"N" help:"Stop each run after this number of evaluations. (default: 1000000, without --time)"`
	Log         string `placeholder:"FILE" help:"Write each run as a JSON line. A race that was interrupted goes on from there."`
	JSON        bool   `help:"Print one JSON object, and nothing else, to the standard output."`
}

// Run races the candidates, and prints the settings to use.
func (k *tuneCmd) Run(c *console.Console, p *Program) error {
	train, test, format, err := k.instances(c, p)
	if err != nil {
		return err
	}
	s := tune.Settings{Seed: k.Seed, Rounds: k.Rounds, Tests: k.Tests, Log: k.Log, Stop: k.stops(), Program: programBuild(c.Version)}
	if s.Device, err = k.on(train[0].Problem, p); err != nil {
		return err
	}
	candidates, notes, err := k.candidates(train[0].Problem, s.Device, p)
	if err != nil {
		return err
	}
	line, width := console.LiveLine{W: c.Err}, c.Width()
	for _, note := range notes {
		line.Note(note)
	}
	if width > 0 {
		s.Observe = func(r tune.Run) { line.Redraw(tuneLine(r, len(candidates), format), width) }
	}
	ctx, release := c.Interruptible()
	defer release()
	o, err := tune.Race(ctx, methodsOf(candidates), train, test, s)
	line.Erase()
	if errors.Is(err, context.Canceled) && k.Log != "" {
		return console.Missed(fmt.Errorf("interrupted; the same command goes on from %s", filename.Shown(k.Log)))
	}
	if err != nil {
		return err
	}
	r := tuned(o, candidates, format)
	if k.JSON {
		return console.WriteJSON(c.Out, r)
	}
	return r.print(c.Out, format)
}

func tuneLine(r tune.Run, candidates int, f problem.Format) string {
	what := "training"
	if r.Test {
		what = "test"
	}
	return fmt.Sprintf("%s round %d, candidate %d of %d: %s", what, r.Round+1, r.Candidate+1, candidates, f.Text(r.Cost))
}

func (k *tuneCmd) stops() (list []multiwalk.Stop) {
	if k.Time != nil {
		list = append(list, multiwalk.Time(*k.Time))
	}
	switch {
	case k.Evaluations != nil:
		list = append(list, multiwalk.Evaluations(*k.Evaluations))
	case k.Time == nil:
		list = append(list, multiwalk.Evaluations(1_000_000))
	}
	return list
}

// instances reads the files, and keeps some for the test.
func (k *tuneCmd) instances(c *console.Console, p *Program) (train, test []tune.Instance, f problem.Format, err error) {
	for i, file := range slices.Concat(k.Files, k.Test) {
		content, err := p.Content(file, c.In)
		if err != nil {
			return nil, nil, f, err
		}
		read, err := p.Parse(content, file, k.Problem)
		if err != nil {
			return nil, nil, f, err
		}
		in := tune.Instance{Name: file, Problem: read.Problem, Hash: read.Hash}
		if f = read.Format; i >= len(k.Files) || len(k.Test) == 0 && i%2 == 1 {
			test = append(test, in)
		} else {
			train = append(train, in)
		}
	}
	return train, test, f, nil
}

// on is where the runs take place; nil is one core.
func (k *tuneCmd) on(in multiwalk.Problem, p *Program) (multiwalk.Device, error) {
	if k.Device == "cpu:1" {
		return nil, nil
	}
	d, err := device.Parse(k.Device)
	if m, unknown := p.methodNamed(k.Method); unknown == nil && accepts(m, in) {
		err = console.OnCores(err)
	}
	return d, err
}

// prepares reports why a method does not take its settings on a device.
func prepares(m walk.Method, p multiwalk.Problem, d multiwalk.Device) error {
	plan := walk.Plan{Walks: 1, Warn: func(string) {}}
	if a, _ := machinesOf(d); a != nil {
		if err := walk.Place(p, m, d); err != nil {
			return err
		}
		plan.Device, plan.Walks = a, 0
	}
	search, err := m.Prepare(p, plan)
	if closer, ok := search.(io.Closer); ok && err == nil {
		return closer.Close()
	}
	return err
}
