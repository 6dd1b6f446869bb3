package multiwalk

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// ErrResume is wrapped by the refusal to resume a run that is not the one of the checkpoint.
var ErrResume = errors.New("the run cannot be resumed")

// agree reports how the run differs from that of the checkpoint, or takes up what the settings may leave to it.
func (r *run) agree() error {
	s := r.s.Resume
	if r.s.Seed == 0 {
		r.s.Seed, r.res.Seed = s.Seed, s.Seed
	}
	if r.s.Walks == 0 {
		r.s.Walks = s.Walks
	}
	if r.s.Start != nil {
		return fmt.Errorf("multiwalk: %w from another start: a resumed run goes on from where it was, so leave Settings.Start out", ErrResume)
	}
	if r.planned = s.Planned; r.planned < 1 {
		return fmt.Errorf("multiwalk: %w: its checkpoint has %d walks", ErrResume, r.planned)
	}
	c := &r.s.Checkpoint
	if c.Instance = cmp.Or(c.Instance, s.Instance); c.Own == nil {
		c.Own = s.Own
	}
	is := r.identity()
	named := s.Instance != "" && s.Instance == is.Instance // whatever the name of its file is now
	for _, d := range []struct{ what, was, is, remedy string }{
		{"layout of numbers", s.Layout, is.Layout, "resume it on such a computer"},
		{"problem", s.Problem, is.Problem, "give the problem that it was begun with"},
		{"space", s.Space, is.Space, "give the problem that it was begun with"},
		{"instance", s.Instance, is.Instance, "give the instance that it was begun with"},
		{"method", s.Method, is.Method, "give the method and the settings that it was begun with"},
		{"device", s.Device, is.Device, "resume it on the kind of device that it was begun on"},
		{"number of machines", fmt.Sprint(s.Machines), fmt.Sprint(is.Machines), "resume it on as many"},
		{"seed", fmt.Sprint(s.Seed), fmt.Sprint(is.Seed), "leave the seed out"},
		{"number of walks", fmt.Sprint(s.Walks), fmt.Sprint(is.Walks), "leave the number out"},
	} {
		if d.was == d.is || d.what == "instance" && (d.was == "" || d.is == "") || d.what == "problem" && named {
			continue
		}
		return fmt.Errorf("multiwalk: %w with another %s: it was begun with %s, and this is %s; %s",
			ErrResume, d.what, d.was, d.is, d.remedy)
	}
	return nil
}

// takeUp reads what the run knows beside its walks, and has the clock go on.
func (r *run) takeUp() error {
	s := r.s.Resume
	if s == nil {
		return nil
	}
	r.archive = checkpoint.Reader(s.State)
	r.fields(r.archive)
	r.res.Notes, r.res.Loading, r.res.Pace = append(r.res.Notes, s.Notes...), s.Loading, append([]Pace{}, r.pacing.list...)
	if r.both != nil {
		r.res.Balance = r.both.list
	}
	if done, limit := int64(r.res.Rounds), r.stops.work; limit > 0 && done > limit { // evaluations may pass theirs by a round
		return fmt.Errorf("multiwalk: %w up to %d rounds: it has done %d; give a limit above that", ErrResume, limit, done)
	}
	return r.unread()
}

// unread is the error of a state that does not fit the run.
func (r *run) unread() error {
	if err := r.archive.Err(); err != nil {
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", ErrResume, err)
	}
	return nil
}

// takeWalks reads the search and the walks, in their state at the beginning, and evaluates the incumbent once more.
func (r *run) takeWalks() error {
	if broke := guard(func() { r.parts(r.archive) }); broke != nil {
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", ErrResume, broke)
	}
	if err := r.unread(); err != nil {
		return err
	}
	if r.res.Best == nil {
		return nil
	}
	was, best := r.res.Cost, r.res.Best
	v, finished, err := r.evaluate(best)
	switch cost := v.cost; {
	case err != nil:
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", ErrResume, err)
	case finished && cost != was:
		return fmt.Errorf("multiwalk: %w from this checkpoint: its incumbent cost %d there, and costs %d here; give the instance "+
			"that it was begun with", ErrResume, was, cost)
	}
	if r.judge(v); r.feasible.X != nil {
		r.keepFeasible(r.feasible)
	}
	return nil
}
