package qap

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
)

// Setup and Instance are what the labs of all papers are told, and work on.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[*assignment.Instance]
)

// Config says what a Lab works on. Instances must not be empty; the zero value of every other field has a meaning.
type Config struct {
	Setup // what one GPU does is done by the first of several

	Instances []Instance
	Blocks    []int // numbers of subpopulations on the GPU of Table II, ascending; nil: 30, 60, 1000
	Runs      int   // of each system and instance; 0: 30, as in the paper
	Singles   int   // runs of single blocks on a GPU, about; 0: 1000
	Races     int   // of each number of blocks side by side on a GPU, about; 0: 100
	// Limit ends a run that has not reached its target; 0: 5 s. Budget is for how long the runs of a system on an
	// instance are begun, at least one of them; 0: 5 s. Those of single blocks have it twice.
	Limit, Budget time.Duration
	Mutation      float64 // the probability that a child of the paper's model mutates; 0: DefaultMutation, below 0: none does
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Blocks == nil {
		c.Blocks = []int{30, 60, 1000}
	}
	c.Runs, c.Singles, c.Races = cmp.Or(c.Runs, paperRuns), cmp.Or(c.Singles, 1000), cmp.Or(c.Races, 100)
	c.Mutation = cmp.Or(c.Mutation, DefaultMutation)
	c.Limit, c.Budget = cmp.Or(c.Limit, 5*time.Second), cmp.Or(c.Budget, 5*time.Second)
	if err := c.Fill(Systems(), 0); err != nil {
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
	papers.Lab[Trial, Run]
	refused map[string]string // why a system cannot run on an instance, by both
	warm    map[string]bool   // systems and instances whose kernels are loaded
	fits    map[string]*forecast
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	return &Lab{Config: c, refused: map[string]string{}, warm: map[string]bool{}, fits: map[string]*forecast{}}, err
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

// find returns the runs of a trial whatever its number, those with numbers below a bound, in their order.
func (l *Lab) find(t Trial, below int) Runs {
	list := l.Results(func(r Run) bool {
		t.Number = r.Number
		return r.Trial == t && r.Number < below
	})
	slices.SortFunc(list, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// toTarget returns the runs of a system with a number of blocks.
func (l *Lab) toTarget(in Instance, id string, blocks int) Runs {
	return l.find(Trial{Kind: ToTarget, Instance: in.Name, System: id, Blocks: blocks}, l.Runs)
}
