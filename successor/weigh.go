package successor

import "github.com/multiwalk/multiwalk/internal/kernels/construct"

// weigher is a Weigher on a core.
type weigher[E any] struct {
	Weigher[E]
	batch    WeightsBatcher[E]
	x        []E
	variable int32
}

func (w *weigher[E]) begin(x []E, variable, _ int32) { w.x, w.variable = x, variable }

func (w *weigher[E]) weigh(first int32, weights []int64) {
	if w.batch != nil {
		w.batch.Weights(w.x, w.variable, first, weights)
		return
	}
	for i := range weights {
		weights[i] = w.Weigh(w.x, w.variable, first+int32(i))
	}
}

func (w *weigher[E]) diagnose(n int32) construct.Fault {
	return diagnose(w.variable, n, func(i int32) int64 { return w.Weigh(w.x, w.variable, i) })
}

func (w *weigher[E]) check(n, step int32) {
	one := func(at int32) int64 { return w.Weigh(w.x, w.variable, at) }
	if four, ok := w.Weigher.(FourWeigher[E]); ok {
		compareFours(w.Weigher, "WeighFour", "Weigh", n, step, func(first int32) [4]int64 {
			return four.WeighFour(w.x, w.variable, first, step)
		}, one)
	}
	if w.batch == nil {
		return
	}
	weights := make([]int64, min(n, step))
	for first := int32(0); first < n; first += step {
		part := weights[:min(step, n-first)]
		w.batch.Weights(w.x, w.variable, first, part)
		compare(w.Weigher, "Weights", "Weigh", first, 1, part, one)
	}
}
