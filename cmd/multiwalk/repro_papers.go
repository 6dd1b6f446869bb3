package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/fang"
	"github.com/multiwalk/multiwalk/papers/nqueens"
	"github.com/multiwalk/multiwalk/papers/pspm"
	"github.com/multiwalk/multiwalk/papers/qap"
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
	Jobs      int            `placeholder:"N" help:"Trials of one core that run at the same time. (default: one for each physical core, or 1 where their number is not known)"`

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
	if config.Instances, err = loaded(pspm.Library.Load, names); err != nil {
		return nil, err
	}
	return pspm.NewLab(config)
}

// loaded returns published instances by name. Where their files are missing the fault is the environment's.
func loaded[I any](load func(dir string, names []string) ([]I, error), names []string) ([]I, error) {
	list, err := load(dataFolder(), names)
	if errors.Is(err, papers.ErrNoData) {
		err = console.Environment(err)
	}
	return list, err
}

// dataFolder is where published instances lie.
func dataFolder() string {
	return cmp.Or(os.Getenv("MULTIWALK_DATA"), filepath.Join("..", "shared", "data"))
}

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
	Jobs      int           `placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
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
	if config.Instances, err = loaded(qap.Load, names); err != nil {
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

type reproFANGCmd struct {
	Experiments []string `arg:"" optional:"" placeholder:"TABLE" help:"table1, table2; none for both."`

	Systems []string      `placeholder:"ID" help:"one-pass, stored, cores, one-pass-rated, stored-rated, cores-rated. (default: all)"`
	States  []int         `placeholder:"N" help:"Numbers of states, ascending. (default: 1024 and 4096, as in the paper)"`
	Trials  int           `placeholder:"N" help:"Generations of each case, as far as the limit goes. (default: 100, as in the paper)"`
	Limit   time.Duration `placeholder:"10s" help:"For how long generations of a case are begun."`
	Quick   bool          `help:"Ten generations or 1s, of 1024 states, where other flags do not say otherwise."`

	reproFlags
}

// Run makes the tables again, as far as it gets.
func (r *reproFANGCmd) Run(c *console.Console, k *kong.Context) error {
	return remake(&r.reproFlags, c, k, r.Experiments, fang.Experiments(), r.lab)
}

// lab turns flags into a lab.
func (r *reproFANGCmd) lab(setup fang.Setup) (_ *fang.Lab, err error) {
	config := fang.Config{Setup: setup, States: r.States, Trials: r.Trials, Limit: r.Limit}
	if r.Quick {
		config.Trials, config.Limit = cmp.Or(r.Trials, 10), cmp.Or(r.Limit, time.Second)
		if config.States == nil {
			config.States = []int{1024}
		}
	}
	if config.Systems, err = fang.SystemsNamed(r.Systems); err != nil {
		return nil, err
	}
	return fang.NewLab(config)
}
