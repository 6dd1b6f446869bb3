package scheduling

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Makespan is scheduling as it counts: the cost is when the last machine ends, in units of 1/Scale.
type Makespan struct {
	sheet
	*lengths
}

// Makespan is the problem whose cost is when the last machine ends.
func (p *Instance) Makespan() *Makespan {
	return &Makespan{sheet{p}, p.lengths()}
}

// Method is the one that is made for the problem.
func (q *Makespan) Method() walk.Method { return Local{} }

// Construct gives the tasks, in random order, to machines where they waste little and end soon.
func (q *Makespan) Construct(r *multiwalk.Rand, x []int32) {
	p := q.in.Scheduling
	order, state := make([]int32, p.Tasks), make([]int32, p.Tasks+p.Machines)
	multiwalk.Permutation(len(order)).Random(r, order)
	for t := range p.Tasks {
		state[t] = math.MinInt32 // on none before
	}
	for _, t := range order {
		best, most := int32(0), int64(-1)
		for m := range p.Machines {
			if w := p.Weigh(state, t, m); w > most {
				best, most = m, w
			}
		}
		p.Assign(state, t, best)
	}
	copy(x, state)
}

// Verify adds up, machine by machine, the times as they were read.
func (q *Makespan) Verify(x []int32) (int64, error) { return slices.Max(q.in.loads(x)), nil }

// Units is a time of the file in the units of costs, rounded up.
func (q *Makespan) Units(time float64) int64 { return int64(math.Ceil(time * q.in.Scale)) }

// LowerBound is that of fair prices.
func (q *Makespan) LowerBound() int64 { return int64(q.in.Bound) }
