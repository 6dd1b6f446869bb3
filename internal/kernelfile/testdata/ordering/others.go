package ordering

import "github.com/multiwalk/multiwalk/kernel/lane"

// Mapped prices by a map, which no device has.
type Mapped struct{ W map[[2]int32]int64 }

// Cost is the sum over neighbours.
func (m *Mapped) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range x[1:] {
		sum += m.W[[2]int32{x[i], x[i+1]}]
	}
	return sum
}

// SwapDelta is by full evaluation.
func (m *Mapped) SwapDelta(x []int32, i, j int32) int64 {
	before := m.Cost(x)
	x[i], x[j] = x[j], x[i]
	after := m.Cost(x)
	x[i], x[j] = x[j], x[i]
	return after - before
}

// Sorted is a Swapper by value: how far each element is from its place.
type Sorted struct{ Weight int64 }

// Cost is O(n).
func (s Sorted) Cost(x []int32) int64 {
	sum := int64(0)
	for i, v := range x {
		sum += s.distance(int32(i), v)
	}
	return sum
}

// SwapDelta is O(1).
func (s Sorted) SwapDelta(x []int32, i, j int32) int64 {
	return s.distance(i, x[j]) + s.distance(j, x[i]) - s.distance(i, x[i]) - s.distance(j, x[j])
}

func (s Sorted) distance(i, v int32) int64 { return s.Weight * int64(max(i-v, v-i)) }

// Double is a kernel of the package's own.
func Double(t lane.Thread, x []int32) {
	for i := t.GridThreadID(); i < int32(len(x)); i += t.GridThreads() {
		x[i] *= 2
	}
}

// Grown adds up in a slice that grows, as no kernel can.
type Grown struct{ Weight int64 }

// Cost is O(n).
func (n Grown) Cost(x []int32) int64 {
	var parts []int64
	for i, v := range x {
		parts = append(parts, n.Weight*int64(i)*int64(v))
	}
	sum := int64(0)
	for _, p := range parts {
		sum += p
	}
	return sum
}

// SwapDelta is O(1).
func (n Grown) SwapDelta(x []int32, i, j int32) int64 {
	return n.Weight * int64(j-i) * int64(x[i]-x[j])
}

// String is for people.
func (Grown) String() string { return "grown" }

// Lazy has a Cost of another form.
type Lazy struct{}

// Cost prices in floats.
func (Lazy) Cost([]int32) float64 { return 0 }

// SwapDelta is 0.
func (Lazy) SwapDelta(x []int32, i, j int32) int64 { return 0 }

// Near has deltas of other forms than kernels use, and a pointer has one that they do.
type Near struct{ Weight int64 }

// Cost is O(1).
func (n Near) Cost(x []int32) int64 { return n.Weight * int64(x[0]) }

// FlipDelta has an int.
func (n Near) FlipDelta(x []int32, i int) int64 { return n.Weight * int64(1-2*x[i]) }

// ChangeDelta is the change of the first element.
func (n *Near) ChangeDelta(x []int32, i, v int32) int64 {
	if i > 0 {
		return 0
	}
	return n.Weight * int64(v-x[0])
}

// Test would be generated into a file that Go takes for a test.
type Test struct{}

// Pair is generic.
type Pair[T any] struct{ A, B T }

// Chooser is an interface.
type Chooser interface{ Choose() int }

// Same is an alias.
type Same = Lazy

//go:generate multiwalk kernel gen -type Sorted -checked

var _ = Sorted.Kernels
