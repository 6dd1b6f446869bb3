package quantum

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Rotating says what a launch of Rotate does: generations From to Until-1.
type Rotating struct {
	Rule   Rule
	First  uint32 // number of the first population among all of the run
	Adopt  int32  // 1: of each population the individual that follows the worst solution follows given, which costs Start
	Poll   int32  // generations between two looks at goal and stop
	From   int64
	Until  int64
	Target int64 // a population stops after the generation that comes to it
	Start  int64
}

// Rotate makes generations of populations: a block has one, and a thread an individual, or every so many-th of a large population; what
// a thread observes lies in Room bytes of shared memory. angles and follow have N*Size numbers a population, those of bit k of all individuals
// one after the other; costs what individuals follow. best has the best solution of each population so far, at first the one that its
// individual 0 follows in generation 0. hits to stop are those of drive.Drive.
func Rotate[P kernel.Coster](t lane.Thread, p P, a Rotating, chances []uint32, fixed []deme.Fixed, given, angles, follow []int32,
	costs []int64, best []int32, states []State, hits, goal []int64, stop []uint32) {
	b, n, all := t.BlockID(), a.Rule.N, a.Rule.N*a.Rule.Size
	s := population[P]{t: t, p: p, a: &a, chances: chances, fixed: fixed, costs: costs[b*a.Rule.Size : (b+1)*a.Rule.Size],
		best: best[b*n : (b+1)*n], state: states[b]}
	s.q = Individual{Angles: angles[b*all : (b+1)*all], Follow: follow[b*all : (b+1)*all], Step: a.Rule.Size,
		X: lane.SharedAt[int32](t, 4*(n|1)*t.ThreadID(), n)}
	if a.Adopt != 0 && a.From < a.Until {
		s.adopt(given)
	}
	drive.Drive(team.Block{T: t}, &s, b, drive.Span{From: a.From, Until: a.Until, Poll: a.Poll}, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	if moves := lane.BlockAdd(t, s.moves); t.ThreadID() == 0 {
		s.state.Moves += moves
		states[b] = s.state
	}
}

// Room is the bytes of shared memory of a block. The distance of two solutions is odd, so that threads that look at the same bit read
// different banks.
func Room(n, threads int) int { return 4 * (n | 1) * threads }

// population is a thread of one.
type population[P kernel.Coster] struct {
	t       lane.Thread
	p       P
	a       *Rotating
	q       Individual
	chances []uint32
	fixed   []deme.Fixed
	costs   []int64
	best    []int32
	state   State // the same in all threads
	moves   int64
}

func (s *population[P]) Step(g int64) drive.Outcome {
	r, first, step := &s.a.Rule, s.t.ThreadID(), s.t.BlockDim()
	if s.state.Age == 0 {
		s.draw(g)
	}
	at, least := int32(math.MaxInt32), int64(math.MaxInt64)
	for i := first; i < r.Size; i += step {
		s.q.From = i
		cost, better := Evolve(s.p, r, &s.q, s.chances, s.fixed, s.a.First+uint32(s.t.BlockID()), g, i, s.costs[i])
		if s.costs[i] = cost; better {
			s.moves++
		}
		if cost < least {
			at, least = i, cost
		}
	}
	at, least = s.first(at, least)
	if least < s.state.Least {
		for k := first; k < r.N; k += step {
			s.best[k] = s.q.Follow[at+k*s.q.Step]
		}
	}
	if s.state.Take(r, least) {
		for i := first; i < r.Size; i += step {
			if s.costs[i] = least; i != at {
				s.q.From = i
				s.q.Copy(r, at)
			}
		}
	}
	s.t.Sync()
	return drive.At(least, s.a.Target)
}

// first is the individual of the least number of all threads, the first of several.
func (s *population[P]) first(at int32, least int64) (int32, int64) {
	all := lane.BlockMin(s.t, least)
	if least != all {
		at = math.MaxInt32
	}
	return lane.BlockMin(s.t, at), all
}

// draw draws the population. Individuals follow nothing, but for individual 0 of generation 0.
func (s *population[P]) draw(g int64) {
	s.state.Begin()
	for i := s.t.ThreadID(); i < s.a.Rule.Size; i += s.t.BlockDim() {
		s.q.From, s.costs[i] = i, Unobserved
		s.q.Draw(&s.a.Rule)
		if g == 0 && i == 0 {
			s.follow(i, s.best, s.state.Least)
		}
	}
}

// follow has an individual follow a solution.
func (s *population[P]) follow(i int32, x []int32, cost int64) {
	s.costs[i] = cost
	for k, v := range x {
		s.q.Follow[i+int32(k)*s.q.Step] = v
	}
}

// adopt has the individual that follows the worst solution follow another one.
func (s *population[P]) adopt(x []int32) {
	at, worst := int32(math.MaxInt32), int64(math.MaxInt64)
	for i := s.t.ThreadID(); i < s.a.Rule.Size; i += s.t.BlockDim() {
		if cost := -s.costs[i]; cost < worst {
			at, worst = i, cost
		}
	}
	if at, _ = s.first(at, worst); s.t.ThreadID() == 0 && s.state.Age > 0 {
		s.follow(at, x, s.a.Start)
	}
	for k := s.t.ThreadID(); s.a.Start < s.state.Least && k < s.a.Rule.N; k += s.t.BlockDim() {
		s.best[k] = x[k]
	}
	s.state.Least = min(s.state.Least, s.a.Start)
	s.t.Sync()
}
