package main

import "github.com/multiwalk/multiwalk"

//go:generate go tool multiwalk kernel gen -type Jobs

// Jobs is the single-machine total weighted tardiness problem: in which order to do jobs, one after the other, so that the
// weighted time by which they are late is least. It is made of slices of numbers, so it moves to a GPU as it is.
type Jobs struct {
	Work, Due, Weight []int32 // of each job; their sums of work must fit int32
}

var _ multiwalk.SwapEvaluator = (*Jobs)(nil) // does not compile if SwapDelta has another form

// Space returns the orders of the jobs: x[k] is the job that is done k-th.
func (p *Jobs) Space() multiwalk.Space { return multiwalk.Permutation(len(p.Work)) }

// Cost is the total weighted tardiness, in O(n).
func (p *Jobs) Cost(x []int32) int64 {
	clock, sum := int32(0), int64(0)
	for _, job := range x {
		clock += p.Work[job]
		sum += p.late(job, clock)
	}
	return sum
}

// late is what a job costs that is done at a time.
func (p *Jobs) late(job, done int32) int64 {
	return int64(p.Weight[job]) * int64(max(0, done-p.Due[job]))
}

// SwapDelta prices the exchange of the jobs at positions i and j, in O(n): only those from the one to the other end at
// another time, all in between by the same difference.
func (p *Jobs) SwapDelta(x []int32, i, j int32) int64 {
	if i > j {
		i, j = j, i
	}
	clock := int32(0)
	for _, job := range x[:i] {
		clock += p.Work[job]
	}
	first, last := x[i], x[j]
	shift := p.Work[last] - p.Work[first]
	delta := p.late(last, clock+p.Work[last])
	clock += p.Work[first]
	delta -= p.late(first, clock)
	for _, job := range x[i+1 : j] {
		clock += p.Work[job]
		delta += p.late(job, clock+shift) - p.late(job, clock)
	}
	clock += p.Work[last]
	return delta + p.late(first, clock) - p.late(last, clock)
}

// Generate draws n jobs as Potts and Van Wassenhove do ("A branch and bound algorithm for the total weighted tardiness
// problem", 1985): the tightness says what share of the jobs will be late, the spread how far their due dates are apart.
func Generate(n int, tightness, spread float64, seed uint64) *Jobs {
	r := multiwalk.NewRand(seed, 0)
	p, total := &Jobs{}, 0.0
	for range n {
		p.Work = append(p.Work, int32(1+r.IntN(100)))
		p.Weight = append(p.Weight, int32(1+r.IntN(10)))
		total += float64(p.Work[len(p.Work)-1])
	}
	for range n {
		p.Due = append(p.Due, int32(max(0, total*(1-tightness+spread*(r.Float64()-0.5)))))
	}
	return p
}
