package population

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/walk"
)

// beamWalk is a beam in progress. A unit expands some partial solutions of one or more levels, on all cores.
//
// A level is a list of picks; a partial solution is made of its parent when it is expanded.
type beamWalk struct {
	s       *beamSearch
	id      int
	makers  []*beamMaker // one for each core
	broods  []beamBrood  // of the partial solutions that a unit expands
	parents []int32      // the level above
	nodes   []int32      // this one, as far as it is made
	level   []pick
	next    picks // the level below

	beam      int64  // how many came to their end
	turns     []turn // of the guides
	guide     int    // of this beam, by number
	improved  bool   // it has found a better solution
	depth, at int    // choices made, and how many of the level are expanded
	cut       bool   // something was left out for want of width
	complete  bool   // a beam ended of which nothing was
	best      []int32
	least     int64
	counters  multiwalk.Counters
}

// beamBrood is the children of a partial solution that may become better than the best.
type beamBrood struct {
	found  []pick
	priced int  // how many children there were
	cut    bool // some were left out, as their guides are too bad
}

// turn is what a guide is given next.
type turn struct {
	width  int
	missed int // how many of its beams in a row found nothing better
}

// mostMissed is beyond which number of vain beams a guide waits no longer for the others.
const mostMissed = 4

// NewWalk implements walk.Search. The walk's first incumbent is the run's start, or what the problem constructs.
func (s *beamSearch) NewWalk(id int) (walk.Walk, error) {
	w := &beamWalk{s: s, id: id, broods: make([]beamBrood, s.span()), best: make([]int32, s.p.Space().Len())}
	s.walks.Add(1)
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, id), w.best)
	w.least = s.p.Cost(w.best)
	w.counters.FullEvaluations++
	for range s.guides {
		w.turns = append(w.turns, turn{width: s.m.Width})
	}
	w.begin()
	return w, nil
}

// width is that of the present beam.
func (w *beamWalk) width() int { return w.turns[w.guide].width }

// begin begins a beam, with the partial solution without any choice. Its guide is the one whose beam would be the narrowest: so guides take
// turns. One whose beams were in vain waits until those of others are twice as wide for each.
func (w *beamWalk) begin() {
	late := func(g int) int { return w.turns[g].width << min(w.turns[g].missed, mostMissed) }
	w.guide, w.improved = w.id%len(w.turns), false
	for k := range w.turns {
		if g := (w.id + k) % len(w.turns); late(g) < late(w.guide) {
			w.guide = g
		}
	}
	w.depth, w.at, w.cut = 0, 0, false
	w.parents, w.nodes = w.parents[:0], w.nodes[:0]
	w.level = append(w.level[:0], pick{bound: math.MinInt64})
	w.next.clear()
}

func (w *beamWalk) Step(s *walk.Slice) bool {
	if w.makers == nil {
		cores := max(1, w.s.plan.Cores()/int(w.s.walks.Load()))
		for range min(cores, len(w.broods)) {
			w.makers = append(w.makers, w.newMaker())
		}
	}
	for !w.complete && s.Next(w.counters.Evaluations()) {
		if !w.unit(s) {
			return true // the run is over, and the unit void
		}
	}
	return !w.complete
}

// unit makes about as many children as every unit does: of narrow levels it takes several. It returns false, and nothing has changed, if
// the run is aborted.
func (w *beamWalk) unit(s *walk.Slice) bool {
	for spent := 0; spent < unitBranches/2 && !w.complete; {
		work, ok := w.expand(s)
		if !ok && spent == 0 {
			return false
		}
		if spent += work; !ok || w.least <= s.Target() || s.EvaluationsLeft(w.counters.Evaluations()) <= 0 {
			break
		}
	}
	w.counters.Units++
	return true
}

// expand expands the next partial solutions. It returns how many there were, with their children, and false, and nothing has changed, if
// the run is aborted.
func (w *beamWalk) expand(s *walk.Slice) (work int, ok bool) {
	size, n := w.s.size, min(w.s.span(), len(w.level)-w.at)
	w.nodes = slices.Grow(w.nodes[:w.at*size], n*size)[:(w.at+n)*size]
	if !walk.BesideEach(len(w.makers), n, s.Aborted, func(core, i int) { w.makers[core].expand(w.at+i, &w.broods[i]) }) {
		return 0, false
	}
	for _, b := range w.broods[:n] {
		work += 1 + b.priced
		w.counters.DeltaEvaluations += int64(b.priced)
		if w.depth+1 < w.s.depth {
			w.cut = !w.next.add(b.found, w.width(), w.tie) || b.cut || w.cut
		} else {
			w.note(b.found, s)
		}
	}
	if w.at += n; w.at == len(w.level) {
		w.descend()
	}
	return work, true
}

// note takes solutions that are better than the best one.
func (w *beamWalk) note(found []pick, s *walk.Slice) {
	for _, p := range found {
		if p.bound >= w.least {
			continue
		}
		w.makers[0].solve(p, w.best)
		w.least, w.improved = p.bound, true
		w.counters.Moves++
		s.Improved(w.least, w.counters)
	}
}

// descend goes on to the next level, or the next beam.
func (w *beamWalk) descend() {
	w.cut = !w.next.cut(w.width()) || w.cut
	if len(w.next.list) > 0 {
		w.parents, w.nodes = w.nodes, w.parents[:0]
		w.level, w.next.list = w.next.list, w.level
		w.next.clear()
		w.depth, w.at = w.depth+1, 0
		return
	}
	if w.complete = !w.cut; w.complete {
		w.s.complete.Add(1)
		return
	}
	t := &w.turns[w.guide]
	if t.missed++; w.improved {
		t.missed = 0
	}
	t.width = min(2*t.width, w.s.most())
	w.beam++
	w.begin()
}

func (w *beamWalk) Best() ([]int32, int64)       { return w.best, w.least }
func (w *beamWalk) Counters() multiwalk.Counters { return w.counters }
func (w *beamWalk) Settled() bool                { return w.complete }
func (w *beamWalk) Cores() int                   { return max(1, len(w.makers)) }

// Adopt implements walk.Adopter: what cannot become better is left out from here on.
func (w *beamWalk) Adopt(x []int32, cost int64) {
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

func (w *beamWalk) Save(a *checkpoint.Archive) {
	a.Fields("beam", &w.parents, &w.nodes, &w.level, &w.next.list, &w.next.worst, &w.beam, &w.turns, &w.guide, &w.improved, &w.depth, &w.at, &w.cut, &w.complete,
		&w.best, &w.least, &w.counters)
	if a.Reading() && w.complete {
		w.s.complete.Add(1)
	}
}

// beamMaker makes partial solutions on a core.
type beamMaker struct {
	w        *beamWalk
	branches multiwalk.Branches
	node     []int32               // scratch
	ways     [2][]multiwalk.Branch // scratch: children by the best way so far, and by another
}

func (w *beamWalk) newMaker() *beamMaker {
	return &beamMaker{w: w, branches: w.s.p.NewBranches(), node: make([]int32, w.s.size)}
}

// expand makes partial solution k of the level, and its children.
func (m *beamMaker) expand(k int, b *beamBrood) {
	w, size := m.w, m.w.s.size
	node, own := w.nodes[k*size:(k+1)*size], w.level[k]
	*b = beamBrood{found: b.found[:0]}
	switch {
	case own.bound >= w.least: // it was better than the best of then
		return
	case w.depth == 0:
		m.branches.Root(node)
	default:
		copy(node, w.parents[int(own.parent)*size:][:size])
		m.branches.Grow(node, own.choice)
	}
	children, priced := m.children(node)
	b.priced = priced
	part, guide, worst := float64(w.depth+1)/float64(w.s.depth), w.s.guides[w.guide], w.next.worst
	for i := range children {
		c := &children[i]
		if g := guided(guide, c, part, worst); g <= worst {
			b.found = append(b.found, pick{guide: g, bound: c.Bound, parent: int32(k), choice: c.Choice})
		}
	}
	b.cut = len(b.found) < len(children)
}

// tie draws a number for a child of the level. It goes by the choices made, not by where in the level its parent stands.
func (w *beamWalk) tie(p *pick) uint32 {
	parent := w.level[p.parent].tie
	return rng.At(w.s.plan.Seed, uint32(w.id), uint64(parent)<<32|uint64(uint32(p.choice)), uint32(w.beam)<<16^uint32(w.depth))[0]
}

// guided is the lower, the better a partial solution seems. part is how much of it is made. Above worst the answer need not be exact.
func guided(guide string, c *multiwalk.Branch, part, worst float64) float64 {
	bound := float64(c.Bound)
	switch guide {
	case ByWaste:
		return c.Waste
	case ByMix:
		return float64(part*bound) + float64((1-part)*c.Waste)
	case ByGap:
		if bound > worst {
			return bound
		}
		return bound + c.Waste/(c.Waste+math.Abs(bound)+1)
	}
	return bound
}

// children are those by the best way that may become better than the best solution, and how many there were by all ways.
func (m *beamMaker) children(node []int32) (best []multiwalk.Branch, priced int) {
	first, last := 0, m.w.s.ways
	if way := m.w.s.m.Way; way > 0 {
		first, last = way-1, way
	}
	most := int64(0) // sum of bounds
	for way := first; way < last; way++ {
		list := m.branches.Expand(node, way, m.ways[1][:0])
		priced += len(list)
		kept, sum := list[:0], int64(0)
		for _, c := range list {
			if c.Bound < m.w.least {
				kept, sum = append(kept, c), sum+c.Bound
			}
		}
		m.ways[1] = kept
		if way == first || len(kept) < len(best) || len(kept) == len(best) && sum > most {
			best, most = kept, sum
			m.ways[0], m.ways[1] = m.ways[1], m.ways[0]
		}
	}
	return best, priced
}

// solve writes the solution that a child is.
func (m *beamMaker) solve(p pick, x []int32) {
	copy(m.node, m.w.nodes[int(p.parent)*m.w.s.size:])
	m.branches.Grow(m.node, p.choice)
	m.branches.Solution(m.node, x)
}
