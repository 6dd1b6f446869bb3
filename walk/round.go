package walk

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/lending"
)

// round lets every walk work through a batch of rounds, one slice each, then merges what they found and lets them
// cooperate.
func (r *run) round() error {
	units := r.search.Slice()
	if units < 1 {
		return fmt.Errorf("multiwalk: method %s has slices of %d units, so it would do nothing for ever", r.m.Name(), units)
	}
	units = int(min(int64(units), r.patience()))
	r.units = units
	if !r.closing {
		r.pace()
	}
	r.balance()
	r.apportion()
	r.doers.begin(r.clock.lap, len(r.walks))
	r.shared.reset(r.batch())
	r.shared.machines.Store(int64(r.machines()))
	parts := make([]portion, len(r.walks))
	for i := range r.slices {
		parts[i] = r.portion(i, units)
		r.slices[i] = Slice{evaluations: r.share(i), target: r.stops.target, hasTarget: r.stops.hasTarget, start: r.clock.start,
			shared: r.shared, found: r.slices[i].found[:0], closed: r.slices[i].closed, stretch: r.stretch(i), before: r.res.Rounds, both: r.both != nil, lends: r.lends(i)}
	}
	if r.both != nil {
		defer lending.Open()()
	}
	walks, ended, allowance, shared, doers, began := r.walks, r.ended, r.slices, r.shared, r.doers, r.elapsed()
	finished, err := r.pool.do(len(walks), func(i int) {
		if r.both != nil {
			i = len(walks) - 1 - i // machines begin first
		}
		if r.both != nil && r.both.side(i) == machines {
			defer shared.machines.Add(-1) // also where it panics: walks on cores wait for it
		}
		first := r.remotely(i, parts[i])
		at, made := first, walks[i].Counters().Evaluations()
		for ; !ended[i] && shared.begin(at); at++ {
			ended[i] = !allowance[i].step(walks[i], at, parts[i])
		}
		if at > first {
			doers.did(i, at, multiwalk.HereNode, allowance[i].took, walks[i].Counters().Evaluations()-made)
		}
	}, r.abandoned)
	if !finished { // the walks still run: they must not be looked at any more
		r.ended = make([]bool, len(walks))
		r.res.Partial = true
		r.note(leftOut(r.total(), r.elapsed()*time.Duration(r.res.Workers)))
		r.takeNotes()
		return nil
	}
	r.clock.lapped(began, r.rounds())
	r.measured()
	r.pacing.lapped(r.rounds(), (r.elapsed() - began).Seconds(), paceSpan*r.clock.limit.Seconds())
	for i := range r.slices {
		err = errors.Join(err, r.slices[i].failure)
		r.asks = r.asks || r.slices[i].asked
	}
	if err != nil { // keep what was found; a walk that broke may break again
		var bad error
		broke := guard(func() { _, bad = r.merge() })
		return once(err, broke, bad)
	}
	return r.gather()
}

// patience is how many units a walk may do in the next round before the run has gone too long without an improvement, at least one.
func (r *run) patience() int64 {
	if r.stops.noImprovement == 0 {
		return math.MaxInt64
	}
	left := r.stops.noImprovement - (r.total().Units - r.bestUnits)
	return 1 + max(0, left)/int64(len(r.walks))
}

// batch returns how many rounds the walks go through before they meet. That is one if they cooperate, if the run may
// end after any round because of what all walks did together, or on an accelerator, where a launch takes far longer
// than a barrier. Else it is fewer the more walks share a worker, so that the run hears of incumbents in time. It does
// not change what the run finds.
func (r *run) batch() int {
	if _, ok := r.search.(Cooperator); ok || r.stops.noImprovement > 0 || r.onAccelerator() && r.crew == nil || r.both != nil {
		return 1
	}
	most := max(1, maxBatch*r.res.Workers/len(r.walks))
	if r.crew != nil {
		most = r.lookAhead()
	}
	rounds := r.clock.laps(most)
	if r.clock.limit > 0 && r.clock.lap == 0 {
		rounds = 1 // the first shows how long they last
	}
	if r.stops.work > 0 {
		rounds = int(min(int64(rounds), r.stops.work-r.res.Rounds))
	}
	return int(min(int64(rounds), r.untilPace()))
}

// rounds returns how many rounds of the batch count: those up to the last in which a walk worked, at least one, but
// none after the round in which the target was met.
func (r *run) rounds() int64 {
	most := 1
	for i := range r.slices {
		most = max(most, r.slices[i].worked)
	}
	return min(int64(most), r.shared.last.Load()+1)
}

// endedInside reports whether a walk that could go on has left units of the last round undone. A walk does that when its
// evaluations are spent; when a walk meets the target, all other walks do it.
func (r *run) endedInside() bool {
	for i, s := range r.slices {
		if !r.ended[i] && s.units > 0 && !s.rests {
			return true
		}
	}
	return r.stops.hasTarget && r.res.Best != nil && r.res.Cost <= r.stops.target
}

// gather merges the batch's incumbents, lets the walks cooperate, and tells the observer.
func (r *run) gather() error {
	restarts := r.total().Restarts
	for i, w := range r.walks {
		r.counters[i] = w.Counters()
	}
	improved, err := r.merge()
	r.credit()
	r.takeNotes()
	if err = errors.Join(err, r.idles()); err != nil {
		return err
	}
	if r.shared.abort.Load() || r.shared.hurried.Load() {
		r.res.Partial = true
		r.void += r.rounds()
		return nil
	}
	if err := r.takeFeasible(); err != nil || r.res.Partial {
		return err
	}
	r.res.Rounds += r.rounds()
	r.cut = r.endedInside()
	if improved {
		r.observe(multiwalk.Event{Kind: multiwalk.EventIncumbent})
	}
	if r.total().Restarts > restarts {
		r.observe(multiwalk.Event{Kind: multiwalk.EventRestart})
	}
	if err := r.cooperate(); err != nil {
		return err
	}
	if now := time.Now(); now.Sub(r.lastTick) >= progressEvery {
		r.lastTick = now
		r.observe(multiwalk.Event{Kind: multiwalk.EventProgress})
	}
	return nil
}

// mostIdle is how many rounds machines may go through, one after the other, without an evaluation. All methods make some in each launch. So
// their kernels then do nothing, and a run to a target or a number of evaluations would go on for ever.
const mostIdle = 1000

// idles refuses machines that do nothing.
func (r *run) idles() error {
	if made := r.total().Evaluations(); !r.onAccelerator() || made > r.evaluated {
		r.evaluated, r.idle = made, 0
	} else if r.idle += r.rounds(); r.idle >= mostIdle {
		return fmt.Errorf("multiwalk: method %s: in %d rounds %v has evaluated nothing, so its kernels do nothing; update its driver, or run on cores",
			r.m.Name(), r.idle, r.s.Device)
	}
	return nil
}

// cooperate lets the walks exchange messages, if the search is a Cooperator.
func (r *run) cooperate() error {
	c, ok := r.search.(Cooperator)
	if !ok {
		return nil
	}
	changed := false
	if err := guard(func() { changed = exchange(c, r.res.Rounds, r.walks) }); err != nil {
		return err
	}
	if changed {
		r.observe(multiwalk.Event{Kind: multiwalk.EventExchange})
	}
	return nil
}

// exchange collects the messages of the walks, passes them to c, and passes the answers of c to the walks. It reports
// whether that changed a walk.
func exchange(c Cooperator, round int64, walks []Walk) (changed bool) {
	said := make([]Message, len(walks))
	say := func(all bool) {
		for i, w := range walks {
			said[i] = SaysOf(w, all)
		}
	}
	if say(false); !c.Meets(round, said) {
		return false
	}
	say(true)
	for i, m := range c.Exchange(said) {
		if HearsOf(walks[i], m) {
			changed = true
		}
	}
	return changed
}

// merge sorts what the walks reported by round, evaluations and walk. Going through it in this order, it adds each new
// incumbent of the run to the history. The last one becomes the incumbent, after it was checked and evaluated.
func (r *run) merge() (bool, error) {
	have, best := r.res.Best != nil, r.res.Cost
	var fresh []multiwalk.Point
	for _, t := range r.inOrder() {
		pt := t.Point
		if have && pt.Cost >= best {
			continue
		}
		have, best = true, pt.Cost
		fresh = append(fresh, pt)
	}
	if len(fresh) == 0 {
		return false, nil
	}
	last, at := fresh[len(fresh)-1], len(r.res.History)
	x, c := r.walks[last.Walk].Best()
	if c > last.Cost {
		return false, fmt.Errorf("multiwalk: method %s: walk %d reported an incumbent of cost %d, but its best costs %d",
			r.m.Name(), last.Walk, last.Cost, c)
	}
	r.res.History = append(r.res.History, fresh[:len(fresh)-1]...)
	err := r.take(x, &c, last.Walk, last)
	if err != nil || r.res.Partial { // last does not cost what the walk said, so those before it may not either
		r.res.History = slices.Delete(slices.Clone(r.res.History), at, at+len(fresh)-1) // a clone: see publish
	}
	return !r.res.Partial, err
}

// timed is a Point with its moment in its round.
type timed struct {
	multiwalk.Point
	moment int64
}

// inOrder returns the improvements of the batch, sorted by round, moment (on one device, evaluations) and walk. If a walk met
// the target, it leaves out what other walks found later in this order, because how far those walks came depends on the
// machine.
func (r *run) inOrder() []timed {
	var points []timed
	for i := range r.slices {
		for _, f := range r.slices[i].found {
			pt := r.point(i, f.counters, f.elapsed)
			pt.Cost = f.cost
			pt.Round += int64(f.round)
			points = append(points, timed{pt, f.moment})
		}
	}
	slices.SortStableFunc(points, func(a, b timed) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.moment, b.moment), cmp.Compare(a.Walk, b.Walk))
	})
	hit := slices.IndexFunc(points, func(pt timed) bool { return r.stops.hasTarget && pt.Cost <= r.stops.target })
	if hit < 0 {
		return points
	}
	winner := points[hit].Walk
	tail := slices.DeleteFunc(points[hit:], func(pt timed) bool { return pt.Walk != winner })
	return points[:hit+len(tail)]
}

func (r *run) point(walk int, c multiwalk.Counters, elapsed time.Duration) multiwalk.Point {
	return multiwalk.Point{Walk: walk, Round: r.res.Rounds + r.void + 1, Evaluations: c.Evaluations(), Moves: c.Moves, Elapsed: elapsed}
}

// beyond says that costs are so great that sums and differences of them overflow, "" if they are not.
func beyond(costs ...int64) string {
	for _, c := range costs {
		if c > math.MaxInt64/2 || c < math.MinInt64/2 {
			return "; costs beyond 2^62 overflow where they are subtracted: count in greater units"
		}
	}
	return ""
}

// take makes x the incumbent if it is one, after evaluating it in full. claimed is the cost by deltas, or nil.
func (r *run) take(x []int32, claimed *int64, walk int, pt multiwalk.Point) error {
	v, finished, err := r.evaluate(x)
	if err != nil || !finished {
		return err
	}
	cost := v.cost
	if r.res.Best == nil || cost < r.res.Cost {
		pt.Cost = cost
		r.res.Best, r.res.Cost, r.res.Walk = slices.Clone(x), cost, walk // a clone, as the one before may be published
		r.judge(v)
		r.res.History = append(r.res.History, pt)
		r.bestUnits = r.total().Units
		r.publish()
	}
	if claimed != nil && *claimed != cost {
		return fmt.Errorf("multiwalk: method %s: by its deltas the incumbent of walk %d costs %d, by full evaluation %d; "+
			"conformance.Problem finds the move that is priced wrongly, or why Cost does not say the same again%s: %w",
			r.m.Name(), walk, *claimed, cost, beyond(*claimed, cost), multiwalk.ErrDeltaMismatch)
	}
	return nil
}
