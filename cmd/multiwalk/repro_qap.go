package main

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/repro"
	"github.com/multiwalk/multiwalk/repro/qap"
)

type reproQAPCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table1, table2, table3, methods, variants, figure5, figure6; none for all."`

	Instances []string      `placeholder:"NAME" help:"QAPLIB instances, or demo for some that need no file. (default: the paper's nine)"`
	Systems   []string      `placeholder:"ID" help:"ga-gpu, ga-cores, model-1, auto-gpu, tabu-cores... (default: all)"`
	Variants  bool          `help:"Beside the systems those of the paper's remarks: order crossover, shuffled blocks, and the mutation rate of its text in tables 2 and 3."`
	Blocks    []int         `placeholder:"P" help:"Numbers of subpopulations on the GPU, ascending. (default: 30, 60, 1000)"`
	Runs      int           `placeholder:"N" help:"Runs of each system and instance, as far as the budget goes. (default: 30, as in the paper)"`
	Singles   int           `placeholder:"N" help:"Runs of single blocks of the GPU, about. (default: 1000)"`
	Races     int           `placeholder:"N" help:"Races of each number of blocks, many side by side on the GPU, about. (default: 100)"`
	Limit     time.Duration `placeholder:"5s" help:"When a run gives up."`
	Budget    time.Duration `placeholder:"5s" help:"For how long runs of a system on an instance are begun."`
	Mutation  float64       `placeholder:"P" help:"Probability that a child of the paper's model mutates. (default: 0.9, which the paper's figures fit; its text says 0.1)"`
	Jobs      int           `placeholder:"N" help:"Runs of one core at the same time. (default: as many as cores)"`
	Quick     bool          `help:"Five runs, 200 single blocks and 1s of budget and limit on three instances, where other flags do not say otherwise."`

	reproFlags
}

// Run makes the tables again, as far as it gets.
func (r *reproQAPCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, qap.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *reproQAPCmd) lab(setup qap.Setup) (_ *qap.Lab, err error) {
	config := qap.Config{Setup: setup, Blocks: r.Blocks, Runs: r.Runs, Singles: r.Singles, Races: r.Races,
		Limit: r.Limit, Budget: r.Budget, Mutation: r.Mutation}
	config.Jobs = r.Jobs
	names := r.Instances
	if r.Quick {
		config.Runs, config.Singles = cmp.Or(r.Runs, 5), cmp.Or(r.Singles, 200)
		config.Limit, config.Budget = cmp.Or(r.Limit, time.Second), cmp.Or(r.Budget, time.Second)
		if len(names) == 0 {
			names = qap.PaperInstances()[:3]
		}
	}
	if config.Systems, err = qap.SystemsNamed(r.Systems); err != nil {
		return nil, err
	}
	if r.Variants || slices.Contains(r.Experiments, "variants") {
		config.Systems = withVariants(config.Systems)
	}
	config.Instances, err = qap.Load(dataFolder(), names)
	if errors.Is(err, repro.ErrNoData) {
		return nil, console.Environment(err)
	}
	if err != nil {
		return nil, err
	}
	return qap.NewLab(config)
}

// withVariants adds the variants of the paper's model that are not among the systems.
func withVariants(systems []qap.System) []qap.System {
	for _, v := range qap.Variants() {
		if !slices.ContainsFunc(systems, func(s qap.System) bool { return s.ID == v.ID }) {
			systems = append(systems, v)
		}
	}
	return systems
}
