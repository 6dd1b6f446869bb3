package successor

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// rater is a Rater on a core: it keeps the ratings of a variable.
type rater[E, R, A any] struct {
	Rater[E, R, A]
	rates    RatingsBatcher[E, R] // these three nil where the heuristic has no such method
	adds     AddBatcher[R, A]
	maps     MapBatcher[R, A]
	x        []E
	variable int32
	ratings  []R
	agg      A
}

func newRater[E, R, A any](h Rater[E, R, A], most int) *rater[E, R, A] {
	w := &rater[E, R, A]{Rater: h, ratings: make([]R, most)}
	w.rates, _ = any(h).(RatingsBatcher[E, R])
	w.adds, _ = any(h).(AddBatcher[R, A])
	w.maps, _ = any(h).(MapBatcher[R, A])
	return w
}

// begin rates some possibilities at a time, so that they are still near when they are added.
func (w *rater[E, R, A]) begin(x []E, variable, n int32) {
	w.x, w.variable, w.agg = x, variable, w.Aggregator()
	for first := int32(0); first < n; first += room {
		ratings := w.ratings[first:min(first+room, n)]
		w.rate(first, ratings)
		w.agg = w.add(w.agg, ratings)
	}
}

func (w *rater[E, R, A]) rate(first int32, ratings []R) {
	if w.rates != nil {
		w.rates.Ratings(w.x, w.variable, first, ratings)
		return
	}
	for i := range ratings {
		ratings[i] = w.Rate(w.x, w.variable, first+int32(i))
	}
}

func (w *rater[E, R, A]) add(a A, ratings []R) A {
	if w.adds != nil {
		return w.adds.AddAll(a, ratings)
	}
	return w.addEach(a, ratings)
}

func (w *rater[E, R, A]) addEach(a A, ratings []R) A {
	for _, r := range ratings {
		a = w.Add(a, r)
	}
	return a
}

func (w *rater[E, R, A]) weigh(first int32, weights []int64) {
	ratings := w.ratings[first : int(first)+len(weights)]
	if w.maps != nil {
		w.maps.MapAll(ratings, w.agg, weights)
		return
	}
	for i, r := range ratings {
		weights[i] = w.Map(r, w.agg)
	}
}

func (w *rater[E, R, A]) diagnose(n int32) construct.Fault {
	return diagnose(w.variable, n, func(i int32) int64 { return w.Map(w.ratings[i], w.agg) })
}

func (w *rater[E, R, A]) check(n, step int32) {
	ratings, weights, agg := make([]R, min(n, step)), make([]int64, min(n, step)), w.Aggregator()
	one := func(at int32) R { return w.Rate(w.x, w.variable, at) }
	if four, ok := w.Rater.(FourRater[E, R]); ok {
		compareFours(w.Rater, "RateFour", "Rate", n, step, func(first int32) [4]R { return four.RateFour(w.x, w.variable, first, step) }, one)
	}
	for first := int32(0); first < n && w.rates != nil; first += step {
		part := ratings[:min(step, n-first)]
		w.rates.Ratings(w.x, w.variable, first, part)
		compare(w.Rater, "Ratings", "Rate", first, 1, part, one)
	}
	for first := int32(0); first < n && w.adds != nil; first += step {
		part := w.ratings[first:min(first+step, n)]
		got, want := w.adds.AddAll(agg, part), w.addEach(agg, part)
		if agg = want; !same(got, want) {
			panic(&lie{first, fmt.Sprintf("%T: AddAll makes %+v of the ratings of possibilities %d to %d, and Add makes %+v; make them the same",
				w.Rater, got, first, int(first)+len(part)-1, want)})
		}
	}
	for first := int32(0); first < n && w.maps != nil; first += step {
		part := w.ratings[first:min(first+step, n)]
		w.maps.MapAll(part, w.agg, weights[:len(part)])
		compare(w.Rater, "MapAll", "Map", first, 1, weights[:len(part)], func(at int32) int64 { return w.Map(part[at-first], w.agg) })
	}
}
