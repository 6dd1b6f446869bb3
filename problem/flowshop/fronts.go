package flowshop

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/simd"
)

// fronts are what Taillard's acceleration keeps of an order ("Some efficient heuristic methods for the flow shop sequencing problem",
// 1990): when each machine is done with the first jobs, and how long it takes from when each machine begins the others. So the makespan with
// a job at any place is found in O(m), and all of them in O(n*m).
//
// They lie in waves (see simd.Ahead), row by row. A job that is taken out takes no time, which leaves all other jobs as they would be
// without it. So the rows of the whole order hold before it for heads, and behind it for tails, and only the other halves are worked out.
type fronts struct {
	p             *Instance
	lanes, stride int
	skewed        []int32 // the times of all jobs, by lane

	order []int32 // the jobs that are placed
	times []int32 // rows of the order's times; row -1 is the first one
	heads []int32 // likewise when machines are done, up to row known
	tails []int32 // and how long it takes from when they begin, from row sure on
	known int
	sure  int

	out         int     // the place whose job is taken out; -1: none
	after, rest []int32 // heads from row out on and tails before row out+m, without this job

	links  [3]simd.Link // what blocks of machines tell each other; nothing comes before the first one
	state  []int32      // of a block
	others []int32      // the jobs that are not out, see add
	sums   []int64      // when the first ones of these are done, see add
	totals []int64      // total completion times by place, see priceSums
}

func newFronts(p *Instance) *fronts {
	n, m := int(p.Jobs), int(p.Machines)
	lanes := simd.WaveLanes(m)
	f := &fronts{p: p, lanes: lanes, stride: lanes + simd.Lanes, skewed: make([]int32, n*lanes), order: make([]int32, 0, n), out: -1}
	for k, t := range p.Times {
		f.skewed[k/m*lanes+m-1-k%m] = t
	}
	for _, rows := range []*[]int32{&f.times, &f.heads, &f.tails, &f.after, &f.rest} {
		*rows = make([]int32, (n+m+2)*f.stride)
	}
	for k := range f.links {
		f.links[k] = simd.Link{Done: make([]int32, n+m+1), Longest: make([]int32, n+m+1)}
	}
	f.state = make([]int32, 2*simd.WaveBlock)
	return f
}

// span is some rows of a wave, up to before one.
func (f *fronts) span(rows []int32, from, until int) []int32 {
	return rows[(from+1)*f.stride : (until+1)*f.stride]
}

// put writes the times of a job at a place, or none for job -1.
func (f *fronts) put(job int32, k int) {
	m := int(f.p.Machines)
	diagonal := f.span(f.times, k, k+m)
	if job < 0 {
		for at, l := 0, m-1; l >= 0; at, l = at+f.stride, l-1 {
			diagonal[at+l] = 0
		}
		return
	}
	for at, t := m-1, f.p.times(job); len(t) > 0; at, t = at+f.stride-1, t[1:] {
		diagonal[at] = t[0]
	}
}

// set makes them those of an order. What it shares with the last one, at both ends, is not worked out again.
func (f *fronts) set(x []int32) {
	was, n := f.order, len(x)
	first, last := 0, max(n, len(was))
	for first < min(n, len(was)) && x[first] == was[first] {
		first++
	}
	if n == len(was) {
		for last > first && x[last-1] == was[last-1] {
			last--
		}
	}
	if first == last {
		return
	}
	f.order = append(was[:first], x[first:]...)
	for k := first; k < last; k++ {
		if k < n {
			f.put(x[k], k)
		} else {
			f.put(-1, k)
		}
	}
	f.known, f.sure = min(f.known, first), max(f.sure, last+int(f.p.Machines)-1)
}

// without makes heads those of an order but for its job at i.
func (f *fronts) without(x []int32, i int32) {
	f.set(x)
	out := int(i)
	f.out = out
	if out > f.known {
		simd.Ahead(f.span(f.heads, f.known-1, out), f.span(f.times, f.known, out), f.lanes)
		f.known = out
	}
	f.put(-1, out)
	end := len(x) + int(f.p.Machines) - 1
	copy(f.span(f.after, out-1, out), f.span(f.heads, out-1, out))
	simd.Ahead(f.span(f.after, out-1, end), f.span(f.times, out, end), f.lanes)
	f.put(x[out], out)
}

// behind makes tails those without the job that is out.
func (f *fronts) behind() {
	from := f.out + int(f.p.Machines)
	if from < f.sure {
		simd.Behind(f.span(f.tails, from, f.sure+1), f.span(f.times, from, f.sure), f.lanes)
		f.sure = from
	}
	f.put(-1, f.out)
	copy(f.span(f.rest, from, from+1), f.span(f.tails, from, from+1))
	simd.Behind(f.span(f.rest, 0, from+1), f.span(f.times, 0, from), f.lanes)
	f.put(f.order[f.out], f.out)
}

// column is the place of the whole order where place k of the rest is, before or behind the job that is out.
func (f *fronts) column(k int32) int {
	if int(k) > f.out {
		return int(k) + 1
	}
	return int(k)
}

// done writes when each machine is done with the jobs before place k.
func (f *fronts) done(k int32, to []int32) {
	m := len(to)
	at, change := f.column(k)*f.stride+m-1, (f.out+1)*f.stride
	for l := range to {
		rows := f.heads
		if at >= change {
			rows = f.after
		}
		to[l] = rows[at]
		at += f.stride - 1
	}
}

// left writes how long it takes from when each machine begins the jobs from place k on.
func (f *fronts) left(k int32, to []int32) {
	m := len(to)
	at, change := (f.column(k)+1)*f.stride+m-1, (f.out+m+1)*f.stride
	for l := range to {
		rows := f.rest
		if at >= change {
			rows = f.tails
		}
		to[l] = rows[at]
		at += f.stride - 1
	}
}

// length is the makespan with a job at place k.
func (f *fronts) length(job, k int32) (most int32) {
	var done, left [MostMachines]int32
	f.done(k, done[:f.p.Machines])
	f.left(k, left[:f.p.Machines])
	at := int32(0)
	for m, t := range f.p.times(job) {
		at = max(at, done[m]) + t
		most = max(most, at+left[m])
	}
	return most
}

// price works out the makespans with a job at each place. Rows of the waves that it goes by change where the job is that is out.
func (f *fronts) price(job int32) []int32 {
	f.behind()
	m, n, out := int(f.p.Machines), len(f.order), f.out
	from, to := 0, 1
	for lanes := f.lanes; lanes > 0; {
		block := min(lanes, simd.WaveBlock)
		lanes -= block
		clear(f.state)
		way := simd.Route{Times: f.skewed[int(job)*f.lanes+lanes:][:block], State: f.state, Lanes: f.lanes}
		through := func(heads, tails []int32, first, last int) {
			a, b := f.links[from], f.links[to]
			way.Through(heads[first*f.stride+lanes:], tails[(first+1)*f.stride+lanes:],
				simd.Link{Done: a.Done[first:], Longest: a.Longest[first:]},
				simd.Link{Done: b.Done[first+1 : last+1], Longest: b.Longest[first+1 : last+1]})
		}
		through(f.heads, f.rest, 0, out+1)
		through(f.after, f.rest, out+1, out+m)
		through(f.after, f.tails, out+m, n+m)
		from, to = to, 3-to
	}
	lengths := f.links[from].Longest[m : m+n+1]
	copy(lengths[out+1:], lengths[out+2:])
	return lengths[:n]
}

// mostBusy is the place with the least idle time, of those from first on where the makespan is the least.
func (f *fronts) mostBusy(lengths []int32, job, first int32) (best int32) {
	waits, least := int32(math.MaxInt32), lengths[first]
	for k := first; int(k) < len(lengths); k++ {
		if lengths[k] == least {
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
	var here, next [MostMachines]int32
	times := f.p.times(job)
	done, then := here[:len(times)], next[:len(times)]
	f.done(k, done)
	at := times[0] + done[0]
	if int(k) == len(f.order)-1 {
		for m := 1; m < len(times); m++ {
			sum += max(0, at-done[m])
			at = max(at, done[m]) + times[m]
		}
		return sum
	}
	f.done(k+1, then)
	behind := f.p.times(f.order[f.column(k+1)-1])[:len(times)]
	after := at + behind[0]
	for m := 1; m < len(times); m++ {
		at = max(at, done[m]) + times[m]
		sum += at - then[m] + behind[m] - times[m] + max(0, after-at)
		after = max(after, at) + behind[m]
	}
	return sum
}
