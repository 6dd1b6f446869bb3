package continuous

import (
	"cmp"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/walk"
)

// cmaWalk is one search after the other.
type cmaWalk struct {
	*vectorWalk
	s   *cmaSearch
	m   CMAES     // the walk's own settings
	x   []float64 // a vector of the fixed elements
	law law
	run cmaRun

	// A generation, with views into flat rooms: normal vectors, steps, vectors within the bounds, costs, and their order.
	z, y, at         [][]float64
	value            []float64
	order            []int
	sortedZ, sortedY [][]float64
}

// cmaRun is what a walk knows of its present search and of those before.
type cmaRun struct {
	Generation   int64   // of all searches
	Limit        int64   // generations that it may have
	Flat         int64   // how often of late the better samples cost the same
	Small        bool    // it has a small population
	Doublings    int64   // of the population, in all
	Large, Spent int64   // evaluations by large and by small populations, in searches that are over
	First        int64   // evaluations of the first search, when it is over
	Least        float64 // of all costs
	Sigma        float64
	Last         [historyLength]float64 // the least costs of the last generations
}

// historyLength is the most generations over which costs are compared.
const historyLength = 128

// begin begins a search at w.x.
func (w *cmaWalk) begin(lambda int, sigma float64, most int64) {
	n := len(w.s.free)
	mean, deviations := make([]float64, n), make([]float64, n)
	for k, i := range w.s.free {
		mean[k], deviations[k] = w.x[i], w.g.upper[i]-w.g.lower[i]
	}
	w.law.begin(mean, deviations, sigma, lambda, w.s.haste(lambda))
	limit := int64(100 + 50*float64((n+3)*(n+3))/math.Sqrt(float64(lambda)))
	w.run.Limit, w.run.Sigma = max(1, min(limit, most/int64(lambda))), sigma
	w.run.Flat = 0
	w.room()
}

// beginAt begins the present search anew, elsewhere.
func (w *cmaWalk) beginAt(x []float64) {
	w.x = append(w.x[:0], x...)
	w.begin(w.law.lambda, w.run.Sigma, math.MaxInt64)
}

// room makes room for a generation.
func (w *cmaWalk) room() {
	lambda, n := w.law.lambda, len(w.s.free)
	if len(w.value) == lambda {
		return
	}
	at := newVectors(lambda, w.g.N())
	w.z, w.y, w.at, w.value = newVectors(lambda, n).x, newVectors(lambda, n).x, at.x, at.f
	w.order = make([]int, lambda)
	w.sortedZ, w.sortedY = make([][]float64, lambda), make([][]float64, lambda)
}

// Step implements walk.Walk. A round is over when its evaluations are made, because populations grow.
func (w *cmaWalk) Step(s *walk.Slice) bool {
	if len(w.s.free) == 0 {
		return false // there is one vector
	}
	return w.units(s, s.Share()*w.s.round(), w.unit)
}

// unit is a generation, and if the search has come to its end, the beginning of the next one.
func (w *cmaWalk) unit(s *walk.Slice) (more, ok bool) {
	alive, ok := w.generation(s)
	return !ok || alive && !w.over() || w.restart(), ok
}

// generation samples, evaluates and adapts. alive is false if the distribution has broken down, ok if the run is over.
func (w *cmaWalk) generation(s *walk.Slice) (alive, ok bool) {
	l := &w.law
	l.cores = w.cores()
	share(l.cores, l.lambda*l.n*l.n, l.lambda, 1, w.samples)
	if !w.costs(s, w.at, w.value) {
		return true, false
	}
	w.run.Generation++
	w.work.Moves++
	slices.SortStableFunc(w.order, func(a, b int) int { return cmp.Compare(w.value[a], w.value[b]) })
	w.note()
	for k, at := range w.order {
		w.sortedZ[k], w.sortedY[k] = w.z[at], w.y[at]
	}
	return l.update(w.sortedZ, w.sortedY) && w.widen(), true
}

// samples draws some of a generation.
func (w *cmaWalk) samples(from, to int) {
	l := &w.law
	for k := from; k < to; k++ {
		d := w.draws(w.run.Generation, k)
		d.direction(w.z[k])
		l.sample(w.z[k], w.y[k], w.at[k][:l.n])
		copy(w.at[k], w.x)
		for j, i := range w.s.free {
			w.at[k][i] = l.mean[j] + float64(l.sigma*w.y[k][j])
		}
		w.g.reflect(w.at[k])
		w.order[k] = k
	}
}

// leastWhole is the least standard deviation of an element that is a whole number: below it samples would all be rounded alike.
const leastWhole = 0.2

// widen keeps whole numbers from coming to rest before the others do.
func (w *cmaWalk) widen() bool {
	widened := false
	for k, i := range w.s.free {
		if w.g.integral == nil || !w.g.integral[i] {
			continue
		}
		c := &w.law.c[k*w.law.n+k]
		if least := leastWhole / w.law.sigma; *c < float64(least*least) {
			*c, widened = float64(least*least), true
		}
	}
	return !widened || w.law.decompose()
}

// note takes down what a generation has found.
func (w *cmaWalk) note() {
	best := w.value[w.order[0]]
	w.run.Last[w.law.generation%historyLength] = best
	w.run.Least = min(w.run.Least, best)
	if best == w.value[w.order[1+len(w.value)/4]] {
		w.run.Flat++
	} else if w.run.Flat > 0 {
		w.run.Flat--
	}
}

// over says whether the search has come to its end, by the criteria of the BI-population report: costs, steps and samples that do not
// differ any more, a covariance that is too ill-conditioned, a step that grows without need, or too many generations.
func (w *cmaWalk) over() bool {
	l, m := &w.law, w.m
	span := min(historyLength, 10+int64(math.Ceil(30*float64(l.n)/float64(l.lambda))))
	if l.generation >= span {
		least, most := math.Inf(1), math.Inf(-1)
		for k := range span {
			v := w.run.Last[(l.generation-1-k+historyLength)%historyLength]
			least, most = min(least, v), max(most, v)
		}
		if !(most-least >= m.FTol) || most > math.MaxFloat64 {
			return true
		}
	}
	if l.generation >= w.run.Limit || w.run.Flat > int64(3+l.n/3) || l.sigma > 1e4*w.run.Sigma || l.sigma == 0 {
		return true
	}
	if slices.Max(l.d) > 1e7*slices.Min(l.d)*w.spread() {
		return true
	}
	for k, i := range w.s.free {
		wide := m.XTol * w.run.Sigma * (w.g.upper[i] - w.g.lower[i])
		if l.sigma*math.Sqrt(l.c[k*l.n+k]) > wide || l.sigma*math.Abs(l.pc[k]) > wide {
			return false
		}
	}
	return true
}

// spread is the ratio of the widest and the narrowest bounds.
func (w *cmaWalk) spread() float64 {
	least, most := math.Inf(1), 0.0
	for _, i := range w.s.free {
		least, most = min(least, w.g.upper[i]-w.g.lower[i]), max(most, w.g.upper[i]-w.g.lower[i])
	}
	return most / least
}

// firstSmall is after how many doublings small populations begin. In the report it is after none.
const firstSmall = 4

// restart begins the next search, unless there is none.
func (w *cmaWalk) restart() bool {
	r, m := &w.run, w.m
	if m.Restart == restartNone {
		return false
	}
	used := w.law.generation * int64(w.law.lambda)
	r.First = cmp.Or(r.First, used)
	if r.Small {
		r.Spent += used
	} else {
		r.Large += used
	}
	w.work.Restarts++
	d := w.draws(r.Generation, 0)
	r.Generation++
	d.vector(w.g, w.x)
	lambda, sigma, most := m.Population, m.Sigma, int64(math.MaxInt64)
	switch r.Small = m.Restart == restartBIPOP && r.Doublings >= firstSmall && r.Spent < r.Large; {
	case m.Restart == restartSame:
	case r.Small:
		u := d.uniform()
		lambda = int(float64(m.Population) * metropolis.Exp2(float64(max(0, r.Doublings-1))*u*u)) // up to half of the large one
		sigma *= exp(-2 * math.Ln10 * d.uniform())
		most = r.Large / 2
	default:
		r.Doublings++
		lambda = m.doubled(r.Doublings)
	}
	w.begin(max(4, lambda), sigma, most)
	return true
}

// Adopt implements walk.Adopter: the search begins there.
func (w *cmaWalk) Adopt(x []int32, cost int64) {
	at, _ := w.take(x, cost)
	w.beginAt(at)
}

func (w *cmaWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	l, lambda := &w.law, int64(w.law.lambda)
	a.Fields("cmaes", &lambda, &w.run, &w.x, &l.mean, &l.pc, &l.ps, &l.sigma, &l.c, &l.b, &l.d, &l.generation, &l.stale)
	if a.Reading() && a.Err() == nil {
		l.rates = ratesOf(len(w.s.free), int(lambda), w.s.haste(int(lambda)))
		l.ready()
		w.room()
	}
}
