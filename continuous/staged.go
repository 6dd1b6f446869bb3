package continuous

import (
	"cmp"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Staged is what to use where little is known of a function. First comes a line search along the axes, which is over after two vectors an
// element and one more if the function is not separable, and when it finds nothing better if it is. Then comes one descent by a quasi-Newton
// method, and from its end a search by CMA-ES. If the function is not solved by now it has many optima: between the restarts of CMA-ES there
// are further descents, about as many evaluations as long as they find what is as good, else few.
//
// That is the first walk. With CMA-ES's default restarts others differ by their numbers, so that every function has the one that suits it:
// some begin with large populations, some have small steps from many places, and some have differential evolution in place of CMA-ES, or
// descents alone.
type Staged struct {
	LineSearch   LineSearch   // the first stage
	QuasiNewton  QuasiNewton  // the second one
	CMAES        CMAES        // the third one
	Differential Differential // of some walks; its schedule is grow by default
}

func (Staged) Name() string     { return "staged" }
func (m Staged) String() string { return m.Name() }
func (m Staged) Ends() bool     { return m.CMAES.Ends() }

// Prepare implements walk.Method. It refuses what its stages refuse. Beyond the dimensions that CMAES takes the line search is all.
func (m Staged) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	line, err := m.LineSearch.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	s := &stagedSearch{line: line.(*lineSearch)}
	if s.line.N() > mostCovariance {
		return line, nil
	}
	local, err := m.QuasiNewton.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	cma, err := m.CMAES.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	m.Differential.Schedule = cmp.Or(m.Differential.Schedule, scheduleGrow)
	diff, err := m.Differential.prepare(p, plan)
	if err != nil {
		return nil, err
	}
	s.local, s.cma, s.diff = local.(*quasiSearch), cma.(*cmaSearch), diff
	return s, nil
}

// stagedSearch is a Staged that is prepared.
type stagedSearch struct {
	line  *lineSearch
	local *quasiSearch
	cma   *cmaSearch
	diff  *diffSearch
}

func (s *stagedSearch) Slice() int       { return s.cma.Slice() }
func (s *stagedSearch) WalkBytes() int64 { return s.cma.WalkBytes() }

func (s *stagedSearch) Resolved(walk.Walk) walk.Method {
	return Staged{s.line.m, s.local.m, s.cma.m, s.diff.m}
}

func (s *stagedSearch) NewWalk(id int) (walk.Walk, error) {
	base, x := s.line.newWalk(id)
	w := &stagedWalk{vectorWalk: base, s: s, line: s.line.once(base, x), local: s.local.from(base, x), cma: s.cma.from(base, x), from: base.f}
	if s.cma.m.Restart == restartBIPOP {
		w.vary(id)
	}
	return w, nil
}

// vary makes a walk differ from the first one.
func (w *stagedWalk) vary(id int) {
	c := w.cma
	switch turn := id / 4; id % 8 {
	case 1, 5, 7: // for functions with many optima, the best of them in a narrow valley: some hundred samples
		c.m.Restart = restartIPOP
		c.run.Doublings = int64(5 + turn%2)
		c.begin(c.m.doubled(c.run.Doublings), c.m.Sigma, math.MaxInt64)
	case 2, 6: // for functions that are rough at all scales: little steps from many places
		c.m = CMAES{c.m.Sigma / 20, c.m.doubled(int64(2 + turn%2*2)), restartSame, c.m.FTol, c.m.XTol}
		c.begin(c.m.Population, c.m.Sigma, math.MaxInt64)
	case 3: // for functions with many optima along the axes
		w.diff = w.s.diff.from(w.vectorWalk, c.x)
	case 4: // for functions whose optima are a lattice
		w.falls = true
	}
}

// stagedWalk is the stages, which have one incumbent and one count of the work.
type stagedWalk struct {
	*vectorWalk
	s     *stagedSearch
	line  *lineWalk
	local *quasiWalk
	cma   *cmaWalk
	diff  *diffWalk // in its place, or nil
	falls bool      // descents have all of the evaluations
	stage int8
	from  float64 // the cost of the first vector
	spent int64   // evaluations by descents
	first int64   // by the first one
}

// The stages, in their order.
const (
	stageLines   int8 = iota
	stageDescent      // the first one
	stageAll          // descents and CMA-ES
)

func (w *stagedWalk) Step(s *walk.Slice) bool { return w.units(s, s.Share()*w.cma.s.round(), w.unit) }

// unit is a unit of the stage whose turn it is.
func (w *stagedWalk) unit(s *walk.Slice) (more, ok bool) {
	switch {
	case w.stage == stageLines:
		if more, ok = w.line.unit(s); ok && !more {
			w.stage = stageDescent
		}
		return true, ok
	case w.stage == stageDescent || w.diff == nil && w.descends():
		before := w.work.FullEvaluations
		_, ok = w.local.unit(s)
		if w.spent += w.work.FullEvaluations - before; w.stage == stageDescent && w.descended() {
			w.stage, w.first = stageAll, w.spent
			w.cma.beginAt(w.local.local.x)
		}
		return true, ok
	case w.diff != nil:
		return true, w.diff.unit(s)
	}
	return w.cma.unit(s)
}

// descended says whether the first descent is over, or takes more evaluations than one that follows a valley.
func (w *stagedWalk) descended() bool {
	n := int64(w.g.N())
	return w.local.ended > 0 || w.spent > 10*n*n
}

// leadOfCMAES is the part of the evaluations that descents have when CMA-ES has found the better vector.
const leadOfCMAES = 16

// descends says whether it is the descents' turn. A second one goes beside the first search of CMA-ES, if the first one has come to an end, as
// in one of two valleys. After that search descents have as many evaluations, so that both have shown what they find; from then on half
// of all if their best vector is as good, to a millionth of the way down, else few.
func (w *stagedWalk) descends() bool {
	switch all := w.work.FullEvaluations; {
	case w.falls:
		return true
	case w.cma.run.First == 0:
		return w.local.ended == 1 && 2*w.spent-w.first < all
	case w.local.least-w.f <= 1e-6*(w.from-w.f):
		return w.spent < all/2
	default:
		return w.spent < max(w.cma.run.First, all/leadOfCMAES)
	}
}

func (w *stagedWalk) Adopt(x []int32, cost int64) {
	if w.stage == stageLines {
		w.line.Adopt(x, cost)
	}
	w.local.Adopt(x, cost)
	w.cma.Adopt(x, cost)
	if w.diff != nil {
		w.diff.Adopt(x, cost)
	}
}

func (w *stagedWalk) Save(a *checkpoint.Archive) {
	a.Fields("staged", &w.stage, &w.spent, &w.first)
	w.line.Save(a)
	w.local.Save(a)
	w.cma.Save(a)
	if w.diff != nil {
		w.diff.Save(a)
	}
}
