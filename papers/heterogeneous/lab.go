package heterogeneous

import (
	"cmp"
	"context"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// Setup and Instance are what the labs of all papers are told, and work on.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[multiwalk.Problem]
)

// Config says what a Lab works on: what the command's flags say, and the rest. Instances must not be empty; the zero value of every other
// field has a meaning.
type Config struct {
	Setup     `kong:"-"` // what one GPU does is done by the first of several
	Instances []Instance `kong:"-"`

	Asked    []string      `arg:"" name:"experiments" optional:"" help:"table. (default: it)"`
	Names    []string      `name:"instances" placeholder:"NAME" help:"Files of the folder of data, or names that need none, or demo for some small ones. (default: q3ap/nug18-d.dat, qap/tai60a.dat, tsp/kroa200.tsp, flowshop:ta051)"`
	IDs      []string      `name:"systems" placeholder:"ID" help:"core, cores, neighbourhoods-gpu, neighbourhoods-both, walks-gpu, walks-both. (default: all)"`
	Tries    int           `name:"runs" placeholder:"N" help:"Runs of each system and instance. (default: 5)"`
	Searches int           `placeholder:"N" help:"Whose neighbourhoods the GPU evaluates at a time. (default: 16)"`
	Limit    time.Duration `placeholder:"5s" help:"Of a run."`
	Parallel int           `name:"jobs" placeholder:"N" help:"Runs of one core at the same time. (default: one for each physical core, or 1 where their number is not known)"`
	Quick    bool          `help:"Two runs of 500ms, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (_ *Lab, err error) {
	c.Setup = setup
	if c.Quick {
		c.Tries, c.Limit = cmp.Or(c.Tries, 2), cmp.Or(c.Limit, 500*time.Millisecond)
	}
	if c.Instances, err = load(c.Data, c.Names); err != nil {
		return nil, err
	}
	return NewLab(c)
}

// load loads instances by name.
func load(dir string, names []string) (list []Instance, err error) {
	for _, name := range papers.Or(names, []string{"q3ap/nug18-d.dat", "qap/tai60a.dat", "tsp/kroa200.tsp", "flowshop:ta051"}) {
		if name == papers.Demo {
			list = append(list, demo()...)
			continue
		}
		in, _, err := papers.Published(dir, name)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

// demo is small instances, drawn by seed 1.
func demo() []Instance { return drawn(12) }

// drawn is instances of a size.
func drawn(n int) []Instance {
	jobs, err := flowshop.Draw(n, 4, 1)
	if err != nil {
		panic(err) // the size is right
	}
	return []Instance{{Name: "q3ap", Problem: q3ap.Random(n, 1)}, {Name: "qap", Problem: qap.Uniform(n, 1)}, {Name: "tour", Problem: tsp.Random(n, 1)},
		{Name: "jobs", Problem: jobs.Makespan()}}
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	c.Tries, c.Searches, c.Limit = cmp.Or(c.Tries, 5), cmp.Or(c.Searches, 16), cmp.Or(c.Limit, 5*time.Second)
	if err := c.Fill(SystemsNamed, c.IDs, c.Parallel); err != nil {
		return c, err
	}
	return c, c.CheckSearches(len(c.Instances), c.Tries, c.Searches, c.Limit)
}

// Lab runs trials and keeps what came out of them. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Solving[multiwalk.Problem, System]
	further map[string]int // searches on the remaining cores, by instance
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	l := &Lab{Config: c, further: map[string]int{}}
	l.On, l.Columns, l.Set = &l.Setup, papers.RunColumns, l.set
	l.Method = func(in Instance, s System, _ papers.Trial) walk.Method { return s.method(in.Problem) }
	return l, err
}

// Open takes up the runs in the journal of a file, or begins one.
func (l *Lab) Open(file string, m papers.Machine) error {
	return l.Resume(file, papers.SearchesHead{Seed: l.Seed, Searches: l.Searches, Limit: l.Limit.String(), Machine: m})
}

// set ends a trial at the best cost known. Of searches whose neighbourhoods the GPU evaluates there are as many as the Lab says, and the
// cores beside it have those that share found.
func (l *Lab) set(in Instance, s System, _ papers.Trial, settings *multiwalk.Settings) {
	settings.Stop = papers.Until(in.Best, l.Limit)
	if !s.Neighbourhoods {
		return
	}
	settings.Walks = l.Searches
	if both, ok := settings.Device.(multiwalk.Both); ok {
		further := max(1, l.further[in.Name])
		settings.Device, settings.Walks = device.Both(device.CPU(further), both.Machines), l.Searches+further
	}
}

// share finds how many further searches the remaining cores run: on each as many as it can take on by an iteration while the GPU does that
// for all of its own, but no more than the GPU has, or one. So no search lags far behind another. The pace of both is that of a short run.
func (l *Lab) share(ctx context.Context, in Instance) error {
	s, ok := l.System(hybrid)
	if !ok || !l.Runs(s) || l.further[in.Name] > 0 {
		return nil
	}
	machines, err := l.pace(ctx, in, s, l.Device(papers.OneGPU), l.Searches)
	if err != nil {
		return err
	}
	core, err := l.pace(ctx, in, s, device.CPU(1), 1)
	l.further[in.Name] = further(l.Cores-1, l.Searches, machines, core)
	return err
}

// further is how many searches the remaining cores run, of which one alone makes so many iterations in a second, if the GPU makes so many of
// all its searches together.
func further(cores, searches int, machines, core float64) int {
	each := 1
	if machines > 0 {
		each = max(1, min(searches, int(core*float64(searches)/machines)))
	}
	return max(1, cores) * each
}

// pace is how many iterations searches make together in a second.
func (l *Lab) pace(ctx context.Context, in Instance, s System, d multiwalk.Device, searches int) (float64, error) {
	r, err := l.Minimize(ctx, in, s, papers.Trial{}, multiwalk.Settings{Seed: l.Seed, Device: d, Walks: searches,
		Stop: []multiwalk.Stop{multiwalk.Time(min(l.Limit, time.Second/2))}})
	return r.Made() / max(r.Seconds(), 1e-9), err
}
