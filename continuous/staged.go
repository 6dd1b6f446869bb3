package continuous

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Staged is what to use where little is known of a function: a line search along the axes, which is over after two vectors an element and
// one more if the function is not separable, and when it finds nothing better if it is; then CMA-ES with restarts, from where the walk began.
type Staged struct {
	LineSearch LineSearch // the first stage
	CMAES      CMAES      // the second one
}

// Name returns "staged".
func (Staged) Name() string { return "staged" }

// String implements fmt.Stringer.
func (m Staged) String() string { return m.Name() }

// Ends implements walk.Ender.
func (m Staged) Ends() bool { return m.CMAES.Ends() }

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
	cma, err := m.CMAES.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	s.cma = cma.(*cmaSearch)
	return s, nil
}

// stagedSearch is a Staged that is prepared.
type stagedSearch struct {
	line *lineSearch
	cma  *cmaSearch
}

// Slice implements walk.Search.
func (s *stagedSearch) Slice() int { return s.cma.Slice() }

// WalkBytes implements walk.WalkSizer.
func (s *stagedSearch) WalkBytes() int64 { return s.cma.WalkBytes() }

// Resolved implements walk.Resolver.
func (s *stagedSearch) Resolved(walk.Walk) walk.Method { return Staged{s.line.m, s.cma.m} }

// NewWalk implements walk.Search.
func (s *stagedSearch) NewWalk(id int) (walk.Walk, error) {
	base, x := s.line.newWalk(id)
	w := &stagedWalk{vectorWalk: base, line: s.line.from(base, append([]float64{}, x...)), cma: s.cma.from(base, x)}
	w.line.once = true
	return w, nil
}

// stagedWalk is the stages, which have one incumbent and one count of the work.
type stagedWalk struct {
	*vectorWalk
	line *lineWalk
	cma  *cmaWalk
	done bool // the first one
}

// Step implements walk.Walk.
func (w *stagedWalk) Step(s *walk.Slice) bool {
	if !w.done {
		if w.line.Step(s) {
			return true
		}
		w.done = true
		w.cma.run.Began = w.work.FullEvaluations
	}
	return w.cma.Step(s)
}

// Adopt implements walk.Adopter.
func (w *stagedWalk) Adopt(x []int32, cost int64) {
	if !w.done {
		w.line.Adopt(x, cost)
	}
	w.cma.Adopt(x, cost)
}

// Save implements checkpoint.Saver.
func (w *stagedWalk) Save(a *checkpoint.Archive) {
	a.Fields("staged", &w.done)
	w.line.Save(a)
	w.cma.Save(a)
}
