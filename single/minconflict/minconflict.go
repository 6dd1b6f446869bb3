package minconflict

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// MinConflict repairs the elements of a permutation that are in conflict, one after the other: each is exchanged with a random other
// element such that the cost falls. It needs states that price swaps and count conflicts (state.SwapFollower,
// state.ConflictFollower), and ends at cost 0. On N-Queens this is the search that Sosic and Gu call QS4, whose first half, the start with few collisions, is the problem's Construct.
type MinConflict struct {
	// Tries is how many partners are tried for an element before the search leaves it where it is for now; 0 means as many as there are
	// elements, at most 4096. More than 65536 are refused.
	Tries int
	// Patience is how many passes over the elements in conflict may end without a lower cost. Then the walk begins again from another
	// start. It is below 2^31; 0 means 8.
	Patience int
}

// mostTries bounds what a unit prices, for a walk looks at its budget of evaluations between two.
const mostTries = 1 << 16

func (MinConflict) Name() string { return "minconflict" }

// Prepare implements walk.Method. It refuses negative settings, and a problem that is no permutation with such states.
func (m MinConflict) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walking.CheckCount("minconflict", "tries", m.Tries, mostTries, "as many as elements, up to 4096"); err != nil {
		return nil, err
	}
	if err := walking.CheckCount("minconflict", "patience", m.Patience, walking.MostCount, "8"); err != nil {
		return nil, err
	}
	if p.Space().Kind() != multiwalk.KindPermutation || !neighbourhood.CountsConflicts(p) {
		return nil, walk.NoDelta("minconflict", "a permutation, and states (NewState) that have Swap, SwapDelta and Conflicts")
	}
	free, err := freeOf(p)
	if err != nil {
		return nil, err
	}
	if m.Tries == 0 {
		m.Tries = min(p.Space().Len(), 4096)
	}
	if m.Patience == 0 {
		m.Patience = 8
	}
	s := &conflictSearch{m: m, p: p, plan: plan, free: free}
	if free == nil {
		s.builder, _ = p.(state.ConflictConstructor)
	}
	return s, nil
}

// freeOf returns the positions that are not fixed, or nil if none is.
func freeOf(p multiwalk.Problem) ([]int32, error) {
	held, err := neighbourhood.Held(p)
	if held == nil {
		return nil, err
	}
	free := make([]int32, 0, len(held))
	for i, fixed := range held {
		if !fixed {
			free = append(free, int32(i))
		}
	}
	return free, nil
}

type conflictSearch struct {
	m    MinConflict
	p    multiwalk.Problem
	plan walk.Plan

	builder state.ConflictConstructor // of starts; nil if the problem builds none, or has fixed elements, which one does not know
	free    []int32                   // the positions that may change; nil: all
}

// Slice implements walk.Search. A unit prices some 20 ns each of up to Tries partners of an element. Where there are many elements, a
// start leaves about one in a thousand in conflict. A round is long enough to repair all of these, so a run evaluates in full only the
// repaired solution.
func (s *conflictSearch) Slice() int { return walking.SliceOf(20*s.m.Tries) + s.p.Space().Len()/2048 }

// MostWalks implements walk.WalkLimiter. Where a search is over as soon as its start is built, every further walk would
// build another start for nothing: with two walks 10^6 queens take nearly twice as long as with one.
func (s *conflictSearch) MostWalks() int {
	if s.builder != nil {
		return 1
	}
	return math.MaxInt32
}

// NewWalk implements walk.Search. A walk without a given solution builds its start in its first unit, so that a run
// evaluates in full what the walk ends that unit with and not the start as well.
func (s *conflictSearch) NewWalk(id int) (walk.Walk, error) {
	w := &conflictWalk{search: s, random: multiwalk.NewRand(s.plan.Seed, id)}
	if s.plan.Start != nil {
		w.begin(s.plan.Start)
	}
	return w, nil
}

// state returns a state at x. One that does not tell its solution and cost has them beside it.
func (s *conflictSearch) state(x []int32) state.ConflictState {
	some := s.p.(multiwalk.Stater).NewState(x)
	if told, ok := some.(state.ConflictState); ok {
		return told
	}
	k := &keptConflicts{SwapFollower: some.(state.SwapFollower), ConflictFollower: some.(state.ConflictFollower), p: s.p, state: some}
	k.keep(x)
	return k
}

// keptConflicts keeps the solution of a state and its cost.
type keptConflicts struct {
	state.SwapFollower
	state.ConflictFollower
	p     multiwalk.Problem
	state multiwalk.State
	x     []int32
	cost  int64
}

func (k *keptConflicts) keep(x []int32)    { k.x, k.cost = append(k.x[:0], x...), k.p.Cost(x) }
func (k *keptConflicts) Cost() int64       { return k.cost }
func (k *keptConflicts) Solution() []int32 { return k.x }

func (k *keptConflicts) Reset(x []int32) {
	k.state.Reset(x)
	k.keep(x)
}

func (k *keptConflicts) Swap(i, j int32) {
	k.cost += k.SwapDelta(i, j)
	k.SwapFollower.Swap(i, j)
	k.x[i], k.x[j] = k.x[j], k.x[i]
}

func (s *conflictSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (m MinConflict) String() string { return m.Name() }
