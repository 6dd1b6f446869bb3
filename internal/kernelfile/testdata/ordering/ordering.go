// Package ordering is a user's package before its kernels are generated: it uses a method that is not there yet.
package ordering

import "github.com/multiwalk/multiwalk/kernel"

//go:generate multiwalk kernel gen -type Ordering

// Ordering is the linear ordering problem: find the order of N sectors with the least weight W[i*N+j] of pairs that are
// the wrong way round.
type Ordering struct {
	N int32
	W []int32
}

var _ kernel.Carrier = (*Ordering)(nil)

// Cost is O(N*N).
func (o *Ordering) Cost(x []int32) int64 {
	sum := int64(0)
	for i, a := range x {
		for _, b := range x[:i] {
			sum += int64(o.W[a*o.N+b])
		}
	}
	return sum
}

// SwapDelta is O(N).
func (o *Ordering) SwapDelta(x []int32, i, j int32) int64 {
	if i > j {
		i, j = j, i
	}
	a, b := x[i], x[j]
	sum := int64(o.W[a*o.N+b] - o.W[b*o.N+a])
	for _, c := range x[i+1 : j] {
		sum += int64(o.W[a*o.N+c] - o.W[c*o.N+a] + o.W[c*o.N+b] - o.W[b*o.N+c])
	}
	return sum
}

// Describe is for people.
func (o *Ordering) Describe() string {
	if k, err := o.Kernels(); err == nil {
		return "ordering with kernels " + k.Name
	}
	return "ordering"
}
