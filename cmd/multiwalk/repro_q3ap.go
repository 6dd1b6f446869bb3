package main

import (
	"cmp"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/papers/q3ap"
)

type reproQ3APCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table, orders; none for table."`

	Instances []string      `placeholder:"NAME" help:"nug12-d, nug13-d, nug15-d, nug18-d, nug22-d, or demo for some that need no file. (default: all five)"`
	Systems   []string      `placeholder:"ID" help:"tabu-gpu, tabu-cores, tabu-core, swaps-core, anneal-gpu, anneal-core. (default: all)"`
	Runs      int           `placeholder:"N" help:"Runs of each system and instance. (default: 20, which the chapter's figures fit)"`
	Limit     time.Duration `placeholder:"5s" help:"When a run gives up."`
	Jobs      int           `placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick     bool          `help:"Five runs and a limit of 1s on two instances, where other flags do not say otherwise."`

	reproFlags
}

// Run makes the tables again, as far as it gets.
func (r *reproQ3APCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, q3ap.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *reproQ3APCmd) lab(setup q3ap.Setup) (_ *q3ap.Lab, err error) {
	config := q3ap.Config{Setup: setup, Runs: r.Runs, Limit: r.Limit}
	config.Jobs = r.Jobs
	names := r.Instances
	if r.Quick {
		config.Runs, config.Limit = cmp.Or(r.Runs, 5), cmp.Or(r.Limit, time.Second)
		if len(names) == 0 {
			names = q3ap.PaperInstances()[:2]
		}
	}
	if config.Systems, err = q3ap.SystemsNamed(r.Systems); err != nil {
		return nil, err
	}
	if config.Instances, err = loaded(q3ap.Load, names); err != nil {
		return nil, err
	}
	return q3ap.NewLab(config)
}
