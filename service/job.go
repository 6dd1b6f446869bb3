package service

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// State is how far a job is.
type State string

// The states of a job.
const (
	Queued  State = "queued"
	Running State = "running"
	Done    State = "done"    // it has an answer
	Stopped State = "stopped" // by a DELETE; it has an answer if it was begun
	Failed  State = "failed"  // Error says why
)

func (s State) over() bool { return s == Done || s == Stopped || s == Failed }

// Job is what is told of a job.
type Job struct {
	ID       string          `json:"id" jsonschema:"the job's name in paths"`
	State    State           `json:"state" jsonschema:"queued, running, done, stopped (by a DELETE, with a result if it was begun) or failed"`
	File     string          `json:"file" jsonschema:"the name of the instance's file"`
	Settings Settings        `json:"settings" jsonschema:"those that were given"`
	Created  time.Time       `json:"created" jsonschema:"when it was posted"`
	Started  *time.Time      `json:"started" jsonschema:"when it was begun, or taken up again after a restart"`
	Ended    *time.Time      `json:"ended" jsonschema:"when it was over"`
	Attempts int             `json:"attempts" jsonschema:"how often it was begun since the service was last ended in order; after five it fails"`
	Place    int             `json:"place" jsonschema:"in the queue, from 1; 0: it does not wait"`
	Error    string          `json:"error" jsonschema:"what went wrong, such as a target that was missed, or what the job waits for"`
	Best     *Best           `json:"best" jsonschema:"the best solution so far; null: there is none, or the job is over"`
	Result   json.RawMessage `json:"result" jsonschema:"what solve --json prints, once the job is done, or stopped while it ran"`
}

// Best is the best solution of a job that is running.
type Best struct {
	Cost       int64                 `json:"cost" jsonschema:"the less the better"`
	Text       string                `json:"text" jsonschema:"the cost as users of the problem write it, or what the solution violates"`
	GapPercent *float64              `json:"gap_percent" jsonschema:"from the best known cost to the cost"`
	Elapsed    float64               `json:"elapsed_seconds" jsonschema:"when it was found"`
	Feasible   *bool                 `json:"feasible" jsonschema:"whether it keeps the constraints; null: there are none"`
	Violations []multiwalk.Violation `json:"violations" jsonschema:"by constraint"`
	Solution   []int32               `json:"solution" jsonschema:"by position"`
	Answer     json.RawMessage       `json:"answer" jsonschema:"of a model: the solution in its own names"`
}

// job is a job and its run.
type job struct {
	Job
	feed    *record.Feed       // nil if the job is over
	cancel  context.CancelFunc // nil before it is begun
	stopped bool
	crowded bool            // it was begun and found the disk full
	answer  json.RawMessage // if it could not be kept
	shown   *Shown          // nil unless the run is another's
}

// shown is what is told of a job in lists. The caller holds the lock.
func (s *Service) shown(j *job) Job {
	told := j.Job
	if told.State == Queued {
		told.Place = 1 + slices.Index(s.queue, j)
	}
	return told
}

// List tells of all jobs, the newest first.
func (s *Service) List() []Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Job{}
	for _, j := range s.jobs {
		list = append(list, s.shown(j))
	}
	slices.SortFunc(list, func(a, b Job) int { return b.Created.Compare(a.Created) })
	return list
}

// Get tells of a job with its best solution or its answer.
func (s *Service) Get(id string) (Job, bool) {
	s.mu.Lock()
	j := s.jobs[id]
	if j == nil {
		s.mu.Unlock()
		return Job{}, false
	}
	told, feed, answer := s.shown(j), j.feed, j.answer
	s.mu.Unlock()
	if told.State.over() {
		if told.Result = answer; answer == nil && j.shown == nil {
			told.Result = s.store.answer(j)
		}
		return told, true
	}
	if b := feed.Best(); b != nil {
		told.Best = s.best(j, b)
	}
	return told, true
}

// best tells of an incumbent in the terms of its instance.
func (s *Service) best(j *job, b *record.Snapshot) *Best {
	told := &Best{Cost: b.Cost, Elapsed: b.Elapsed, Solution: b.Solution}
	in, err := s.look(j)
	if err != nil { // the instance was read before, so the disk fails; the numbers stay true
		told.Text = plain(err)
		return told
	}
	told.Text, told.Solution, told.Answer = in.Format.Word()+" "+in.Format.Text(b.Cost), in.Shown(b.Solution), in.Answer(b.Solution)
	if tell := walk.Teller(in.Problem); tell != nil {
		feasible, left := tell(b.Solution, b.Cost)
		if told.Feasible, told.Violations = &feasible, left; !feasible {
			told.Text = "no feasible solution yet, " + multiwalk.Blame(left)
		}
	}
	if known, ok := in.BestKnown(); ok && known.Cost != 0 && !in.Format.Real {
		gap := 100 * (float64(b.Cost) - float64(known.Cost)) / max(float64(known.Cost), -float64(known.Cost))
		told.GapPercent = &gap
	}
	return told
}

// sight is an instance that somebody looks at.
type sight struct {
	id string
	in *problem.Instance
}

// mostSights is how many instances are kept for who looks at them.
const mostSights = 8

// look reads a job's instance, unless it is among those that were looked at last.
func (s *Service) look(j *job) (*problem.Instance, error) {
	if j.shown != nil {
		return j.shown.Instance()
	}
	s.mu.Lock()
	at := slices.IndexFunc(s.seen, func(x *sight) bool { return x.id == j.ID })
	if at >= 0 {
		found := s.seen[at]
		s.seen = append(slices.Delete(s.seen, at, at+1), found)
		s.mu.Unlock()
		return found.in, nil
	}
	s.mu.Unlock()
	s.parsing <- struct{}{}
	defer func() { <-s.parsing }()
	t, err := s.task(j)
	if err != nil {
		return nil, err
	}
	in, err := s.Solver.Check(t)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen = append(s.seen, &sight{j.ID, in}); len(s.seen) > mostSights {
		s.seen = slices.Delete(s.seen, 0, 1)
	}
	return in, nil
}

// feedOf is the feed of a job; of one that is over that of its record. It is nil if there is neither.
func (s *Service) feedOf(j *job) (*record.Feed, error) {
	s.mu.Lock()
	feed := j.feed
	s.mu.Unlock()
	if feed != nil {
		return feed, nil
	}
	run, err := s.recorded(j)
	if run == nil {
		return nil, err
	}
	return record.Replay(*run, s.store.course(j))
}

// recorded reads the record of a job that is over; nil if it has none.
func (s *Service) recorded(j *job) (*record.Run, error) {
	text, err := os.ReadFile(s.store.file(j, recordFile))
	if err != nil {
		if os.IsNotExist(err) {
			err = nil
		}
		return nil, err
	}
	runs, err := record.Read(bytes.NewReader(text), j.ID)
	if err != nil {
		return nil, err
	}
	return &runs[len(runs)-1], nil
}

// solution is the best solution of a job; nil if it has none. Of one that is over it is the best feasible one, if there is one.
func (s *Service) solution(j *job) ([]int32, error) {
	s.mu.Lock()
	feed := j.feed
	s.mu.Unlock()
	if feed != nil {
		if b := feed.Best(); b != nil {
			return b.Solution, nil
		}
		return nil, nil
	}
	run, err := s.recorded(j)
	if run == nil {
		return nil, err
	}
	if run.End != nil && run.End.Feasible != nil {
		return run.End.Feasible, nil
	}
	x, _, _ := run.Best()
	return x, nil
}
