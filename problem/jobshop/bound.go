package jobshop

import "container/heap"

// LowerBound is the greatest of bounds that look at a job or at a machine alone. The operations of a machine come from elsewhere and go on
// elsewhere, and may be interrupted: then that with the longest way to go has the machine (Jackson's preemptive schedule; Carlier and Pinson,
// "An algorithm for solving the job-shop problem", 1989). It is O(operations*log(jobs)).
func (p *Instance) LowerBound() int64 { return p.bound() }

func (p *Instance) findBound() (bound int64) {
	heads, tails := make([]int64, p.operations()), make([]int64, p.operations())
	for job := range p.Jobs {
		from, to := job*p.Machines, (job+1)*p.Machines
		for op := from + 1; op < to; op++ {
			heads[op] = heads[op-1] + int64(p.Times[op-1])
		}
		for op := to - 2; op >= from; op-- {
			tails[op] = tails[op+1] + int64(p.Times[op+1])
		}
		bound = max(bound, heads[to-1]+int64(p.Times[to-1]))
	}
	on := make([][]piece, p.Machines)
	for op, m := range p.Machine {
		on[m] = append(on[m], piece{heads[op], int64(p.Times[op]), tails[op]})
	}
	for _, pieces := range on {
		bound = max(bound, jackson(pieces))
	}
	return bound
}

// piece is an operation that comes at a time, has work left, and is followed by a tail.
type piece struct{ comes, left, tail int64 }

// jackson is when the last of the pieces of a machine is at its end, in Jackson's preemptive schedule.
func jackson(all []piece) (last int64) {
	coming, here, now := &byTime{all}, &byTail{}, int64(0)
	heap.Init(coming)
	for coming.Len()+here.Len() > 0 {
		if here.Len() == 0 {
			now = max(now, coming.pieces[0].comes)
		}
		for coming.Len() > 0 && coming.pieces[0].comes <= now {
			heap.Push(here, heap.Pop(coming))
		}
		first := &here.pieces[0]
		until := now + first.left
		if coming.Len() > 0 {
			until = min(until, coming.pieces[0].comes)
		}
		first.left -= until - now
		if now = until; first.left == 0 {
			last = max(last, now+heap.Pop(here).(piece).tail)
		}
	}
	return last
}

// pieces are what heaps share.
type pieces []piece

func (h pieces) Len() int      { return len(h) }
func (h pieces) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *pieces) Push(x any)   { *h = append(*h, x.(piece)) }
func (h *pieces) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// byTime has the piece that comes first on top, and byTail that with the longest tail.
type (
	byTime struct{ pieces }
	byTail struct{ pieces }
)

func (h byTime) Less(i, j int) bool { return h.pieces[i].comes < h.pieces[j].comes }
func (h byTail) Less(i, j int) bool { return h.pieces[i].tail > h.pieces[j].tail }
