package auto

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// few is the method for a small space: it goes through all solutions if the run has the evaluations for it, and else searches.
type few struct{ Else walk.Method }

// Name returns "auto": which of the two it is shows in the run.
func (few) Name() string { return "auto" }

// Ends implements walk.Ender: what nothing limits goes through all solutions.
func (few) Ends() bool { return true }

func (m few) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if all := (single.Enumerate{}); all.Takes(p, plan) == nil {
		plan.Warn("all solutions are gone through, as they are few (enumerate)")
		return all.Prepare(p, plan)
	}
	plan.Warn(fmt.Sprintf("the run has too few evaluations to go through all solutions; %s searches", m.Else.Name()))
	return m.Else.Prepare(p, plan)
}

// small says whether a problem has so few solutions that a run on cores may go through all of them.
func small(p multiwalk.Problem) (is bool) {
	defer func() {
		if recover() != nil {
			is = false
		}
	}()
	return p != nil && !isAsked(p) && single.Enumerate{}.Few(p)
}

// settled returns the method that few is in a run with these settings; any other stays as it is.
func settled(p multiwalk.Problem, m walk.Method, s multiwalk.Settings) walk.Method {
	f, ok := m.(few)
	if !ok || len(s.Stop) == 0 { // nobody knows yet what limits the run
		return m
	}
	plan := walk.Plan{Walks: max(1, s.Walks)}
	for _, x := range s.Stop {
		if b := &plan.Budget.Evaluations; x.Kind == multiwalk.StopEvaluations && (*b == 0 || x.Value/int64(plan.Walks) < *b) {
			*b = max(1, x.Value/int64(plan.Walks))
		}
	}
	if all := (single.Enumerate{}); all.Takes(p, plan) == nil {
		return all
	}
	return f.Else
}
