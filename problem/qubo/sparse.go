package qubo

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// sparse is the weights as lists: bit i has terms with the bits of others[start[i]:start[i+1]], in order.
type sparse[T number] struct {
	linear  []T
	start   []int
	others  []int32
	weights []T
}

// listed makes lists of terms that are sorted by their lesser bit, then by the greater one. So each list is sorted: a
// bit's terms with lesser bits come before those with greater ones.
func listed[T number](linear []T, pairs []Term) *sparse[T] {
	s := &sparse[T]{linear, make([]int, len(linear)+1), make([]int32, 2*len(pairs)), make([]T, 2*len(pairs))}
	for _, t := range pairs {
		s.start[t.I+1]++
		s.start[t.J+1]++
	}
	for i := range linear {
		s.start[i+1] += s.start[i]
	}
	next := slices.Clone(s.start)
	put := func(i, j int32, w int64) {
		s.others[next[i]], s.weights[next[i]] = j, T(w)
		next[i]++
	}
	for _, t := range pairs {
		put(t.I, t.J, t.Weight)
		put(t.J, t.I, t.Weight)
	}
	return s
}

// list is the terms of a bit.
func (s *sparse[T]) list(i int32) (others []int32, weights []T) {
	from, to := s.start[i], s.start[i+1]
	return s.others[from:to], s.weights[from:to]
}

// field is what a 1 at position i costs beside the other bits.
func (s *sparse[T]) field(x []int32, i int32) T {
	others, weights := s.list(i)
	sum := s.linear[i]
	for k, j := range others {
		sum += weights[k] * T(x[j])
	}
	return sum
}

// cost counts each pair at the lesser of its bits.
func (s *sparse[T]) cost(x []int32) (sum int64) {
	for i, v := range x {
		if v == 0 {
			continue
		}
		sum += int64(s.linear[i])
		others, weights := s.list(int32(i))
		for k, j := range others {
			if int(j) > i {
				sum += int64(weights[k] * T(x[j]))
			}
		}
	}
	return sum
}

func (s *sparse[T]) flipDelta(x []int32, i int32) int64 {
	return int64(s.field(x, i)) * int64(1-2*x[i])
}

func (s *sparse[T]) newState(x []int32) multiwalk.State { return newState[T](s, x) }

func (s *sparse[T]) weight(i, j int32) T {
	others, weights := s.list(i)
	if k, ok := slices.BinarySearch(others, j); ok {
		return weights[k]
	}
	return 0
}

func (s *sparse[T]) room() int { return len(s.linear) }

func (s *sparse[T]) fill(x []int32, fields []T) {
	for i := range fields {
		fields[i] = s.field(x, int32(i))
	}
}

func (s *sparse[T]) add(fields []T, i int32, sign *[1]T) {
	others, weights := s.list(i)
	by := sign[0]
	for k, j := range others {
		fields[j] += by * weights[k]
	}
}

func (s *sparse[T]) links() int { return len(s.others) }

// pairwise lists the pairs once more, for searches that look at many bits at once.
func (s *sparse[T]) pairwise() *neighbourhood.Pairs {
	p := &neighbourhood.Pairs{Linear: make([]int64, len(s.linear)), Start: make([]int32, len(s.start)), Others: s.others,
		Weights: make([]int64, len(s.weights))}
	for i, w := range s.linear {
		p.Linear[i] = int64(w)
	}
	for i, at := range s.start {
		p.Start[i] = int32(at)
	}
	for k, w := range s.weights {
		p.Weights[k] = int64(w)
	}
	return p
}
