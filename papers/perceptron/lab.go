package perceptron

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/perceptron"
)

// Setup and Instance are what the labs of all papers are told, and work on.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[*perceptron.Instance]
)

// Config says what a Lab works on: what the command's flags say, and the rest. The zero value of every field has a meaning.
type Config struct {
	Setup `kong:"-"` // what one GPU does is done by the first of several

	Asked      []string      `arg:"" name:"experiments" optional:"" help:"table; none for it."`
	Sizes      []string      `placeholder:"MxN" help:"Rows by columns of planted instances. (default: 73x73,81x81,101x101,101x117)"`
	IDs        []string      `name:"systems" placeholder:"ID" help:"hamming1-gpu, hamming1-core, hamming2-gpu... auto-gpu, auto-cores, auto-core. (default: all)"`
	Tries      int           `name:"runs" placeholder:"N" help:"Runs of each system and size. (default: 10)"`
	Iterations int           `placeholder:"N" help:"Most iterations of a run of tabu search. (default: 10,000)"`
	Limit      time.Duration `placeholder:"10s" help:"When a run gives up."`
	Parallel   int           `name:"jobs" placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick      bool          `help:"Three runs and a limit of 1s at two sizes, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (*Lab, error) {
	c.Setup = setup
	if c.Quick {
		c.Tries, c.Limit = cmp.Or(c.Tries, 3), cmp.Or(c.Limit, time.Second)
		c.Sizes = papers.Or(c.Sizes, PaperSizes[:2])
	}
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Tries, c.Iterations, c.Limit = cmp.Or(c.Tries, 10), cmp.Or(c.Iterations, 10_000), cmp.Or(c.Limit, 10*time.Second)
	if c.Sizes == nil {
		c.Sizes = PaperSizes
	}
	if err := c.Fill(SystemsNamed, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	switch {
	case len(c.Sizes) == 0:
		return c, errors.New("multiwalk: no sizes to run; give some, such as 73x73")
	case min(c.Tries, c.Iterations, c.Cores, c.Jobs) < 1 || c.Limit < 0 || c.Iterations > 1<<31:
		return c, fmt.Errorf("multiwalk: runs %d, iterations %d, cores %d, jobs %d and limit %v must be above 0, and iterations up to %d; "+
			"leave them out for the defaults", c.Tries, c.Iterations, c.Cores, c.Jobs, c.Limit, 1<<31)
	}
	return c, nil
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[*perceptron.Instance, System]
	instances []Instance
}

// NewLab returns a Lab. It refuses settings that cannot be, and sizes that are none.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	l := &Lab{Config: c}
	l.On, l.Columns, l.Method, l.Set = &l.Setup, papers.RunColumns, l.method, l.set
	for i, size := range c.Sizes {
		p, err := perceptron.Named(perceptron.Prefix+size, "--sizes")
		if err != nil {
			return nil, err
		}
		for _, other := range c.Sizes[:i] {
			if other == size {
				return nil, fmt.Errorf("multiwalk: size %s is named twice; name it once", size)
			}
		}
		l.instances = append(l.instances, Instance{Name: size, Problem: p})
	}
	return l, nil
}

// set ends a run at a solution, whose cost is 0, and one of tabu search after its iterations.
func (l *Lab) set(in Instance, s System, _ papers.Trial, settings *multiwalk.Settings) {
	settings.Stop = append(papers.Until(0, l.Limit), multiwalk.Target(0))
	if s.Hamming > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Evaluations(1+int64(l.Iterations)*s.neighbours(in.Problem.Columns())))
	}
}

// Open takes up the runs in the journal of a file, or begins one. All that a trial depends on, but for what its line says, is in its
// first line. How many trials there are is not: more can be added.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, struct {
		Seed       uint64 `json:"seed"`
		Iterations int    `json:"iterations"`
		Limit      string `json:"limit"`
		papers.Machine
	}{l.Seed, l.Iterations, l.Limit.String(), m})
}
