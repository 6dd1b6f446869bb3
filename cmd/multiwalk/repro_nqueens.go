package main

import (
	"cmp"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/repro/nqueens"
)

type reproNQueensCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"FIGURE" help:"figure1 to figure7, table1, table3, table4, batch; none for all."`

	Sizes   []int         `placeholder:"N" help:"Numbers of queens, ascending. (default: each experiment's own, 100 to 1,000,000)"`
	Schemes []string      `placeholder:"ID" help:"Evaluation schemes beside serial: adaptive, linear, gpu-coarse... (default: all)"`
	Threads []int         `placeholder:"N" help:"Numbers of threads of figure2, ascending. (default: some of 1 to 60)"`
	Map     string        `placeholder:"MAP" help:"Threads of the adaptive scheme by size: measured on this machine, as in the paper; default for these cores; the paper's, for 40. (default: measured)"`
	Trials  int           `placeholder:"N" help:"Repetitions of each case, as far as a twentieth of the limit goes. (default: 100, as in the paper)"`
	Limit   time.Duration `placeholder:"10s" help:"What takes longer is left out, and a run of annealing only begun."`
	Quick   bool          `help:"A few sizes and a limit of 0.2s, where other flags do not say otherwise."`

	reproFlags
}

// Run makes the tables again, as far as it gets.
func (r *reproNQueensCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, nqueens.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *reproNQueensCmd) lab(setup nqueens.Setup) (_ *nqueens.Lab, err error) {
	config := nqueens.Config{Setup: setup, Sizes: r.Sizes, Threads: r.Threads, Map: nqueens.ThreadMap(r.Map), Trials: r.Trials, Limit: r.Limit}
	if r.Quick {
		config.Limit = cmp.Or(r.Limit, 200*time.Millisecond)
		if config.Sizes == nil {
			config.Sizes = []int{100, 300, 1000, 3000, 10_000, 100_000}
		}
		if config.Threads == nil {
			config.Threads = []int{1, 2, 4, 8}
		}
	}
	if config.Systems, err = nqueens.SystemsNamed(r.Schemes); err != nil {
		return nil, err
	}
	return nqueens.NewLab(config)
}
