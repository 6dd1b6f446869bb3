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
	"github.com/multiwalk/multiwalk/device"
)

// Config says what a Lab works on. Instances must not be empty; the zero value of every other field has a meaning.
type Config struct {
	Instances []Instance
	Systems   []System       // nil: the default of Systems
	Schedule  Schedule       // zero: PaperSchedule
	Trials    int            // of each system and instance; 0: 10, as in the paper
	TrialsOf  map[string]int // by system ID, where it is not Trials
	Seed      uint64         // trial k runs with Seed + k
	Cores     int            // that CPU systems may use; 0: all
	Jobs      int            // trials of one core that run at the same time; 0: 1
	// Accelerator is where GPU systems run; nil leaves their figures out.
	Accelerator multiwalk.Device
	Searches    int // of GPU systems (TB); 0: as many as the GPU holds
	// Limit ends a throughput trial that has not reached its threshold; 0: a minute.
	Limit time.Duration
	// Moves are the rows of Table 4; nil: the paper's, then on to 1024. CPU systems go to MaxCPUMoves; 0: 48.
	Moves       []int
	MaxCPUMoves int
	Journal     *Journal     // keeps samples; nil: in memory alone
	Log         func(string) // is told what was run; nil: nobody
}

// withDefaults fills in the defaults and checks the settings.
func (c Config) withDefaults() (Config, error) {
	if c.Schedule == (Schedule{}) {
		c.Schedule = PaperSchedule
	}
	if c.Systems == nil {
		c.Systems = Systems()[:DefaultSystems]
	}
	if c.Moves == nil {
		c.Moves = []int{4, 8, 12, 24, 32, 48, 64, 128, 256, 512, 1024}
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	fill := func(v *int, value int) {
		if *v == 0 {
			*v = value
		}
	}
	fill(&c.Trials, 10)
	fill(&c.Cores, device.CPU(0).Workers())
	fill(&c.Jobs, 1)
	fill(&c.MaxCPUMoves, 48)
	if c.Limit == 0 {
		c.Limit = time.Minute
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
	case len(c.Moves) == 0 || c.Moves[0] < 1 || !ascends(c.Moves):
		return c, fmt.Errorf("multiwalk: the numbers of moves %v must ascend from at least 1; the paper has 4 to 48", c.Moves)
	case !(s.End > 0 && s.End < s.Start && s.Alpha > 0 && s.Alpha < 1 && s.Sweeps > 0 && s.Every > 0):
		return c, fmt.Errorf("multiwalk: the schedule %+v does not cool down; use the paper's", s)
	}
	return c, nil
}

func ascends(list []int) bool {
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return false
		}
	}
	return true
}

// Lab runs trials and keeps their samples. Its methods must not be called concurrently.
type Lab struct {
	Config
	mutex   sync.Mutex // guards samples and notes while trials run
	samples Samples
	done    map[Trial]bool
	warm    map[string]bool // systems whose kernels are loaded
	notes   []string        // what methods said, once each
}

// NewLab returns a Lab with the samples that the journal has. It refuses settings that cannot be.
func NewLab(c Config) (*Lab, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	l := &Lab{Config: c, done: map[Trial]bool{}, warm: map[string]bool{}}
	if c.Journal != nil {
		for _, s := range c.Journal.known {
			if !l.done[s.Trial] { // journals of several machines may have been put together
				l.samples = append(l.samples, s)
				l.done[s.Trial] = true
			}
		}
	}
	return l, nil
}

// trials is how many trials a system has of each kind.
func (l *Lab) trials(id string) int { return cmp.Or(l.TrialsOf[id], l.Trials) }

// Find returns the samples of a kind, by trial.
func (l *Lab) Find(kind Kind, in Instance, s System, moves int) Samples {
	var list Samples
	for _, x := range l.samples {
		if x.Kind == kind && x.Instance == in.Name && x.System == s.ID && x.Moves == moves && x.Number < l.trials(s.ID) {
			list = append(list, x)
		}
	}
	list.order()
	return list
}

// runs says whether a system can be run here.
func (l *Lab) runs(s System) bool { return s.Where != Accelerator || l.Accelerator != nil }

// run runs the trials of which there are no samples yet. t's Number is ignored.
func (l *Lab) run(ctx context.Context, in Instance, s System, t Trial) error {
	if !l.runs(s) || !s.offered(t.Moves) {
		return nil
	}
	t.Instance, t.System = in.Name, s.ID
	list := l.missing(t)
	if len(list) == 0 {
		return ctx.Err()
	}
	if err := l.warmUp(ctx, in, s, t.Moves); err != nil {
		return err
	}
	jobs := 1
	if s.Where == OneCore {
		jobs = l.Jobs
	}
	var group sync.WaitGroup
	slots := make(chan struct{}, jobs)
	errs := make([]error, len(list))
	for i, one := range list {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-slots }()
			errs[i] = l.trial(ctx, in, s, one)
		})
	}
	group.Wait()
	if err := errors.Join(ctx.Err(), errors.Join(errs...)); err != nil {
		return err
	}
	for _, one := range list {
		l.done[one] = true
	}
	l.Log(l.told(t.Kind, in, s, t.Moves))
	return nil
}

// missing returns the trials like t of which there is no sample.
func (l *Lab) missing(t Trial) []Trial {
	var list []Trial
	for t.Number = range l.trials(t.System) {
		if !l.done[t] {
			list = append(list, t)
		}
	}
	return list
}

// trial runs one trial and keeps its sample, unless it was interrupted.
func (l *Lab) trial(ctx context.Context, in Instance, s System, t Trial) error {
	method := s.Method(&l.Config, t.Moves, t.Kind == Search)
	settings := multiwalk.Settings{Seed: l.Seed + uint64(t.Number)}
	if t.Target != 0 {
		settings.Stop = append(settings.Stop, multiwalk.Target(t.Target))
	}
	if t.Limit > 0 {
		settings.Stop = append(settings.Stop, multiwalk.Time(t.Limit))
	}
	l.place(&settings, s)
	if s.Where != Accelerator { // elsewhere walks would start from constructed tours, better than where PSSM ends in the paper
		settings.Start = make([]int32, in.Tour.N)
		in.Tour.Space().Random(multiwalk.NewRand(settings.Seed, startStream), settings.Start)
	}
	res, err := multiwalk.Minimize(ctx, in.Tour, method, settings)
	if err != nil {
		return fmt.Errorf("%s with %s, %d moves, trial %d: %w", in.Name, s.ID, t.Moves, t.Number, err)
	}
	if res.Status == multiwalk.Cancelled {
		return ctx.Err()
	}
	x := Sample{Trial: t, Searches: res.Walks, Length: res.Cost, Evaluations: res.Evaluations(), Elapsed: res.Elapsed,
		Status: res.Status}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.samples = append(l.samples, x)
	for _, n := range res.Notes {
		if !slices.Contains(l.notes, n) {
			l.notes = append(l.notes, n)
		}
	}
	if l.Journal == nil {
		return nil
	}
	return l.Journal.Add(x.fields())
}

// startStream is the number of the random stream of start tours, which no walk has.
const startStream = math.MaxInt32

// place sets where a trial runs and with how many walks.
func (l *Lab) place(settings *multiwalk.Settings, s System) {
	switch s.Where {
	case Accelerator:
		settings.Device = l.Accelerator
	case AllCores:
		settings.Device, settings.Walks = device.CPU(l.Cores), l.Cores
	default:
		settings.Device, settings.Walks = device.CPU(1), 1
	}
}

// warmUp loads a system's kernels, so that the first trial does not last longer than the others.
func (l *Lab) warmUp(ctx context.Context, in Instance, s System, moves int) error {
	key := fmt.Sprint(s.ID, " ", moves)
	if s.Where != Accelerator || l.warm[key] {
		return nil
	}
	l.warm[key] = true
	_, err := multiwalk.Minimize(ctx, in.Tour, s.Method(&l.Config, moves, false),
		multiwalk.Settings{Device: l.Accelerator, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	if err != nil {
		return fmt.Errorf("%s with %s, %d moves: %w", in.Name, s.ID, moves, err)
	}
	return nil
}

// told sums up the trials of a kind in a line.
func (l *Lab) told(kind Kind, in Instance, s System, moves int) string {
	list := l.Find(kind, in, s, moves)
	sec := list.Mean(func(x Sample) float64 { return SEC(x.Length, in.Optimum) })
	seconds := list.Mean(func(x Sample) float64 { return x.Elapsed.Seconds() })
	text := fmt.Sprintf("%-11s %-8s %-17s %4d moves, %d trials: %.3g s, SEC %.2f %%",
		kind, in.Name, s.Title, moves, len(list), seconds, sec)
	if missed := list.Missed(); missed > 0 {
		text += fmt.Sprintf(", %d missed the threshold", missed)
	}
	return text
}
