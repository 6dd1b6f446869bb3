package neighbourhood

import "github.com/multiwalk/multiwalk"

// edgeDeltas prices moves on a tour from the edges they take out and put in, for a problem that brings EdgeCost and not
// the move's own evaluator. Each is O(1), but for the reversals of a tour whose edges cost differently back and forth.
type edgeDeltas struct {
	multiwalk.EdgeCoster
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

// SwapDelta implements multiwalk.SwapEvaluator. Swapping cities next to each other changes three edges, else four.
func (e *edgeDeltas) SwapDelta(x []int32, i, j int32) int64 {
	if len(x) < 3 {
		return 0
	}
	if i > j {
		i, j = j, i
	}
	if i == 0 && int(j) == len(x)-1 {
		i, j = j, i // next to each other, x[j] first
	}
	a, b, c, d := before(x, i), x[i], x[j], after(x, j)
	if after(x, i) == c {
		return e.EdgeCost(a, c) + e.EdgeCost(c, b) + e.EdgeCost(b, d) - e.EdgeCost(a, b) - e.EdgeCost(b, c) - e.EdgeCost(c, d)
	}
	s, p := after(x, i), before(x, j)
	return e.EdgeCost(a, c) + e.EdgeCost(c, s) + e.EdgeCost(p, b) + e.EdgeCost(b, d) -
		e.EdgeCost(a, b) - e.EdgeCost(b, s) - e.EdgeCost(p, c) - e.EdgeCost(c, d)
}

// InsertDelta implements multiwalk.InsertEvaluator. The city goes between u and v.
func (e *edgeDeltas) InsertDelta(x []int32, i, j int32) int64 {
	u, v := before(x, j), x[j]
	if i < j {
		u, v = x[j], after(x, j)
	}
	c := x[i]
	if u == c || v == c {
		return 0 // from one end of x to the other: the same cycle
	}
	p, s := before(x, i), after(x, i)
	return e.EdgeCost(p, s) - e.EdgeCost(p, c) - e.EdgeCost(c, s) + e.EdgeCost(u, c) + e.EdgeCost(c, v) - e.EdgeCost(u, v)
}

// TwoOptDelta implements multiwalk.TwoOptEvaluator.
func (e *edgeDeltas) TwoOptDelta(x []int32, i, j int32) int64 {
	inner := e.reversal(x, i, j)
	if i == 0 && int(j) == len(x)-1 {
		return inner + e.EdgeCost(x[0], x[j]) - e.EdgeCost(x[j], x[0])
	}
	a, b, c, d := before(x, i), x[i], x[j], after(x, j)
	return inner + e.EdgeCost(a, c) + e.EdgeCost(b, d) - e.EdgeCost(a, b) - e.EdgeCost(c, d)
}

// OrOptDelta implements multiwalk.OrOptEvaluator. The segment from f to l leaves a and s, and goes between u and v.
func (e *edgeDeltas) OrOptDelta(x []int32, i, j, k int32, reversed bool) int64 {
	a, f, l, s, u, v := before(x, i), x[i], x[j], after(x, j), x[k], after(x, k)
	gain := e.EdgeCost(a, s) - e.EdgeCost(a, f) - e.EdgeCost(l, s) - e.EdgeCost(u, v)
	if !reversed {
		return gain + e.EdgeCost(u, f) + e.EdgeCost(l, v)
	}
	return gain + e.EdgeCost(u, l) + e.EdgeCost(f, v) + e.reversal(x, i, j)
}

// reversal is what the edges inside x[i..j] cost more back to front.
func (e *edgeDeltas) reversal(x []int32, i, j int32) int64 {
	if e.Symmetric() {
		return 0
	}
	var sum int64
	for ; i < j; i++ {
		sum += e.EdgeCost(x[i+1], x[i]) - e.EdgeCost(x[i], x[i+1])
	}
	return sum
}
