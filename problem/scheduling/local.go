package scheduling

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Local is a large neighbourhood search of schedules, of a Makespan: it opens several machines, and closes them again so that the last one
// ends sooner. It goes on from any schedule.
type Local struct{}

const (
	fewest  = 4  // machines are opened at once, if there are four
	every   = 4  // rounds the walks hear of the best schedule
	patient = 60 // tries in a row are in vain before a walk goes on from that one
)

// Name is the method's word.
func (Local) Name() string { return "local" }

// Prepare takes schedules whose cost is their length alone.
func (Local) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, ok := walk.As[*Makespan](p)
	if !ok {
		return nil, fmt.Errorf("scheduling: %T is no *Makespan", p)
	}
	return &localSearch{newMarket(s.in), s, plan}, nil
}

type localSearch struct {
	*market
	problem *Makespan
	plan    walk.Plan
}

// Slice is some 5 ms.
func (s *localSearch) Slice() int { return 4 }

// Meets says when walks hear of each other.
func (s *localSearch) Meets(round int64, said []walk.Message) bool {
	return len(said) > 1 && round%every == 0
}

// Exchange tells all walks the best schedule.
func (s *localSearch) Exchange(said []walk.Message) []walk.Message {
	heard, best := make([]walk.Message, len(said)), said[0]
	for _, m := range said {
		if m.Cost < best.Cost {
			best = m
		}
	}
	for i := range heard {
		heard[i] = walk.Message{Best: best.Best, Cost: best.Cost}
	}
	return heard
}

// NewWalk begins with what the run begins with.
func (s *localSearch) NewWalk(id int) (walk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	w := &local{closer: newCloser(s.market, r.Uint64()|1), x: make([]int32, s.p.Tasks), load: make([]int32, s.p.Machines)}
	s.plan.Begin(s.problem, r, w.x)
	w.put(w.x)
	w.counters.FullEvaluations = 1
	return w, nil
}

// local is a walk. A delta evaluation is a subset of options, or a pair of these.
type local struct {
	*closer
	x, load  []int32 // the schedule, and when its machines end
	last     int32   // the last of them
	step     int32   // by how much it is to end sooner
	vain     int     // tries in a row
	set      []int32
	counters multiwalk.Counters
}

// put makes x the schedule.
func (w *local) put(x []int32) {
	copy(w.x, x)
	clear(w.load)
	for t, m := range x {
		w.load[m] += w.p.Times[int32(t)*w.p.Machines+m]
	}
	w.last = slices.Max(w.load)
	w.within(w.last)
}

func (w *local) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		w.counters.Units++
		if w.improve() {
			s.Improved(int64(w.last), w.counters)
		}
	}
	return true
}

// improve has a try at a schedule that ends sooner, by a step that grows with success. All machines that end after that are opened, and
// others by chance.
func (w *local) improve() bool {
	least := max(1, w.p.Bound/50_000)
	most := max(least, (w.last-w.p.Bound)/4)
	if w.step == 0 {
		w.step = most
	}
	goal := w.last - w.step
	w.choose(goal)
	y, looked := w.close(w.x, w.load, w.set, goal, w.last)
	w.counters.DeltaEvaluations += looked
	if y == nil {
		w.step = max(least, w.step*7/8)
		w.vain++
		return false
	}
	if slices.Max(y.load) <= goal {
		w.step = min(most, w.step*3/2+1)
	}
	w.put(y.x)
	w.vain = 0
	return true
}

// choose draws the machines to open.
func (w *local) choose(goal int32) {
	n := len(w.load)
	w.set = w.set[:0]
	for m, load := range w.load {
		if load > goal {
			w.set = append(w.set, int32(m))
		}
	}
	want := max(len(w.set)+2, fewest+below(w.bits(), max(1, n-fewest+1)))
	for want = min(n, want); len(w.set) < want; {
		if m := int32(below(w.bits(), n)); !slices.Contains(w.set, m) {
			w.set = append(w.set, m)
		}
	}
}

// Save implements multiwalk's checkpoints.
func (w *local) Save(a *checkpoint.Archive) {
	a.Fields("local", &w.x, &w.step, &w.vain, &w.random, &w.counters)
	if a.Reading() {
		w.put(w.x)
	}
}

func (w *local) Best() ([]int32, int64)       { return w.x, int64(w.last) }
func (w *local) Counters() multiwalk.Counters { return w.counters }

// Adopt has a walk that stands still go on from a schedule that ends sooner. The others do not, so that walks are not alike too soon.
func (w *local) Adopt(x []int32, last int64) {
	if last < int64(w.last) && w.vain >= patient {
		w.put(x)
		w.vain = 0
	}
}
