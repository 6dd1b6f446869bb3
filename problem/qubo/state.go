package qubo

import "slices"

// state is a solution with its local fields. A bit that is 0 gains its field by a flip, one that is 1 loses it.
type state[T number] struct {
	by     weights[T]
	x      []int32
	fields []T
	signs  []int32 // 1 where a bit is 0, else -1
	sign   [1]T    // of the bit that is flipped: a vector of one, as package simd takes it
}

// weights is what a state asks of a layout.
type weights[T number] interface {
	// room is how many numbers the fields take: n, and more where vectors run past them.
	room() int
	// fill writes the fields at x.
	fill(x []int32, fields []T)
	// add adds the weights of bit i, times the sign, to the fields of the others.
	add(fields []T, i int32, sign *[1]T)
	// weight is that of bits i and j.
	weight(i, j int32) T
}

func newState[T number](by weights[T], x []int32) *state[T] {
	s := &state[T]{by: by, x: slices.Clone(x), fields: make([]T, by.room()), signs: make([]int32, len(x))}
	s.Reset(x)
	return s
}

func (s *state[T]) Reset(x []int32) {
	copy(s.x, x)
	s.by.fill(x, s.fields)
	for i, v := range x {
		s.signs[i] = 1 - 2*v
	}
}

func (s *state[T]) Fields() (fields, signs []int32) {
	if narrow, ok := any(s.fields).([]int32); ok {
		return narrow[:len(s.x)], s.signs
	}
	return nil, nil
}

func (s *state[T]) FlipDelta(i int32) int64 { return int64(s.fields[i]) * int64(1-2*s.x[i]) }

func (s *state[T]) FlipDeltas(i int32, deltas []int64) {
	x, fields := s.x[i:][:len(deltas)], s.fields[i:][:len(deltas)]
	for k, v := range x {
		deltas[k] = int64(fields[k]) * int64(1-2*v)
	}
}

func (s *state[T]) Flip(i int32) {
	s.sign[0] = T(1 - 2*s.x[i])
	s.by.add(s.fields, i, &s.sign)
	s.x[i] = 1 - s.x[i]
	s.signs[i] = -s.signs[i]
}

// Flip2Delta prices two flips: what the bits cost together comes or goes with both, and is in neither's field or in both.
func (s *state[T]) Flip2Delta(i, j int32) int64 {
	return s.FlipDelta(i) + s.FlipDelta(j) + s.together(i, j)
}

// Flip3Delta prices three flips in the same way.
func (s *state[T]) Flip3Delta(i, j, k int32) int64 {
	return s.Flip2Delta(i, j) + s.FlipDelta(k) + s.together(i, k) + s.together(j, k)
}

// together is by how much the flips of two bits cost more than each by itself.
func (s *state[T]) together(i, j int32) int64 {
	return int64(s.by.weight(i, j)) * int64((1-2*s.x[i])*(1-2*s.x[j]))
}

// SwapDelta prices two flips: where the bits differ, one comes and the other goes, so that what they cost together,
// which one's field has while the other is 1, is taken off twice.
func (s *state[T]) SwapDelta(i, j int32) int64 {
	if s.x[i] == s.x[j] {
		return 0
	}
	return s.FlipDelta(i) + s.FlipDelta(j) - int64(s.by.weight(i, j))
}

func (s *state[T]) Swap(i, j int32) {
	if s.x[i] != s.x[j] {
		s.Flip(i)
		s.Flip(j)
	}
}
