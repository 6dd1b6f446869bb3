package service

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// serve solves jobs, one after the other, until the service goes down.
func (s *Service) serve() {
	for {
		s.mu.Lock()
		for len(s.queue) == 0 && !s.closing {
			s.work.Wait()
		}
		if s.closing {
			s.mu.Unlock()
			return
		}
		j := s.queue[0]
		s.queue = s.queue[1:]
		var ctx context.Context
		ctx, j.cancel = context.WithTimeout(s.ctx, s.MostTime)
		now := time.Now().UTC()
		j.State, j.Started, j.Error = Running, &now, ""
		j.Attempts++
		begun := &job{Job: j.Job}
		s.mu.Unlock()
		s.keep(begun)
		s.meters.waited.Update(now.Sub(j.Created).Seconds())
		s.solve(ctx, j)
	}
}

// solve solves a job. One that the service's end breaks off stays as it is, to go on later.
func (s *Service) solve(ctx context.Context, j *job) {
	answer, err := s.guarded(ctx, j)
	s.mu.Lock()
	stopped := j.stopped
	s.mu.Unlock()
	if s.ctx.Err() != nil && !stopped && cancelled(answer) {
		s.mu.Lock()
		j.Attempts = 0 // the service ends in order
		left := &job{Job: j.Job}
		s.mu.Unlock()
		s.keep(left)
		return
	}
	j.cancel()
	if answer != nil || !wholefile.Full(err) || !s.again(j, err) {
		s.over(j, answer, err)
	}
}

// again has a job wait for room on the disk, before all others, and then the core that was to solve it. It returns false if the job was stopped.
func (s *Service) again(j *job, err error) bool {
	s.mu.Lock()
	if j.stopped {
		s.mu.Unlock()
		return false
	}
	told := j.crowded
	j.State, j.Started, j.Error, j.crowded = Queued, nil, "the job waits for room on the disk: "+plain(err), true
	j.Attempts--
	s.queue = slices.Insert(s.queue, 0, j)
	s.mu.Unlock()
	if !told {
		s.Tell(fmt.Sprintf("job %s waits until there is room on the disk: %v", j.ID, err))
	}
	s.await()
	return true
}

// await waits until a full disk may have room again, or until the service ends.
func (s *Service) await() {
	select {
	case <-time.After(roomAgain):
	case <-s.ctx.Done():
	}
}

// keep writes what there is to say of a job that goes on. If that fails, it has no more than what was written before.
func (s *Service) keep(j *job) {
	if err := s.store.keep(j); err != nil {
		s.Tell(fmt.Sprintf("job %s: its state cannot be kept: %v", j.ID, err))
	}
}

// cancelled says whether an answer is that of a run which was broken off; no answer is none.
func cancelled(answer json.RawMessage) bool {
	var told struct{ Status multiwalk.Status }
	return json.Unmarshal(answer, &told) != nil || told.Status == multiwalk.Cancelled
}

// guarded is a run whose panic is that job's alone.
func (s *Service) guarded(ctx context.Context, j *job) (answer json.RawMessage, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("multiwalk: service: the run panicked: %v", p)
		}
	}()
	t, err := s.task(j)
	if err != nil {
		return nil, err
	}
	return s.Solver.Solve(ctx, t, j.feed)
}

// over ends a job: first its answer is kept, and then that it has ended.
func (s *Service) over(j *job, answer json.RawMessage, err error) {
	now := time.Now().UTC()
	s.mu.Lock()
	done, stopped, feed := j.Job, j.stopped, j.feed
	s.mu.Unlock()
	s.store.keepCourse(j, feed.Course())
	done.Ended, done.State, done.Error = &now, Done, ""
	if err != nil {
		done.Error = plain(err)
	}
	switch {
	case stopped && cancelled(answer), answer == nil && err == nil:
		done.State = Stopped
	case answer == nil:
		done.State = Failed
	}
	kept := s.store.finish(&job{Job: done}, answer)
	if kept != nil {
		s.Tell(fmt.Sprintf("job %s: its end cannot be kept yet: %v", j.ID, kept))
	}
	s.mu.Lock()
	j.State, j.Ended, j.Error = done.State, done.Ended, done.Error // the rest is read without the lock
	if kept != nil {
		if j.answer = answer; !s.closing {
			s.running.Go(func() { s.later(j, done, answer) })
		}
	}
	j.feed = nil
	old := s.surplus()
	s.mu.Unlock()
	feed.Close()
	s.meters.ended(done)
	for _, o := range old {
		s.store.remove(o)
	}
}

// later keeps the end of a job when that can be done, at the latest as the service ends. Until then it is in memory.
func (s *Service) later(j *job, done Job, answer json.RawMessage) {
	for {
		s.await()
		kept := s.store.finish(&job{Job: done}, answer)
		s.mu.Lock()
		if kept == nil {
			j.answer = nil
		}
		forgotten := s.jobs[j.ID] != j
		s.mu.Unlock()
		if kept == nil || forgotten || s.ctx.Err() != nil {
			return
		}
	}
}
