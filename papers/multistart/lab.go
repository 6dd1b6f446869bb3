package multistart

import (
	"cmp"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/pspm"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// Setup and Instance are what the labs of all papers are told, and work on.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[multiwalk.Problem]
)

// Load returns instances by name: see papers.Library.
func Load(dir string, names []string) ([]Instance, error) {
	library := pspm.Library
	library.Paper = PaperInstances()
	list, err := library.Load(dir, names)
	return general(list), err
}

// general is tours among problems of any kind.
func general(tours []papers.Instance[*tsp.Instance]) (list []Instance) {
	for _, in := range tours {
		list = append(list, Instance{Name: in.Name, Problem: in.Problem, Best: in.Best, Target: in.Target})
	}
	return list
}

// Config says what a Lab works on: what the command's flags say, and the rest. Instances must not be empty; the zero value of every
// other field has a meaning. The default of Searches is about as many warps as a GPU of today holds at once.
type Config struct {
	Setup     `kong:"-"` // what one GPU does is done by the first of several
	Instances []Instance `kong:"-"`

	Asked    []string      `arg:"" name:"experiments" optional:"" help:"table, searches, tabu. (default: all)"`
	Names    []string      `name:"instances" placeholder:"NAME" help:"TSPLIB instances, or demo for some that need no file. (default: six of 100 to 3038 cities)"`
	IDs      []string      `name:"systems" placeholder:"ID" help:"search-gpu, neighbour-gpu, core, cores, each of these behind 3opt- too, auto-gpu, auto-cores. (default: all)"`
	Tries    int           `name:"runs" placeholder:"N" help:"Runs of each system and instance. (default: 5)"`
	Searches int           `placeholder:"N" help:"Searches of either mapping on the GPU. (default: 8192)"`
	Limit    time.Duration `placeholder:"10s" help:"Of a run."`
	Parallel int           `name:"jobs" placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick    bool          `help:"Two runs of 1s on two instances, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (_ *Lab, err error) {
	c.Setup = setup
	if c.Quick {
		c.Tries, c.Limit = cmp.Or(c.Tries, 2), cmp.Or(c.Limit, time.Second)
		c.Names = papers.Or(c.Names, PaperInstances()[:2])
	}
	if c.Instances, err = Load(c.Data, c.Names); err != nil {
		return nil, err
	}
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Tries, c.Searches, c.Limit = cmp.Or(c.Tries, 5), cmp.Or(c.Searches, 8192), cmp.Or(c.Limit, 10*time.Second)
	if err := c.Fill(SystemsNamed, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	return c, c.CheckSearches(len(c.Instances), c.Tries, c.Searches, c.Limit)
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[multiwalk.Problem, System]
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	l := &Lab{Config: c}
	l.On, l.Columns, l.Method, l.Set = &l.Setup, papers.RunColumns, l.method, l.set
	return l, err
}

// Open takes up the runs in the journal of a file, or begins one. All that a trial depends on, but for what its line says, is in its
// first line. How many trials there are is not: more can be added.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, papers.SearchesHead{Seed: l.Seed, Searches: l.Searches, Limit: l.Limit.String(), Machine: m})
}
