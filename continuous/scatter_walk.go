package continuous

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// drawnForOne is how many vectors are drawn for one of the reference set.
	drawnForOne = 5
	// rebuiltFor is after how many new halves in succession that found nothing better a set is drawn anew.
	rebuiltFor = 10
	// mostReference bounds a reference set, whose pairs have three children each.
	mostReference = 1000
)

// scatterWalk is one scatter search.
type scatterWalk struct {
	swarming
	s       *scatterSearch
	set     vectors // the reference set; none: it is to be drawn
	fresh   []bool  // it has no children yet
	local   descent
	queue   vectors // from where local searches begin; the first one is under way
	rebuilt int     // new halves since the best was found

	children vectors
	order    []int
}

// Step implements walk.Walk. A unit is a generation of children, a half of a reference set, or a part of a local search.
func (w *scatterWalk) Step(s *walk.Slice) bool { return w.units(s, &w.set, w.begin, w.unit) }

// unit does what is to be done next.
func (w *scatterWalk) unit(s *walk.Slice) bool {
	if len(w.queue.f) > 0 {
		return w.improve(s)
	}
	if slices.Contains(w.fresh, true) {
		return w.breed(s)
	}
	return w.rebuild(s)
}

// begin draws a reference set: of many vectors the best, and those that are far from them.
func (w *scatterWalk) begin(s *walk.Slice) bool {
	size := min(grown(w.s.m.Population, w.work.Restarts), mostReference)
	all := newVectors(drawnForOne*size, w.g.N())
	if !w.random(s, &all) {
		return false
	}
	w.order = ranks(all.f, w.order)
	w.line(all.x, all.f, max(0, w.s.m.Descents))
	w.order = w.order[len(w.queue.f):]
	set := newVectors(size, w.g.N())
	good := size - size/2
	for k, pick := range w.order[:good] {
		set.set(k, all.x[pick], all.f[pick])
	}
	for k, pick := range w.farthest(all.x, set.x[:good], size-good) {
		set.set(good+k, all.x[pick], all.f[pick])
	}
	w.set, w.fresh, w.rebuilt = set, make([]bool, size), 0
	for k := range w.fresh {
		w.fresh[k] = true
	}
	return true
}

// line begins local searches from the first vectors in order.
func (w *scatterWalk) line(x [][]float64, f []float64, size int) {
	w.queue = newVectors(size, w.g.N())
	for k := range w.queue.f {
		w.queue.set(k, x[w.order[k]], f[w.order[k]])
	}
	w.next()
}

// farthest are the numbers of vectors, each the one whose nearest in the set and among those before it is the farthest away.
func (w *scatterWalk) farthest(x, set [][]float64, many int) []int {
	away := make([]float64, len(x)) // to the nearest
	for k, v := range x {
		away[k] = math.Inf(1)
		for _, u := range set {
			away[k] = min(away[k], w.distance(u, v))
		}
	}
	picks := make([]int, many)
	for i := range picks {
		pick := 0
		for k, d := range away {
			if d > away[pick] {
				pick = k
			}
		}
		picks[i] = pick
		for k, v := range x {
			away[k] = min(away[k], w.distance(x[pick], v))
		}
	}
	return picks
}

// distance is the greatest distance in an element, as a part of that of the bounds.
func (w *scatterWalk) distance(a, b []float64) (d float64) {
	for i, v := range a {
		if width := w.g.upper[i] - w.g.lower[i]; width > 0 {
			d = max(d, math.Abs(v-b[i])/width)
		}
	}
	return d
}

// rebuild keeps the better half of the set, and draws others that are far from it.
func (w *scatterWalk) rebuild(s *walk.Slice) bool {
	size := len(w.set.f)
	if w.rebuilt >= rebuiltFor {
		w.set = vectors{}
		w.work.Restarts++
		return true
	}
	w.order = ranks(w.set.f, w.order)
	good := size - size/2
	all, far, set := newVectors(drawnForOne*size, w.g.N()), newVectors(size-good, w.g.N()), [][]float64{}
	for _, k := range w.order[:good] {
		set = append(set, w.set.x[k])
	}
	for k := range all.x {
		d := w.draws(w.generation, k)
		d.vector(w.g, all.x[k])
	}
	for k, pick := range w.farthest(all.x, set, size-good) {
		far.set(k, all.x[pick], 0)
	}
	best := w.f
	if !w.costs(s, far.x, far.f) {
		return false
	}
	if w.rebuilt++; w.f < best {
		w.rebuilt = 0
	}
	for k, at := range w.order[good:] {
		w.replace(at, far.x[k], far.f[k])
	}
	return true
}

// replace puts a new vector into the set.
func (w *scatterWalk) replace(at int, x []float64, f float64) {
	w.set.set(at, x, f)
	w.fresh[at] = true
}

// breed makes the children of all pairs in which one vector is fresh. It begins local searches at the best children; others that are good
// enter the set.
func (w *scatterWalk) breed(s *walk.Slice) bool {
	size, count := len(w.set.f), 0
	if w.children.f == nil || len(w.children.memory) < 3*size*(size-1)/2*w.g.N() {
		w.children = newVectors(3*size*(size-1)/2, w.g.N())
	}
	for i := range size {
		for j := range i {
			if w.fresh[i] || w.fresh[j] {
				for part := range 3 {
					w.child(count, i, j, part)
					count++
				}
			}
		}
	}
	best, children := w.f, w.children.x[:count]
	if !w.costs(s, children, w.children.f[:count]) {
		return false
	}
	clear(w.fresh)
	w.order = ranks(w.children.f[:count], w.order)
	w.prefer()
	w.line(children, w.children.f, min(max(0, w.s.m.Descents), count))
	for _, k := range w.order[len(w.queue.f):] {
		w.enter(w.children.x[k], w.children.f[k])
	}
	if w.f < best {
		w.rebuilt = 0
	}
	return true
}

// prefer puts those children first in order from which a local search may come to a new place: some way from the reference set. It asks
// no further than it must: children that are worse than the set matter only where too few others are new.
func (w *scatterWalk) prefer() {
	worst, wanted := w.set.f[worst(w.set.f)], w.s.m.Descents
	fresh, known := []int{}, []int{}
	for _, k := range w.order {
		if len(fresh) >= wanted && !(w.children.f[k] < worst) {
			break
		}
		if w.known(w.children.x[k]) {
			known = append(known, k)
		} else {
			fresh = append(fresh, k)
		}
	}
	copy(w.order, fresh)
	copy(w.order[len(fresh):], known)
}

// known says whether a vector is near one of the set.
func (w *scatterWalk) known(x []float64) bool {
	return slices.ContainsFunc(w.set.x, func(v []float64) bool { return w.distance(v, x) <= 100*w.s.m.XTol })
}

// child makes a child of vectors a and b: beyond a, between both, or beyond b. Each element goes a part of half of the way by itself.
func (w *scatterWalk) child(k, i, j, part int) {
	d := w.draws(w.generation, k)
	x, a, b := w.children.x[k], w.set.x[i], w.set.x[j]
	for e := range x {
		way := float64(d.uniform() * ((b[e] - a[e]) / 2))
		switch part {
		case 0:
			x[e] = a[e] - way
		case 1:
			x[e] = a[e] + way
		default:
			x[e] = b[e] + way
		}
	}
	w.g.reflect(x)
}

// enter lets a vector into the set, in the place of one that is the same, else of the worst, if it is better than that.
func (w *scatterWalk) enter(x []float64, f float64) {
	at := worst(w.set.f)
	if !(f < w.set.f[at]) {
		return
	}
	for k, v := range w.set.x {
		if w.distance(v, x) <= w.s.m.XTol {
			if at = k; !(f < w.set.f[k]) {
				return
			}
			break
		}
	}
	w.replace(at, x, f)
	w.work.Moves++
}

// next begins the first local search of the queue.
func (w *scatterWalk) next() {
	if len(w.queue.f) > 0 {
		w.local.begin(w.queue.x[0], w.queue.f[0])
	}
}

// improve does a part of a local search.
func (w *scatterWalk) improve(s *walk.Slice) bool {
	best := w.f
	done, ok := w.local.iterate(w.vectorWalk, s)
	if !ok {
		return false
	}
	if w.f < best {
		w.rebuilt = 0
	}
	if done {
		w.enter(w.local.x, w.local.f)
		w.queue.keep(func(k int) bool { return k > 0 })
		w.next()
	}
	return true
}

// Adopt implements walk.Adopter: the solution enters the set.
func (w *scatterWalk) Adopt(words []int32, cost int64) {
	none := vectors{}
	if w.adopt(&none, words, cost); len(w.set.f) > 0 {
		w.enter(w.start, w.startCost)
		w.start = nil
	}
}

func (w *scatterWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("scatter-search", &w.set, &w.fresh, &w.local, &w.queue, &w.rebuilt)
}
