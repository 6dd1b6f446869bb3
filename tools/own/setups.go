package own

import "github.com/multiwalk/multiwalk"

// Setups is single-machine scheduling with setup times that depend on the order; the cost is the weighted time by which jobs are
// late. All jobs behind a move end at other times, so its author wrote no delta.
type Setups struct {
	Setup             []int32 // from job a to job b at a*len(Work)+b; from a to a: a is the first
	Work, Due, Weight []int64
}

// NewSetups draws due dates; about half of them can be met.
func NewSetups(n int, seed uint64) *Setups {
	r, p := multiwalk.NewRand(seed, 0), &Setups{}
	total := 0
	for range n {
		p.Work = append(p.Work, int64(50+r.IntN(101)))
		p.Weight = append(p.Weight, int64(1+r.IntN(10)))
		total += 125
	}
	for range n {
		p.Due = append(p.Due, int64(total*2/10+r.IntN(total*6/10)))
		for range n {
			p.Setup = append(p.Setup, int32(r.IntN(101)))
		}
	}
	return p
}

// Space returns the orders of the jobs.
func (p *Setups) Space() multiwalk.Space { return multiwalk.Permutation(len(p.Work)) }

// setup is the time from job a to job b.
func (p *Setups) setup(a, b int32) int64 { return int64(p.Setup[int(a)*len(p.Work)+int(b)]) }

// Cost is O(n).
func (p *Setups) Cost(x []int32) (late int64) {
	clock, before := int64(0), x[0]
	for _, job := range x {
		clock += p.setup(before, job) + p.Work[job]
		late += p.Weight[job] * max(0, clock-p.Due[job])
		before = job
	}
	return late
}

// check sums from the last job to the first.
func (p *Setups) check(x []int32) (late int64) {
	end := p.setup(x[0], x[0])
	for k, job := range x {
		end += p.Work[job]
		if k > 0 {
			end += p.setup(x[k-1], job)
		}
	}
	for k := len(x) - 1; k >= 0; k-- {
		job := x[k]
		if end > p.Due[job] {
			late += (end - p.Due[job]) * p.Weight[job]
		}
		if end -= p.Work[job]; k > 0 {
			end -= p.setup(x[k-1], job)
		}
	}
	return late
}

func setupsCase(p *Setups) Case {
	return Case{name("setups-%d", len(p.Work)), p, ordersInFull(p), p.check}
}
