package multistart

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/pspm"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// Setup and Instance are what the labs of all papers are told, and work on.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[*tsp.Instance]
)

// Load returns instances by name: see papers.Library.
func Load(dir string, names []string) ([]Instance, error) {
	library := pspm.Library
	library.Paper = PaperInstances()
	return library.Load(dir, names)
}

// Config says what a Lab works on. Instances must not be empty; the zero value of every other field has a meaning.
type Config struct {
	Setup // what one GPU does is done by the first of several

	Instances []Instance
	Tries     int           // runs of each system and instance; 0: 5
	Searches  int           // of either mapping on the GPU; 0: 8,192, about as many warps as a GPU of today holds at once
	Limit     time.Duration // of a run; 0: 10 s
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Tries, c.Searches, c.Limit = cmp.Or(c.Tries, 5), cmp.Or(c.Searches, 8192), cmp.Or(c.Limit, 10*time.Second)
	if err := c.Fill(Systems(), 0); err != nil {
		return c, err
	}
	switch {
	case len(c.Instances) == 0:
		return c, errors.New("multiwalk: no instances to run; give some")
	case min(c.Tries, c.Cores, c.Jobs) < 1 || c.Limit < 0 || c.Searches < 0:
		return c, fmt.Errorf("multiwalk: runs %d, searches %d, cores %d, jobs %d and limit %v must be above 0; leave them out for the defaults",
			c.Tries, c.Searches, c.Cores, c.Jobs, c.Limit)
	}
	return c, nil
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[*tsp.Instance, System]
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
	return l.Resume(file, struct {
		Seed     uint64 `json:"seed"`
		Searches int    `json:"searches"`
		Limit    string `json:"limit"`
		papers.Machine
	}{l.Seed, l.Searches, l.Limit.String(), m})
}
