package model

import "github.com/multiwalk/multiwalk"

// able is the problem with the deltas that it has: those of the model's own problem, beside which rules are evaluated anew.
func (p *restricted) able() multiwalk.Problem {
	if _, ok := p.deltas.(travel); ok || p.free && p.ordered {
		return p.choosing()
	}
	switch base := p.deltas.(type) {
	case multiwalk.InsertEvaluator:
		return inserted{p, base}
	case multiwalk.SwapEvaluator:
		return swapped{p, base}
	case multiwalk.FlipEvaluator:
		return flipped{p, base}
	case multiwalk.ChangeEvaluator:
		return changed{p, base}
	}
	if p.space.Kind() == multiwalk.KindIntegers {
		return changed{p, nil}
	}
	return p
}

// inserted is restricted with the deltas of insertions.
type inserted struct {
	*restricted
	base multiwalk.InsertEvaluator
}

// InsertDelta is O(n) for each rule, beside that of the problem.
func (p inserted) InsertDelta(x []int32, i, j int32) int64 {
	return p.delta(x, func() int64 { return p.base.InsertDelta(x, i, j) }, insertion(i, j))
}

// insertion takes what stands at i to j.
func insertion(i, j int32) func(y []int32) {
	return func(y []int32) {
		e := y[i]
		if i < j {
			copy(y[i:j], y[i+1:j+1])
		} else {
			copy(y[j+1:i+1], y[j:i])
		}
		y[j] = e
	}
}

// swapped is restricted with the deltas of swaps.
type swapped struct {
	*restricted
	base multiwalk.SwapEvaluator
}

// SwapDelta is O(n) for each rule, beside that of the problem.
func (p swapped) SwapDelta(x []int32, i, j int32) int64 {
	return p.delta(x, func() int64 { return p.base.SwapDelta(x, i, j) }, func(y []int32) { y[i], y[j] = y[j], y[i] })
}

// flipped is restricted with the deltas of flips.
type flipped struct {
	*restricted
	base multiwalk.FlipEvaluator
}

// FlipDelta is O(n) for each rule, beside that of the problem.
func (p flipped) FlipDelta(x []int32, i int32) int64 {
	return p.delta(x, func() int64 { return p.base.FlipDelta(x, i) }, func(y []int32) { y[i] = 1 - y[i] })
}

// changed is restricted with the deltas of changes.
type changed struct {
	*restricted
	base multiwalk.ChangeEvaluator // nil: the problem is evaluated in full
}

// ChangeDelta is O(n) for each rule, beside that of the problem.
func (p changed) ChangeDelta(x []int32, i, v int32) int64 {
	var objective func() int64
	if p.base != nil {
		objective = func() int64 { return p.base.ChangeDelta(x, i, v) }
	}
	return p.delta(x, objective, func(y []int32) { y[i] = v })
}

// travel is the ways through places, in their order: round, or from the first to the last, or of vehicles from a depot and back.
type travel struct {
	way       func(a, b int32) int64
	depot     int32 // of vehicles: what dividers, from this number on, are; -1: there is none
	open      bool
	symmetric bool // all ways are as long both ways
}

// Cost is the length of all ways, in O(n).
func (t travel) Cost(list []int32) (sum int64) {
	if len(list) == 0 {
		return 0
	}
	home := t.depot
	if home < 0 {
		home = list[0]
	}
	from := home
	for _, to := range list {
		if t.depot >= 0 {
			to = min(to, t.depot)
		}
		if to != from {
			sum += t.way(from, to)
		}
		from = to
	}
	if !t.open && from != home {
		sum += t.way(from, home)
	}
	return sum
}

// linear is numbers that add up where bits are 1.
type linear []int64

// Cost is O(n).
func (l linear) Cost(x []int32) (sum int64) {
	for i, v := range x {
		sum += l[i] * int64(v)
	}
	return sum
}

// FlipDelta is O(1).
func (l linear) FlipDelta(x []int32, i int32) int64 { return l[i] * int64(1-2*x[i]) }
