package main

import (
	"cmp"
	"io"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/repro"
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

// Run makes the figures again, as far as it gets.
func (r *reproNQueensCmd) Run(c *console.Console, k *kong.Context) error {
	experiments, err := nqueens.ExperimentsNamed(r.Experiments)
	if err != nil {
		return err
	}
	config, err := r.config(c)
	if err != nil {
		return err
	}
	environment := r.environment(k, config.Cores, config.Accelerator)
	lab, journal, err := labWithJournal(&r.reproFlags, func() (*nqueens.Lab, error) { return nqueens.NewLab(config) },
		func() (io.Closer, error) {
			config.Journal, err = r.journal(config, environment)
			return config.Journal, err
		})
	if err != nil {
		return err
	}
	defer journal.Close()
	defer lab.Close()
	return makeAgain(&r.reproFlags, c, experiments, lab, environment)
}

// config turns flags into a Lab's settings.
func (r *reproNQueensCmd) config(c *console.Console) (config nqueens.Config, err error) {
	config = nqueens.Config{Sizes: r.Sizes, Threads: r.Threads, Map: nqueens.ThreadMap(cmp.Or(r.Map, string(nqueens.MeasuredMap))), Trials: r.Trials, Limit: r.Limit, Seed: r.Seed,
		Cores: cmp.Or(r.Cores, device.CPU(0).Workers()), Log: r.log(c)}
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
		return config, err
	}
	config.Accelerator, err = r.accelerator()
	return config, err
}

// journal opens the journal of the output folder. All that a measurement depends on, but for what its line says, is in
// its first line.
func (r *reproNQueensCmd) journal(config nqueens.Config, e repro.Environment) (*repro.Journal, error) {
	threads := config.Map
	if threads == nqueens.DefaultMap {
		threads = "" // as folders have it from before there was a choice
	}
	return journalIn(&r.reproFlags, func(file string) (*repro.Journal, error) {
		return nqueens.OpenJournal(file, struct {
			Seed      uint64 `json:"seed"`
			Trials    int    `json:"trials"`
			Limit     string `json:"limit"`
			Processor string `json:"processor"`
			Cores     int    `json:"cores"`
			Device    string `json:"device"`

			Map nqueens.ThreadMap `json:"map,omitempty"`
		}{config.Seed, config.Trials, config.Limit.String(), e.Processor, e.Cores, e.Device, threads})
	})
}
