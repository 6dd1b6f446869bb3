package flowshop

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/simd"
)

// fronts are what Taillard's acceleration keeps of an order ("Some efficient heuristic methods for the flow shop sequencing problem",
// 1990): when each machine is done with the first k jobs, and how long it takes from when each machine begins the jobs from the k-th on.
// So the makespan with a job at any place is found in O(m), and all of them in O(n*m).
//
// The next order mostly begins and ends as the last one did: what that part needs is not worked out again.
type fronts struct {
	p       *Instance
	order   []int32 // of the jobs that are placed
	next    []int32 // scratch: an order
	stride  int     // of rows
	heads   []int32 // in row m+1, at k: when machine m is done with the first k jobs; row 0 is 0
	tails   []int32 // in row m, at p.Jobs-k: how long it takes from when machine m begins the last k jobs; the row behind the last is 0
	lengths []int32 // makespans by place, see price
}

func newFronts(p *Instance) *fronts {
	n, stride := int(p.Jobs), int(p.Jobs)+1+simd.PathsBlock
	return &fronts{p: p, order: make([]int32, 0, n), next: make([]int32, 0, n), stride: stride, heads: make([]int32, int(p.Machines+1)*stride),
		tails: make([]int32, int(p.Machines+1)*stride), lengths: make([]int32, n+simd.PathsBlock)}
}

// row is a row of heads or tails from a column on.
func (f *fronts) row(rows []int32, m, from int) []int32 {
	return rows[m*f.stride+from : (m+1)*f.stride]
}

// from is the column of tails in which place 0 is.
func (f *fronts) from() int { return int(f.p.Jobs) - len(f.order) }

// without makes them those of an order but for its job at i.
func (f *fronts) without(x []int32, i int32) {
	next, was := f.next[:len(x)-1], f.order
	copy(next, x[:i])
	copy(next[i:], x[i+1:])
	n, common := len(next), min(len(next), len(was))
	head, tail := 0, 0 // how many jobs both orders begin and end with
	for head < common && next[head] == was[head] {
		head++
	}
	for tail < common && next[n-1-tail] == was[len(was)-1-tail] {
		tail++
	}
	f.order, f.next = next, was
	f.ahead(head)
	f.behind(n - tail)
}

// ahead works out heads behind column from. Four machines at once keep a processor busy: each waits for its last number alone.
func (f *fronts) ahead(from int) {
	order, n, m := f.order[from:], int(f.p.Machines), 0
	for ; m+4 <= n; m += 4 {
		a, b := f.row(f.heads, m+1, from), f.row(f.heads, m+2, from)
		c, d := f.row(f.heads, m+3, from), f.row(f.heads, m+4, from)
		ta, tb, tc, td := a[0], b[0], c[0], d[0]
		up := f.row(f.heads, m, from+1)[:len(order)]
		a, b, c, d = a[1:][:len(order)], b[1:][:len(order)], c[1:][:len(order)], d[1:][:len(order)]
		for k, job := range order {
			t := f.p.Times[int(job)*n+m:][:4]
			ta = max(ta, up[k]) + t[0]
			tb = max(tb, ta) + t[1]
			tc = max(tc, tb) + t[2]
			td = max(td, tc) + t[3]
			a[k], b[k], c[k], d[k] = ta, tb, tc, td
		}
	}
	for ; m < n; m++ {
		row, up := f.row(f.heads, m+1, from), f.row(f.heads, m, from+1)[:len(order)]
		at := row[0]
		row = row[1:][:len(order)]
		for k, job := range order {
			at = max(at, up[k]) + f.p.Times[int(job)*n+m]
			row[k] = at
		}
	}
}

// behind works out tails of the places before one.
func (f *fronts) behind(until int) {
	order, from, m := f.order[:until], f.from(), int(f.p.Machines)
	n := m
	for ; m >= 4; m -= 4 {
		a, b := f.row(f.tails, m-1, from), f.row(f.tails, m-2, from)
		c, d := f.row(f.tails, m-3, from), f.row(f.tails, m-4, from)
		ta, tb, tc, td := a[until], b[until], c[until], d[until]
		right := f.row(f.tails, m, from)[:len(order)]
		a, b, c, d = a[:len(order)], b[:len(order)], c[:len(order)], d[:len(order)]
		for k := len(order) - 1; k >= 0; k-- {
			t := f.p.Times[int(order[k])*n+m-4:][:4]
			ta = max(ta, right[k]) + t[3]
			tb = max(tb, ta) + t[2]
			tc = max(tc, tb) + t[1]
			td = max(td, tc) + t[0]
			a[k], b[k], c[k], d[k] = ta, tb, tc, td
		}
	}
	for ; m > 0; m-- {
		row, right := f.row(f.tails, m-1, from), f.row(f.tails, m, from)[:len(order)]
		at := row[until]
		row = row[:len(order)]
		for k := len(order) - 1; k >= 0; k-- {
			at = max(at, right[k]) + f.p.Times[int(order[k])*n+m-1]
			row[k] = at
		}
	}
}

// length is the makespan with a job at place k.
func (f *fronts) length(job, k int32) (most int32) {
	at, head, tail := int32(0), f.stride+int(k), f.from()+int(k)
	for _, t := range f.p.times(job) {
		at = max(at, f.heads[head]) + t
		most = max(most, at+f.tails[tail])
		head, tail = head+f.stride, tail+f.stride
	}
	return most
}

// price works out the makespans with a job at each place.
func (f *fronts) price(job int32) []int32 {
	places := len(f.order) + 1
	whole := (places + simd.PathsBlock - 1) / simd.PathsBlock * simd.PathsBlock
	simd.Paths(f.lengths[:whole], f.heads[f.stride:], f.tails[f.from():], f.p.times(job), f.stride)
	return f.lengths[:places]
}

// mostBusy is the place with the least idle time, of those from first on where the makespan is the least.
func (f *fronts) mostBusy(job, first, least int32) (best int32) {
	waits := int32(math.MaxInt32)
	for k := first; int(k) <= len(f.order); k++ {
		if f.lengths[k] == least {
			if idle := f.idle(job, k); idle < waits {
				best, waits = k, idle
			}
		}
	}
	return best
}

// idle is about how much longer machines wait with a job at place k: before this job, and between it and the next one. Fernandez-Viagas
// and Framinan, "On insertion tie-breaking rules in heuristics for the permutation flowshop scheduling problem" (2014).
func (f *fronts) idle(job, k int32) (sum int32) {
	times, done := f.p.times(job), f.heads[f.stride+int(k):]
	at := times[0] + done[0]
	if int(k) == len(f.order) {
		for m := 1; m < len(times); m++ {
			free := done[m*f.stride]
			sum += max(0, at-free)
			at = max(at, free) + times[m]
		}
		return sum
	}
	behind := f.p.times(f.order[k])
	after := at + behind[0]
	for m := 1; m < len(times); m++ {
		at = max(at, done[m*f.stride]) + times[m]
		sum += at - done[m*f.stride+1] + behind[m] - times[m] + max(0, after-at)
		after = max(after, at) + behind[m]
	}
	return sum
}
