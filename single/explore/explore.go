package explore

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Exploring is a method as data: what the engine runs, on cores by exploreWalk, on devices by exploreFleet. Both make
// the same walks, move by move.
type Exploring struct {
	Method        string // its name
	Neighbourhood string // of its moves, as neighbourhood.ByName knows it
	form          any    // of the problem in kernels, nil if it has none
	Rule          rule.Rule
	Levels        []float64 // of the rule
	// cools, if not nil, is the level at a progress, for a run that has a budget.
	Cools func(part float64) float64
	// ages says that the history of rule.LateAcceptance follows the budget of the run, on cores.
	Ages bool
	// chances, if not nil, is with which probability each member of the neighbourhood is drawn on a device.
	Chances []float64
	Near    int         // descents by 3-opt alone look at the moves that join cities to so many near ones of each; 0: at all
	lists   []int32     // of these
	Alone   bool        // on a device a thread makes a walk
	Once    bool        // a walk ends after the last level
	Ran     walk.Method // with its defaults filled in
}

// end is the iteration at which all walks end.
func (e *Exploring) end() int64 {
	if r := &e.Rule; e.Once && r.PerStep < math.MaxInt64/int64(r.Steps) {
		return r.PerStep * int64(r.Steps)
	}
	return math.MaxInt64
}

// Explore prepares a method for the cores, or for the accelerator of the plan.
func Explore(p multiwalk.Problem, plan walk.Plan, e Exploring) (walk.Search, error) {
	if err := walk.NoFixedEdges(e.Method, p); err != nil {
		return nil, err
	}
	e.form = FormOf(p)
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return ExploreOn(p, plan, e)
	}
	nb, err := neighbourhood.ByForm(p, e.form, e.Neighbourhood)
	if err != nil {
		return nil, err
	}
	walking.WarnFull(e.Method, nb, plan)
	if err := e.list(p, plan, nb); err != nil {
		return nil, err
	}
	e.Rule.Steps = int32(len(e.Levels))
	return &exploreSearch{Proposals: walking.ProposalsOf(p, nb.Incremental()), e: e, p: p, plan: plan, incremental: nb.Incremental()}, nil
}

// list counts the moves. It makes the lists of near cities, if moves are to be looked at by such.
func (e *Exploring) list(p multiwalk.Problem, plan walk.Plan, nb neighbourhood.Neighbourhood) error {
	e.Rule.Size = nb.Size()
	t, n := e.tableOf(p, nb), p.Space().Len()
	edges, ok := p.(multiwalk.EdgeCoster)
	if e.Near == 0 || !ok || !edges.Symmetric() || !t.Lists(n) {
		return nil
	}
	e.Near = min(e.Near, n-1)
	if e.lists = tour.Lists(edges, n, e.Near, plan.Aborted); e.lists == nil {
		return fmt.Errorf("multiwalk: neighbour lists: %w", walk.ErrAborted)
	}
	e.Rule.Size = t.List(e.lists, e.Near)
	return nil
}

// tableOf is the moves as plain data, with their lists.
func (e *Exploring) tableOf(p multiwalk.Problem, nb neighbourhood.Neighbourhood) neighbourhood.Table {
	t := neighbourhood.TableOf(p, nb, e.Chances)
	if e.lists != nil {
		t.List(e.lists, e.Near)
	}
	return t
}

// FormOf returns the problem as kernel Explore knows it, or nil. With it cores make the same moves as a device. Moves on a tour are the
// same with and without it.
func FormOf(p multiwalk.Problem) any {
	if p.Space().Kind() == multiwalk.KindTour {
		return nil
	}
	if m, err := exploreModule(p); err == nil {
		return m.Problem
	}
	return nil
}

// exploreSearch is a method on cores.
type exploreSearch struct {
	walking.Proposals
	e           Exploring
	p           multiwalk.Problem
	plan        walk.Plan
	incremental bool
}

func (s *exploreSearch) NewWalk(id int) (walk.Walk, error) { return newExploreWalk(s, id) }

// WorseDeltas samples moves of the solution that a walk would begin with, and returns the deltas of those that are
// worse. All walks of a run share the sample, on every device: its random numbers are those of a walk that no run has.
func WorseDeltas(p multiwalk.Problem, plan walk.Plan, name string) (worse []int64, err error) {
	nb, err := neighbourhood.ByForm(p, FormOf(p), name)
	if err != nil || nb.Size() == 0 {
		return nil, err
	}
	r, x := multiwalk.NewRand(plan.Seed, math.MaxInt32), make([]int32, p.Space().Len())
	plan.Begin(p, r, x)
	nb.Reset(x)
	if _, ok := plan.Device.(multiwalk.Accelerator); !ok { // kernels walk by the packed cost
		if w := neighbourhood.WeighedFor(p, nb); w != nil {
			w.Begin(x)
			nb = w
		}
	}
	sample := walking.UnitDelta
	if !nb.Incremental() {
		sample = walking.UnitFull
	}
	for range sample {
		if plan.Aborted() {
			return nil, walk.ErrAborted
		}
		if d := nb.Delta(x, nb.Random(r)); d > 0 {
			worse = append(worse, d)
		}
	}
	return worse, nil
}

// MostLevels bounds the levels of a schedule, which every device keeps as a table.
const MostLevels = 1 << 20

// Geometric returns the levels from start until end, each the one before times alpha; it returns false if they are too
// many.
func Geometric(start, end, alpha float64) (levels []float64, ok bool) {
	for t := start; t > end; t *= alpha {
		if len(levels) == MostLevels {
			return nil, false
		}
		levels = append(levels, t)
	}
	return levels, true
}

func (s *exploreSearch) Resolved(walk.Walk) walk.Method { return s.e.Ran }
