package walk

import (
	"cmp"
	"context"
	"errors"
	"github.com/multiwalk/multiwalk"
	"slices"
)

// prepare makes the search and its walks, unless the time is up before they are ready.
func (r *run) prepare(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			r.putDown()
		}
	}()
	if err := r.takeUp(); err != nil || r.res.Partial {
		return err
	}
	if r.s.Start != nil && r.archive == nil {
		if err := r.take(r.s.Start, nil, -1, multiwalk.Point{Walk: -1}); err != nil || r.res.Partial {
			return err
		}
	}
	m := &made{walks: slices.Clone(r.walks)}
	finished, err := r.makeSearch(ctx, m)
	if finished && err == nil {
		finished, err = r.makeWalks(m)
	}
	if !finished {
		r.pool.afterwards(func() { closeAll(m.walks, m.search) })
		r.res.Partial = true
		return nil
	}
	if err != nil {
		closed := closeAll(m.walks, m.search)
		if errors.Is(err, ErrAborted) && ctx.Err() != nil {
			r.res.Partial = true
			return closed
		}
		return errors.Join(err, closed)
	}
	r.search, r.walks = m.search, m.walks
	switch c, ok := As[WalkCounter](m.search); {
	case r.both != nil:
		r.res.Walks = r.bothSearch().Walks(len(r.walks) - r.both.cores)
	case ok:
		r.res.Walks = c.Walks()
	}
	if err := r.takeAll(); err != nil || r.res.Partial {
		return err
	}
	r.res.Partial = r.archive == nil && ctx.Err() != nil // a replay would prepare in full
	return nil
}

// takeAll takes up the walks, and has a Remote make ready: first where walks begin there.
func (r *run) takeAll() error {
	switch {
	case r.archive != nil:
		return cmp.Or(r.takeWalks(), r.enlist())
	case r.lender() == nil:
		return cmp.Or(r.takeFirst(), r.enlist())
	}
	if err := cmp.Or(r.enlist(), r.beginLent()); err != nil || r.res.Partial {
		return err
	}
	return r.takeFirst()
}

// made is what prepare makes. If the run leaves its workers behind, they still write it.
type made struct {
	search Search
	walks  []Walk
}

// makeSearch prepares the method, on a Both once for each side. finished is false if the run was over before.
func (r *run) makeSearch(ctx context.Context, m *made) (finished bool, err error) {
	r.given = r.plan(ctx)
	plans, sides := []Plan{r.given}, new(bothSearch)
	if r.both != nil {
		plans, m.search = r.both.plans(plans[0], r.s), sides
	}
	var refused [2]error
	without := r.s.Start == nil && r.res.Best == nil // found here: a run that leaves the call below behind goes on
	finished, err = r.pool.do(len(plans), func(i int) {
		if refused[i] = Place(r.p, r.m, plans[i].Device); refused[i] != nil {
			return
		}
		if without && i == 0 {
			if refused[i] = r.reserve.first(r.rules, r.s.Seed); refused[i] != nil {
				return
			}
		}
		s, err := r.m.Prepare(r.p, plans[i])
		if refused[i] = err; r.both == nil {
			m.search = s
		}
		if err == nil { // else s may be a nil of the method's type
			sides.of[i] = s
		}
	}, r.abandoned)
	r.takeNotes()
	if !finished || err != nil {
		return finished, err
	}
	if err := cmp.Or(refused[:]...); err != nil {
		return true, err
	}
	r.limit(sides.of)
	if r.both != nil {
		m.search = sides.join(r.both.cores)
	}
	m.walks = slices.Clone(r.walks)
	if r.lender() != nil {
		return true, nil // who has the machines loads
	}
	return r.load(m.search)
}

// makeWalks makes the walks, if they fit the memory. finished is false if the run was over before.
func (r *run) makeWalks(m *made) (finished bool, err error) {
	failures := make([]error, len(m.walks))
	begin := func(i int) {
		if r.lender() != nil {
			m.walks[i] = new(lent)
		} else if w, err := m.search.NewWalk(i); err != nil {
			failures[i] = err // w may be a nil of the method's type
		} else {
			m.walks[i] = w
		}
	}
	some, finished, broke, refused := r.room(m.search, begin)
	if finished && broke == nil && refused == nil {
		finished, broke = r.pool.do(len(m.walks)-some, func(i int) { begin(some + i) }, r.abandoned)
	}
	if !finished {
		return false, nil
	}
	return true, errors.Join(append([]error{broke, refused}, failures...)...)
}

// takeFirst makes the best solution that a walk begins with the incumbent.
func (r *run) takeFirst() error {
	for i, w := range r.walks {
		r.counters[i] = w.Counters()
		if x, c := w.Best(); x != nil && (r.res.Best == nil || c < r.res.Cost) {
			if err := r.take(x, &c, i, r.point(i, r.counters[i], r.elapsed())); err != nil || r.res.Partial {
				return err
			}
		}
	}
	return nil
}

// plan returns what the method may know of the run.
func (r *run) plan(ctx context.Context) Plan {
	rules, v := r.rules, r.reserve
	plan := Plan{Seed: r.s.Seed, Walks: len(r.walks), Start: slices.Clone(r.s.Start), Device: r.s.Device, Workers: r.s.Workers, Warn: r.note,
		Budget: r.budget(),
		Abort:  func() bool { return ctx.Err() != nil }, Found: func(x []int32) error { return v.found(rules, x) }}
	if r.onAccelerator() {
		plan.Walks = r.s.Walks
	}
	if l := r.lender(); l != nil {
		plan.Device = l.StandIn()
	} else if _, ok := r.s.Device.(Remote); ok {
		plan.Device = nil
	}
	return plan
}

// limit leaves out walks where a search is a WalkLimiter; on a Both on each side by itself. of is the searches of both sides, or one.
func (r *run) limit(of [2]Search) {
	n := len(r.walks)
	switch b := r.both; {
	case b != nil:
		onMachines := mostWalks(of[machines], n-b.cores)
		if r.s.Walks == 0 {
			b.cores = mostWalks(of[cores], b.cores)
		}
		n = b.cores + onMachines
	case r.onAccelerator() || r.s.Walks == 0: // on machines Settings.Walks counts searches
		n = mostWalks(of[0], n)
	}
	r.walks, r.ended, r.slices, r.counters = r.walks[:n], r.ended[:n], r.slices[:n], r.counters[:n]
	r.res.Walks, r.res.Workers = n, min(r.res.Workers, n)
}

// mostWalks is how many of so many walks a search is to have.
func mostWalks(search Search, walks int) int {
	if l, ok := As[WalkLimiter](search); ok {
		return max(1, min(walks, l.MostWalks()))
	}
	return walks
}
