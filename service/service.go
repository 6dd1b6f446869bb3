package service

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
)

// Setting is a setting that a job may have: a parameter of the query.
type Setting struct {
	Name    string // such as time
	Help    string
	Default string
	Type    string // in JSON schema: string, integer or boolean
	Many    bool   // it may be given several times
}

// Settings are those of a job, by name.
type Settings map[string][]string

// Task is what is to be solved.
type Task struct {
	Content  []byte // of the instance
	File     string // its name, without a folder
	Settings Settings
	Workers  int           // cores for it
	Limit    time.Duration // that no job may ask to pass; 0: none
	Walks    int           // that no job may ask to pass; 0: none
	// Checkpoint is the file in which the run's state is kept, and from which the run goes on if it is there; "" keeps none. Record is the
	// file of its record.
	Checkpoint, Record string
}

// Solver is a program that solves.
type Solver interface {
	// Settings are those that jobs may have.
	Settings() []Setting
	// Check refuses what cannot be solved, before anything is spent on it, and returns the instance.
	Check(t Task) (*problem.Instance, error)
	// Solve solves until the task's limits, or until the context is done, and gives the feed what goes on. The answer is a value in JSON. There
	// may be an answer together with an error, which then says what is missing from it.
	Solve(ctx context.Context, t Task, f *record.Feed) (json.RawMessage, error)
	// Answer is the type of the answers.
	Answer() reflect.Type
}

// Config says how a service is to be. Zeros stand for the defaults.
type Config struct {
	Solver    Solver
	Store     string        // the folder of the jobs; "" keeps them until Close only
	AtOnce    int           // jobs that are solved at the same time; default: one for each core
	Queue     int           // jobs that may wait; default 1000
	Keep      int           // jobs that are remembered after their end; default 1000
	MostTime  time.Duration // that a job may take; default one hour
	MostWalks int           // that a job may ask for; default 1000
	MostBody  int64         // bytes of an instance; default 64 MiB
	Schema    []byte        // the JSON schema of instances that are documents; nil: there are none
	Version   string        // of the program
	Token     string        // "" asks for none
	Local     bool          // only this machine reaches the service, and names it so
	Tell      func(line string)
	// Metrics writes what else there is to measure, in Prometheus' text form; nil writes nothing.
	Metrics func(ctx context.Context, w io.Writer) error
}

// Defaults of a Config.
const (
	defaultQueue = 1000
	defaultKeep  = 1000
	defaultTime  = time.Hour
	defaultWalks = 1000
	defaultBody  = 64 << 20
)

// The reasons to refuse a job.
var (
	errFull    = errors.New("the queue is full; try again later")
	errClosing = errors.New("the service is going down; try again later")
)

// Service has the jobs.
type Service struct {
	Config
	store   *store
	ctx     context.Context // of all runs
	end     context.CancelFunc
	running sync.WaitGroup
	parsing chan struct{} // bounds how many instances are read at the same time
	meters  *meters

	mu      sync.Mutex
	jobs    map[string]*job
	queue   []*job
	work    *sync.Cond // something is in the queue, or the service is going down
	closing bool
	seen    []*sight // instances that were looked at last
}

// New starts a service. Jobs of the store that have not ended go on.
func New(c Config) (*Service, error) {
	cores := runtime.GOMAXPROCS(0)
	c.AtOnce, c.Queue, c.Keep = cmp.Or(c.AtOnce, cores), cmp.Or(c.Queue, defaultQueue), cmp.Or(c.Keep, defaultKeep)
	c.MostTime, c.MostWalks, c.MostBody = cmp.Or(c.MostTime, defaultTime), cmp.Or(c.MostWalks, defaultWalks), cmp.Or(c.MostBody, defaultBody)
	if min(c.AtOnce, c.Queue, c.Keep, c.MostWalks) < 0 || c.MostTime < 0 || c.MostBody < 0 {
		return nil, errors.New("multiwalk: service: a number below 0 bounds nothing; 0 stands for the default")
	}
	if c.Tell == nil {
		c.Tell = func(string) {}
	}
	s := &Service{Config: c, jobs: map[string]*job{}, parsing: make(chan struct{}, max(1, cores))}
	s.work = sync.NewCond(&s.mu)
	var err error
	if s.store, err = openStore(c.Store); err != nil {
		return nil, err
	}
	s.meters = newMeters(s)
	s.ctx, s.end = context.WithCancel(context.Background())
	if err := s.recall(); err != nil {
		s.store.close()
		return nil, err
	}
	for range c.AtOnce {
		s.running.Go(s.serve)
	}
	return s, nil
}

// roomAgain is after how long a full disk is looked at again.
var roomAgain = 10 * time.Second

// mostAttempts is how often a job may take the service down with it.
const mostAttempts = 5

// recall takes up the jobs of the store. What has not ended waits again: first what was begun the fewest times, then the oldest, so that a job
// that brings the service down keeps no other from its turn.
func (s *Service) recall() error {
	list, err := s.store.load(s.Tell)
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b *job) int { return cmp.Or(a.Attempts-b.Attempts, a.Created.Compare(b.Created)) })
	for _, j := range list {
		s.jobs[j.ID] = j
		if j.State.over() {
			continue
		}
		j.State = Queued
		j.feed = new(record.Feed)
		if j.Attempts >= mostAttempts {
			s.over(j, nil, fmt.Errorf("the service ended %d times while this job ran; it may need more memory than there is", j.Attempts))
			continue
		}
		s.queue = append(s.queue, j)
	}
	return nil
}

// workers is how many cores a job has.
func (s *Service) workers() int { return max(1, runtime.GOMAXPROCS(0)/s.AtOnce) }

// task is what a job asks for, with the text of its instance.
func (s *Service) task(j *job) (Task, error) {
	content, err := s.store.instance(j)
	t := Task{Content: content, File: j.File, Settings: j.Settings, Workers: s.workers(), Limit: s.MostTime, Walks: s.MostWalks,
		Record: s.store.file(j, recordFile)}
	if s.Store != "" {
		t.Checkpoint = s.store.file(j, checkpointFile)
	}
	return t, err
}

// Submit puts a job into the queue. It is kept before Submit returns.
func (s *Service) Submit(file string, content []byte, settings Settings) (Job, error) {
	t := Task{Content: content, File: file, Settings: settings, Workers: s.workers(), Limit: s.MostTime, Walks: s.MostWalks}
	s.parsing <- struct{}{}
	_, err := s.Solver.Check(t)
	<-s.parsing
	if err != nil {
		return Job{}, refused{err}
	}
	j := &job{Job: Job{ID: strings.ToLower(rand.Text()), State: Queued, File: file, Settings: settings, Created: time.Now().UTC()},
		feed: new(record.Feed)}
	if err := s.room(); err != nil {
		return Job{}, err
	}
	if err := s.store.add(j, content); err != nil {
		return Job{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refusal(); err != nil {
		s.store.remove(j)
		return Job{}, err
	}
	s.jobs[j.ID] = j
	s.queue = append(s.queue, j)
	s.meters.submitted.Inc()
	s.work.Signal()
	return s.shown(j), nil
}

// room says whether another job may wait.
func (s *Service) room() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refusal()
}

// refusal is room's answer. The caller holds the lock.
func (s *Service) refusal() error {
	switch {
	case s.closing:
		return errClosing
	case len(s.queue) >= s.Queue:
		return errFull
	}
	return nil
}

// surplus forgets the oldest of the jobs that are over, where there are too many. The caller holds the lock.
func (s *Service) surplus() (old []*job) {
	for _, j := range s.jobs {
		if j.State.over() {
			old = append(old, j)
		}
	}
	if len(old) <= s.Keep {
		return nil
	}
	slices.SortFunc(old, func(a, b *job) int { return a.Ended.Compare(*b.Ended) })
	old = old[:len(old)-s.Keep]
	for _, j := range old {
		delete(s.jobs, j.ID)
	}
	return old
}

// Stop ends a job, if there is one of that name. What it has found stays.
func (s *Service) Stop(id string) {
	s.mu.Lock()
	j := s.jobs[id]
	waiting := slices.Index(s.queue, j)
	if waiting >= 0 {
		s.queue = slices.Delete(s.queue, waiting, waiting+1)
	}
	if j != nil && j.State == Running && j.cancel != nil {
		j.stopped = true
		j.cancel()
	}
	s.mu.Unlock()
	if waiting >= 0 {
		s.over(j, nil, nil)
	}
}

// Close ends all runs and returns when they have kept what they found, so that they go on when a service is started on the same store.
func (s *Service) Close() {
	s.mu.Lock()
	s.closing = true
	s.work.Broadcast()
	s.mu.Unlock()
	s.end()
	s.running.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.jobs {
		if j.feed != nil {
			j.feed.Close()
		}
	}
	s.meters.set.UnregisterAllMetrics()
	s.store.close()
}

// plain is the text of an error for those who know no Go.
func plain(err error) string {
	text := strings.TrimPrefix(err.Error(), "multiwalk: ")
	return strings.ReplaceAll(strings.ReplaceAll(text, ": multiwalk: ", ": "), "\n", "; ")
}
