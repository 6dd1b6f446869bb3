package explorer

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Exploring says what a launch of Explore does. What is settled is the same in all launches of a run: see multiwalk/internal/gpu.
type Exploring struct {
	Rule   rule.Rule
	N      int32             // length of a solution
	Walks  int32             // of the launch
	Poll   int32             // iterations between two looks at stop and goal
	Tour   int32             `launch:"settled"` // 1: a solution is one tour
	Copies int32             `launch:"settled"` // 1: some moves are priced on copies
	Listed int32             `launch:"settled"` // 1: descents look at moves by lists, see neighbourhood.Table.List
	Adopt  int32             // 1: all walks go on from elite
	First  uint32            // number of the first walk among all of the run
	Ops    neighbourhood.Ops // of members
	Seed   uint64            // of the random numbers
	Until  int64             // one past the last iteration
	Target int64             // a walk that comes to it stops there
	Start  int64             // cost of elite
}

// Explored is a walk of Explore between two launches, beside its solutions.
type Explored struct {
	Iteration          int64 // the next one
	Cost, Least        int64 // of the present solution, and of the incumbent
	Delta, Full, Moves int64 // proposals that were considered, by how they were priced; and moves made
	Course             rule.Course
}

// explorer is a walk in progress. Every lane has a copy; only the slices are shared.
type explorer[P kernel.Coster] struct {
	t       lane.Thread
	p       P
	a       Exploring
	members []neighbourhood.Member
	parts   []neighbourhood.Member
	free    []int32
	x, best []int32
	table   []int32 // of a Tabler
	places  []int32 // where each city stands, if moves are looked at by lists
	pairs   []int32 // of a SwapPairTabler; empty: it is not asked
	mine    []int32 // the lane's copy of x, for moves that are evaluated in full; empty where there are none
	history []int64
	walk    int32
	id      int32 // the lane's number in the walk
	team    int32 // how many lanes the walk has
	level   rule.Level
	fully   int64 // proposals of this launch that the lane's warp evaluated in full
	Explored
}

// Explore is what all methods share that walk by moves: a warp is a walk, or a block where the rule has several warps; its lanes propose, and
// a rule decides (see package rule, which tells the order of things). The moves are those of members, priced by what the problem offers, else
// by full evaluation; so the problem needs Cost alone. parts describe the space, where a walk may begin again; free lists what may change
// where elements are fixed. See neighbourhood.Table.
//
// The present solution lies in shared memory if the launch has ExploreRoom bytes of it, else it stays in x; so does the table, if there is
// room for both, and so do the lanes' copies, if there is room for all three. All that a walk is lies in global memory between launches: x
// and best hold the current and the best solution, N elements a walk, copies first the tables of all walks, if the problem is a Tabler, with
// the places of cities behind each if there are lists, and then CopyRoom numbers a lane or nothing, history Rule.Length costs, walks the
// rest. hits[w] becomes the iteration in which walk w came to the target, and goal[0] the least of these. Walks stop when they have come as
// far as goal[0], or when stop[0] is not 0, which sets goal[0] to -1: they look every Poll iterations. A walk that was stopped goes on where
// it was.
func Explore[P kernel.Coster](t lane.Thread, p P, a Exploring, members, parts []neighbourhood.Member, levels []float64,
	free, elite, x, best, copies []int32, walks []Explored, history, hits, goal []int64, stop []uint32) {
	w := explorer[P]{t: t, p: p, a: a, members: members, parts: parts, free: free, team: a.Rule.Team()}
	side := t.BlockDim() / w.team // walks of a block
	at := t.ThreadID() / w.team   // of these
	w.walk, w.id = t.BlockID()*side+at, t.ThreadID()%w.team
	if w.walk >= a.Walks {
		return
	}
	from := w.walk * a.N
	w.Explored = walks[w.walk]
	w.best, w.history = best[from:from+a.N], history[w.walk*a.Rule.Length:(w.walk+1)*a.Rule.Length]
	own := x[from : from+a.N]
	w.place(at, side, own, copies)
	if a.Adopt != 0 {
		w.Cost = a.Start
		w.a.Rule.Adopted(&w.Course)
		own = elite
	}
	w.take(own)
	if w.Iteration == 0 {
		for i := w.id; i < a.Rule.Length; i += w.team {
			w.history[i] = w.Cost
		}
		w.all().Sync()
	}
	w.explore(levels, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	w.count()
	w.keep()
	for i := w.id; i < a.N; i += w.team {
		x[from+i] = w.x[i]
	}
	if w.id == 0 {
		walks[w.walk] = w.Explored
	}
}

// place finds the memory of the walk that is number at of the side of its block: what has no room in shared memory stays in own and copies.
func (w *explorer[P]) place(at, side int32, own, copies []int32) {
	size, each := int32(0), int32(0)
	if b, ok := any(w.p).(kernel.Tabler); ok {
		size = b.TableSize()
	}
	entries := size
	if w.a.Listed != 0 {
		size += w.a.N
	}
	if w.a.Copies != 0 {
		each = CopyRoom(w.a.N)
	}
	solution, table, all := w.a.N, w.a.N+size, w.a.N+size+each*w.team
	shared := w.t.SharedSize() / (4 * side) // numbers of a walk
	base := 4 * shared * at
	if w.x = own; shared >= solution {
		w.x = lane.SharedAt[int32](w.t, base, w.a.N)
	}
	if size > 0 && shared >= table {
		w.table = lane.SharedAt[int32](w.t, base+4*solution, size)
	} else if size > 0 {
		w.table, copies = copies[w.walk*size:(w.walk+1)*size], copies[w.a.Walks*size:]
	}
	w.table, w.places = w.table[:entries], w.table[entries:]
	if each > 0 && shared >= all {
		w.mine = lane.SharedAt[int32](w.t, base+4*(table+each*w.id), w.a.N)
	} else if each > 0 {
		w.mine = copies[(w.walk*w.team+w.id)*each:][:w.a.N]
	}
}

// ExploreRoom returns the bytes of shared memory that a block of walks needs, for solutions of n elements or, where there are
// tables and copies, for n elements of all together.
func ExploreRoom(n, walks int) int { return 4 * n * walks }

// CopyRoom is how many numbers lie from one lane's copy of a solution to that of the next: an odd number, so that in shared memory all
// lanes read the same element at once.
func CopyRoom[I int | int32](n I) I { return n | 1 }

// count sums up what the walk's warps have evaluated in full.
func (w *explorer[P]) count() {
	fully := w.fully
	if w.team > lane.WarpSize {
		if w.t.LaneID() > 0 {
			fully = 0
		}
		fully = team.Block{T: w.t}.Add(fully)
	}
	w.Full += fully
	w.Delta -= fully
}

// explore makes the iterations of a launch.
func (w *explorer[P]) explore(levels []float64, race drive.Race) {
	r := &w.a.Rule
	s := exploration[P]{w: w, levels: levels, step: r.Step(w.Iteration), rest: math.MaxInt64}
	if r.Steps > 1 {
		s.rest = r.PerStep - w.Iteration%r.PerStep
	}
	w.level = r.Level(levels, s.step)
	driveExplorer(w.all(), &s, w, race)
}

// driveExplorer makes the iterations of a launch by the steps of a search.
func driveExplorer[T team.Team, S drive.Search, P kernel.Coster](t T, s S, w *explorer[P], race drive.Race) {
	if w.Course.Ended == 0 {
		drive.Drive(t, s, w.walk, drive.Span{From: w.Iteration, Until: w.a.Until, Poll: w.a.Poll}, race)
	}
}

// exploration is an explorer on its way through the levels of a schedule.
type exploration[P kernel.Coster] struct {
	w      *explorer[P]
	levels []float64
	step   int32 // of the schedule
	rest   int64 // iterations left of it
}

// Step makes iteration i.
func (s *exploration[P]) Step(int64) drive.Outcome {
	w, r := s.w, &s.w.a.Rule
	w.iterate()
	w.Iteration++
	if w.Cost <= w.a.Target {
		return drive.Met
	}
	if r.Stuck(&w.Course) {
		w.settle()
	}
	if s.rest--; s.rest == 0 {
		s.step, s.rest = r.After(s.step), r.PerStep
		w.level = r.Level(s.levels, s.step)
	}
	return w.outcome()
}

// outcome tells whether the walk has ended.
func (w *explorer[P]) outcome() drive.Outcome {
	if w.Course.Ended != 0 {
		return drive.Over
	}
	return drive.Onward
}

// iterate has all lanes propose, and makes the move that is accepted.
func (w *explorer[P]) iterate() {
	r, c, id := &w.a.Rule, &w.Course, w.id
	lanes, scans := r.Lanes(c), r.Scans(c)
	which, m := int32(0), neighbourhood.Move{}
	delta, accept, full := int64(math.MaxInt64), false, false
	u, lead := [4]uint32{}, [2]uint32{}
	if !scans {
		u = lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(w.Iteration), uint32(id))
		lead[0], lead[1] = lane.Shuffle(w.t, u[0], 0), lane.Shuffle(w.t, u[1], 0)
	}
	if id < lanes {
		if scans {
			which, m = w.at(r.Index(c, id))
		} else {
			which, m = w.draw(lead, u)
		}
		b := w.member(which)
		delta, full = w.price(&b, m)
		accept = r.Accepts(w.level, r.Bound(c, w.level, id, rule.Costs{Now: w.Cost, Least: w.Least}, w.history), delta, u[3])
	}
	considered, made, change := lanes, false, int64(0)
	if scans && r.Kind == rule.BestDescent {
		winner, least := team.LeastDelta(w.t, delta)
		r.Note(c, winner, least)
	} else if winner := w.elect(accept, &which, &m, &delta); winner >= 0 {
		considered, made, change = winner+1, true, delta
	}
	if r.Kind == rule.LateAcceptance {
		w.remember(considered, made, change)
	}
	if w.a.Copies != 0 {
		if own := considered - id&^(lane.WarpSize-1); own > 0 { // of this warp
			w.fully += int64(bits.OnesCount32(w.t.Ballot(full) & (math.MaxUint32 >> (lane.WarpSize - min(own, lane.WarpSize)))))
		}
	}
	w.Delta += int64(considered)
	r.Pass(c, considered, made)
	if r.Complete(c) {
		which, m = w.at(c.GainAt)
		made, change = true, c.Gain
		r.Made(c)
	}
	if made {
		b := w.member(which)
		w.move(&b, m, change)
	}
}

// remember brings the history up to date with the considered proposals: those that were refused, each with an entry of its own,
// and then the one that was accepted.
func (w *explorer[P]) remember(considered int32, made bool, change int64) {
	r, id, refused := &w.a.Rule, w.id, considered
	if made {
		refused--
	}
	if id < min(refused, r.Length) {
		r.Remember(&w.Course, id, w.Cost, w.history)
	}
	w.all().Sync()
	if made && id == refused {
		r.Remember(&w.Course, id, w.Cost+change, w.history)
	}
	w.all().Sync()
}

// settle goes on from a local optimum.
func (w *explorer[P]) settle() {
	w.keep()
	from := w.x
	switch w.a.Rule.Settle(&w.Course, w.Cost, w.Least) {
	case rule.Anew:
		if w.id == 0 {
			Randomise(w.parts, w.free, w.x, w.a.Seed, w.a.First+uint32(w.walk), uint32(w.Course.Restarts))
			w.Cost = w.p.Cost(w.x)
		}
		w.Cost = lane.Shuffle(w.t, w.Cost, 0)
		w.Full++
	case rule.Back:
		w.Cost, from = w.Least, w.best
	default:
		return
	}
	w.take(from)
}

// keep stores a solution that is the best before it is left.
func (w *explorer[P]) keep() {
	if w.Cost >= w.Least {
		return
	}
	w.all().Sync()
	for i := w.id; i < w.a.N; i += w.team {
		w.best[i] = w.x[i]
	}
	w.Least, w.Course.Better = w.Cost, 1
	w.all().Sync()
}

// take makes a solution the present one.
func (w *explorer[P]) take(from []int32) {
	w.all().Sync()
	for i := w.id; i < w.a.N; i += w.team {
		w.x[i] = from[i]
	}
	w.all().Sync()
	w.fillTable()
	w.fillPairs()
	for i := range int32(len(w.mine)) {
		w.mine[i] = w.x[i]
	}
}
