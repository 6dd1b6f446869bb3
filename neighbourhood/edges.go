package neighbourhood

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// Edges prices moves on a tour from the edges they take out and put in, for a problem that brings EdgeCost and not the
// move's own evaluator. Each is O(1), but for the reversals of a tour whose edges cost differently back and forth. A
// kernel gives it the problem's own type.
type Edges[C multiwalk.EdgeCoster] struct{ Of C }

// edgeDeltas is Edges on cores.
type edgeDeltas = Edges[multiwalk.EdgeCoster]

// evaluatorOf is what prices moves by a delta: the problem or its form, else its edges, else nothing.
func evaluatorOf[E any](e *pricer, edges *edgeDeltas) (by E) {
	if own, ok := e.by.(E); ok {
		return own
	}
	if edges != nil {
		by, _ = any(edges).(E)
	}
	return by
}

// before and after are the cities next to position i of the cycle.
func before(x []int32, i int32) int32 {
	if i == 0 {
		return x[len(x)-1]
	}
	return x[i-1]
}

func after(x []int32, i int32) int32 {
	if int(i) == len(x)-1 {
		return x[0]
	}
	return x[i+1]
}

// SwapDelta implements multiwalk.SwapEvaluator: two blocks of one city each.
func (e Edges[C]) SwapDelta(x []int32, i, j int32) int64 {
	return e.BlockSwapDelta(x, min(i, j), max(i, j), 1)
}

// BlockSwapDelta is what it changes to exchange x[i..i+l-1] and x[j..j+l-1], i+l <= j. Blocks next to each other change three edges,
// others four.
func (e Edges[C]) BlockSwapDelta(x []int32, i, j, l int32) int64 {
	if 2*int(l) == len(x) {
		return 0 // the same cycle
	}
	if i == 0 && int(j+l) == len(x) {
		i, j = j, i // next to each other, the second first
	}
	a, b, f, c, g, d := before(x, i), x[i], x[i+l-1], x[j], x[j+l-1], after(x, j+l-1)
	s := after(x, i+l-1)
	if s == c {
		return e.Of.EdgeCost(a, c) + e.Of.EdgeCost(g, b) + e.Of.EdgeCost(f, d) - e.Of.EdgeCost(a, b) - e.Of.EdgeCost(f, c) - e.Of.EdgeCost(g, d)
	}
	p := before(x, j)
	return e.Of.EdgeCost(a, c) + e.Of.EdgeCost(g, s) + e.Of.EdgeCost(p, b) + e.Of.EdgeCost(f, d) -
		e.Of.EdgeCost(a, b) - e.Of.EdgeCost(f, s) - e.Of.EdgeCost(p, c) - e.Of.EdgeCost(g, d)
}

// InsertDelta implements multiwalk.InsertEvaluator. The city goes between u and v.
func (e Edges[C]) InsertDelta(x []int32, i, j int32) int64 {
	u, v := before(x, j), x[j]
	if i < j {
		u, v = x[j], after(x, j)
	}
	c := x[i]
	if u == c || v == c {
		return 0 // from one end of x to the other: the same cycle
	}
	p, s := before(x, i), after(x, i)
	return e.Of.EdgeCost(p, s) - e.Of.EdgeCost(p, c) - e.Of.EdgeCost(c, s) + e.Of.EdgeCost(u, c) + e.Of.EdgeCost(c, v) - e.Of.EdgeCost(u, v)
}

func (e Edges[C]) TwoOptDelta(x []int32, i, j int32) int64 {
	inner := e.reversal(x, i, j)
	if i == 0 && int(j) == len(x)-1 {
		return inner + e.Of.EdgeCost(x[0], x[j]) - e.Of.EdgeCost(x[j], x[0])
	}
	a, b, c, d := before(x, i), x[i], x[j], after(x, j)
	return inner + e.Of.EdgeCost(a, c) + e.Of.EdgeCost(b, d) - e.Of.EdgeCost(a, b) - e.Of.EdgeCost(c, d)
}

// OrOptDelta implements multiwalk.OrOptEvaluator. The segment from f to l leaves a and s, and goes between u and v.
func (e Edges[C]) OrOptDelta(x []int32, i, j, k int32, reversed bool) int64 {
	a, f, l, s, u, v := before(x, i), x[i], x[j], after(x, j), x[k], after(x, k)
	gain := e.Of.EdgeCost(a, s) - e.Of.EdgeCost(a, f) - e.Of.EdgeCost(l, s) - e.Of.EdgeCost(u, v)
	if !reversed {
		return gain + e.Of.EdgeCost(u, f) + e.Of.EdgeCost(l, v)
	}
	return gain + e.Of.EdgeCost(u, l) + e.Of.EdgeCost(f, v) + e.reversal(x, i, j)
}

// ThreeOptDelta is what a 3-opt changes: see threeOpt. Where k is j there is no move, and nothing costs as much.
func (e Edges[C]) ThreeOptDelta(x []int32, i, j, k int32, reversed bool) int64 {
	if j == k {
		return math.MaxInt64
	}
	if reversed && j < k && (k < i || i == 0) && !e.Of.Symmetric() { // both others are turned where they stand
		a, s, v := before(x, i), x[j+1], after(x, k)
		end := i - 1
		if i == 0 {
			end = int32(len(x)) - 1
		}
		return e.Of.EdgeCost(x[j], x[k]) + e.Of.EdgeCost(s, a) + e.Of.EdgeCost(v, x[i]) - e.Of.EdgeCost(x[j], s) - e.Of.EdgeCost(x[k], v) -
			e.Of.EdgeCost(a, x[i]) + e.reversal(x, j+1, k) + e.reversal(x, k+1, end)
	}
	return e.OrOptDelta(x, i, j, k, reversed)
}

// reversal is what the edges inside x[i..j] cost more back to front.
func (e Edges[C]) reversal(x []int32, i, j int32) int64 {
	if e.Of.Symmetric() {
		return 0
	}
	var sum int64
	for ; i < j; i++ {
		sum += e.Of.EdgeCost(x[i+1], x[i]) - e.Of.EdgeCost(x[i], x[i+1])
	}
	return sum
}
