// Package flowshop is the permutation flow shop: jobs go through all machines in one order, the same on each. Makespan is the problem
// whose cost is when the last job is done, Flowtime that whose cost is the sum of when each job is done.
package flowshop

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/multiwalk/multiwalk"
)

const (
	// MostJobs and MostMachines bound an instance, and mostTimes how many times there are.
	MostJobs     = 1 << 14
	MostMachines = 128
	mostTimes    = 1 << 21
	// mostDone is beyond what any machine may be busy, so that two of them add up in 32 bits.
	mostDone = 1 << 30
)

// Instance is the times of jobs on machines. Make one with New, Read, Draw or Taillard; do not change it afterwards.
type Instance struct {
	Jobs, Machines int32
	Times          []int32 // of job j on machine m at j*Machines+m

	name   string
	pool   sync.Pool // of *fronts
	bounds func() [2]int64
}

// New makes an instance of the times of jobs on machines: of job j on machine m at j*machines+m. It refuses sizes out of bounds, times
// below 0, and times so great that a schedule might last longer than 2^30.
func New(name string, jobs, machines int, times []int32) (*Instance, error) {
	if err := checkSize(jobs, machines); err != nil {
		return nil, fmt.Errorf("flowshop: %w", err)
	}
	if len(times) != jobs*machines {
		return nil, fmt.Errorf("flowshop: %d jobs on %d machines take %d times; found %d", jobs, machines, jobs*machines, len(times))
	}
	for k, t := range times {
		if t < 0 || t > mostTime(jobs, machines) {
			return nil, fmt.Errorf("flowshop: job %d takes %d on machine %d; it may be 0 to %d: scale the times", k/machines, t, k%machines,
				mostTime(jobs, machines))
		}
	}
	return newInstance(name, jobs, machines, times), nil
}

// newInstance is New of what is known to be right.
func newInstance(name string, jobs, machines int, times []int32) *Instance {
	p := &Instance{Jobs: int32(jobs), Machines: int32(machines), Times: times, name: name}
	p.pool.New = func() any { return newFronts(p) }
	p.bounds = sync.OnceValue(p.findBounds)
	return p
}

func checkSize(jobs, machines int) error {
	if jobs < 1 || jobs > MostJobs || machines < 1 || machines > MostMachines || jobs*machines > mostTimes {
		return fmt.Errorf("%d jobs on %d machines; there may be 1 to %d jobs, 1 to %d machines, and up to %d times", jobs, machines, MostJobs,
			MostMachines, mostTimes)
	}
	return nil
}

// mostTime is what a time may be: a schedule has a path of jobs+machines-1 of them.
func mostTime(jobs, machines int) int32 { return int32(mostDone / (jobs + machines)) }

// Name is that of the instance: ta051 for one of Taillard's, else that of its file, without folder and ending.
func (p *Instance) Name() string { return cmp.Or(p.name, "flowshop") }

// Space returns the orders: x[k] is the job that is the k-th on every machine.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Permutation(int(p.Jobs)) }

// times are those of a job.
func (p *Instance) times(job int32) []int32 {
	at, m := int(job)*int(p.Machines), int(p.Machines)
	return p.Times[at : at+m : at+m]
}

// follow makes done, when each machine is done with some jobs, that with one more job behind them, and returns when this one is done.
func follow(done, times []int32) int32 {
	at := int32(0)
	times = times[:len(done)]
	for m, free := range done {
		at = max(at, free) + times[m]
		done[m] = at
	}
	return at
}

// ends evaluates an order in full, machine by machine, and uses nothing of what searches use: when each job is done.
func (p *Instance) ends(x []int32) []int64 {
	ready := make([]int64, len(x))
	for m := range p.Machines {
		free := int64(0)
		for k, job := range x {
			free = max(free, ready[k]) + int64(p.Times[job*p.Machines+m])
			ready[k] = free
		}
	}
	return ready
}
