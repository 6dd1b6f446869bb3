package main

import (
	"cmp"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/papers/perceptron"
)

type reproPerceptronCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table; none for it."`

	Sizes      []string      `placeholder:"MxN" help:"Rows by columns of planted instances. (default: 73x73,81x81,101x101,101x117)"`
	Systems    []string      `placeholder:"ID" help:"hamming1-gpu, hamming1-core, hamming2-gpu... auto-gpu, auto-cores, auto-core. (default: all)"`
	Runs       int           `placeholder:"N" help:"Runs of each system and size. (default: 10)"`
	Iterations int           `placeholder:"N" help:"Most iterations of a run of tabu search. (default: 10,000)"`
	Limit      time.Duration `placeholder:"10s" help:"When a run gives up."`
	Jobs       int           `placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick      bool          `help:"Three runs and a limit of 1s at two sizes, where other flags do not say otherwise."`

	reproFlags
}

// Run makes the table again, as far as it gets.
func (r *reproPerceptronCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, perceptron.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *reproPerceptronCmd) lab(setup perceptron.Setup) (_ *perceptron.Lab, err error) {
	config := perceptron.Config{Setup: setup, Sizes: r.Sizes, Tries: r.Runs, Iterations: r.Iterations, Limit: r.Limit}
	config.Jobs = r.Jobs
	if r.Quick {
		config.Tries, config.Limit = cmp.Or(r.Runs, 3), cmp.Or(r.Limit, time.Second)
		if config.Sizes == nil {
			config.Sizes = perceptron.PaperSizes[:2]
		}
	}
	if config.Systems, err = perceptron.SystemsNamed(r.Systems); err != nil {
		return nil, err
	}
	return perceptron.NewLab(config)
}
