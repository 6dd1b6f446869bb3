package flowshop

import (
	"math"

	"github.com/multiwalk/multiwalk"
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
	return f.total(x[i], j, math.MaxInt64) - f.total(x[i], i, math.MaxInt64)
}

// InsertDeltas takes what comes before a place from the places before: no more is known of total completion times.
func (p Flowtime) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	f := p.pool.Get().(*fronts)
	defer p.pool.Put(f)
	f.without(x, i)
	f.add()
	now := f.total(x[i], i, math.MaxInt64)
	for k := range deltas {
		deltas[k] = f.total(x[i], first+int32(k), math.MaxInt64) - now
	}
}

// NewPlaces returns what finds the best place of a job among others, in O(n*n*m).
func (p Flowtime) NewPlaces() multiwalk.Places { return sums{newFronts(p.Instance)} }

// sums is the places of jobs for their total completion time.
type sums struct{ f *fronts }

// Best returns the first place of x[i] with the least total completion time of the jobs in x.
func (s sums) Best(x []int32, i int32) (j int32, delta int64) {
	f, job := s.f, x[i]
	f.without(x, i)
	f.add()
	now := f.total(job, i, math.MaxInt64)
	least := now
	j = i
	for k := range int32(len(x)) {
		if sum := f.total(job, k, least); sum < least || sum == least && k < j {
			j, least = k, sum
		}
	}
	return j, least - now
}

// total is the total completion time with a job at place k, or some number above most if it is greater.
func (f *fronts) total(job, k int32, most int64) (sum int64) {
	var room [MostMachines]int32
	done := room[:f.p.Machines]
	f.done(k, done)
	sum = f.sums[k] + int64(follow(done, f.p.times(job)))
	for j := int(k); j < len(f.order)-1; j++ {
		if sum > most {
			return sum
		}
		sum += int64(follow(done, f.p.times(f.job(j))))
	}
	return sum
}

// add sums up when the first jobs of the rest are done, for each number of them.
func (f *fronts) add() {
	n, m := len(f.order), int(f.p.Machines)
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
