package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/repro"
	"github.com/multiwalk/multiwalk/repro/pspm"
)

type pspmCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table2, table3 (or throughput, convergence), table4, figure4; none for all."`

	Instances []string       `placeholder:"NAME" help:"TSPLIB instances, or demo for some that need no file. (default: the paper's 20)"`
	Systems   []string       `placeholder:"ID" help:"sspm, pssm, pspm, pspm32, strided, strided32, strided-each, sspm-threads, pspm-cpu. (default: the first six)"`
	Trials    int            `placeholder:"N" help:"Trials of each system and instance. (default: 10, as in the paper)"`
	TrialsOf  map[string]int `mapsep:"," placeholder:"ID=N" help:"Trials of some systems, where they differ."`
	Sweeps    int            `placeholder:"N" help:"Sp, the sweeps of a temperature. (default: 10, as in the paper)"`
	Moves     []int          `placeholder:"N" help:"Rows of Table 4. (default: 4 to 1024)"`
	Limit     time.Duration  `placeholder:"1m" help:"When a throughput trial gives up."`
	Quick     bool           `help:"Two trials of a tenth of the work on three instances, where other flags do not say otherwise."`
	Searches  int            `placeholder:"N" help:"TB, the searches on the GPU. (default: as many as it holds)"`
	Jobs      int            `placeholder:"N" help:"Trials of one core that run at the same time. (default: 1)"`

	reproFlags
}

// Run makes the tables again, as far as it gets.
func (r *pspmCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, pspm.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *pspmCmd) lab(setup pspm.Setup) (_ *pspm.Lab, err error) {
	config := pspm.Config{Setup: setup, Schedule: pspm.PaperSchedule, Trials: r.Trials, TrialsOf: r.TrialsOf,
		Searches: r.Searches, Limit: r.Limit, Moves: r.Moves}
	config.Jobs = r.Jobs
	names := r.Instances
	if r.Quick {
		config.Schedule.Sweeps = 1
		config.Trials = cmp.Or(r.Trials, 2)
		config.Limit = cmp.Or(r.Limit, 5*time.Second)
		if len(names) == 0 {
			names = pspm.PaperInstances()[:3]
		}
	}
	config.Schedule.Sweeps = cmp.Or(r.Sweeps, config.Schedule.Sweeps)
	if config.Systems, err = pspm.SystemsNamed(r.Systems); err != nil {
		return nil, err
	}
	config.Instances, err = pspm.Library.Load(dataFolder(), names)
	if errors.Is(err, repro.ErrNoData) {
		return nil, console.Environment(err)
	}
	if err != nil {
		return nil, err
	}
	return pspm.NewLab(config)
}

// dataFolder is where published instances lie.
func dataFolder() string {
	return cmp.Or(os.Getenv("MULTIWALK_DATA"), filepath.Join("..", "shared", "data"))
}
