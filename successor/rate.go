package successor

import "github.com/multiwalk/multiwalk/kernel"

// rater is a Rater on a core: it keeps the ratings of a variable.
type rater[E, R, A any] struct {
	Rater[E, R, A]
	batch    RatingsBatcher[E, R]
	variable int32
	ratings  []R
	agg      A
}

func (w *rater[E, R, A]) begin(x []E, variable, n int32) {
	w.variable = variable
	ratings := w.ratings[:n]
	if w.batch != nil {
		w.batch.Ratings(x, variable, 0, ratings)
	} else {
		for i := range ratings {
			ratings[i] = w.Rate(x, variable, int32(i))
		}
	}
	agg := w.Aggregator()
	for _, r := range ratings {
		agg = w.Add(agg, r)
	}
	w.agg = agg
}

func (w *rater[E, R, A]) weigh(first int32, weights []int64) {
	for i, r := range w.ratings[first : int(first)+len(weights)] {
		weights[i] = w.Map(r, w.agg)
	}
}

func (w *rater[E, R, A]) diagnose(n int32) kernel.Fault {
	return diagnose(w.variable, n, func(i int32) int64 { return w.Map(w.ratings[i], w.agg) })
}
