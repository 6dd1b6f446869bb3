package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/device"
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
	experiments, err := pspm.ExperimentsNamed(r.Experiments)
	if err != nil {
		return err
	}
	config, err := r.config(c)
	if err != nil {
		return err
	}
	environment := r.environment(k, config.Cores, config.Accelerator)
	lab, journal, err := labWithJournal(&r.reproFlags, func() (*pspm.Lab, error) { return pspm.NewLab(config) },
		func() (io.Closer, error) {
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
func (r *pspmCmd) config(c *console.Console) (config pspm.Config, err error) {
	config = pspm.Config{Schedule: pspm.PaperSchedule, Trials: r.Trials, TrialsOf: r.TrialsOf, Seed: r.Seed, Jobs: r.Jobs,
		Searches: r.Searches, Limit: r.Limit, Moves: r.Moves, Log: r.log(c)}
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
	config.Cores = cmp.Or(r.Cores, device.CPU(0).Workers())
	if config.Systems, err = pspm.SystemsNamed(r.Systems); err != nil {
		return config, err
	}
	config.Instances, err = pspm.Load(dataFolder(), names)
	if errors.Is(err, repro.ErrNoData) {
		return config, console.Environment(err)
	}
	if err == nil {
		config.Accelerator, err = r.accelerator()
	}
	return config, err
}

// dataFolder is where published instances lie.
func dataFolder() string {
	return cmp.Or(os.Getenv("MULTIWALK_DATA"), filepath.Join("..", "shared", "data"))
}

// journal opens the journal of the output folder. All that a trial depends on, but for what its line says, is in its
// first line.
func (r *pspmCmd) journal(config pspm.Config, e repro.Environment) (*pspm.Journal, error) {
	return journalIn(&r.reproFlags, func(file string) (*pspm.Journal, error) {
		return pspm.OpenJournal(file, struct {
			Schedule  pspm.Schedule `json:"schedule"`
			Seed      uint64        `json:"seed"`
			Processor string        `json:"processor"`
			Cores     int           `json:"cores"`
			Device    string        `json:"device"`
			Searches  int           `json:"searches"`
			Proposals string        `json:"proposals"` // of the system pspm, which had others once
		}{config.Schedule, config.Seed, e.Processor, e.Cores, e.Device, config.Searches, "independent"})
	})
}
