package flowshop

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// Flowtime is the flow shop whose cost is the total completion time: the sum of when each job is done on the last machine.
type Flowtime struct{ *Instance }

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.InsertionsEvaluator = Flowtime{}
	_ multiwalk.PartialOrderer      = Flowtime{}
	_ multiwalk.Constructor         = Flowtime{}
	_ multiwalk.Bounder             = Flowtime{}
	_ multiwalk.Brancher            = Flowtime{}
)

// Flowtime is the problem whose cost is the total completion time.
func (p *Instance) Flowtime() Flowtime { return Flowtime{p} }

// Cost is O(n*m).
func (p Flowtime) Cost(x []int32) (sum int64) {
	var room [MostMachines]int32
	done := room[:p.Machines]
	for _, job := range x {
		sum += int64(follow(done, p.times(job)))
	}
	return sum
}

// Verify evaluates an order by other means than Cost.
func (p Flowtime) Verify(x []int32) (sum int64, err error) {
	for _, end := range p.ends(x) {
		sum += end
	}
	return sum, nil
}

// InsertDelta is O(n*m).
func (p Flowtime) InsertDelta(x []int32, i, j int32) int64 {
	f := p.pool.Get().(*fronts)
	defer p.pool.Put(f)
	f.without(x, i)
	f.add()
	return f.total(x[i], j) - f.total(x[i], i)
}

// InsertDeltas is O(n*n*m): a place says nothing of how the jobs behind another one end.
func (p Flowtime) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	f := p.pool.Get().(*fronts)
	defer p.pool.Put(f)
	f.without(x, i)
	f.add()
	totals := f.priceSums(x[i], first, first+int32(len(deltas)))
	now := f.total(x[i], i)
	for k := range deltas {
		deltas[k] = totals[k] - now
	}
}

// NewPlaces returns what finds the best place of a job among others, in O(n*n*m).
func (p Flowtime) NewPlaces() multiwalk.Places { return sums{newFronts(p.Instance)} }

// sums is the places of jobs for their total completion time.
type sums struct{ f *fronts }

// Best returns the first place of x[i] with the least total completion time of the jobs in x.
func (s sums) Best(x []int32, i int32) (j int32, delta int64) {
	s.f.without(x, i)
	s.f.add()
	totals := s.f.priceSums(x[i], 0, int32(len(x)))
	least := totals[0]
	for k, sum := range totals[1:] {
		if sum < least {
			least, j = sum, int32(k)+1
		}
	}
	return j, least - totals[i]
}

// Nanoseconds implements multiwalk.PlacesTimer.
func (s sums) Nanoseconds() int {
	n, m := int(s.f.p.Jobs), int(s.f.p.Machines)
	return n * (n + 3*simd.FollowBlock) * m / 40
}

// add lists the jobs that are not out, and sums up when the first ones are done, for each number of them.
func (f *fronts) add() {
	n, m := len(f.order), int(f.p.Machines)
	f.others = append(append(f.others[:0], f.order[:f.out]...), f.order[f.out+1:]...)
	f.sums = append(f.sums[:0], 0)
	sum := int64(0)
	for k := 1; k < n; k++ {
		at, rows := (int(f.column(int32(k)))+m-1)*f.stride, f.after
		if at < (f.out+1)*f.stride {
			rows = f.heads
		}
		sum += int64(rows[at])
		f.sums = append(f.sums, sum)
	}
}

// total is the total completion time with a job at place k.
func (f *fronts) total(job, k int32) int64 {
	var room [MostMachines]int32
	done := room[:f.p.Machines]
	f.done(k, done)
	sum := f.sums[k] + int64(follow(done, f.p.times(job)))
	for _, behind := range f.others[k:] {
		sum += int64(follow(done, f.p.times(behind)))
	}
	return sum
}

// priceSums works out the total completion times with a job at each of some places: several at once.
func (f *fronts) priceSums(job, from, until int32) []int64 {
	const block = simd.FollowBlock
	var room [MostMachines]int32
	var side [MostMachines * block]int32
	here, m := room[:f.p.Machines], int(f.p.Machines)
	done := side[:m*block]
	f.totals = f.totals[:0]
	for first := from; first < until; first += block {
		f.done(first, here)
		var sums [block]int64
		for l := range sums {
			sums[l] = f.sums[first]
		}
		for k, at := range here {
			for l := range block {
				done[k*block+l] = at
			}
		}
		rest, last := f.others[first:], min(block, until-first)
		for l := range last { // up to place first+l orders are alike; there one of them has the job
			now := int32(0)
			for k, t := range f.p.times(job) {
				at := &done[k*block+int(l)]
				now = max(now, *at) + t
				*at = now
			}
			sums[l] += int64(now)
			if len(rest) > 0 {
				simd.Follow(done, &sums, f.p.Times, m, rest[:1])
				rest = rest[1:]
			}
		}
		simd.Follow(done, &sums, f.p.Times, m, rest)
		f.totals = append(f.totals, sums[:last]...)
	}
	return f.totals
}
