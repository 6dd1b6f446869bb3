// Package tardiness is single-machine total weighted tardiness: in which order to do jobs, one after the other, so that the weighted time
// by which they are late is least.
package tardiness

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
)

const (
	// MostJobs bounds an instance.
	MostJobs = 1 << 16
	// most is what times and due dates may be and times add up to, and weights add up to, so that costs fit 62 bits.
	most = 1 << 30
)

// Instance is jobs to be done. Make one with New, Read, Draw or Named; do not change it afterwards.
type Instance struct {
	jobs []job
	name string
}

type job struct{ time, weight, due int32 }

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.InsertionsEvaluator = (*Instance)(nil)
	_ multiwalk.Bounder             = (*Instance)(nil)
)

// New makes an instance of the times of jobs, their weights and due dates. It refuses sizes out of bounds, numbers below 0, and such that
// times or weights add up to more than 2^30.
func New(name string, times, weights, due []int32) (*Instance, error) {
	if len(times) < 1 || len(times) > MostJobs || len(weights) != len(times) || len(due) != len(times) {
		return nil, fmt.Errorf("tardiness: found %d times, %d weights and %d due dates; there may be 1 to %d of each, as many of one as of "+
			"another", len(times), len(weights), len(due), MostJobs)
	}
	p, time, weight := &Instance{name: name}, int64(0), int64(0)
	for k, t := range times {
		j := job{t, weights[k], due[k]}
		time, weight = time+int64(j.time), weight+int64(j.weight)
		if min(j.time, j.weight, j.due) < 0 || max(time, weight, int64(j.due)) > most {
			return nil, fmt.Errorf("tardiness: job %d has the time %d, the weight %d and the due date %d; all are 0 or more, and up to %d, as are "+
				"the sums of times and of weights: scale them", k+1, j.time, j.weight, j.due, most)
		}
		p.jobs = append(p.jobs, j)
	}
	return p, nil
}

// Name is that of the instance: that of its file, without folder and ending, and with its number there.
func (p *Instance) Name() string { return cmp.Or(p.name, "tardiness") }

// Space returns the orders: x[k] is the job that is done k-th.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Permutation(len(p.jobs)) }

// late is what a job costs that is done at a time.
func (j *job) late(done int32) int64 { return int64(j.weight) * int64(max(0, done-j.due)) }

// Cost is the total weighted tardiness.
func (p *Instance) Cost(x []int32) (sum int64) {
	now := int32(0)
	for _, k := range x {
		j := &p.jobs[k]
		now += j.time
		sum += j.late(now)
	}
	return sum
}

// begins is when the job at i begins.
func (p *Instance) begins(x []int32, i int32) (now int32) {
	for _, k := range x[:i] {
		now += p.jobs[k].time
	}
	return now
}

// InsertDelta is O(n): the jobs that x[i] passes are done sooner or later by its time.
func (p *Instance) InsertDelta(x []int32, i, j int32) (d int64) {
	moved, now := &p.jobs[x[i]], p.begins(x, min(i, j))
	if j < i {
		d = moved.late(now + moved.time)
		for _, k := range x[j:i] {
			passed := &p.jobs[k]
			now += passed.time
			d += passed.late(now+moved.time) - passed.late(now)
		}
		return d - moved.late(now+moved.time)
	}
	now += moved.time
	d = -moved.late(now)
	for _, k := range x[i+1 : j+1] {
		passed := &p.jobs[k]
		now += passed.time
		d += passed.late(now-moved.time) - passed.late(now)
	}
	return d + moved.late(now)
}

// InsertDeltas prices all places of x[i] in O(n): it passes one job after the other.
func (p *Instance) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	moved, start := &p.jobs[x[i]], p.begins(x, i)
	now := start + moved.time
	here := moved.late(now)
	d, at := int64(0), i-first // what those that it has passed cost more, and where it is
	deltas[at] = 0
	for k, passed := range x[i+1 : int(first)+len(deltas)] {
		j := &p.jobs[passed]
		now += j.time
		d += j.late(now-moved.time) - j.late(now)
		deltas[int(at)+1+k] = d + moved.late(now) - here
	}
	d, now = 0, start
	for k := i - 1; k >= first; k-- {
		j := &p.jobs[x[k]]
		d += j.late(now+moved.time) - j.late(now)
		now -= j.time
		deltas[k-first] = d + moved.late(now+moved.time) - here
	}
}

// LowerBound is what the jobs cost if each was the first.
func (p *Instance) LowerBound() (least int64) {
	for k := range p.jobs {
		least += p.jobs[k].late(p.jobs[k].time)
	}
	return least
}

// Verify evaluates an order by when each job is done, from the last one back, and uses nothing of what the search uses.
func (p *Instance) Verify(x []int32) (cost int64, err error) {
	done := int64(0)
	for _, j := range p.jobs {
		done += int64(j.time)
	}
	for k := len(x) - 1; k >= 0; k-- {
		j := p.jobs[x[k]]
		if done > int64(j.due) {
			cost += (done - int64(j.due)) * int64(j.weight)
		}
		done -= int64(j.time)
	}
	return cost, nil
}
