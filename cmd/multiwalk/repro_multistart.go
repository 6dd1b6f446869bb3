package main

import (
	"cmp"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/papers/multistart"
)

type reproMultistartCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table; none for it."`

	Instances []string      `placeholder:"NAME" help:"TSPLIB instances, or demo for some that need no file. (default: six of 100 to 3038 cities)"`
	Systems   []string      `placeholder:"ID" help:"search-gpu, neighbour-gpu, core, cores, auto-gpu, auto-cores. (default: all)"`
	Runs      int           `placeholder:"N" help:"Runs of each system and instance. (default: 5)"`
	Searches  int           `placeholder:"N" help:"Searches of either mapping on the GPU. (default: 8192)"`
	Limit     time.Duration `placeholder:"10s" help:"Of a run."`
	Jobs      int           `placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick     bool          `help:"Two runs of 1s on two instances, where other flags do not say otherwise."`

	reproFlags
}

// Run makes the table again, as far as it gets.
func (r *reproMultistartCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, multistart.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *reproMultistartCmd) lab(setup multistart.Setup) (_ *multistart.Lab, err error) {
	config := multistart.Config{Setup: setup, Tries: r.Runs, Searches: r.Searches, Limit: r.Limit}
	config.Jobs = r.Jobs
	names := r.Instances
	if r.Quick {
		config.Tries, config.Limit = cmp.Or(r.Runs, 2), cmp.Or(r.Limit, time.Second)
		if len(names) == 0 {
			names = multistart.PaperInstances()[:2]
		}
	}
	if config.Systems, err = multistart.SystemsNamed(r.Systems); err != nil {
		return nil, err
	}
	if config.Instances, err = loaded(multistart.Load, names); err != nil {
		return nil, err
	}
	return multistart.NewLab(config)
}
