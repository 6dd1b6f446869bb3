package conformance

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// supervised is a method whose walks are looked at after each step.
type supervised struct {
	walk.Method
	mu    sync.Mutex // on several machines there are several walks
	found bool
	best  int64 // the least cost a walk's Best ever had
	err   error // the first defect
}

func (s *supervised) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	search, err := s.Method.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	if n := search.Slice(); n < 1 {
		return nil, fmt.Errorf("a slice has %d units, want at least 1", n)
	}
	return supervisedSearch{passing{search}, s, p}, nil
}

type supervisedSearch struct {
	passing
	s *supervised
	p multiwalk.Problem
}

func (s supervisedSearch) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	if err != nil {
		return nil, err
	}
	v := &supervisedWalk{Walk: w, s: s}
	v.look(multiwalk.Counters{})
	return v, nil
}

// Place passes on: without it the method would have no GPU half.
func (s *supervised) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return walk.Place(p, s.Method, d)
}

// Close passes on.
func (w *supervisedWalk) Close() error { return walk.Close(w.Walk) }

// Says passes on.
func (w *supervisedWalk) Says(all bool) walk.Message { return walk.SaysOf(w.Walk, all) }

// Hears passes on.
func (w *supervisedWalk) Hears(m walk.Message) bool { return walk.HearsOf(w.Walk, m) }

type supervisedWalk struct {
	walk.Walk
	s     supervisedSearch
	found bool
	best  int64 // the least cost that Best ever had
}

func (w *supervisedWalk) Step(s *walk.Slice) bool {
	before := w.Counters()
	more := w.Walk.Step(s)
	w.look(before)
	return more
}

// look checks the walk's incumbent and that its counters only grow.
func (w *supervisedWalk) look(before multiwalk.Counters) {
	k, c := w.s.s, w.Counters()
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.FullEvaluations < before.FullEvaluations || c.DeltaEvaluations < before.DeltaEvaluations || c.Moves < before.Moves ||
		c.Units < before.Units || c.Restarts < before.Restarts {
		k.fault(fmt.Errorf("a counter went back, from %+v to %+v", before, c))
	}
	if c.Restarts > c.Units+c.Moves+c.Evaluations() {
		k.fault(fmt.Errorf("it counts more restarts than units, moves and evaluations: %+v", c))
	}
	x, cost := w.Best()
	if x == nil {
		return
	}
	if err := walk.Feasible(w.s.p, x); err != nil {
		k.fault(err)
	} else if full := w.s.p.Cost(x); full != cost {
		k.fault(fmt.Errorf("a walk says that its best costs %d, by full evaluation it is %d: %s", cost, full, show(x)))
	}
	if w.found && cost > w.best {
		k.fault(fmt.Errorf("a walk's best went up, from cost %d to %d", w.best, cost))
	}
	w.found, w.best = true, cost
	if !k.found || cost < k.best {
		k.found, k.best = true, cost
	}
}

func (s *supervised) fault(err error) {
	if s.err == nil {
		s.err = err
	}
}

// walk begins walk 0 of a fresh search.
func (k *methodKit) walk(start []int32) (walk.Walk, error) {
	s, err := k.m.Prepare(k.p, walk.Plan{Seed: k.seed, Walks: 1, Start: start, Device: k.device, Warn: func(string) {}})
	if err != nil {
		return nil, err
	}
	w, err := s.NewWalk(0)
	k.opened = append(k.opened, s, w)
	return w, err
}

// same compares two walks that have done the same.
func same(a, b walk.Walk) error {
	x, c := a.Best()
	y, d := b.Best()
	if p, q := a.Counters(), b.Counters(); p != q || c != d || !slices.Equal(x, y) {
		return fmt.Errorf("best %d after %+v, and %d after %+v", c, p, d, q)
	}
	return nil
}

// units checks that a walk may rest between any two units: one that rests after each is where another one is that
// works without a break.
func (k *methodKit) units() error {
	for _, most := range []int{2, 9, 60} {
		a, err := k.walk(nil)
		if err != nil {
			return err
		}
		units := 0
		for more := true; more && units < most && a.Counters().Evaluations() < k.budget; units++ {
			more = a.Step(walk.NewSlice(1))
		}
		b, err := k.walk(nil)
		if err != nil {
			return err
		}
		s := walk.NewSlice(units)
		if more := b.Step(s); more && s.Left() != 0 {
			return fmt.Errorf("a walk that has not ended left %d units of its slice undone: "+
				"work until Next returns false", s.Left())
		}
		if err := same(a, b); err != nil {
			return fmt.Errorf("%d units one by one and at a stretch differ: %w", units, err)
		}
	}
	return nil
}

// allowance checks that a walk stops at the first end of a unit where its evaluations have reached the limit. It may make its last unit
// shorter, but no shorter than the limit (see walk.Slice.EvaluationsLeft).
func (k *methodKit) allowance() error {
	for _, budget := range []int64{2, k.budget / 50, k.budget / 3} {
		a, err := k.walk(nil)
		if err != nil {
			return err
		}
		for more := true; more && a.Counters().Evaluations() < budget; {
			more = a.Step(walk.NewSlice(1))
		}
		b, err := k.walk(nil)
		if err != nil {
			return err
		}
		b.Step(walk.NewSlice(math.MaxInt).Sub(math.MaxInt, budget, multiwalk.Counters{}, math.MaxInt64))
		_, launches := k.device.(multiwalk.Accelerator)
		n, most := b.Counters().Evaluations(), a.Counters().Evaluations()
		if n >= min(budget, most) && (n < most || launches && n == most) {
			continue
		}
		if err := same(a, b); err != nil {
			return fmt.Errorf("a walk with %d evaluations does not stop after the unit that uses them up: %w; "+
				"pass all evaluations to Next", budget, err)
		}
	}
	return nil
}

// adopt gives a walk another one's solution, and then spoils the slice.
func (k *methodKit) adopt() error {
	a, err := k.walk(nil)
	if err != nil {
		return err
	}
	adopter, ok := a.(walk.Adopter)
	if !ok {
		return nil
	}
	a.Step(walk.NewSlice(3))
	good, err := k.found()
	if err != nil {
		return err
	}
	x := slices.Clone(good.Best)
	adopter.Adopt(x, good.Cost)
	if err := unchanged("Adopt", x, good.Best); err != nil {
		return err
	}
	for i := range x {
		x[i] = -7 // the walk has copied it
	}
	for range 2 {
		best, c := a.Best()
		if err := walk.Feasible(k.p, best); err != nil {
			return fmt.Errorf("the walk keeps the slice that it is given: %w", err)
		}
		if full := k.p.Cost(best); c > good.Cost || full != c {
			return fmt.Errorf("after a solution of cost %d the walk says that its best costs %d; "+
				"by full evaluation it is %d", good.Cost, c, full)
		}
		a.Step(walk.NewSlice(20))
	}
	return nil
}
