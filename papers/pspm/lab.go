package pspm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// Setup and Instance are what the labs of all papers are told, and work on; Trial, Run and Runs what they do.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[*tsp.Instance]
	Trial    = papers.Trial
	Run      = papers.Run
	Runs     = papers.Runs
)

// The kinds of trial, by the section that describes them. Their size is Pm or TPB, the moves of an iteration.
const (
	Search      papers.Kind = "search"      // a complete schedule (5.2)
	Throughput  papers.Kind = "throughput"  // until a threshold length is reached (5.3)
	Convergence papers.Kind = "convergence" // for a time (5.3)
)

// columns are those of a journal's lines.
const columns = "kind instance system moves=size searches=walks trial=number target limit_s length=cost evaluations elapsed_s status"

// Config says what a Lab works on: what the command's flags say, and the rest. Instances must not be empty; the zero value of every
// other field has a meaning.
type Config struct {
	Setup       `kong:"-"` // Systems nil: the default of Systems
	Instances   []Instance `kong:"-"`
	Schedule    Schedule   `kong:"-"` // zero: PaperSchedule
	MaxCPUMoves int        `kong:"-"` // of CPU systems in Table 4; 0: 48

	Asked    []string       `arg:"" name:"experiments" optional:"" help:"table2, table3 (or throughput, convergence), table4, figure4; none for all."`
	Names    []string       `name:"instances" placeholder:"NAME" help:"TSPLIB instances, or demo for some that need no file. (default: the paper's 20)"`
	IDs      []string       `name:"systems" placeholder:"ID" help:"sspm, pssm, pspm, pspm32, strided, strided32, strided-each, sspm-threads, pspm-cpu. (default: the first six)"`
	Trials   int            `placeholder:"N" help:"Trials of each system and instance. (default: 10, as in the paper)"`
	TrialsOf map[string]int `mapsep:"," placeholder:"ID=N" help:"Trials of some systems, where they differ."`
	Sweeps   int            `placeholder:"N" help:"Sp, the sweeps of a temperature. (default: 10, as in the paper)"`
	Moves    []int          `placeholder:"N" help:"Rows of Table 4. (default: 4 to 1024)"`
	Limit    time.Duration  `placeholder:"1m" help:"When a throughput trial gives up."`
	Quick    bool           `help:"Two trials of a tenth of the work on three instances, where other flags do not say otherwise."`
	Searches int            `placeholder:"N" help:"TB, the searches on the GPU. (default: as many as it holds)"`
	Parallel int            `name:"jobs" placeholder:"N" help:"Trials of one core that run at the same time. (default: one for each physical core, or 1 where their number is not known)"`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (_ *Lab, err error) {
	c.Setup, c.Schedule = setup, PaperSchedule
	if c.Quick {
		c.Schedule.Sweeps = 1
		c.Trials, c.Limit = cmp.Or(c.Trials, 2), cmp.Or(c.Limit, 5*time.Second)
		c.Names = papers.Or(c.Names, PaperInstances()[:3])
	}
	c.Schedule.Sweeps = cmp.Or(c.Sweeps, c.Schedule.Sweeps)
	if c.Instances, err = Library.Load(c.Data, c.Names); err != nil {
		return nil, err
	}
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Schedule == (Schedule{}) {
		c.Schedule = PaperSchedule
	}
	if c.Moves == nil {
		c.Moves = []int{4, 8, 12, 24, 32, 48, 64, 128, 256, 512, 1024}
	}
	c.Trials, c.MaxCPUMoves, c.Limit = cmp.Or(c.Trials, 10), cmp.Or(c.MaxCPUMoves, 48), cmp.Or(c.Limit, time.Minute)
	if err := c.Fill(SystemsNamed, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	for id, n := range c.TrialsOf {
		if _, err := SystemsNamed([]string{id}); err != nil || n < 1 {
			return c, errors.Join(err, fmt.Errorf("multiwalk: %d trials of system %s cannot be; give it at least 1", n, id))
		}
	}
	s := c.Schedule
	switch {
	case len(c.Instances) == 0:
		return c, errors.New("multiwalk: no instances to run; give some")
	case c.Trials < 1 || c.Jobs < 1 || c.Cores < 1 || c.MaxCPUMoves < 1 || c.Searches < 0 || c.Limit < 0:
		return c, fmt.Errorf("multiwalk: trials %d, jobs %d, cores %d, CPU moves %d, "+
			"searches %d and limit %v must be above 0; leave them out for the defaults",
			c.Trials, c.Jobs, c.Cores, c.MaxCPUMoves, c.Searches, c.Limit)
	case len(c.Moves) == 0 || !papers.Ascend(c.Moves, 1, math.MaxInt32):
		return c, fmt.Errorf("multiwalk: the numbers of moves %v must ascend from at least 1; the paper has 4 to 48", c.Moves)
	case !(s.End > 0 && s.End < s.Start && s.Alpha > 0 && s.Alpha < 1 && s.Sweeps > 0 && s.Every > 0):
		return c, fmt.Errorf("multiwalk: the schedule %+v does not cool down; use the paper's", s)
	}
	return c, nil
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[*tsp.Instance, System]
	mutex sync.Mutex // guards notes while trials run
	notes []string   // what methods said, once each
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	l := &Lab{Config: c}
	l.Columns, l.On = columns, &l.Setup
	l.Set, l.See, l.Told = set, l.see, l.told
	l.Method = func(_ Instance, s System, t Trial) walk.Method {
		return s.Method(&l.Config, t.Size, t.Kind == Search)
	}
	return l, err
}

// Open takes up the runs in the journal of a file, or begins one. All that a trial depends on, but for what its line
// says, is in its first line.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, struct {
		Schedule Schedule `json:"schedule"`
		Seed     uint64   `json:"seed"`
		papers.Machine
		Searches  int    `json:"searches"`
		Proposals string `json:"proposals"` // of the system pspm, which had others once
	}{l.Schedule, l.Seed, m, l.Searches, "independent"})
}

// trials is how many trials a system has of each kind.
func (l *Lab) trials(id string) int { return cmp.Or(l.TrialsOf[id], l.Trials) }

// runs returns the runs of a kind, whatever their targets and limits, by trial.
func (l *Lab) runs(kind papers.Kind, in Instance, s System, moves int) Runs {
	list := l.Results(func(r Run) bool {
		return r.Kind == kind && r.Instance == in.Name && r.System == s.ID && r.Size == moves && r.Number < l.trials(s.ID)
	})
	slices.SortStableFunc(list, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// run runs the trials like t that have no results yet.
func (l *Lab) run(ctx context.Context, in Instance, s System, t Trial) error {
	if !s.offered(t.Size) {
		return nil
	}
	return l.Solve(ctx, in, s, t, l.trials(s.ID))
}

// startStream is the number of the random stream of start tours, which no walk has.
const startStream = math.MaxInt32

// set ends a trial at its target and at its limit. But for a GPU's, walks start from a random tour: those that are constructed are
// better than where PSSM ends in the paper.
func set(in Instance, s System, t Trial, settings *multiwalk.Settings) {
	if t.Target != 0 {
		settings.Stop = append(settings.Stop, multiwalk.Target(t.Target))
	}
	if t.Limit > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Time(t.Limit))
	}
	if s.Where != papers.GPU {
		settings.Start = make([]int32, in.Problem.N)
		in.Problem.Space().Random(multiwalk.NewRand(settings.Seed, startStream), settings.Start)
	}
}

// see notes what a method said, once.
func (l *Lab) see(_ walk.Method, result *multiwalk.Result, _ *Run) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, n := range result.Notes {
		if !slices.Contains(l.notes, n) {
			l.notes = append(l.notes, n)
		}
	}
}

// told sums up trials in a line.
func (l *Lab) told(in Instance, s System, list Runs) string {
	t := list[0].Trial
	text := fmt.Sprintf("%-11s %-8s %-17s %4d moves, %d trials: %.3g s, SEC %.2f %%",
		t.Kind, in.Name, s.Title, t.Size, len(list), list.Mean(Run.Seconds), sec(in, list).Value)
	if missed := missed(list); missed > 0 {
		text += fmt.Sprintf(", %d missed the threshold", missed)
	}
	return text
}

// missed is how many of the runs did not reach their target.
func missed(list Runs) (count int) {
	for _, r := range list {
		if r.Target != 0 && r.Status != multiwalk.TargetReached {
			count++
		}
	}
	return count
}
