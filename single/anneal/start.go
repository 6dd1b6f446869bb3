package anneal

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Annealing over a budget from a start (Plan.Start) keeps what the start is worth. A walk that began hot would lose it within the first
// hundredth of the budget, and would end where a cold one ends.
//
// So the walk begins with iterated local search from the start. Where the start was a good solution of a problem that has changed a little,
// this finds most of what there is to gain, with few evaluations. It goes on until it has come to a local optimum and descentShare of the
// budget is spent. If that takes up to descentMost, it goes on until the end.
//
// Then the walk anneals from the best solution so far, and joins the course of temperatures (see course) where they keep that solution:
// first far along, at firstJoin. It anneals there for a short time. If it costs no more then than it did before, this temperature is one at
// which annealing finds better solutions than the start, so the walk joins earlier, where it is hotter; at last at the very beginning, as if
// there was no start. A temperature at which a walk costs on average what its start costs is where the second of two stages begins in
// Varanelli and Cohoon, "A fast method for generalized starting temperature determination in homogeneous two-stage simulated annealing
// systems" (1999).
//
// A start that is not feasible is repaired first: by climbing, in which violations count more than all else, to a local optimum. If local
// search gains by very many of its first looks, the start is none worth keeping, and the walk anneals from hot to cold. Where iterated local
// search goes by swaps alone, climbing by all moves follows it, up to climbShare of the budget: else annealing would gain by the other moves,
// wherever it joins. With constraints, whose weights change what solutions cost while the walk anneals, nothing is measured.
const (
	descentShare, descentMost = 0.25, 0.75
	climbShare                = 0.15
	// joins is how many places there are to join the course, evenly from firstJoin down to 0. At each the walk measures for measureShare of
	// the budget, and counts the latter half.
	firstJoin, joins = 0.5, 4
	measureShare     = 0.02
	// poor is the part of looks that gain from which on a start is poor, after poorShare of the budget and a look at one in poorLooks
	// elements.
	poor, poorShare, poorLooks = 0.6, 0.03, 10
	// startTurns is how many turns a part of the walk has in a round at least.
	startTurns = 16
)

// fromStart is the search of an annealing over a budget that has a start.
type fromStart struct {
	*annealSearch
	local    walk.Search
	climb    *descent.ClimbSearch // nil: there is nothing to repair, nor other moves than those of local
	repairs  bool
	narrower bool // local goes by some moves alone
}

// startSearch returns the search of a plan. Where iterated local search cannot serve, s anneals by itself.
func (s *annealSearch) startSearch() (walk.Search, error) {
	d := cooling.NewDescent(s.m.Start, s.m.End)
	if s.plan.Start == nil || !s.budgeted || !d.Free() {
		return s, nil
	}
	plan := s.plan
	plan.Budget, plan.Warn = walk.Budget{}, func(string) {}
	local, err := ils.ILS{Neighbourhood: s.m.Neighbourhood}.Prepare(s.p, plan)
	switch {
	case errors.Is(err, walk.ErrAborted):
		return nil, err
	case err != nil:
		return s, nil
	}
	if _, few := local.(ils.FewCities); few {
		return s, nil
	}
	f := &fromStart{annealSearch: s, local: local}
	if _, swaps := local.(*ils.SwapSearch); swaps {
		f.narrower = walking.NamedMoves(s.p, s.m.Neighbourhood) != neighbourhood.OpSwap.String()
	}
	if tell := walk.Teller(s.p); tell != nil {
		feasible, _ := tell(plan.Start, s.p.Cost(plan.Start))
		f.repairs = !feasible
	}
	if f.repairs || f.narrower {
		f.climb = &descent.ClimbSearch{Proposals: s.Proposals, M: descent.Climb{Neighbourhood: s.m.Neighbourhood}, P: s.p, Plan: plan, Incremental: s.incremental}
	}
	return f, nil
}

// Slice implements walk.Search: enough for the part with the shortest units.
func (s *fromStart) Slice() int { return max(s.annealSearch.Slice(), s.local.Slice()) }

// NewWalk implements walk.Search. The parts have random numbers of their own.
func (s *fromStart) NewWalk(id int) (walk.Walk, error) {
	local, err := s.local.NewWalk(2 * id)
	if err != nil {
		return nil, err
	}
	anneal, err := s.annealSearch.NewWalk(2*id + 1)
	if err != nil {
		return nil, err
	}
	w := &startWalk{s: s, local: local, anneal: anneal.(*annealWalk), stage: startSampling}
	w.anneal.joins = true
	if s.climb != nil {
		climb, err := s.climb.NewWalk(2 * id)
		if err != nil {
			return nil, err
		}
		w.climb = climb.(*descent.ClimbWalk)
		w.climb.Current = walking.NewUnweighed(s.p, w.climb.Current)
	}
	return w, nil
}

// The stages of a walk from a start.
const (
	startSampling int8 = iota // it has not begun
	repairing
	descending
	climbing
	measuring // of the temperature at which to join
	annealing
)

// startWalk is a walk from a start: one of its parts works at a time.
type startWalk struct {
	s      *fromStart
	climb  *descent.ClimbWalk // or nil
	local  walk.Walk
	anneal *annealWalk
	stage  int8
	began  float64 // progress when the walk began
	at     float64 // progress of late
	join   float64 // where on the course the walk joins
	joined float64 // progress then
	cost   float64 // of the solution that it joined with
	sum    float64 // of the costs in the latter half of a measurement
	count  float64
}

// settler is a walk that knows whether it has been at a local optimum.
type settler interface{ Settled() bool }

func (w *startWalk) Step(s *walk.Slice) bool {
	for room := s.Share(); room > 0; {
		part, ok := s.Progress(w.Counters().Evaluations())
		if !ok { // a part of a portfolio without a budget
			part, w.stage = 0, annealing
		}
		if part < w.at {
			w.stage = startSampling
		}
		w.at = part
		w.turn(part)
		done, more := w.work(s, room, part, ok)
		if !more {
			return false
		}
		if room -= done; done == 0 {
			return true // s came to its end
		}
	}
	s.Rest()
	return true
}

// gone is which part of the budget the walk has spent, of what there was when it began.
func (w *startWalk) gone(part float64) float64 {
	return (part - w.began) / max(1-w.began, math.SmallestNonzeroFloat64)
}

// turn goes on to another stage where one is over.
func (w *startWalk) turn(part float64) {
	gone := w.gone(part)
	switch w.stage {
	case startSampling:
		w.began, w.stage = part, descending
		if w.s.repairs {
			w.stage = repairing
		}
	case repairing:
		if w.climb.Ended || gone > descentMost && w.climb.Feasible < math.MaxInt64 {
			w.handOn(w.climb, w.local, descending)
		}
	case descending:
		switch {
		case gone >= poorShare && gone < descentShare && w.poor():
			w.stage = annealing
			w.begin(part, 0)
		case gone < descentShare || gone > descentMost || !w.local.(settler).Settled():
		case w.s.narrower:
			w.handOn(w.local, w.climb, climbing)
			w.climb.Ended = false
		default:
			w.handOn(w.local, w.anneal, measuring)
			w.begin(part, firstJoin)
		}
	case climbing:
		if w.climb.Ended || gone > descentMost || gone > descentShare+climbShare {
			w.handOn(w.climb, w.anneal, measuring)
			w.begin(part, firstJoin)
		}
	case measuring:
		switch {
		case gone < w.gone(w.joined)+measureShare:
		case w.count > 0 && w.sum > w.cost*w.count || w.join == 0 || w.anneal.Weighed != nil:
			w.stage = annealing
		default:
			w.begin(part, max(0, w.join-firstJoin/joins))
		}
	}
}

// begin has the walk join the course.
func (w *startWalk) begin(part, join float64) { w.join, w.joined, w.sum, w.count = join, part, 0, 0 }

// handOn has a part go on from the best solution of another one.
func (w *startWalk) handOn(from, to walk.Walk, stage int8) {
	x, cost := from.Best()
	to.(walk.Adopter).Adopt(x, cost)
	w.stage, w.cost = stage, float64(w.anneal.Cost)
}

// working is the part that works, and its search.
func (w *startWalk) working() (walk.Walk, walk.Search) {
	switch w.stage {
	case repairing, climbing:
		return w.climb, w.s.climb
	case descending:
		return w.local, w.s.local
	}
	return w.anneal, w.s.annealSearch
}

// work lets the part that works go on for a turn, and returns which part of a round that was.
func (w *startWalk) work(s *walk.Slice, room, progress float64, limited bool) (done float64, more bool) {
	part, search := w.working()
	slice := search.Slice()
	units := max(1, int(min(room, 1.0/startTurns)*float64(slice)))
	var others multiwalk.Counters
	for _, p := range w.parts() {
		if p != part {
			others.Add(p.Counters())
		}
	}
	_, incumbent := w.Best()
	allowance := s.Sub(units, math.MaxInt64, others, incumbent)
	if !limited {
		allowance.Span(0, 0)
	} else if part == walk.Walk(w.anneal) { // such that it was at join when the walk joined
		allowance.Span((w.joined-w.join)/(1-w.join), 1)
	}
	if limited && w.stage != annealing && progress < 1 {
		allowance.Until(min(1, progress+measureShare/startTurns))
	}
	more = part.Step(allowance)
	units -= allowance.Left()
	if w.stage == measuring && w.gone(progress) > w.gone(w.joined)+measureShare/2 {
		w.sum, w.count = w.sum+float64(w.anneal.Cost), w.count+1
	}
	return float64(units) / float64(slice), more || part == w.climb
}

// poor says whether local search gains by so many of its first looks that the start is none worth keeping.
func (w *startWalk) poor() bool {
	c, looks := w.local.Counters(), int64(w.s.p.Space().Len()/poorLooks)
	return c.Units >= max(poorLooks, looks) && float64(c.Moves) > poor*float64(c.Units) && !w.local.(settler).Settled()
}

// parts are all walks that this one is made of.
func (w *startWalk) parts() []walk.Walk {
	if w.climb == nil {
		return []walk.Walk{w.local, w.anneal}
	}
	return []walk.Walk{w.climb, w.local, w.anneal}
}

func (w *startWalk) Best() (x []int32, cost int64) {
	for _, p := range w.parts() {
		if y, c := p.Best(); x == nil || c < cost {
			x, cost = y, c
		}
	}
	return x, cost
}

func (w *startWalk) Counters() (c multiwalk.Counters) {
	for _, p := range w.parts() {
		c.Add(p.Counters())
	}
	return c
}

func (w *startWalk) Adopt(x []int32, cost int64) {
	part, _ := w.working()
	part.(walk.Adopter).Adopt(x, cost)
}

func (w *startWalk) Save(a *checkpoint.Archive) {
	a.Fields("start", &w.stage, &w.began, &w.at, &w.join, &w.joined, &w.cost, &w.sum, &w.count)
	for _, p := range w.parts() {
		walk.SaveWalk(a, p)
	}
}
