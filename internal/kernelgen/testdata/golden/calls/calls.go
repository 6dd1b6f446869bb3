package calls

import "github.com/multiwalk/multiwalk/kernel/lane"

type Pair[T any] struct{ A, B T }

func (p *Pair[T]) Swap() { p.A, p.B = p.B, p.A }

func fold(x []int32, f func(acc, v int32) int32) (acc int32, n int) {
	for _, v := range x {
		acc = f(acc, v)
	}
	return acc, len(x)
}

// Calls shows generics, methods, several results and closures.
func Calls(t lane.Thread, x []int32, k int32) {
	p := Pair[int32]{A: k, B: 1}
	p.Swap()
	sum, n := fold(x, func(acc, v int32) int32 { return acc + v*p.B })
	if n == 0 {
		panic("no elements")
	}
	x[t.LaneID()] = sum
}

// Weights is a problem that a generic kernel of another package can be made for.
type Weights struct {
	Base int64
	Of   []int64
}

func (w *Weights) Cost(x []int32) int64 {
	c := w.Base
	for _, v := range x {
		c += w.Of[v]
	}
	return c
}
