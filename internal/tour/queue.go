package tour

// queue holds the cities whose surroundings changed since a local search last looked at them in vain: the complement of
// Bentley's don't-look bits, in order of arrival.
type queue struct {
	ring       []int32
	head, size int
	queued     []bool
}

func newQueue(n int) *queue { return &queue{ring: make([]int32, n), queued: make([]bool, n)} }

func (q *queue) push(c int32) {
	if q.queued[c] {
		return
	}
	q.queued[c] = true
	at := q.head + q.size
	if at >= len(q.ring) {
		at -= len(q.ring)
	}
	q.ring[at] = c
	q.size++
}

func (q *queue) pop() int32 {
	c := q.ring[q.head]
	q.head++
	if q.head == len(q.ring) {
		q.head = 0
	}
	q.size--
	q.queued[c] = false
	return c
}

func (q *queue) clear() {
	for q.size > 0 {
		q.pop()
	}
}
