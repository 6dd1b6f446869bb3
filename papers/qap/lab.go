package qap

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

// Setup and Instance are what the labs of all papers are told, and work on; Trial, Run and Runs what they do.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[*assignment.Instance]
	Trial    = papers.Trial
	Run      = papers.Run
	Runs     = papers.Runs
)

// The kinds of trial.
const (
	// ToTarget is until the acceptable cost, at most for the limit; without restarts, until nothing better is found for long.
	ToTarget papers.Kind = "target"
	// SingleBlock is the same of one subpopulation, among others beside it: see singles.
	SingleBlock papers.Kind = "single"
	// Race is the same of several subpopulations until one is there, among other races: see races.
	Race papers.Kind = "race"
	// Pace is for a number of generations, whatever is found.
	Pace papers.Kind = "pace"
)

// columns are those of a journal's lines. The generations of a single block are those when it got there or was given up.
const columns = "kind instance system blocks=size length number walks cost reached generations elapsed_s"

// Config says what a Lab works on: what the command's flags say, and the rest. Instances must not be empty; the zero value of every
// other field has a meaning. Single blocks have the budget twice. A Mutation below 0 stands for none.
type Config struct {
	Setup     `kong:"-"` // what one GPU does is done by the first of several
	Instances []Instance `kong:"-"`

	Asked    []string      `arg:"" name:"experiments" optional:"" help:"table1, table2, table3, methods, variants, figure5, figure6; none for all."`
	Names    []string      `name:"instances" placeholder:"NAME" help:"QAPLIB instances, or demo for some that need no file. (default: the paper's nine)"`
	IDs      []string      `name:"systems" placeholder:"ID" help:"ga-gpu, ga-cores, model-1, auto-gpu, tabu-cores... (default: all)"`
	Variants bool          `help:"Beside the systems those of the paper's remarks: order crossover, shuffled blocks, and the mutation rate of its text in tables 2 and 3."`
	Blocks   []int         `placeholder:"P" help:"Numbers of subpopulations on the GPU, ascending. (default: 30, 60, 1000)"`
	Runs     int           `placeholder:"N" help:"Runs of each system and instance, as far as the budget goes. (default: 30, as in the paper)"`
	Singles  int           `placeholder:"N" help:"Runs of single blocks of the GPU, about. (default: 1000)"`
	Races    int           `placeholder:"N" help:"Races of each number of blocks, many side by side on the GPU, about. (default: 100)"`
	Limit    time.Duration `placeholder:"5s" help:"When a run gives up."`
	Budget   time.Duration `placeholder:"5s" help:"For how long runs of a system on an instance are begun."`
	Mutation float64       `placeholder:"P" help:"Probability that a child of the paper's model mutates. (default: 0.9, which the paper's figures fit; its text says 0.1)"`
	Parallel int           `name:"jobs" placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick    bool          `help:"Five runs, 200 single blocks and 1s of budget and limit on three instances, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (_ *Lab, err error) {
	c.Setup = setup
	if c.Quick {
		c.Runs, c.Singles = cmp.Or(c.Runs, 5), cmp.Or(c.Singles, 200)
		c.Limit, c.Budget = cmp.Or(c.Limit, time.Second), cmp.Or(c.Budget, time.Second)
		c.Names = papers.Or(c.Names, PaperInstances()[:3])
	}
	if c.Instances, err = Load(c.Data, c.Names); err != nil {
		return nil, err
	}
	return NewLab(c)
}

// systems are those by name, with the variants of the paper's model where they are asked for.
func (c Config) systems(ids []string) ([]System, error) {
	list, err := SystemsNamed(ids)
	if c.Variants || slices.Contains(c.Asked, "variants") {
		list = withVariants(list)
	}
	return list, err
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Blocks == nil {
		c.Blocks = []int{30, 60, 1000}
	}
	c.Runs, c.Singles, c.Races = cmp.Or(c.Runs, paperRuns), cmp.Or(c.Singles, 1000), cmp.Or(c.Races, 100)
	c.Mutation = cmp.Or(c.Mutation, DefaultMutation)
	c.Limit, c.Budget = cmp.Or(c.Limit, 5*time.Second), cmp.Or(c.Budget, 5*time.Second)
	if err := c.Fill(c.systems, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	switch {
	case len(c.Instances) == 0:
		return c, errors.New("multiwalk: no instances to run; give some")
	case min(c.Runs, c.Singles, c.Races, c.Cores, c.Jobs) < 1 || min(c.Limit, c.Budget) < 0:
		return c, fmt.Errorf("multiwalk: runs %d, singles %d, races %d, cores %d, jobs %d, limit %v and budget %v must be above 0; "+
			"leave them out for the defaults", c.Runs, c.Singles, c.Races, c.Cores, c.Jobs, c.Limit, c.Budget)
	case !(c.Mutation <= 1) || math.IsInf(c.Mutation, -1):
		return c, fmt.Errorf("multiwalk: mutation %v is no probability; leave it out for the default (%v), and use -1 for none",
			c.Mutation, DefaultMutation)
	case len(c.Blocks) == 0 || !papers.Ascend(c.Blocks, 2, mostBlocks):
		return c, fmt.Errorf("multiwalk: the numbers of blocks %v must ascend, from 2 to %d; the paper has 30 and 60", c.Blocks, mostBlocks)
	}
	return c, nil
}

// mostBlocks is more than any GPU holds, and keeps the seeds of batches apart.
const mostBlocks = 1 << 20

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[*assignment.Instance, System]
	fits map[string]*forecast
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	l := &Lab{Config: c, fits: map[string]*forecast{}}
	l.Solving = papers.Solving[*assignment.Instance, System]{On: &l.Setup, Set: l.set, See: see, Enough: l.enough, Told: l.told,
		Method: func(in Instance, s System, _ Trial) walk.Method { return l.method(s, in, l.Device(s.Where)) }}
	l.Columns = columns
	return l, err
}

// Open takes up the runs in the journal of a file, or begins one. All that a trial depends on, but for what its line says,
// is in its first line. How many trials there are is not: more can be added.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, struct {
		Seed     uint64  `json:"seed"`
		Limit    string  `json:"limit"`
		Mutation float64 `json:"mutation"`
		papers.Machine
	}{l.Seed, l.Limit.String(), l.Mutation, m})
}

// hopeless is how many generations without a better solution end a run that has no restarts.
const hopeless = 5000

// set ends a trial at the target, and gives it its blocks.
func (l *Lab) set(in Instance, s System, t Trial, settings *multiwalk.Settings) {
	settings.Walks = cmp.Or(settings.Walks, t.Size)
	settings.Stop = papers.Until(in.Target, l.Limit)
	if s.ID == noRestart {
		settings.Stop = append(settings.Stop, multiwalk.NoImprovement(hopeless))
	}
}

// see counts generations.
func see(m walk.Method, result *multiwalk.Result, r *Run) {
	if g, ok := model(m); ok {
		r.Generations = result.FullEvaluations / int64(result.Walks*cmp.Or(g.Population, paperSize))
	}
}

// enough says whether the budget is used up.
func (l *Lab) enough(s System, list Runs) bool {
	return len(list) > 0 && total(list)/float64(l.JobsOf(s)) >= l.Budget.Seconds()
}

// total is how long all lasted, in seconds.
func total(list Runs) float64 { return list.Mean(Run.Seconds) * float64(len(list)) }

// told sums up the runs of a system in a line.
func (l *Lab) told(in Instance, s System, list Runs) string {
	what, hits := s.Title, len(list.Reached())
	if blocks := list[0].Size; blocks > 0 {
		what += fmt.Sprintf(", %d blocks", blocks)
	}
	return fmt.Sprintf("%-8s %-8s %-26s %3d of %3d runs at the target, %.3g s a hit", in.Name, l.Title(s.Where), what, hits, len(list),
		total(list)/float64(max(1, hits)))
}

// toTarget returns the runs of a system with a number of blocks.
func (l *Lab) toTarget(in Instance, id string, blocks int) Runs {
	return l.Like(Trial{Kind: ToTarget, Instance: in.Name, System: id, Size: blocks}, l.Runs)
}

// sorted returns a figure of runs, ascending.
func sorted(list Runs, of func(Run) float64) []float64 {
	return slices.Sorted(slices.Values(list.All(of)))
}
