package flowshop

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// spread is by how much of itself the total time of a job varies where jobs are sorted by it, so that constructions differ.
const spread = 0.2

// Construct is ConstructUntil without an end.
func (p Makespan) Construct(r *multiwalk.Rand, x []int32) { p.ConstructUntil(r, x, nil) }

// ConstructUntil takes the jobs from the longest to the shortest, by about their total times, each to the best of all its places among
// those before it (Nawaz, Enscore and Ham, "A heuristic algorithm for the m-machine, n-job flow-shop sequencing problem", 1983), in
// O(n*n*m). Once stop says yes the rest stay as they are sorted.
func (p Makespan) ConstructUntil(r *multiwalk.Rand, x []int32, stop func() bool) {
	p.sorted(r, x)
	places := p.NewPlaces()
	for i := range x {
		if stop != nil && stop() {
			return
		}
		j, _ := places.Best(x[:i+1], int32(i))
		job := x[i]
		copy(x[j+1:i+1], x[j:i])
		x[j] = job
	}
}

// sorted writes the jobs from the longest to the shortest.
func (p *Instance) sorted(r *multiwalk.Rand, x []int32) {
	size := make([]float64, p.Jobs)
	for job := range p.Jobs {
		x[job] = job
		for _, t := range p.times(job) {
			size[job] += float64(t)
		}
		size[job] *= 1 - spread/2 + spread*r.Float64()
	}
	slices.SortFunc(x, func(a, b int32) int { return cmp.Or(cmp.Compare(size[b], size[a]), cmp.Compare(a, b)) })
}

// Construct appends, again and again, the job that is done early and leaves machines waiting little. Early in the order waiting counts
// more: all jobs behind wait too.. It is O(n*n*m).
func (p Flowtime) Construct(r *multiwalk.Rand, x []int32) {
	favour := make([]float64, p.Jobs)
	for job := range p.Jobs {
		x[job] = job
		favour[job] = 1 - spread/8 + spread/4*r.Float64()
	}
	done := make([]int32, p.Machines)
	for k := range x {
		best, least := k, 0.0
		for at, job := range x[k:] {
			waits, end := p.waits(done, job)
			worth := favour[job] * (float64(end) + waits*float64(len(x)-k)/float64(len(x)))
			if at == 0 || worth < least {
				best, least = k+at, worth
			}
		}
		x[k], x[best] = x[best], x[k]
		follow(done, p.times(x[k]))
	}
}

// waits is how long machines wait for a job behind those that are done, the first machines counting more, and when it is done.
func (p *Instance) waits(done []int32, job int32) (sum float64, end int32) {
	m := len(done)
	for k, t := range p.times(job) {
		sum += float64(max(0, end-done[k])) * float64(m) / float64(m+4*k)
		end = max(end, done[k]) + t
	}
	return sum, end
}
