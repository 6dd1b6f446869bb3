package qap

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/repro"
)

// Config says what a Lab works on. Instances must not be empty; the zero value of every other field has a meaning.
type Config struct {
	Instances []Instance
	Systems   []System // nil: Systems()
	Blocks    []int    // numbers of subpopulations on the GPU of Table II, ascending; nil: 30, 60, 1000
	Runs      int      // of each system and instance; 0: 30, as in the paper
	Singles   int      // runs of single blocks on a GPU, about; 0: 1000
	Races     int      // of each number of blocks side by side on a GPU, about; 0: 100
	// Limit ends a run that has not reached its target; 0: DefaultLimit. Budget is for how long the runs of a system on an
	// instance are begun, at least one of them; 0: 5 s. Those of single blocks have it twice.
	Limit, Budget time.Duration
	Seed          uint64  // trial k runs with Seed + k
	Mutation      float64 // the probability that a child of the paper's model mutates; 0: DefaultMutation, below 0: none does
	Cores         int     // that CPU systems may use; 0: all
	Jobs          int     // trials of one core that run at the same time; 0: as many as cores
	// Accelerator is where GPU systems run; nil leaves their figures out. What one GPU does is done by the first of
	// several.
	Accelerator multiwalk.Device
	Journal     *repro.Journal // keeps runs; nil: in memory alone
	Log         func(string)   // is told what was run; nil: nobody
}

// DefaultLimit is how long a run lasts at most.
const DefaultLimit = 5 * time.Second

// OpenJournal reads the journal of a Lab, or makes a new one. settings is whatever decides what a trial is.
func OpenJournal(file string, settings any) (*repro.Journal, error) {
	return repro.OpenJournal(file, settings, columns)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Systems == nil {
		c.Systems = Systems()
	}
	if c.Blocks == nil {
		c.Blocks = []int{30, 60, 1000}
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	c.Runs, c.Singles, c.Races = cmp.Or(c.Runs, paperRuns), cmp.Or(c.Singles, 1000), cmp.Or(c.Races, 100)
	c.Mutation = cmp.Or(c.Mutation, DefaultMutation)
	c.Limit, c.Budget = cmp.Or(c.Limit, DefaultLimit), cmp.Or(c.Budget, 5*time.Second)
	c.Cores = cmp.Or(c.Cores, device.CPU(0).Workers())
	c.Jobs = cmp.Or(c.Jobs, c.Cores)
	switch {
	case len(c.Instances) == 0:
		return c, errors.New("multiwalk: no instances to run; give some")
	case min(c.Runs, c.Singles, c.Races, c.Cores, c.Jobs) < 1 || min(c.Limit, c.Budget) < 0:
		return c, fmt.Errorf("multiwalk: runs %d, singles %d, races %d, cores %d, jobs %d, limit %v and budget %v must be above 0; "+
			"leave them out for the defaults", c.Runs, c.Singles, c.Races, c.Cores, c.Jobs, c.Limit, c.Budget)
	case !(c.Mutation <= 1) || math.IsInf(c.Mutation, -1):
		return c, fmt.Errorf("multiwalk: mutation %v is no probability; leave it out for the default (%v), and use -1 for none",
			c.Mutation, DefaultMutation)
	case len(c.Blocks) == 0 || !ascends(c.Blocks):
		return c, fmt.Errorf("multiwalk: the numbers of blocks %v must ascend, from 2 to %d; the paper has 30 and 60", c.Blocks, mostBlocks)
	}
	return c, nil
}

// mostBlocks is more than any GPU holds, and keeps the seeds of batches apart.
const mostBlocks = 1 << 20

// ascends says whether the numbers do, from 2 to mostBlocks.
func ascends(list []int) bool {
	last := 1
	for _, v := range list {
		if v <= last || v > mostBlocks {
			return false
		}
		last = v
	}
	return true
}

// gpus is how many GPUs there are.
func (c *Config) gpus() int {
	if c.Accelerator == nil {
		return 0
	}
	return c.Accelerator.Workers()
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	oneGPU multiwalk.Device // the first of the accelerator's; nil for none

	mutex   sync.Mutex // guards what follows while trials run
	runs    map[Trial]Run
	like    map[Trial]Runs    // by trial but for its number, which is 0 here
	refused map[string]string // why a system cannot run on an instance, by both
	warm    map[string]bool   // systems and instances whose kernels are loaded
	fits    map[string]*forecast
}

// NewLab returns a Lab with the runs that the journal has. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	l := &Lab{Config: c, runs: map[Trial]Run{}, like: map[Trial]Runs{}, refused: map[string]string{}, warm: map[string]bool{},
		fits: map[string]*forecast{}}
	if l.oneGPU, err = first(c.Accelerator); err != nil {
		return nil, err
	}
	if c.Journal == nil {
		return l, nil
	}
	known, err := repro.Results(c.Journal, parseRun)
	for _, r := range known {
		l.remember(r)
	}
	return l, err
}

// first returns the first machine of an accelerator.
func first(d multiwalk.Device) (multiwalk.Device, error) {
	if d == nil || d.Workers() < 2 {
		return d, nil
	}
	name, _, _ := strings.Cut(d.String(), ",") // of gpu:0,1
	if strings.HasPrefix(name, "emulator") {
		name = "emulator"
	}
	return device.Named(name) // d may only stand for what a journal names
}

// remember takes a run up, unless it is known: journals of several machines may have been put together.
func (l *Lab) remember(r Run) {
	if _, ok := l.runs[r.Trial]; ok {
		return
	}
	l.runs[r.Trial] = r
	t := r.Trial
	t.Number = 0
	l.like[t] = append(l.like[t], r)
}

// keep takes a new run up, and writes it to the journal. Of a batch some may be known: an interrupted one is run again
// whole.
func (l *Lab) keep(r Run) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, ok := l.runs[r.Trial]; ok {
		return nil
	}
	l.remember(r)
	if l.Journal == nil {
		return nil
	}
	return l.Journal.Add(r.fields())
}

// find returns the runs of a trial whatever its number, those with numbers below a bound, in their order.
func (l *Lab) find(t Trial, below int) Runs {
	t.Number = 0
	list := slices.DeleteFunc(slices.Clone(l.like[t]), func(r Run) bool { return r.Number >= below })
	list.order()
	return list
}

// toTarget returns the runs of a system with so many blocks.
func (l *Lab) toTarget(in Instance, id string, blocks int) Runs {
	return l.find(Trial{Kind: ToTarget, Instance: in.Name, System: id, Blocks: blocks}, l.Runs)
}

// system returns one of the Lab's systems.
func (l *Lab) system(id string) (s System, ok bool) {
	i := slices.IndexFunc(l.Systems, func(s System) bool { return s.ID == id })
	if i < 0 {
		return s, false
	}
	return l.Systems[i], true
}

// has says whether a system is there and has something to run on.
func (l *Lab) has(id string) bool {
	s, ok := l.system(id)
	return ok && l.device(s.Where) != nil
}

// device returns what a place is; nil where there is none.
func (l *Lab) device(w Where) multiwalk.Device {
	switch w {
	case OneGPU:
		return l.oneGPU
	case AllGPUs:
		if l.gpus() < 2 {
			return nil
		}
		return l.Accelerator
	case AllCores:
		return device.CPU(l.Cores)
	}
	return device.CPU(1)
}
