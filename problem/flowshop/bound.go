package flowshop

import (
	"cmp"
	"math"
	"slices"
)

// LowerBound is the greatest of bounds that look at one machine or at two. On one machine all jobs follow each other: it waits for the
// first, and something comes behind the last. On two the best order is known if those between them take up any number of jobs at once
// (Johnson, 1954, with time lags: Mitten, 1959). It is O(m*m*n*log n).
func (p Makespan) LowerBound() int64 { return p.bounds()[0] }

// LowerBound is the greatest of bounds that look at one machine: the shortest jobs go first, the soonest of all begins, and each has to go
// through the machines behind. It is O(m*n*log n).
func (p Flowtime) LowerBound() int64 { return p.bounds()[1] }

// findBounds finds those of both problems.
func (p *Instance) findBounds() (found [2]int64) {
	s := p.sums()
	for m := range p.Machines {
		found[1] = max(found[1], s.flowtime(m))
		for last := m; last < p.Machines; last++ {
			found[0] = max(found[0], int64(s.span(m, last)))
		}
	}
	return found
}

// partial is, for each job, its times on the machines up to a certain one.
type partial struct {
	p    *Instance
	upTo []int32 // of job j on machines before m at j*(Machines+1)+m
	jobs []int32 // scratch
}

func (p *Instance) sums() *partial {
	s := &partial{p: p, jobs: make([]int32, p.Jobs)}
	for job := range p.Jobs {
		s.jobs[job] = job
		sum := int32(0)
		for _, t := range p.times(job) {
			s.upTo = append(s.upTo, sum)
			sum += t
		}
		s.upTo = append(s.upTo, sum)
	}
	return s
}

// between is how long a job takes on the machines from one on to before another.
func (s *partial) between(job, from, to int32) int32 {
	at := job * (s.p.Machines + 1)
	return s.upTo[at+to] - s.upTo[at+from]
}

// span is the bound on the makespan by two machines, or by one.
func (s *partial) span(u, v int32) int32 {
	if u == v {
		sum := int32(0)
		for job := range s.p.Jobs {
			sum += s.between(job, u, u+1)
		}
		return sum + s.ends(u, v)
	}
	first := func(job int32) int32 { return s.between(job, u, v) }
	second := func(job int32) int32 { return s.between(job, u+1, v+1) }
	slices.SortFunc(s.jobs, func(a, b int32) int {
		one, other := first(a) <= second(a), first(b) <= second(b)
		switch {
		case one != other && one:
			return -1
		case one != other:
			return 1
		case one:
			return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(a, b))
		}
		return cmp.Or(cmp.Compare(second(b), second(a)), cmp.Compare(a, b))
	})
	busy, done := int32(0), int32(0)
	for _, job := range s.jobs {
		busy += s.between(job, u, u+1)
		done = max(done, busy+s.between(job, u+1, v)) + s.between(job, v, v+1)
	}
	return done + s.ends(u, v)
}

// ends is what the first job takes before machine u and the last one behind machine v, at least. They are two jobs, if there are two.
func (s *partial) ends(u, v int32) int32 {
	m := s.p.Machines
	before := func(job int32) int32 { return s.between(job, 0, u) }
	behind := func(job int32) int32 { return s.between(job, v+1, m) }
	if s.p.Jobs == 1 {
		return before(0) + behind(0)
	}
	a, b := s.twoLeast(before), s.twoLeast(behind)
	if a[0] != b[0] {
		return before(a[0]) + behind(b[0])
	}
	return min(before(a[0])+behind(b[1]), before(a[1])+behind(b[0]))
}

// twoLeast are the jobs with the least and the second least of something.
func (s *partial) twoLeast(of func(job int32) int32) (least [2]int32) {
	values := [2]int32{math.MaxInt32, math.MaxInt32}
	for job := range s.p.Jobs {
		switch v := of(job); {
		case v < values[0]:
			least, values = [2]int32{job, least[0]}, [2]int32{v, values[0]}
		case v < values[1]:
			least[1], values[1] = job, v
		}
	}
	return least
}

// flowtime is the bound on the total completion time by one machine.
func (s *partial) flowtime(m int32) (sum int64) {
	times := make([]int32, s.p.Jobs)
	soonest := int32(math.MaxInt32)
	for job := range s.p.Jobs {
		times[job] = s.between(job, m, m+1)
		soonest = min(soonest, s.between(job, 0, m))
		sum += int64(s.between(job, m+1, s.p.Machines))
	}
	slices.Sort(times)
	at := int64(soonest)
	for _, t := range times {
		at += int64(t)
		sum += at
	}
	return sum
}
