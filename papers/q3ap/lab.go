package q3ap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/walk"
)

// Setup is what the labs of all papers are told.
type Setup = papers.Setup[System]

// Config says what a Lab works on: what the command's flags say, and the rest. Instances must not be empty; the zero value of every
// other field has a meaning.
type Config struct {
	Setup     `kong:"-"` // what one GPU does is done by the first of several
	Instances []Instance `kong:"-"`

	Asked    []string      `arg:"" name:"experiments" optional:"" help:"table, orders; none for table."`
	Names    []string      `name:"instances" placeholder:"NAME" help:"nug12-d, nug13-d, nug15-d, nug18-d, nug22-d, or demo for some that need no file. (default: all five)"`
	IDs      []string      `name:"systems" placeholder:"ID" help:"tabu-gpu, tabu-cores, tabu-core, swaps-core, pairs-gpu, pairs-many, pairs-core, anneal-gpu, anneal-core. (default: all)"`
	Runs     int           `placeholder:"N" help:"Runs of each system and instance. (default: 20, which the chapter's figures fit)"`
	Limit    time.Duration `placeholder:"5s" help:"When a run gives up."`
	Parallel int           `name:"jobs" placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick    bool          `help:"Five runs and a limit of 1s on two instances, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (_ *Lab, err error) {
	c.Setup = setup
	if c.Quick {
		c.Runs, c.Limit = cmp.Or(c.Runs, 5), cmp.Or(c.Limit, time.Second)
		c.Names = papers.Or(c.Names, PaperInstances()[:2])
	}
	if c.Instances, err = Load(c.Data, c.Names); err != nil {
		return nil, err
	}
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Runs, c.Limit = cmp.Or(c.Runs, paperRuns), cmp.Or(c.Limit, 5*time.Second)
	if err := c.Fill(SystemsNamed, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	switch {
	case len(c.Instances) == 0:
		return c, errors.New("multiwalk: no instances to run; give some")
	case min(c.Runs, c.Cores, c.Jobs) < 1 || c.Limit < 0:
		return c, fmt.Errorf("multiwalk: runs %d, cores %d, jobs %d and limit %v must be above 0; leave them out for the defaults",
			c.Runs, c.Cores, c.Jobs, c.Limit)
	}
	return c, nil
}

// What a trial is, and what comes out of it.
type (
	Trial = papers.Trial
	Run   = papers.Run
	Runs  = papers.Runs
)

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[*assignment.Instance, System]
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	l := &Lab{Config: c}
	l.Solving = papers.Solving[*assignment.Instance, System]{On: &l.Setup,
		Method: func(_ Instance, s System, _ Trial) walk.Method { return s.Method },
		Set: func(in Instance, s System, _ Trial, settings *multiwalk.Settings) {
			settings.Stop, settings.Walks = papers.Until(in.Target, l.Limit), cmp.Or(s.Walks, settings.Walks)
		}}
	l.Columns = papers.RunColumns
	return l, err
}

// Open takes up the runs in the journal of a file, or begins one. All that a trial depends on, but for what its line says, is in its
// first line. How many trials there are is not: more can be added.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, struct {
		Seed  uint64 `json:"seed"`
		Limit string `json:"limit"`
		papers.Machine
	}{l.Seed, l.Limit.String(), m})
}

// find returns the runs of a system on an instance, in their order.
func (l *Lab) find(in Instance, id string) Runs { return l.Find(in, id, l.Config.Runs) }

// run runs those trials of a system on an instance that have no result; to the target, if it is not 0. Instances with their matrices
// swapped have a name of their own.
func (l *Lab) run(ctx context.Context, in Instance, s System) error {
	return l.Solve(ctx, in, s, Trial{}, l.Config.Runs)
}
