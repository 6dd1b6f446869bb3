package explore

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ExploreWalk is one walk of the engine on cores. It goes by iterations, as package rule has them: a warp's 32 lanes
// are asked one after the other, until the rule accepts the proposal of one. So it is where a kernel's walk is, move
// by move.
type ExploreWalk struct {
	walking.Current
	e         *Exploring
	table     neighbourhood.Table
	places    []int32 // where each city stands, if moves are looked at by lists; empty: not known
	lanes     walking.Lanes
	lead      [2]uint32       // words of the first lane of a warp, see neighbourhood.Draw
	apart     bool            // likewise
	random    *multiwalk.Rand // draws the moves where the table has no members
	Course    rule.Course
	history   []int64 // of rule.LateAcceptance and rule.GreatDeluge
	ageing    ageing  // its history where it knows its budget
	Iteration int64
	turn      int64 // the iteration in which the level changes
	end       int64 // the iteration at which the walk ends
	level     rule.Level
	polls     bool // a proposal takes so long that the walk listens after each
}

// newExploreWalk begins walk number id.
func newExploreWalk(s *exploreSearch, id int) (*ExploreWalk, error) {
	nb, err := neighbourhood.ByForm(s.p, s.e.form, s.e.Neighbourhood)
	if err != nil {
		return nil, err
	}
	x := make([]int32, s.p.Space().Len())
	r := multiwalk.NewRand(s.plan.Seed, id)
	s.plan.Begin(s.p, r, x)
	w := &ExploreWalk{Current: walking.NewCurrent(s.p, nb, x), e: &s.e, table: s.e.tableOf(s.p, nb),
		lanes: walking.Lanes{Seed: s.plan.Seed, Walk: uint32(id)}, random: r, polls: !nb.Incremental(), end: s.e.end(),
		apart: s.e.Rule.Apart(s.p.Space().Kind() == multiwalk.KindTour)}
	neighbourhood.Know(w.NB, w.X, w.Cost)
	if s.e.Rule.Length > 0 && !s.e.Ages {
		w.remember()
	}
	return w, nil
}

// remember begins the history of a rule that has one.
func (w *ExploreWalk) remember() {
	w.history = make([]int64, w.e.Rule.Length)
	for i := range w.history {
		w.history[i] = w.Cost
	}
}

// Step implements walk.Walk. A unit is the iterations until 256 proposals are considered, or 16 that are
// evaluated in full.
func (w *ExploreWalk) Step(s *walk.Slice) bool {
	if w.NB.Size() == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.Ledger(w.e.Method)
	}
	for !w.Ended() && s.Next(w.Counters().Evaluations()) {
		w.cool(s)
		if !w.unit(s) {
			return true
		}
		w.Work.Units++
	}
	return !w.Ended()
}

// Ended tells whether the walk has come to its own end.
func (w *ExploreWalk) Ended() bool { return w.Course.Ended != 0 || w.Iteration >= w.end }

// unit makes the iterations of a unit; it returns false if the run was aborted inside.
func (w *ExploreWalk) unit(s *walk.Slice) bool {
	left := int32(walking.UnitDelta)
	if w.polls {
		left = walking.UnitFull
	}
	target := s.Target()
	for left > 0 && !w.Ended() {
		considered, ok := w.Iterate(s)
		if !ok {
			return false
		}
		if w.Conclude(s); w.Meets(target) {
			return true
		}
		left -= considered
	}
	return true
}

// Iterate makes an iteration, and returns how many proposals it considered; it returns false if the run was aborted
// inside.
func (w *ExploreWalk) Iterate(s *walk.Slice) (considered int32, ok bool) {
	r, c := &w.e.Rule, &w.Course
	if w.Iteration >= w.turn {
		w.turnTo(r.Step(w.Iteration))
	}
	w.lanes.Begin(uint64(w.Iteration))
	made, scans, best := false, r.Scans(c), r.Kind == rule.BestDescent
	for n := r.Lanes(c); considered < n && !made; considered++ {
		if w.polls && s.Aborted() {
			return 0, false
		}
		m, word := w.propose(considered, scans)
		d := w.NB.Delta(w.X, m)
		if d == 0 && explorer.Idle(w.e.form, w.X, m, c) {
			d = math.MaxInt64
		}
		if scans && best {
			r.Note(c, considered, d)
			continue
		}
		if made = r.Accepts(w.level, w.bound(considered), d, word); made {
			w.Move(m, d)
		}
		switch {
		case w.ageing.list != nil:
			w.ageing.note(d, made)
		case r.Kind == rule.LateAcceptance:
			r.Remember(c, considered, w.Cost, w.history)
		}
	}
	r.Pass(c, considered, made)
	if best && r.Complete(c) {
		w.Move(w.number(c.GainAt), c.Gain)
		r.Made(c)
		made = true
	}
	if made {
		w.places = w.places[:0]
		neighbourhood.Know(w.NB, w.X, w.Cost)
	}
	w.Iteration++
	return considered, true
}

// bound is the delta up to which the proposal of a lane is taken.
func (w *ExploreWalk) bound(lane int32) int64 {
	if w.ageing.list != nil {
		return w.ageing.bound(w.Cost)
	}
	return w.e.Rule.Bound(&w.Course, w.level, lane, rule.Costs{Now: w.Cost, Least: w.Least}, w.history)
}

// propose returns the move of a lane, and the random word that its acceptance depends on.
func (w *ExploreWalk) propose(lane int32, scans bool) (m neighbourhood.Move, word uint32) {
	if scans {
		return w.number(w.e.Rule.Index(&w.Course, lane)), 0
	}
	if w.table.Members == nil {
		return w.NB.Random(w.random), w.random.Uint32()
	}
	u := w.lanes.Of(lane)
	if lane%rule.Lanes == 0 {
		w.lead = [2]uint32{u[0], u[1]}
	}
	which, m := neighbourhood.Draw(w.table.Members, w.apart, w.lead, u[0], u[1], u[2])
	return w.table.Members[which].Placed(w.table.Free, m), u[3]
}

// number is the move of a number.
func (w *ExploreWalk) number(k int64) neighbourhood.Move {
	if w.e.lists == nil {
		return w.NB.Move(k)
	}
	if len(w.places) == 0 {
		w.places = slices.Grow(w.places, len(w.X))[:len(w.X)]
		for i, c := range w.X {
			w.places[c] = int32(i)
		}
	}
	return w.table.Members[0].Listed(w.X, w.places, w.table.Free, k)
}

// turnTo goes on to a step of the schedule.
func (w *ExploreWalk) turnTo(step int32) {
	r := &w.e.Rule
	w.level, w.turn = r.Level(w.e.Levels, step), math.MaxInt64
	if r.Steps > 1 || w.e.Once {
		w.turn = (w.Iteration/r.PerStep + 1) * r.PerStep
	}
	if step == 0 && w.Iteration > 0 {
		w.Work.Restarts++
	}
}

// cool goes on to the level of the progress, if the rule has levels that fall over the budget of the run, or a history that ages.
func (w *ExploreWalk) cool(s *walk.Slice) {
	if w.e.Cools == nil && !w.e.Ages {
		return
	}
	part, ok := s.Progress(w.Counters().Evaluations())
	if w.e.Ages {
		w.age(part, ok)
		return
	}
	if ok {
		w.level, w.turn = w.e.Rule.Level([]float64{w.e.Cools(part)}, 0), math.MaxInt64
	} else if w.turn == math.MaxInt64 {
		w.turn = w.Iteration // the run has none any more
	}
}

// age has the history go on to a progress. Where there is none, as in a part of a portfolio that has no budget, it is one of a length.
func (w *ExploreWalk) age(part float64, ok bool) {
	if ok {
		w.ageing.age(part, w.Cost)
		return
	}
	if w.ageing.list = nil; w.history == nil {
		w.remember()
	}
}

// Conclude takes up what an iteration has led to: an incumbent, or a local optimum.
func (w *ExploreWalk) Conclude(s *walk.Slice) {
	if w.Cost < w.Least {
		w.Course.Better = 1
	}
	w.Note(s)
	if !w.e.Rule.Stuck(&w.Course) || w.Meets(s.Target()) {
		return
	}
	w.places = w.places[:0]
	if w.Leap() {
		w.e.Rule.Made(&w.Course)
		return
	}
	switch w.e.Rule.Settle(&w.Course, w.Cost, w.Least) {
	case rule.Anew:
		w.Keep()
		explorer.Randomise(w.table.Parts, w.table.Free, w.X, w.lanes.Seed, w.lanes.Walk, uint32(w.Course.Restarts))
		w.Evaluate()
		w.Work.Restarts++
		neighbourhood.Know(w.NB, w.X, w.Cost)
		w.Note(s)
	case rule.Back:
		w.Keep()
		copy(w.X, w.Top)
		w.Cost = w.Least
		w.NB.Reset(w.X)
		neighbourhood.Know(w.NB, w.X, w.Cost)
	}
}

// Adopt implements walk.Adopter. The level and the history stay as they are.
func (w *ExploreWalk) Adopt(x []int32, cost int64) {
	w.Current.Adopt(x, cost)
	w.places = w.places[:0]
	neighbourhood.Know(w.NB, w.X, cost)
	w.e.Rule.Adopted(&w.Course)
}

func (w *ExploreWalk) Save(a *checkpoint.Archive) {
	a.Fields("explore", &w.Current, w.random, &w.Course, &w.history, &w.ageing, &w.Iteration, &w.turn, &w.level)
}
