package main

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/device"
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
	experiments, err := qap.ExperimentsNamed(r.Experiments)
	if err != nil {
		return err
	}
	config, err := r.config(c)
	if err != nil {
		return err
	}
	environment := r.environment(k, config.Cores, config.Accelerator)
	lab, journal, err := labWithJournal(&r.reproFlags, func() (*qap.Lab, error) { return qap.NewLab(config) }, func() (io.Closer, error) {
		config.Journal, err = r.journal(config, environment)
		return config.Journal, err
	})
	if err != nil {
		return err
	}
	defer journal.Close()
	return makeAgain(&r.reproFlags, c, experiments, lab, environment)
}

// config turns flags into a Lab's settings.
func (r *reproQAPCmd) config(c *console.Console) (config qap.Config, err error) {
	config = qap.Config{Blocks: r.Blocks, Runs: r.Runs, Singles: r.Singles, Races: r.Races,
		Limit: cmp.Or(r.Limit, qap.DefaultLimit), Budget: r.Budget, Seed: r.Seed, Mutation: cmp.Or(r.Mutation, qap.DefaultMutation), Jobs: r.Jobs,
		Cores: cmp.Or(r.Cores, device.CPU(0).Workers()), Log: r.log(c)}
	names := r.Instances
	if r.Quick {
		config.Runs, config.Singles = cmp.Or(r.Runs, 5), cmp.Or(r.Singles, 200)
		config.Limit, config.Budget = cmp.Or(r.Limit, time.Second), cmp.Or(r.Budget, time.Second)
		if len(names) == 0 {
			names = qap.PaperInstances()[:3]
		}
	}
	if config.Systems, err = qap.SystemsNamed(r.Systems); err != nil {
		return config, err
	}
	if r.Variants || slices.Contains(r.Experiments, "variants") {
		config.Systems = withVariants(config.Systems)
	}
	config.Instances, err = qap.Load(dataFolder(), names)
	if errors.Is(err, repro.ErrNoData) {
		return config, console.Environment(err)
	}
	if err == nil {
		config.Accelerator, err = r.accelerator()
	}
	return config, err
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

// journal opens the journal of the output folder. All that a trial depends on, but for what its line says, is in its
// first line. How many trials there are is not: more can be added.
func (r *reproQAPCmd) journal(config qap.Config, e repro.Environment) (*repro.Journal, error) {
	return journalIn(&r.reproFlags, func(file string) (*repro.Journal, error) {
		return qap.OpenJournal(file, struct {
			Seed      uint64  `json:"seed"`
			Limit     string  `json:"limit"`
			Mutation  float64 `json:"mutation"`
			Processor string  `json:"processor"`
			Cores     int     `json:"cores"`
			Device    string  `json:"device"`
		}{config.Seed, config.Limit.String(), config.Mutation, e.Processor, e.Cores, e.Device})
	})
}
