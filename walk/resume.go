package walk

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

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
		return fmt.Errorf("multiwalk: %w from another start: a resumed run goes on from where it was, so leave Settings.Start out",
			multiwalk.ErrResume)
	}
	r.planned = s.Planned
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
			multiwalk.ErrResume, d.what, d.was, d.is, d.remedy)
	}
	if onCores := kindOf(r.s.Device) == "cpu"; r.planned < 1 || onCores && s.Walks > 0 && s.Walks != r.planned {
		return fmt.Errorf("multiwalk: %w: its checkpoint has %d walks, and was begun with %d", multiwalk.ErrResume, r.planned, s.Walks)
	}
	return nil
}

// takeUp reads what the run knows beside its walks, evaluates its best solutions once more, and has the clock go on.
func (r *run) takeUp() error {
	s := r.s.Resume
	if s == nil {
		return nil
	}
	r.res.Notes, r.res.Loading = append(r.res.Notes, s.Notes...), s.Loading
	if s.Fresh {
		return r.takeFresh()
	}
	r.archive = checkpoint.Reader(s.State)
	r.fields(r.archive)
	r.was.Save(r.archive)
	r.res.Pace = append([]multiwalk.Pace{}, r.pacing.list...)
	if r.both != nil {
		r.res.Balance = r.both.list
	}
	if r.clock.lap = min(s.Lap, graceRound); r.clock.lap > 0 { // by which the run goes until it has measured a round of its own
		r.pacing.lapped(1, r.clock.lap.Seconds(), paceSpan*r.clock.limit.Seconds())
	}
	if err := cmp.Or(r.unread(), r.contradiction(), r.passed()); err != nil {
		return err
	}
	return r.takeBest()
}

// unread is the error of a state that does not fit the run.
func (r *run) unread() error {
	if err := r.archive.Err(); err != nil {
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", multiwalk.ErrResume, err)
	}
	return nil
}

// contradiction reports what no run has counted.
func (r *run) contradiction() error {
	if there := r.s.Resume.Rounds; there != r.res.Rounds {
		return fmt.Errorf("multiwalk: %w from this checkpoint: its header says that it is of round %d, and its state of round %d",
			multiwalk.ErrResume, there, r.res.Rounds)
	}
	for i, c := range r.was.counters {
		if min(c.FullEvaluations, c.DeltaEvaluations, c.Moves, c.Units, c.Restarts) < 0 {
			return fmt.Errorf("multiwalk: %w from this checkpoint: nothing is counted below 0, and walk %d has %+v", multiwalk.ErrResume, i, c)
		}
	}
	return nil
}

// limit is one on what a run does, and how a refusal tells of it.
type limit struct {
	kind multiwalk.StopKind
	most int64 // 0 for none
	of   string
}

// limits are those of the run, but time, which is of a call, and the target.
func (r *run) limits() []limit {
	return []limit{
		{multiwalk.StopWork, r.stops.work, "rounds: it has done"},
		{multiwalk.StopEvaluations, r.stops.evaluations, "evaluations: it has made"},
		{multiwalk.StopNoImprovement, r.stops.noImprovement, "units without a new incumbent: it has done"},
	}
}

// passed refuses a limit that the run has passed before, unless it ran under this one: a limit is met between two rounds. To end after the
// rounds that it has is refused too: it would need a Pace that begins when all is done.
func (r *run) passed() error {
	all := r.was.total()
	done := map[multiwalk.StopKind]int64{multiwalk.StopWork: r.res.Rounds, multiwalk.StopEvaluations: all.Evaluations(),
		multiwalk.StopNoImprovement: all.Units - r.bestUnits}
	for _, l := range r.limits() {
		if made := done[l.kind]; l.most > 0 && made >= l.most && (made > l.most || l.kind == multiwalk.StopWork) && r.s.Resume.Limits[string(l.kind)] != l.most {
			return fmt.Errorf("multiwalk: %w up to %d %s %d; give a limit above that", multiwalk.ErrResume, l.most, l.of, made)
		}
	}
	return nil
}

// takeBest evaluates the incumbent and the best feasible solution, before anything is made that may outlast the run.
func (r *run) takeBest() error {
	best, feasible := multiwalk.Solution{X: r.res.Best, Cost: r.res.Cost}, r.feasible
	if best.X == nil {
		return nil
	}
	v, finished, err := r.again(best, "incumbent")
	if err != nil || !finished {
		r.putDown()
		return err
	}
	if feasible.X != nil {
		w, finished, err := r.again(feasible, "best feasible solution")
		if err == nil && finished && !w.feasible {
			err = fmt.Errorf("multiwalk: %w from this checkpoint: what it has for feasible is not: %s",
				multiwalk.ErrResume, multiwalk.Blame(w.violations))
		}
		if err != nil || !finished {
			r.putDown()
			return err
		}
	}
	if r.judge(v); feasible.X != nil {
		r.keepFeasible(feasible)
	}
	r.publish()
	return nil
}

// again evaluates a solution of the checkpoint, which must cost what it did. finished is false if the run was over before.
func (r *run) again(s multiwalk.Solution, what string) (v verdict, finished bool, err error) {
	switch v, finished, err = r.evaluate(s.X); {
	case err != nil:
		err = fmt.Errorf("multiwalk: %w from this checkpoint: %w", multiwalk.ErrResume, err)
	case finished && v.cost != s.Cost:
		err = fmt.Errorf("multiwalk: %w from this checkpoint: its %s cost %d there, and costs %d here; give the instance "+
			"that it was begun with", multiwalk.ErrResume, what, s.Cost, v.cost)
	}
	return v, finished, err
}

// takeFresh begins a run anew that was over before its walks were made. What it had found is the reserve, which counts only if it
// ends so again: so the run equals one that was never interrupted.
func (r *run) takeFresh() error {
	a, best := checkpoint.Reader(r.s.Resume.State), []int32(nil)
	if a.Fields("fresh", &r.s.Start, &best); a.Err() != nil {
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", multiwalk.ErrResume, a.Err())
	}
	v, finished, err := r.evaluate(best)
	switch {
	case err != nil:
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", multiwalk.ErrResume, err)
	case finished:
		r.reserve.mu.Lock()
		defer r.reserve.mu.Unlock()
		r.reserve.x, r.reserve.v = best, v
	}
	return nil
}

// putDown forgets what was read of a run that could not be taken up, so that nobody takes it for what this one has found.
func (r *run) putDown() {
	if r.s.Resume == nil {
		return
	}
	was := r.res
	r.res = &multiwalk.Result{Seed: was.Seed, Walk: -1, Status: was.Status, Partial: was.Partial, Loading: was.Loading, Notes: was.Notes,
		Pace: []multiwalk.Pace{}, Method: was.Method, Ran: was.Ran, Walks: was.Walks, Workers: was.Workers}
	r.feasible = multiwalk.Solution{}
	clear(r.counters)
}

// takeWalks reads the search and the walks, in their state at the beginning.
func (r *run) takeWalks() error {
	t, n := r.was, len(r.walks)
	paced := len(r.pacing.stretches) == n || r.pacing.stretches == nil && r.pacing.list == nil
	if t.walks != n || len(t.ended) != n || len(t.counters) != n || !paced {
		return fmt.Errorf("multiwalk: %w from this checkpoint: it has %d walks, and this run has %d", multiwalk.ErrResume, t.walks, n)
	}
	if broke := guard(func() { r.parts(r.archive) }); broke != nil {
		return fmt.Errorf("multiwalk: %w from this checkpoint: %w", multiwalk.ErrResume, broke)
	}
	r.ended, r.counters, r.res.Walks = t.ended, t.counters, t.searches
	return r.unread()
}
