package nqueens

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// Setup is what the labs of all papers are told.
type Setup = papers.Setup[System]

// Config says what a Lab works on: what the command's flags say, and the rest. The zero value of every field has a meaning.
type Config struct {
	Setup `kong:"-"` // one trial at a time, whatever Jobs says

	Asked   []string  `arg:"" name:"experiments" optional:"" help:"figure1 to figure7, table1, table3, table4, batch, islands; none for all."`
	Sizes   []int     `placeholder:"N" help:"Numbers of queens, ascending. (default: each experiment's own, 100 to 1,000,000)"`
	IDs     []string  `name:"schemes" placeholder:"ID" help:"Evaluation schemes beside serial: adaptive, linear, gpu-coarse... (default: all)"`
	Threads []int     `placeholder:"N" help:"Numbers of threads of figure2, ascending. (default: some of 1 to 60)"`
	Map     ThreadMap `placeholder:"MAP" help:"Threads of the adaptive scheme by size: measured on this machine, as in the paper; default for these cores; the paper's, for 40. (default: measured)"`
	Trials  int       `placeholder:"N" help:"Repetitions of each case, as far as a twentieth of the limit goes. (default: 100, as in the paper)"`
	// Limit is the longest that an evaluation, or a run of annealing, may take.
	Limit time.Duration `placeholder:"10s" help:"What takes longer is left out, and a run of annealing only begun."`
	Quick bool          `help:"A few sizes and a limit of 0.2s, where other flags do not say otherwise."`
}

// Experiments are those that are asked for.
func (c Config) Experiments() ([]Experiment, error) {
	return papers.Experiments(Experiments(), c.Asked)
}

// Make makes the lab that flags ask for.
func (c Config) Make(setup Setup) (*Lab, error) {
	c.Setup = setup
	if c.Quick {
		c.Limit = cmp.Or(c.Limit, 200*time.Millisecond)
		c.Sizes = papers.Or(c.Sizes, []int{100, 300, 1000, 3000, 10_000, 100_000})
		c.Threads = papers.Or(c.Threads, []int{1, 2, 4, 8})
	}
	return NewLab(c)
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Threads == nil {
		c.Threads = []int{1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 40, 50, 60}
	}
	c.Map, c.Trials, c.Limit = cmp.Or(c.Map, MeasuredMap), cmp.Or(c.Trials, 100), cmp.Or(c.Limit, 10*time.Second)
	if err := c.Fill(SystemsNamed, c.IDs, 1); err != nil {
		return c, err
	}
	_, serial := c.System("serial")
	switch {
	case c.Trials < 0 || c.Limit < 0 || c.Cores < 0:
		return c, fmt.Errorf("multiwalk: trials %d, limit %v and cores %d must be above 0; "+
			"leave them out for the defaults", c.Trials, c.Limit, c.Cores)
	case c.Map != MeasuredMap && c.Map != DefaultMap && c.Map != PaperMap:
		return c, fmt.Errorf("multiwalk: there is no map of threads %q; use %s, %s or %s", c.Map, MeasuredMap, DefaultMap, PaperMap)
	case !serial:
		return c, fmt.Errorf("multiwalk: the serial scheme is missing, which all others are compared with; add it")
	case len(c.Threads) == 0 || !papers.Ascend(c.Threads, 1, 10_000):
		return c, fmt.Errorf("multiwalk: the numbers of threads %v must ascend from 1 to 10000 at most; "+
			"the paper has 1 to 60", c.Threads)
	case !papers.Ascend(c.Sizes, 1, queens.MaxN):
		return c, fmt.Errorf("multiwalk: the sizes %v must ascend from 1 to %d at most; the paper has 100 to 1000000",
			c.Sizes, queens.MaxN)
	}
	return c, nil
}

// Lab times cases and keeps what came out. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Lab[Case, Measurement]
	given Config // before defaults, as journals have it
	paces map[instrument][]pace
	ready map[instrument]evaluator
}

// instrument is a system with its parameter.
type instrument struct {
	system    string
	parameter int
}

// pace is how long an evaluation takes at a size.
type pace struct {
	n       int
	seconds float64
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	given := c
	c, err := c.withDefaults()
	return &Lab{Config: c, given: given, paces: map[instrument][]pace{}, ready: map[instrument]evaluator{}}, err
}

// Open takes up the measurements in the journal of a file, or begins one. All that a measurement depends on, but for what
// its line says, is in its first line.
func (l *Lab) Open(file string, m papers.Machine) error {
	threads := l.Map
	if threads == DefaultMap {
		threads = "" // as journals have it from before there was a choice
	}
	err := l.Resume(file, struct {
		Seed   uint64 `json:"seed"`
		Trials int    `json:"trials"`
		Limit  string `json:"limit"`
		papers.Machine
		Map ThreadMap `json:"map,omitempty"`
	}{l.Seed, l.given.Trials, l.given.Limit.String(), m, threads})
	for _, known := range l.Results(nil) {
		l.see(known)
	}
	return err
}

// Close gives back what the systems hold, and closes the journal.
func (l *Lab) Close() error {
	for _, e := range l.ready {
		e.close()
	}
	clear(l.ready)
	return l.Lab.Close()
}

// see learns the pace that a measurement tells.
func (l *Lab) see(m Measurement) {
	if m.Kind.single() && m.Missing == "" {
		l.learn(instrument{m.System, m.Parameter}, pace{m.N, m.Median})
	}
}

// keep takes a new measurement up.
func (l *Lab) keep(m Measurement) error {
	l.see(m)
	return l.Keep(m)
}

// learn notes a pace, unless a clock too coarse for it has measured 0.
func (l *Lab) learn(i instrument, p pace) {
	p.seconds = max(p.seconds, time.Nanosecond.Seconds())
	list := slices.DeleteFunc(l.paces[i], func(o pace) bool { return o.n == p.n })
	at, _ := slices.BinarySearchFunc(list, p.n, func(o pace, n int) int { return o.n - n })
	l.paces[i] = slices.Insert(list, at, p)
}

// open returns what evaluates for a system.
func (l *Lab) open(i instrument) (evaluator, error) {
	if e, ok := l.ready[i]; ok {
		return e, nil
	}
	s, _ := l.System(i.system)
	e, err := s.open(l, i.parameter)
	if err == nil {
		l.ready[i] = e
	}
	return e, err
}

// onCores sets how many cores Go may use, and returns the way back.
func (l *Lab) onCores() func() {
	before := runtime.GOMAXPROCS(l.Cores)
	return func() { runtime.GOMAXPROCS(before) }
}

// probeN is the size that a pace is first measured at, and steps how many times as great the next is at most.
const probeN, step = 256, 4

// predict returns how long an evaluation of n queens takes, in seconds. Where nothing is known it is measured, at sizes
// that rise from small ones for as long as that is quick. What is fixed in a time counts as if it grew as the rest does,
// so a prediction is high rather than low.
func (l *Lab) predict(ctx context.Context, s System, parameter, n int) (float64, error) {
	i := instrument{s.ID, parameter}
	if s.ID == adaptiveID && parameter == 0 {
		if err := l.measureMap(ctx); err != nil {
			return 0, err
		}
	}
	for {
		last := l.before(i, n)
		at := min(n, probeN)
		if last.n > 0 {
			growth := func(to int) float64 { return last.seconds * math.Pow(float64(to)/float64(last.n), float64(s.Order)) }
			at = last.n * step
			if at >= n || growth(at) > l.Limit.Seconds() {
				return growth(n), nil
			}
		}
		seconds, err := l.probe(ctx, i, at)
		if err != nil {
			return 0, err
		}
		l.learn(i, pace{at, seconds})
	}
}

// before returns the pace at the greatest size up to n, or none.
func (l *Lab) before(i instrument, n int) (p pace) {
	for _, known := range l.paces[i] {
		if known.n <= n {
			p = known
		}
	}
	return p
}

// probe times an evaluation, the shorter of two: the first may load kernels.
func (l *Lab) probe(ctx context.Context, i instrument, n int) (float64, error) {
	e, err := l.open(i)
	if err != nil {
		return 0, err
	}
	x := make([]int32, n)
	multiwalk.Permutation(n).Random(multiwalk.NewRand(l.Seed, probeStream), x)
	least := math.Inf(1)
	for range 2 {
		r := l.call(ctx, i, e, [][]int32{x}, 1)
		if r.err != nil {
			return 0, r.err
		}
		least = min(least, r.elapsed)
	}
	return least, nil
}
