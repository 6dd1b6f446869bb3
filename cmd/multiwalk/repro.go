package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/repro"
	"github.com/multiwalk/multiwalk/repro/pspm"
)

// reproCmd is a sub-command a paper.
type reproCmd struct {
	PSPM pspmCmd `cmd:"" name:"pspm" help:"Parallel neighbourhood search on many-core platforms: table2 table3 table4 figure4."`
}

type pspmCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table2, table3 (or throughput, convergence), table4, figure4; none for all."`

	Instances []string       `placeholder:"NAME" help:"TSPLIB instances, or demo for some that need no file. (default: the paper's 20)"`
	Systems   []string       `placeholder:"ID" help:"sspm, pssm, pspm, pspm32, pspm-each, sspm-threads, pspm-cpu. (default: the first four)"`
	Trials    int            `placeholder:"N" help:"Trials of each system and instance. (default: 10, as in the paper)"`
	TrialsOf  map[string]int `mapsep:"," placeholder:"ID=N" help:"Trials of some systems, where they differ."`
	Sweeps    int            `placeholder:"N" help:"Sp, the sweeps of a temperature. (default: 10, as in the paper)"`
	Moves     []int          `placeholder:"N" help:"Rows of Table 4. (default: 4 to 1024)"`
	Limit     time.Duration  `placeholder:"1m" help:"When a throughput trial gives up."`
	Quick     bool           `help:"Two trials of a tenth of the work on three instances, where other flags do not say otherwise."`

	Device   string `default:"auto" help:"What GPU systems run on: auto (the first GPU, if there is one), gpu:1, cpu for none, emulator."`
	Searches int    `placeholder:"N" help:"TB, the searches on the GPU. (default: as many as it holds)"`
	Cores    int    `placeholder:"N" help:"Cores that CPU systems use. (default: all)"`
	Jobs     int    `placeholder:"N" help:"Trials of one core that run at the same time. (default: 1)"`
	Seed     uint64 `default:"1" help:"Seed of the first trial; the next ones have those after it."`

	Out   string `placeholder:"DIR" help:"Write tables, charts and a line for each trial to this folder, and go on from the trials that it has."`
	Show  bool   `help:"Run nothing, and show what --out has."`
	JSON  bool   `help:"Print one JSON object, and nothing else, to the standard output."`
	Quiet bool   `short:"q" help:"Do not report progress."`
}

// Run makes the tables again, as far as it gets.
func (r *pspmCmd) Run(c *console, k *kong.Context) error {
	experiments, err := pspm.ExperimentsNamed(r.Experiments)
	if err != nil {
		return err
	}
	if r.Show && r.Out == "" {
		return errors.New("--show needs the --out of a run before")
	}
	config, err := r.config(c)
	if err != nil {
		return err
	}
	environment := r.environment(config, k.Args)
	if r.Out != "" {
		if config.Journal, err = r.journal(config, environment); err != nil {
			return err
		}
		defer config.Journal.Close()
	}
	lab, err := pspm.NewLab(config)
	if err != nil {
		return err
	}
	ctx, release := c.interruptible()
	defer release()
	var tables []*repro.Table
	var failed error
	for _, e := range experiments {
		if !r.Show {
			failed = e.Run(ctx, lab)
		}
		of := e.Tables(lab)
		tables = append(tables, of...)
		if err := r.write(c, e, lab, of, environment); err != nil {
			return failure{exitEnvironment, err}
		}
		if failed != nil {
			break
		}
	}
	if err := r.end(c, tables, environment); err != nil {
		return failure{exitEnvironment, err}
	}
	return r.explain(failed, ctx.Err() != nil)
}

// explain says what stopped the experiments.
func (r *pspmCmd) explain(err error, interrupted bool) error {
	switch {
	case err == nil:
		return nil
	case !interrupted:
		return failure{exitMissed, err}
	case r.Out == "":
		return failure{exitMissed, errors.New("interrupted: figures marked * rest on fewer trials; with --out the same command goes on from there")}
	}
	return failure{exitMissed, fmt.Errorf("interrupted: figures marked * rest on fewer trials; the same command goes on from %s", r.Out)}
}

// config turns flags into a Lab's settings.
func (r *pspmCmd) config(c *console) (config pspm.Config, err error) {
	config = pspm.Config{Schedule: pspm.PaperSchedule, Trials: r.Trials, TrialsOf: r.TrialsOf, Seed: r.Seed, Cores: r.Cores, Jobs: r.Jobs,
		Searches: r.Searches, Limit: r.Limit, Moves: r.Moves}
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
	if !r.Quiet && !r.JSON {
		config.Log = func(line string) { fmt.Fprintln(c.err, line) }
	}
	if config.Systems, err = pspm.SystemsNamed(r.Systems); err != nil {
		return config, err
	}
	config.Instances, err = pspm.Load(dataFolder(), names)
	if errors.Is(err, pspm.ErrNoData) {
		return config, failure{exitEnvironment, err}
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

// accelerator returns what GPU systems run on, or nil for nothing.
func (r *pspmCmd) accelerator() (multiwalk.Device, error) {
	if r.Device == "auto" {
		if gpu := device.GPU(0); gpu.Ready() == nil {
			return gpu, nil
		}
		return nil, nil
	}
	d, err := device.Parse(r.Device)
	if err != nil {
		return nil, err
	}
	if _, ok := d.(multiwalk.Accelerator); !ok {
		if d.String() != "cpu" {
			return nil, fmt.Errorf("--device %s: cores of the CPU are --cores; this flag says what GPU systems run on, and cpu that they do not", r.Device)
		}
		return nil, nil
	}
	return d, nil
}

// environment says where the figures come from.
func (r *pspmCmd) environment(config pspm.Config, args []string) repro.Environment {
	list, err := device.List()
	e := repro.Environment{Version: programVersion(), Command: "multiwalk " + strings.Join(args, " "), Processor: list[0].Model,
		Cores: config.Cores}
	switch {
	case config.Accelerator != nil:
		e.Device = config.Accelerator.String()
		for _, info := range list[1:] {
			if info.Device == e.Device {
				e.Device = fmt.Sprintf("%s, %s, %d multiprocessors, CUDA %s", info.Device, info.Model, info.GPU.Multiprocessors, info.GPU.CUDA)
			}
		}
	case err != nil:
		e.Device = "no GPU"
	default:
		e.Device = "no GPU asked for"
	}
	return e
}
