// Package faults holds kernels that fail where Go panics, and a problem with methods of both kinds.
package faults

import "github.com/multiwalk/multiwalk/kernel/lane"

type node struct {
	next *node
	v    int32
}

// Every kernel below is called with four zeros and zero.
func Divisor(_ lane.Thread, x []int32, n int32) {
	x[0] = 7 / n
}

func IndexArray(_ lane.Thread, x []int32, n int32) {
	var a [4]int32
	x[0] = a[n-1]
}

func IndexSlice(_ lane.Thread, x []int32, n int32) {
	x[n+4] = 1
}

func Negative(_ lane.Thread, x []int32, n int32) {
	x[0] = 1 << (n - 1)
}

func Nil(_ lane.Thread, x []int32, n int32) {
	a := node{v: 3}
	if n == 1 {
		a.next = &a
	}
	x[0] = a.next.v
}

func Panics(_ lane.Thread, x []int32, n int32) {
	if x[n] == 0 {
		panic("nothing left")
	}
	x[0] = 1
}

func SliceBounds(_ lane.Thread, x []int32, n int32) {
	y := x[n+1 : n]
	x[0] = y[0]
}

func ToArray(_ lane.Thread, x []int32, n int32) {
	a := (*[8]int32)(x)
	x[0] = a[n]
}

// What panics below is an operand that SSA makes a constant of a variable, which Go's type checker does not look into.
func ConstantDivisor(_ lane.Thread, x []int32, n int32) {
	d := int32(0)
	x[0] = 7 % (n + 3) / d
}

func ConstantIndex(_ lane.Thread, x []int32, n int32) {
	var a [4]int32
	a[n] = 1
	i := 4
	x[0] = a[i]
}

func ConstantShift(_ lane.Thread, x []int32, n int32) {
	s := -1
	x[0] = (n + 1) << s
}

// Problem has methods that can run on a device, and methods that cannot.
type Problem struct {
	N    int32
	Cell []int64
}

func (p *Problem) Cost(x []int32) (c int64) {
	for _, v := range x {
		c += p.Cell[v]
	}
	return
}

func (p Problem) Delta(x []int32, i, j int32) int64 { return p.Cell[x[i]] - p.Cell[x[j]] }

func (p *Problem) Name() string { return "problem" }

func (p *Problem) Grow() { p.Cell = append(p.Cell, 1) }
