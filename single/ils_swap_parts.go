package single

import "github.com/multiwalk/multiwalk"

// kept is a solution to come back to. Where the swap state can be copied, coming back costs no more than a copy.
type kept struct {
	x     []int32
	cost  int64
	state multiwalk.SwapState // a copy, or nil
}

// stateCopier is a swap state that can be made equal to another of the same problem, faster than by Reset.
type stateCopier interface {
	CopyFrom(o multiwalk.SwapState)
}

func newKept(s *swaps) kept {
	k := kept{x: append([]int32(nil), s.x...), cost: s.cost}
	if _, ok := s.state.(stateCopier); ok {
		k.state = newSwapState(s.p, s.x)
	}
	return k
}

func (k *kept) save(s *swaps) {
	copy(k.x, s.x)
	k.cost = s.cost
	if k.state != nil {
		k.state.(stateCopier).CopyFrom(s.state)
	}
}

func (k *kept) restore(s *swaps) {
	copy(s.x, k.x)
	s.cost = k.cost
	switch {
	case k.state != nil:
		s.state.(stateCopier).CopyFrom(k.state)
	case s.state != nil:
		s.state.Reset(s.x)
	}
}

// queue holds each position at most once, first in, first out.
type queue struct {
	ring       []int32
	in         []bool
	head, size int
}

// newQueue returns a queue that holds all of n positions.
func newQueue(n int) *queue {
	q := &queue{ring: make([]int32, n), in: make([]bool, n)}
	q.fill()
	return q
}

func (q *queue) fill() {
	for i := range int32(len(q.ring)) {
		q.push(i)
	}
}

func (q *queue) push(i int32) {
	if q.in[i] {
		return
	}
	q.in[i] = true
	q.ring[(q.head+q.size)%len(q.ring)] = i
	q.size++
}

func (q *queue) empty() bool { return q.size == 0 }

// first returns the position at the head of a queue that is not empty.
func (q *queue) first() int32 { return q.ring[q.head] }

func (q *queue) pop() {
	q.in[q.ring[q.head]] = false
	q.head = (q.head + 1) % len(q.ring)
	q.size--
}
