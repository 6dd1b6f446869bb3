package chapter

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/walk"
)

// Setup is what the labs of all papers are told.
type Setup = papers.Setup[System]

// Config says what a Lab works on: what the command's flags say, and the rest. The zero value of every field has a meaning.
type Config struct {
	Setup `kong:"-"`

	Asked       []string      `arg:"" name:"experiments" optional:"" help:"pugace, graphcell, refined, easea, islands, swarm, evolution, scatter, ants, tabu-ants, qiga, samatrix, samatrices. (default: all)"`
	IDs         []string      `name:"systems" placeholder:"ID" help:"core, cores, gpu, gpus. (default: all)"`
	Demo        bool          `help:"Small instances that need no file."`
	Tries       int           `name:"runs" placeholder:"N" help:"Runs of each system and size. (default: 1)"`
	Limit       time.Duration `placeholder:"5s" help:"Of a run."`
	Generations int           `placeholder:"N" help:"That all places make of the smallest population, and are compared by. (default: 20)"`
	Parallel    int           `name:"jobs" placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick       bool          `help:"A small size of each, for 100ms, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (*Lab, error) {
	c.Setup = setup
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Quick {
		c.Limit, c.Generations = cmp.Or(c.Limit, 100*time.Millisecond), cmp.Or(c.Generations, 2)
	}
	c.Tries, c.Limit, c.Generations = cmp.Or(c.Tries, 1), cmp.Or(c.Limit, 5*time.Second), cmp.Or(c.Generations, 20)
	if err := c.Fill(SystemsNamed, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	if len(c.IDs) == 0 { // a column for several GPUs only where there are some
		c.Systems = slices.DeleteFunc(c.Systems, func(s System) bool { return s.ID == gpus && !c.Runs(s) })
	}
	if min(c.Tries, c.Cores, c.Jobs, c.Generations) < 1 || c.Limit < 0 {
		return c, fmt.Errorf("multiwalk: runs %d, generations %d, cores %d, jobs %d and limit %v must be above 0; leave them out for the defaults",
			c.Tries, c.Generations, c.Cores, c.Jobs, c.Limit)
	}
	return c, nil
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[multiwalk.Problem, System]
	instances map[string]material // by study and file, as far as they were asked for
}

// NewLab returns a Lab. It refuses settings that cannot be, and instances that are missing.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	l := &Lab{Config: c, instances: map[string]material{}}
	l.On, l.Columns, l.Method, l.Set = &l.Setup, "instance system size length number walks cost moves evaluations elapsed_s", l.method, l.set
	if err != nil {
		return nil, err
	}
	asked, err := c.Experiments()
	for _, s := range Studies() {
		if err == nil && slices.ContainsFunc(asked, func(e Experiment) bool { return e.Name == s.ID }) {
			err = l.load(s)
		}
	}
	return l, err
}

// load loads a study's instances.
func (l *Lab) load(s Study) (err error) {
	for _, size := range l.sizes(s) {
		if at := s.ID + s.file(size); err == nil && l.instances[at].Problem == nil {
			l.instances[at], err = s.load(l.Data, l.Demo, size)
		}
	}
	return err
}

// material is a study's instance of a size.
func (l *Lab) material(s Study, size int) material { return l.instances[s.ID+s.file(size)] }

// Open takes up the runs in the journal of a file, or begins one.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, struct {
		Seed  uint64 `json:"seed"`
		Limit string `json:"limit"`
		Demo  bool   `json:"demo"`
		papers.Machine
	}{l.Seed, l.Limit.String(), l.Demo, m})
}

// sizes are those of a study.
func (l *Lab) sizes(s Study) []int {
	if l.Quick {
		return []int{cmp.Or(s.Taste, s.Sizes[0])}
	}
	return s.Sizes
}

// method is what all systems run in a trial.
func (l *Lab) method(in Instance, _ System, t papers.Trial) walk.Method {
	return study(in.Name).Method(t.Size)
}

// set ends a trial after its generations, or after the limit.
func (l *Lab) set(in Instance, system System, t papers.Trial, settings *multiwalk.Settings) {
	settings.Stop = papers.Until(0, l.Limit)
	s := study(in.Name)
	if system.Place() == papers.OneGPU {
		settings.Walks = s.Searches
	}
	if t.Length > 0 {
		settings.Walks, settings.Stop = 1, []multiwalk.Stop{multiwalk.Evaluations(s.work(in.Problem, t.Size, t.Length))}
	}
}

// study is that of a name.
func study(id string) Study {
	all := Studies()
	return all[slices.IndexFunc(all, func(s Study) bool { return s.ID == id })]
}
