package runtest

import (
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Busy runs a benchmark that reports which part of the first 0.1 s, of 0.3 s and of a second each side of a Both works, on average over its
// walks. m joins the two methods; the machine's sleeps. Evaluations have no limit, so the runs divide their rounds by measurement.
func Busy(b *testing.B, p multiwalk.Problem, d multiwalk.Both, m func(cores, machines walk.Method) walk.Method,
	cores walk.Method, machine Sleeper) {
	moments := []time.Duration{100 * time.Millisecond, 300 * time.Millisecond, time.Second}
	sums := make([][2]float64, len(moments))
	rounds, balances := 0, 0
	for b.Loop() {
		begun := time.Now()
		logs := []*log{{start: begun}, {start: begun}}
		r, err := multiwalk.Minimize(b.Context(), p, m(logged{cores, logs[0]}, logged{machine, logs[1]}), multiwalk.Settings{Device: d,
			Stop: []multiwalk.Stop{multiwalk.Time(time.Second)}})
		if err != nil {
			b.Fatal(err)
		}
		rounds, balances = rounds+int(r.Rounds), balances+len(r.Balance)
		for i, until := range moments {
			for k, l := range logs {
				sums[i][k] += l.busy(until) / float64(r.Sides[k].Workers)
			}
		}
	}
	n := float64(b.N)
	b.ReportMetric(0, "ns/op")
	for i, until := range moments {
		b.ReportMetric(100*sums[i][0]/n, "cores-"+until.String()+"-%")
		b.ReportMetric(100*sums[i][1]/n, "machine-"+until.String()+"-%")
	}
	b.ReportMetric(float64(rounds)/n, "rounds")
	b.ReportMetric(float64(balances)/n, "balances")
}

// log is when walks worked: in their calls of Step.
type log struct {
	mu    sync.Mutex
	start time.Time
	spans [][2]time.Duration
}

func (l *log) note(from time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spans = append(l.spans, [2]time.Duration{from.Sub(l.start), time.Since(l.start)})
}

// busy is how many walks worked up to a moment, on average over that time.
func (l *log) busy(until time.Duration) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	var sum time.Duration
	for _, s := range l.spans {
		sum += max(0, min(until, s[1])-s[0])
	}
	return float64(sum) / float64(until)
}

// logged is a method whose walks' work is logged. Wherever it is put, it must run.
type logged struct {
	walk.Method
	log *log
}

func (logged) Place(multiwalk.Problem, multiwalk.Accelerator) error { return nil }

func (m logged) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.Method.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	if c, ok := s.(walk.Cooperator); ok {
		return struct {
			loggedSearch
			walk.Cooperator
		}{loggedSearch{s, m.log}, c}, nil
	}
	return loggedSearch{s, m.log}, nil
}

type loggedSearch struct {
	walk.Search
	log *log
}

func (s loggedSearch) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	return loggedWalk{w, s.log}, err
}

type loggedWalk struct {
	walk.Walk
	log *log
}

func (w loggedWalk) Step(s *walk.Slice) bool {
	defer w.log.note(time.Now())
	return w.Walk.Step(s)
}

func (w loggedWalk) Says(all bool) walk.Message { return walk.SaysOf(w.Walk, all) }
func (w loggedWalk) Hears(m walk.Message) bool  { return walk.HearsOf(w.Walk, m) }

// Sleeper is a method whose units sleep, as long as work would last. So a few cores stand for many, or for a GPU.
type Sleeper struct {
	// Lasts is how long a unit lasts that begins at a moment of the run.
	Lasts func(at time.Duration, r *multiwalk.Rand) time.Duration
	// Units are those of a round on one device.
	Units int
}

func (Sleeper) Name() string { return "sleeper" }

func (m Sleeper) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return &sleeping{m, p, plan, time.Now()}, nil
}

type sleeping struct {
	m     Sleeper
	p     multiwalk.Problem
	plan  walk.Plan
	start time.Time
}

func (s *sleeping) Slice() int { return s.m.Units }

func (s *sleeping) NewWalk(id int) (walk.Walk, error) {
	w := &sleepingWalk{s: s, r: multiwalk.NewRand(s.plan.Seed, id), x: make([]int32, s.p.Space().Len())}
	s.plan.Begin(s.p, w.r, w.x)
	w.cost, w.work.FullEvaluations = s.p.Cost(w.x), 1
	return w, nil
}

type sleepingWalk struct {
	s    *sleeping
	r    *multiwalk.Rand
	x    []int32
	cost int64
	work multiwalk.Counters
}

// Step sleeps a few milliseconds at a time, because no sleep is as short as a unit of a core may be.
func (w *sleepingWalk) Step(s *walk.Slice) bool {
	const nap = 2 * time.Millisecond
	due := time.Now()
	for s.Next(w.work.Evaluations()) {
		due = due.Add(w.s.m.Lasts(due.Sub(w.s.start), w.r))
		for time.Until(due) > nap && !s.Aborted() {
			time.Sleep(nap)
		}
		w.work.Units++
		w.work.DeltaEvaluations++
	}
	if !s.Aborted() {
		time.Sleep(time.Until(due))
	}
	return true
}

func (w *sleepingWalk) Best() ([]int32, int64)       { return w.x, w.cost }
func (w *sleepingWalk) Counters() multiwalk.Counters { return w.work }
