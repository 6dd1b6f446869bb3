package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// exploreWalk is one walk of the engine on cores. It goes by iterations, as package rule has them: a warp's 32 lanes
// are asked one after the other, until the rule accepts the proposal of one. So it is where a kernel's walk is, move
// by move.
type exploreWalk struct {
	current
	e         *exploring
	table     neighbourhood.Table
	lanes     lanes
	lead      [2]uint32       // words of the first lane of a warp, see neighbourhood.Draw
	apart     bool            // likewise
	random    *multiwalk.Rand // draws the moves where the table has no members
	course    rule.Course
	history   []int64 // of rule.LateAcceptance and rule.GreatDeluge
	ageing    ageing  // its history where it knows its budget
	iteration int64
	turn      int64 // the iteration in which the level changes
	end       int64 // the iteration at which the walk ends
	level     rule.Level
	polls     bool // a proposal takes so long that the walk listens after each
}

// newExploreWalk begins walk number id.
func newExploreWalk(s *exploreSearch, id int) (*exploreWalk, error) {
	nb, err := neighbourhood.ByForm(s.p, s.e.form, s.e.neighbourhood)
	if err != nil {
		return nil, err
	}
	x := make([]int32, s.p.Space().Len())
	r := multiwalk.NewRand(s.plan.Seed, id)
	s.plan.Begin(s.p, r, x)
	w := &exploreWalk{current: newCurrent(s.p, nb, x), e: &s.e, table: neighbourhood.TableOf(s.p, nb, s.e.chances),
		lanes: lanes{seed: s.plan.Seed, walk: uint32(id)}, random: r, polls: !nb.Incremental(), end: s.e.end(),
		apart: s.e.rule.Apart(s.p.Space().Kind() == multiwalk.KindTour)}
	neighbourhood.Know(w.nb, w.x, w.cost)
	if s.e.rule.Length > 0 && !s.e.ages {
		w.remember()
	}
	return w, nil
}

// remember begins the history of a rule that has one.
func (w *exploreWalk) remember() {
	w.history = make([]int64, w.e.rule.Length)
	for i := range w.history {
		w.history[i] = w.cost
	}
}

// Step implements multiwalk.Walk. A unit is the iterations until 256 proposals are considered, or 16 that are
// evaluated in full.
func (w *exploreWalk) Step(s *multiwalk.Slice) bool {
	if w.nb.Size() == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.ledger(w.e.method)
	}
	for !w.ended() && s.Next(w.Counters().Evaluations()) {
		w.cool(s)
		if !w.unit(s) {
			return true
		}
		w.work.Units++
	}
	return !w.ended()
}

// ended tells whether the walk has come to its own end.
func (w *exploreWalk) ended() bool { return w.course.Ended != 0 || w.iteration >= w.end }

// unit makes the iterations of a unit; it returns false if the run was aborted inside.
func (w *exploreWalk) unit(s *multiwalk.Slice) bool {
	left := int32(unitDelta)
	if w.polls {
		left = unitFull
	}
	target := s.Target()
	for left > 0 && !w.ended() {
		considered, ok := w.iterate(s)
		if !ok {
			return false
		}
		if w.conclude(s); w.meets(target) {
			return true
		}
		left -= considered
	}
	return true
}

// iterate makes an iteration, and returns how many proposals it considered; it returns false if the run was aborted
// inside.
func (w *exploreWalk) iterate(s *multiwalk.Slice) (considered int32, ok bool) {
	r, c := &w.e.rule, &w.course
	if w.iteration >= w.turn {
		w.turnTo(r.Step(w.iteration))
	}
	w.lanes.begin(uint64(w.iteration))
	made, scans, best := false, r.Scans(c), r.Kind == rule.BestDescent
	for n := r.Lanes(c); considered < n && !made; considered++ {
		if w.polls && s.Aborted() {
			return 0, false
		}
		m, word := w.propose(considered, scans)
		d := w.nb.Delta(w.x, m)
		if d == 0 && explorer.Idle(w.e.form, w.x, m, c) {
			d = math.MaxInt64
		}
		if scans && best {
			r.Note(c, considered, d)
			continue
		}
		if made = r.Accepts(w.level, w.bound(considered), d, word); made {
			w.move(m, d)
		}
		switch {
		case w.ageing.list != nil:
			w.ageing.note(d, made)
		case r.Kind == rule.LateAcceptance:
			r.Remember(c, considered, w.cost, w.history)
		}
	}
	r.Pass(c, considered, made)
	if best && r.Complete(c) {
		w.move(w.nb.Move(c.GainAt), c.Gain)
		r.Made(c)
		made = true
	}
	if made {
		neighbourhood.Know(w.nb, w.x, w.cost)
	}
	w.iteration++
	return considered, true
}

// bound is the delta up to which the proposal of a lane is taken.
func (w *exploreWalk) bound(lane int32) int64 {
	if w.ageing.list != nil {
		return w.ageing.bound(w.cost)
	}
	return w.e.rule.Bound(&w.course, w.level, lane, rule.Costs{Now: w.cost, Least: w.least}, w.history)
}

// propose returns the move of a lane, and the random word that its acceptance depends on.
func (w *exploreWalk) propose(lane int32, scans bool) (m neighbourhood.Move, word uint32) {
	if scans {
		return w.nb.Move(w.e.rule.Index(&w.course, lane)), 0
	}
	if w.table.Members == nil {
		return w.nb.Random(w.random), w.random.Uint32()
	}
	u := w.lanes.of(lane)
	if lane%rule.Lanes == 0 {
		w.lead = [2]uint32{u[0], u[1]}
	}
	which, m := neighbourhood.Draw(w.table.Members, w.apart, w.lead, u[0], u[1], u[2])
	return w.table.Members[which].Placed(w.table.Free, m), u[3]
}

// turnTo goes on to a step of the schedule.
func (w *exploreWalk) turnTo(step int32) {
	r := &w.e.rule
	w.level, w.turn = r.Level(w.e.levels, step), math.MaxInt64
	if r.Steps > 1 || w.e.once {
		w.turn = (w.iteration/r.PerStep + 1) * r.PerStep
	}
	if step == 0 && w.iteration > 0 {
		w.work.Restarts++
	}
}

// cool goes on to the level of the progress, if the rule has levels that fall over the budget of the run, or a history that ages.
func (w *exploreWalk) cool(s *multiwalk.Slice) {
	if w.e.cools == nil && !w.e.ages {
		return
	}
	part, ok := s.Progress(w.Counters().Evaluations())
	if w.e.ages {
		w.age(part, ok)
		return
	}
	if ok {
		w.level, w.turn = w.e.rule.Level([]float64{w.e.cools(part)}, 0), math.MaxInt64
	} else if w.turn == math.MaxInt64 {
		w.turn = w.iteration // the run has none any more
	}
}

// age has the history go on to a progress. Where there is none, as in a part of a portfolio that has no budget, it is one of a length.
func (w *exploreWalk) age(part float64, ok bool) {
	if ok {
		w.ageing.age(part, w.cost)
		return
	}
	if w.ageing.list = nil; w.history == nil {
		w.remember()
	}
}

// conclude takes up what an iteration has led to: an incumbent, or a local optimum.
func (w *exploreWalk) conclude(s *multiwalk.Slice) {
	if w.cost < w.least {
		w.course.Better = 1
	}
	w.note(s)
	if !w.e.rule.Stuck(&w.course) || w.meets(s.Target()) {
		return
	}
	if w.leap() {
		w.e.rule.Made(&w.course)
		return
	}
	switch w.e.rule.Settle(&w.course, w.cost, w.least) {
	case rule.Anew:
		w.keep()
		explorer.Randomise(w.table.Parts, w.table.Free, w.x, w.lanes.seed, w.lanes.walk, uint32(w.course.Restarts))
		w.evaluate()
		w.work.Restarts++
		neighbourhood.Know(w.nb, w.x, w.cost)
		w.note(s)
	case rule.Back:
		w.keep()
		copy(w.x, w.best)
		w.cost = w.least
		w.nb.Reset(w.x)
		neighbourhood.Know(w.nb, w.x, w.cost)
	}
}

// Adopt implements multiwalk.Adopter. The level and the history stay as they are.
func (w *exploreWalk) Adopt(x []int32, cost int64) {
	w.current.Adopt(x, cost)
	neighbourhood.Know(w.nb, w.x, cost)
	w.e.rule.Adopted(&w.course)
}

// Save implements checkpoint.Saver.
func (w *exploreWalk) Save(a *checkpoint.Archive) {
	a.Fields("explore", &w.current, w.random, &w.course, &w.history, &w.ageing, &w.iteration, &w.turn, &w.level)
}

// lanes are the random words of an iteration's proposals, those of lane.Random. A group of them is drawn at once.
type lanes struct {
	seed  uint64
	step  uint64 // the iteration
	walk  uint32
	drawn int32 // groups
	words [rule.MostWarps * rule.Lanes / simd.Lanes][4][simd.Lanes]uint32
}

// begin goes to an iteration.
func (l *lanes) begin(step uint64) { l.step, l.drawn = step, 0 }

// of returns the words of a lane.
func (l *lanes) of(lane int32) [4]uint32 {
	group, k := lane/simd.Lanes, lane%simd.Lanes
	for ; group >= l.drawn; l.drawn++ {
		simd.DrawLanes(&l.words[l.drawn], l.seed, l.walk, l.step, uint32(l.drawn*simd.Lanes))
	}
	w := &l.words[group]
	return [4]uint32{w[0][k], w[1][k], w[2][k], w[3][k]}
}
