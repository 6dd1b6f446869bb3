package continuous

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// lineWalk is one line search.
type lineWalk struct {
	*vectorWalk
	s     *lineSearch
	x     []float64 // where the axes meet: the best since the last restart
	at    float64   // its cost
	from  float64   // its cost when the axes began
	lines []line
	once  bool // it ends where it would begin anew, or where the function is not separable
	known int8 // whether that is so: see separates
}

// What a walk knows of the function.
const (
	untested int8 = iota
	separable
	entangled
)

// line is what is known along an axis through x. y is by how much a point costs more than x.
type line struct {
	at, y []float64 // the points in order
	hard  []float64 // of the interval before each point: the curvature of the flattest parabola that is better there; infinite: not to be cut
	top   float64   // the greatest of y that is finite
	next  float64   // the easiest point, unless its difficulty is infinite
	least float64   // that difficulty, over the curvature of the whole line
	fit   bool      // next was cut by a parabola, so that the one after is not
}

// begin draws new axes through x.
func (w *lineWalk) begin() {
	w.from = w.at
	if w.lines == nil {
		w.lines = make([]line, w.g.N())
	}
	for i := range w.lines {
		l := &w.lines[i]
		*l = line{at: append(l.at[:0], w.x[i]), y: append(l.y[:0], 0), hard: append(l.hard[:0], math.Inf(1))}
		w.look(i)
	}
}

// restartDraws is the candidate that the random numbers of restarts belong to.
const restartDraws = 1<<24 - 1

// gained says whether these axes have found something better. Of two costs that are not finite neither is.
func (w *lineWalk) gained() bool { return w.from-w.at > w.s.m.FTol }

// restart goes to a random vector, or on from where the walk is if that was better than when the axes began.
func (w *lineWalk) restart(s *walk.Slice) bool {
	if !w.gained() {
		d := w.draws(w.work.Restarts+1, restartDraws)
		d.vector(w.g, w.x)
		f, ok := w.cost(s, w.x)
		if !ok {
			return false
		}
		w.at = f
		w.work.Restarts++
	}
	w.begin()
	return true
}

func (w *lineWalk) Step(s *walk.Slice) bool { return w.units(s, math.Inf(1), w.unit) }

// unit samples a point, tests whether the function is separable, or begins anew.
func (w *lineWalk) unit(s *walk.Slice) (more, ok bool) {
	i := w.easiest()
	switch {
	case w.known == untested && (i < 0 || w.lines[i].least >= 0): // the bounds are done
		ok = w.separates(s)
		return !w.once || w.known != entangled, ok
	case i >= 0:
		return true, w.sample(s, i)
	case w.once && !w.gained():
		return false, true
	}
	return true, w.restart(s)
}

// sample evaluates the next point of line i.
func (w *lineWalk) sample(s *walk.Slice, i int) bool {
	l, was := &w.lines[i], w.x[i]
	w.x[i] = l.next
	f, ok := w.cost(s, w.x)
	switch {
	case !ok:
		w.x[i] = was
		return false
	case f < w.at:
		w.sink(l, w.at-f)
		w.add(i, 0)
		w.at = f
		w.work.Moves++
	default:
		w.add(i, above(f, w.at))
		w.x[i] = was
	}
	w.look(i)
	return true
}

// separates finds out whether the function is a sum of functions of one element each: then elements that all change to the values of a point
// of their axes cost as much more as these points do together. One vector tells, but for rounding. It returns false if the run is over.
func (w *lineWalk) separates(s *walk.Slice) bool {
	y, sum, size := slices.Clone(w.x), 0.0, math.Abs(w.at)
	for i := range w.lines {
		l := &w.lines[i]
		k := 0 // of the bounds the one that costs less, unless it is where the walk is
		if last := len(l.at) - 1; l.y[k] == 0 || l.y[last] > 0 && l.y[last] < l.y[k] {
			k = last
		}
		y[i] = l.at[k]
		sum += l.y[k]
		size += l.y[k]
	}
	f, ok := w.cost(s, y)
	if w.known = entangled; !ok {
		w.known = untested
	} else if math.Abs(f-w.at-sum) <= 1e-9*size {
		w.known = separable
	}
	return ok
}

// sink notes that a new point of the line is better than all others of it, by gain.
func (w *lineWalk) sink(l *line, gain float64) {
	for k := range l.y {
		l.y[k] += gain
	}
	if l.top += gain; l.top > math.MaxFloat64 { // x had no finite cost until now
		l.top = 0
	}
}

// above is f - at; of two that are not finite neither is above the other.
func above(f, at float64) float64 {
	if math.IsInf(at, 1) {
		return 0
	}
	return f - at
}

// add adds the next point to line i. One that costs more than x changes the intervals on both sides of it; one that is the new x changes all.
func (w *lineWalk) add(i int, y float64) {
	l := &w.lines[i]
	k, _ := slices.BinarySearch(l.at, l.next)
	l.at, l.y, l.hard = slices.Insert(l.at, k, l.next), slices.Insert(l.y, k, y), slices.Insert(l.hard, k, math.Inf(1))
	if y <= math.MaxFloat64 {
		l.top = max(l.top, y)
	}
	from, to := max(k, 1), min(k+1, len(l.at)-1)
	if y == 0 {
		from, to = 1, len(l.at)-1
	}
	for j := from; j <= to; j++ {
		l.hard[j] = w.difficulty(i, j)
	}
}

// difficulty is that of the interval before point j of line i. The parabola a(x-c)^2 that touches the level FTol below the best and goes
// through both ends has the root of a equal to the sum of the roots of what these cost above that level, over the width.
func (w *lineWalk) difficulty(i, j int) float64 {
	l, least := &w.lines[i], w.s.m.XTol*(w.g.upper[i]-w.g.lower[i])
	if w.whole(i) {
		least = 1
	}
	width := l.at[j] - l.at[j-1]
	if width <= least {
		return math.Inf(1)
	}
	root := (math.Sqrt(l.finite(j-1)+w.s.m.FTol) + math.Sqrt(l.finite(j)+w.s.m.FTol)) / width
	if h := float64(root * root); h > 0 {
		return h
	}
	return math.Inf(1) // too wide for any curvature to have a number
}

// finite is by how much point j costs more than x; where that has no number, as much as the greatest that has.
func (l *line) finite(j int) float64 {
	if y := l.y[j]; y <= math.MaxFloat64 {
		return y
	}
	return l.top
}

// whole says whether an element is a whole number.
func (w *lineWalk) whole(i int) bool { return w.g.integral != nil && w.g.integral[i] }

// easiest is the line with the easiest point, -1 if none has any. Lines with many points have to be easier.
func (w *lineWalk) easiest() int {
	best, least := -1, math.Inf(1)
	for i := range w.lines {
		n := float64(len(w.lines[i].at))
		if h := w.lines[i].least * n * n; h < least {
			best, least = i, h
		}
	}
	return best
}

// stiffest is how much more curved than the whole line an interval's parabola may be.
const stiffest = 1e5

// look finds the easiest point of line i: the bounds first.
func (w *lineWalk) look(i int) {
	l, lo, hi := &w.lines[i], w.g.lower[i], w.g.upper[i]
	l.least = -1
	if l.at[0] > lo {
		l.next = lo
		return
	}
	if l.at[len(l.at)-1] < hi {
		l.next = hi
		return
	}
	k := 0
	for j, h := range l.hard {
		if h < l.hard[k] {
			k = j
		}
	}
	if l.least = l.hard[k] * (hi - lo) * (hi - lo) / (l.top + w.s.m.FTol); !(l.least < stiffest) || k == 0 {
		l.least = math.Inf(1)
		return
	}
	if l.cut(k, w.whole(i)); l.next <= l.at[k-1] || l.next >= l.at[k] { // no number lies between
		l.hard[k] = math.Inf(1)
		w.look(i)
	}
}

// cut chooses the point between points k-1 and k: the least of the parabola through the best point and those beside it if the best is an end
// of the interval and that lies inside, else the middle. Of two cuts in succession one is in the middle, as parabolas may creep.
func (l *line) cut(k int, whole bool) {
	left, right := l.at[k-1], l.at[k]
	l.next = left + (right-left)/2
	if whole {
		l.next = math.Floor(l.next)
		return
	}
	b := k
	if l.y[k-1] == 0 {
		b = k - 1
	}
	if l.fit = !l.fit && l.y[b] == 0 && b > 0 && b+1 < len(l.at); !l.fit {
		return
	}
	p, q := l.at[b-1]-l.at[b], l.at[b+1]-l.at[b]
	yp, yq := l.y[b-1], l.y[b+1]
	v := l.at[b] + (yp*q*q-yq*p*p)/(2*(yp*q-yq*p))
	if near := (right - left) / 64; v > left+near && v < right-near {
		l.next = v
	} else if v > left && v < right {
		l.next = min(max(v, left+near), right-near)
	}
}

func (w *lineWalk) Adopt(x []int32, cost int64) {
	w.x, w.at = w.take(x, cost)
	w.begin()
}

func (w *lineWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("line-search", &w.x, &w.at, &w.from, &w.known)
	for i := range w.lines {
		l := &w.lines[i]
		a.Fields("line", &l.at, &l.y, &l.hard, &l.top, &l.next, &l.least, &l.fit)
	}
}
