package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/walk"
)

// firstSpan is how many evaluations for each element the first population has with schedule grow.
const firstSpan = 500

// diffWalk is one differential evolution.
type diffWalk struct {
	swarming
	s       *diffSearch
	mover   flock.Mover[flock.Single] // with strategies rand and best
	now     vectors                   // no vectors: a population is to be drawn
	archive vectors                   // targets that were beaten
	past    history
	stale   int     // generations without a success
	size    int     // that the population began with
	since   float64 // the run's progress then
	before  int64   // evaluations until then

	rivals        vectors
	order         []int
	scales, rates []float64
	gains         [3][]float64 // of successes: the gain, the scale and the rate
}

// Step implements walk.Walk. A unit is a generation.
func (w *diffWalk) Step(s *walk.Slice) bool { return w.units(s, &w.now, w.begin, w.evolve) }

// unit is a unit as part of another walk.
func (w *diffWalk) unit(s *walk.Slice) bool { return w.swarming.unit(s, &w.now, w.begin, w.evolve) }

// begin draws a population.
func (w *diffWalk) begin(s *walk.Slice) bool {
	size, before := grown(w.s.m.Population, w.work.Restarts), w.work.Evaluations()
	v := newVectors(size, w.g.N())
	if !w.random(s, &v) {
		return false
	}
	w.now, w.rivals, w.archive, w.past = v, newVectors(size, w.g.N()), vectors{}, newHistory(w.s.rules)
	w.size, w.before, w.stale = size, before, 0
	w.since = w.progress(s)
	return true
}

// progress is how much of the run's budget is spent, 0 without one.
func (w *diffWalk) progress(s *walk.Slice) float64 {
	if w.s.m.Schedule == scheduleGrow || !w.s.m.adapts() {
		return 0
	}
	part, _ := s.Progress(w.work.Evaluations())
	return part
}

// part is how much is over of the time in which the population shrinks.
func (w *diffWalk) part(s *walk.Slice) float64 {
	if !w.s.m.adapts() {
		return 0
	}
	if w.s.m.Schedule == scheduleGrow {
		span := float64(firstSpan*w.g.N()) * float64(int64(1)<<min(w.work.Restarts, 40))
		return min(1, float64(w.work.Evaluations()-w.before)/span)
	}
	return max(0, w.progress(s)-w.since) / max(1-w.since, 1e-9)
}

// evolve does a generation.
func (w *diffWalk) evolve(s *walk.Slice) bool {
	part, size := w.part(s), len(w.now.f)
	w.rivals.truncate(size)
	w.order = ranks(w.now.f, w.order)
	w.scales, w.rates = w.scales[:0], w.rates[:0]
	for k := range size {
		w.rival(k, part)
	}
	if !w.costs(s, w.rivals.x, w.rivals.f) {
		return false
	}
	w.choose()
	if w.s.m.adapts() {
		w.past.learn(w.gains[0], w.gains[1], w.gains[2])
		part = w.part(s)
		w.shrink(part)
	}
	if settled(w.now.f, w.s.m.FTol) || w.stale >= staleAfter || w.s.m.Schedule == scheduleGrow && part >= 1 {
		w.now = vectors{}
		w.work.Restarts++
	}
	return true
}

// rival makes the rival of a target.
func (w *diffWalk) rival(k int, part float64) {
	now, x := w.now.x, w.rivals.x[k]
	if !w.s.m.adapts() {
		d := w.mover.Donors(w.generation, int32(k), int32(len(now)), int32(w.order[0]))
		w.mover.Rival(w.generation, int32(k), d.Element, x, now[k], now[d.Base], now[d.Plus], now[d.Minus])
		return
	}
	d := w.draws(w.generation, k)
	scale, rate := w.past.draw(&d, part)
	pull := w.past.pull(scale, part)
	elite := w.s.rules.elite * (1 - float64(w.s.rules.narrows*part))
	towards := now[w.order[d.below(max(2, int(math.Round(elite*float64(len(now))))))]]
	a, b := w.donors(&d, k)
	target, plus, minus, all := now[k], now[a], w.donor(b), d.below(len(x))
	for i, v := range target {
		x[i] = v
		if i == all || d.uniform() < rate {
			x[i] = v + float64(pull*(towards[i]-v)) + float64(scale*(plus[i]-minus[i]))
		}
	}
	w.g.reflect(x)
	w.scales, w.rates = append(w.scales, scale), append(w.rates, rate)
}

// donors draws the vectors whose difference is added to target k, with an archive the second from there as well.
func (w *diffWalk) donors(d *draws, k int) (a, b int) {
	a = other(d, len(w.now.x), k)
	return a, other(d, len(w.now.x)+len(w.archive.x), k, a)
}

// donor is a vector of the population or, after these, of the archive.
func (w *diffWalk) donor(k int) []float64 {
	if size := len(w.now.x); k >= size {
		return w.archive.x[k-size]
	}
	return w.now.x[k]
}

// other draws a number below n that is none of some.
func other(d *draws, n int, but ...int) int {
	for {
		k, used := d.below(n), false
		for _, b := range but {
			used = used || b == k
		}
		if !used {
			return k
		}
	}
}

// choose replaces targets by rivals that are no worse.
func (w *diffWalk) choose() {
	for i := range w.gains {
		w.gains[i] = w.gains[i][:0]
	}
	d := w.draws(w.generation, common)
	w.stale++
	for k, f := range w.rivals.f {
		old := w.now.f[k]
		if !(f <= old) {
			continue
		}
		if f < old {
			w.stale = 0
			w.work.Moves++
			if w.s.m.adapts() {
				w.store(&d, w.now.x[k])
				w.success(old-f, w.scales[k], w.rates[k])
			}
		}
		w.now.set(k, w.rivals.x[k], f)
	}
}

// success notes what a rival gained over a target that had a finite cost.
func (w *diffWalk) success(gain, scale, rate float64) {
	if gain <= math.MaxFloat64 {
		for i, v := range [3]float64{gain, scale, rate} {
			w.gains[i] = append(w.gains[i], v)
		}
	}
}

// store puts a beaten target into the archive, in the place of a random one if that is full.
func (w *diffWalk) store(d *draws, x []float64) {
	v, most := &w.archive, w.room(len(w.now.x))
	if len(v.x) >= most {
		v.set(d.below(len(v.x)), x, 0)
		return
	}
	v.add(x, 0)
}

// room is how many vectors the archive of a population has.
func (w *diffWalk) room(size int) int { return int(float64(size) * w.s.rules.archive) }

// shrink takes the worst vectors away, down to what the population is to have by now, and random ones from the archive.
func (w *diffWalk) shrink(part float64) {
	size := int(math.Round(float64(w.size) - float64(part*float64(w.size-leastDonors))))
	if size >= len(w.now.f) {
		return
	}
	w.order = ranks(w.now.f, w.order)
	rank := make([]int, len(w.order))
	for i, k := range w.order {
		rank[k] = i
	}
	w.now.keep(func(k int) bool { return rank[k] < size })
	d := w.draws(w.generation, common+1)
	for len(w.archive.f) > w.room(size) {
		last := len(w.archive.f) - 1
		w.archive.set(d.below(last+1), w.archive.x[last], 0)
		w.archive.truncate(last)
	}
}

// Adopt implements walk.Adopter: the solution takes the place of the worst vector.
func (w *diffWalk) Adopt(words []int32, cost int64) { w.adopt(&w.now, words, cost) }

func (w *diffWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("differential-evolution", &w.now, &w.archive, &w.past, &w.stale, &w.size, &w.since, &w.before)
	if a.Reading() {
		w.rivals = newVectors(len(w.now.f), w.g.N())
	}
}
