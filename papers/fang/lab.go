package fang

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/multiwalk/multiwalk/papers"
)

// Setup is what the labs of all papers are told.
type Setup = papers.Setup[System]

// Config says what a Lab works on: what the command's flags say, and the rest. The zero value of every field has a meaning.
type Config struct {
	Setup `kong:"-"` // one trial at a time, whatever Jobs says

	Asked  []string      `arg:"" name:"experiments" optional:"" help:"table1, table2; none for both."`
	IDs    []string      `name:"systems" placeholder:"ID" help:"one-pass, stored, cores, one-pass-rated, stored-rated, cores-rated. (default: all)"`
	States []int         `placeholder:"N" help:"Numbers of states, ascending. (default: 1024 and 4096, as in the paper)"`
	Trials int           `placeholder:"N" help:"Generations of each case, as far as the limit goes. (default: 100, as in the paper)"`
	Limit  time.Duration `placeholder:"10s" help:"For how long generations of a case are begun."`
	Quick  bool          `help:"Ten generations or 1s, of 1024 states, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (*Lab, error) {
	c.Setup = setup
	if c.Quick {
		c.Trials, c.Limit = cmp.Or(c.Trials, 10), cmp.Or(c.Limit, time.Second)
		c.States = papers.Or(c.States, []int{1024})
	}
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Trials, c.Limit = cmp.Or(c.Trials, 100), cmp.Or(c.Limit, 10*time.Second)
	if c.States == nil {
		c.States = []int{1024, 4096}
	}
	if err := c.Fill(SystemsNamed, c.IDs, 1); err != nil {
		return c, err
	}
	switch {
	case c.Trials < 0 || c.Limit < 0 || c.Cores < 0:
		return c, fmt.Errorf("multiwalk: trials %d, limit %v and cores %d must be above 0; leave them out for the defaults",
			c.Trials, c.Limit, c.Cores)
	case len(c.States) == 0 || !papers.Ascend(c.States, 1, 1<<20):
		return c, fmt.Errorf("multiwalk: the numbers of states %v must ascend from 1 to %d at most; the paper has 1024 and 4096",
			c.States, 1<<20)
	}
	return c, nil
}

// Case is a system at a size.
type Case struct {
	System string `journal:"system"` // its ID
	Size
}

// Key is the case itself, of a measurement its own.
func (c Case) Key() Case { return c }

// Measurement is what came out of a case. Times are of one generation, in seconds.
type Measurement struct {
	Case
	Trials    int     `journal:"trials"`
	Median    float64 `journal:"median_s"`
	Deviation float64 `journal:"deviation_s"`
	// Check is a number made of the successors of the first generation, which is equal where they are.
	Check   int64  `journal:"check"`
	Missing string `journal:"missing"` // why there are no figures; "" if there are
	partial bool   // interrupted
}

// Interrupted keeps a measurement out of the journal.
func (m Measurement) Interrupted() bool { return m.partial }

// Lab times cases and keeps what came out. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Lab[Case, Measurement]
	given Config // before defaults, as journals have it
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	given := c
	c, err := c.withDefaults()
	return &Lab{Config: c, given: given}, err
}

// Open takes up the measurements in the journal of a file, or begins one.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, struct {
		Seed   uint64 `json:"seed"`
		Trials int    `json:"trials"`
		Limit  string `json:"limit"`
		papers.Machine
	}{l.Seed, l.given.Trials, l.given.Limit.String(), m})
}

// run times all systems at some sizes.
func (l *Lab) run(ctx context.Context, sizes []Size) error {
	before := runtime.GOMAXPROCS(l.Cores)
	defer runtime.GOMAXPROCS(before)
	return papers.Each(ctx, sizes, func(s Size) error { return l.time(ctx, s) })
}

// sizes are those of printed rows, with the Lab's numbers of states.
func (l *Lab) sizes(printed []Printed) []Size {
	var list []Size
	for _, states := range l.States {
		seen := map[Size]bool{}
		for _, p := range printed {
			if p.Size.States = states; !seen[p.Size] {
				seen[p.Size] = true
				list = append(list, p.Size)
			}
		}
	}
	return list
}
