package jobshop

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// spread is by how much of itself the work that a job has left varies where jobs are compared by it, so that constructions differ.
const spread = 0.3

// Construct is ConstructUntil without an end.
func (p *Instance) Construct(r *multiwalk.Rand, x []int32) { p.ConstructUntil(r, x, nil) }

// ConstructUntil builds an active schedule (Giffler and Thompson, "Algorithms for solving production-scheduling problems", 1960). It looks
// for the operation that could be done first. Of those that could begin before on its machine, the job with about the most work left has it.
// It is O(operations*jobs). Once stop says yes, jobs follow in rounds.
func (p *Instance) ConstructUntil(r *multiwalk.Rand, x []int32, stop func() bool) {
	b := p.newBuilder(r)
	for k := range x {
		if stop != nil && k%64 == 0 && stop() {
			b.rest(x[k:])
			return
		}
		x[k] = b.take(b.next())
	}
}

// builder is a schedule in the making.
type builder struct {
	p        *Instance
	upcoming []int32   // the next operation of each job
	ready    []int32   // when each job is
	free     []int32   // when each machine is
	left     []float64 // about the work that each job has left
	scale    []float64 // of it
}

func (p *Instance) newBuilder(r *multiwalk.Rand) *builder {
	b := &builder{p: p, upcoming: make([]int32, p.Jobs), ready: make([]int32, p.Jobs), free: make([]int32, p.Machines),
		left: make([]float64, p.Jobs), scale: make([]float64, p.Jobs)}
	for job := range p.Jobs {
		b.upcoming[job] = job * p.Machines
		b.scale[job] = 1 - spread/2 + spread*r.Float64()
		for _, t := range p.Times[job*p.Machines : (job+1)*p.Machines] {
			b.left[job] += float64(t) * b.scale[job]
		}
	}
	return b
}

// begins is when the next operation of a job may begin, and ends when it may be done.
func (b *builder) begins(job int32) (begins, ends int32) {
	op := b.upcoming[job]
	begins = max(b.ready[job], b.free[b.p.Machine[op]])
	return begins, begins + b.p.Times[op]
}

// goesOn says whether a job has operations left.
func (b *builder) goesOn(job int32) bool { return b.upcoming[job] < (job+1)*b.p.Machines }

// next is the job whose operation comes next.
func (b *builder) next() (chosen int32) {
	soonest, m := int32(math.MaxInt32), int32(0)
	for job := range b.p.Jobs {
		if b.goesOn(job) {
			if _, ends := b.begins(job); ends < soonest {
				soonest, m, chosen = ends, b.p.Machine[b.upcoming[job]], job
			}
		}
	}
	most := -1.0
	for job := range b.p.Jobs {
		if !b.goesOn(job) || b.p.Machine[b.upcoming[job]] != m {
			continue
		}
		if begins, _ := b.begins(job); begins < soonest && b.left[job] > most {
			most, chosen = b.left[job], job
		}
	}
	return chosen
}

// take schedules the next operation of a job, and returns it.
func (b *builder) take(job int32) int32 {
	op := b.upcoming[job]
	_, ends := b.begins(job)
	b.ready[job], b.free[b.p.Machine[op]] = ends, ends
	b.left[job] -= float64(b.p.Times[op]) * b.scale[job]
	b.upcoming[job]++
	return op
}

// rest writes what is left, an operation of each job in turn.
func (b *builder) rest(x []int32) {
	for len(x) > 0 {
		for job := range b.p.Jobs {
			if b.goesOn(job) {
				x[0] = b.take(job)
				x = x[1:]
			}
		}
	}
}
