package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/chapter"
	"github.com/multiwalk/multiwalk/papers/fang"
	"github.com/multiwalk/multiwalk/papers/heterogeneous"
	"github.com/multiwalk/multiwalk/papers/multistart"
	"github.com/multiwalk/multiwalk/papers/nqueens"
	"github.com/multiwalk/multiwalk/papers/perceptron"
	"github.com/multiwalk/multiwalk/papers/pspm"
	"github.com/multiwalk/multiwalk/papers/q3ap"
	"github.com/multiwalk/multiwalk/papers/qap"
)

// reproCmd is a sub-command a paper.
type reproCmd struct {
	PSPM          paperCmd[pspm.System, *pspm.Lab, pspm.Config]                            `cmd:"" name:"pspm" help:"Parallel neighbourhood search on many-core platforms: table2 table3 table4 figure4."`
	NQueens       paperCmd[nqueens.System, *nqueens.Lab, nqueens.Config]                   `cmd:"" name:"nqueens" help:"Parallel evaluation of candidates for N queens: figure1 to figure7, table1, table3, table4."`
	FANG          paperCmd[fang.System, *fang.Lab, fang.Config]                            `cmd:"" name:"fang" help:"Successor-state generation for heuristic optimization on GPUs: table1 table2."`
	QAP           paperCmd[qap.System, *qap.Lab, qap.Config]                               `cmd:"" name:"qap" help:"Genetic algorithm for quadratic assignment in independent runs: table1 to table3, figure5, figure6, other methods."`
	Q3AP          paperCmd[q3ap.System, *q3ap.Lab, q3ap.Config]                            `cmd:"" name:"q3ap" help:"Quadratic three-dimensional assignment on GPUs, a chapter's case study: table, orders."`
	Perceptron    paperCmd[perceptron.System, *perceptron.Lab, perceptron.Config]          `cmd:"" name:"perceptron" help:"Tabu search by flips of one, two and three bits on the permuted perceptron problem: table."`
	Multistart    paperCmd[multistart.System, *multistart.Lab, multistart.Config]          `cmd:"" name:"multistart" help:"Iterated local search for tours, a thread a search and a thread a neighbour: table and searches."`
	Chapter       paperCmd[chapter.System, *chapter.Lab, chapter.Config]                   `cmd:"" name:"chapter" help:"Methods with a population on GPUs, a chapter's systems: cellular, islands, swarms, ants, quantum-inspired."`
	Heterogeneous paperCmd[heterogeneous.System, *heterogeneous.Lab, heterogeneous.Config] `cmd:"" name:"heterogeneous" help:"Tabu search on one GPU and the cores beside it, by neighbourhoods and by whole searches: table."`
}

// lab is a paper's: it runs trials and keeps them in a journal.
type lab interface {
	Open(file string, m papers.Machine) error
	Begin() error
	Close() error
}

// paperCmd is a paper's sub-command: the flags of its lab, then those that all papers have.
type paperCmd[S papers.System, L lab, C papers.Config[S, L]] struct {
	Config C `embed:""`
	reproFlags
}

// Run runs experiments of the paper in its lab, and shows each as far as it gets.
func (p *paperCmd[S, L, C]) Run(c *console.Console, k *kong.Context) error {
	experiments, err := p.Config.Experiments()
	if err != nil {
		return err
	}
	setup := papers.Setup[S]{Seed: p.Seed, Cores: cmp.Or(p.Cores, device.CPU(0).Workers()), Shown: p.Show, Log: p.log(c), Data: dataFolder()}
	if setup.Accelerator, err = p.accelerator(); err != nil {
		return err
	}
	lab, err := p.Config.Make(setup)
	if errors.Is(err, papers.ErrNoData) {
		return console.Environment(err)
	}
	if err != nil {
		return err
	}
	defer lab.Close()
	environment := p.environment(k, c.Version, setup.Cores, setup.Accelerator)
	if err := p.journal(lab, environment.Machine); err != nil {
		return err
	}
	ctx, release := c.Interruptible()
	defer release()
	var tables []*exhibit.Table
	var failed error
	for _, e := range experiments {
		if !p.Show {
			failed = e.Run(ctx, lab)
		}
		of, charts := e.Shown(lab)
		tables = append(tables, of...)
		if err := p.write(c, of, charts, environment); err != nil {
			return console.Environment(err)
		}
		if failed != nil {
			break
		}
	}
	if err := p.end(c, tables, environment); err != nil {
		return console.Environment(err)
	}
	return p.explain(ctx, failed)
}

// dataFolder is where published instances lie.
func dataFolder() string {
	return cmp.Or(os.Getenv("MULTIWALK_DATA"), filepath.Join("..", "shared", "data"))
}

// reproFlags are what the sub-commands of all papers have.
type reproFlags struct {
	Device string `default:"auto" help:"What is meant for a GPU runs on: auto (the first GPU, if there is one), gpu:1, cpu for none, emulator."`
	Cores  int    `placeholder:"N" help:"Cores that CPU systems use. (default: all)"`
	Seed   uint64 `default:"1" help:"Seed of the first trial; the next ones have those after it."`

	Out   string `placeholder:"DIR" help:"Write tables, charts and a line for each trial to this folder, and go on from the trials that it has."`
	Show  bool   `help:"Run nothing, and show what --out has, of the machine that it is of: --device and --cores do not matter."`
	JSON  bool   `help:"Print one JSON object, and nothing else, to the standard output."`
	Quiet bool   `short:"q" help:"Do not report progress."`

	shown papers.Environment // with Show: the machine that the journal names
}

// AfterApply refuses flags that make no sense together, and finds out whose figures are to be shown; kong calls it.
func (r *reproFlags) AfterApply() (err error) {
	if r.Show && r.Out == "" {
		return errors.New("--show needs the --out of a run before")
	}
	if r.Cores < 0 {
		return fmt.Errorf("--cores %d is negative; leave it out for all", r.Cores)
	}
	if r.Show {
		if r.shown, err = source(r.Out); err != nil {
			return err
		}
		r.Cores = r.shown.Cores
	}
	return nil
}

// log returns what reports progress, or nil.
func (r *reproFlags) log(c *console.Console) func(string) {
	if r.Quiet || r.JSON {
		return nil
	}
	return func(line string) { fmt.Fprintln(c.Err, line) }
}

// explain says what stopped the experiments.
func (r *reproFlags) explain(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() == nil:
		return console.Missed(err)
	case r.Out == "":
		return console.Missed(errors.New("interrupted: figures marked * rest on fewer trials; " +
			"with --out the same command goes on from there"))
	}
	return console.Missed(fmt.Errorf("interrupted: figures marked * rest on fewer trials; "+
		"the same command goes on from %s", filename.Shown(r.Out)))
}

// accelerator returns what stands in for the paper's GPU, or nil for nothing.
func (r *reproFlags) accelerator() (multiwalk.Device, error) {
	if r.Show {
		return standIn(r.shown.Device)
	}
	if r.Device == "auto" {
		if gpu := device.GPU(0); gpu.Ready() == nil {
			return gpu, nil
		}
		return nil, nil
	}
	d, err := device.Parse(r.Device)
	if err != nil {
		return nil, console.OnCores(err)
	}
	if _, ok := d.(multiwalk.Accelerator); !ok {
		if d.String() != "cpu" {
			return nil, fmt.Errorf("--device %s: cores of the CPU are --cores; "+
				"this flag says what GPU systems run on, and cpu that they do not", r.Device)
		}
		return nil, nil
	}
	return d, nil
}

// environment says where the figures come from.
func (r *reproFlags) environment(k *kong.Context, version string, cores int, accelerator multiwalk.Device) papers.Environment {
	e := r.shown
	e.Version, e.Command = version, "multiwalk"
	for _, arg := range k.Args {
		e.Command += " " + filename.Shown(arg)
	}
	if r.Show {
		return e
	}
	list, err := device.List()
	e.Processor, e.Cores = list[0].Model, cores
	switch {
	case accelerator != nil:
		e.Device = accelerator.String()
		for _, info := range list[1:] {
			if info.Device == e.Device {
				e.Device = fmt.Sprintf("%s, %s, %d multiprocessors, CUDA %s",
					info.Device, info.Model, info.GPU.Multiprocessors, info.GPU.CUDA)
			}
		}
	case err != nil:
		e.Device = "no GPU"
	default:
		e.Device = "no GPU asked for"
	}
	return e
}
