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
)

// Setup and Instance are what the labs of all papers are told, and work on.
type (
	Setup    = papers.Setup[System]
	Instance = papers.Instance[*tsp.Instance]
)

// Config says what a Lab works on. Instances must not be empty; the zero value of every other field has a meaning.
type Config struct {
	Setup // Systems nil: the default of Systems

	Instances []Instance
	Schedule  Schedule       // zero: PaperSchedule
	Trials    int            // of each system and instance; 0: 10, as in the paper
	TrialsOf  map[string]int // by system ID, where it is not Trials
	Searches  int            // of GPU systems (TB); 0: as many as the GPU holds
	// Limit ends a throughput trial that has not reached its threshold; 0: a minute.
	Limit time.Duration
	// Moves are the rows of Table 4; nil: the paper's, then on to 1024. CPU systems go to MaxCPUMoves; 0: 48.
	Moves       []int
	MaxCPUMoves int
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
	if err := c.Fill(Systems()[:DefaultSystems], 0); err != nil {
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

// Lab runs trials and keeps their samples. Its methods must not be called concurrently.
type Lab struct {
	Config
	papers.Lab[Trial, Sample]
	mutex sync.Mutex      // guards notes while trials run
	warm  map[string]bool // systems whose kernels are loaded
	notes []string        // what methods said, once each
}

// NewLab returns a Lab. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	return &Lab{Config: c, warm: map[string]bool{}}, err
}

// Open takes up the samples in the journal of a file, or begins one. All that a trial depends on, but for what its line
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

// Find returns the samples of a kind, by trial.
func (l *Lab) Find(kind Kind, in Instance, s System, moves int) Samples {
	list := l.Results(func(x Sample) bool {
		return x.Kind == kind && x.Instance == in.Name && x.System == s.ID && x.Moves == moves && x.Number < l.trials(s.ID)
	})
	slices.SortStableFunc(list, func(a, b Sample) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// run runs the trials that have no samples yet. t's Number is ignored.
func (l *Lab) run(ctx context.Context, in Instance, s System, t Trial) error {
	if !l.Runs(s) || !s.offered(t.Moves) {
		return nil
	}
	t.Instance, t.System = in.Name, s.ID
	var missing []Trial
	for t.Number = range l.trials(s.ID) {
		if _, ok := l.Result(t); !ok {
			missing = append(missing, t)
		}
	}
	if len(missing) == 0 {
		return ctx.Err()
	}
	if err := l.warmUp(ctx, in, s, t.Moves); err != nil {
		return err
	}
	err := l.Run(ctx, l.JobsOf(s), missing, func() bool { return false },
		func(t Trial) error { return l.trial(ctx, in, s, t) })
	if err = errors.Join(ctx.Err(), err); err == nil {
		l.Log(l.told(t.Kind, in, s, t.Moves))
	}
	return err
}

// trial runs one trial and keeps its sample, unless it was interrupted.
func (l *Lab) trial(ctx context.Context, in Instance, s System, t Trial) error {
	method := s.Method(&l.Config, t.Moves, t.Kind == Search)
	settings := l.Settings(s, t.Number)
	if t.Target != 0 {
		settings.Stop = append(settings.Stop, multiwalk.Target(t.Target))
	}
	if t.Limit > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Time(t.Limit))
	}
	if s.Where != papers.GPU { // elsewhere walks would start from constructed tours, better than where PSSM ends in the paper
		settings.Start = make([]int32, in.Problem.N)
		in.Problem.Space().Random(multiwalk.NewRand(settings.Seed, startStream), settings.Start)
	}
	res, err := multiwalk.Minimize(ctx, in.Problem, method, settings)
	if err != nil {
		return fmt.Errorf("%s with %s, %d moves, trial %d: %w", in.Name, s.ID, t.Moves, t.Number, err)
	}
	if res.Status == multiwalk.Cancelled {
		return ctx.Err()
	}
	l.mutex.Lock()
	for _, n := range res.Notes {
		if !slices.Contains(l.notes, n) {
			l.notes = append(l.notes, n)
		}
	}
	l.mutex.Unlock()
	return l.Keep(Sample{Trial: t, Searches: res.Walks, Length: res.Cost, Evaluations: res.Evaluations(), Elapsed: res.Elapsed,
		Status: res.Status})
}

// startStream is the number of the random stream of start tours, which no walk has.
const startStream = math.MaxInt32

// warmUp loads a system's kernels, so that the first trial does not last longer than the others.
func (l *Lab) warmUp(ctx context.Context, in Instance, s System, moves int) error {
	key := fmt.Sprint(s.ID, " ", moves)
	if s.Where != papers.GPU || l.warm[key] {
		return nil
	}
	l.warm[key] = true
	_, err := multiwalk.Minimize(ctx, in.Problem, s.Method(&l.Config, moves, false),
		multiwalk.Settings{Device: l.Accelerator, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	if err != nil {
		return fmt.Errorf("%s with %s, %d moves: %w", in.Name, s.ID, moves, err)
	}
	return nil
}

// told sums up the trials of a kind in a line.
func (l *Lab) told(kind Kind, in Instance, s System, moves int) string {
	list := l.Find(kind, in, s, moves)
	sec := list.Mean(func(x Sample) float64 { return SEC(x.Length, in.Best) })
	seconds := list.Mean(func(x Sample) float64 { return x.Elapsed.Seconds() })
	text := fmt.Sprintf("%-11s %-8s %-17s %4d moves, %d trials: %.3g s, SEC %.2f %%",
		kind, in.Name, s.Title, moves, len(list), seconds, sec)
	if missed := list.Missed(); missed > 0 {
		text += fmt.Sprintf(", %d missed the threshold", missed)
	}
	return text
}
