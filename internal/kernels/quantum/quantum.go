// Package quantum has the quantum-inspired genetic algorithm: what becomes of an individual in a generation, and of its population, for a
// core and for a thread of a GPU, which find the same. Angles are whole steps.
package quantum

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Rule says how a generation follows from the one before.
type Rule struct {
	N         int32 // bits
	Size      int32 // individuals of a population
	Steps     int32 // from a sure 0 to a sure 1
	Margin    int32 // of these at either end which no rotation comes to
	Migration int64 // generations from one migration to the next
	Patience  int64 // generations without a better solution after which a population is drawn anew; 0: never
	Seed      uint64
}

// Individual is Q-bits, and the solution that they turn to. Bit k is at From + k*Step.
type Individual struct {
	Angles, Follow []int32
	From, Step     int32
	X              []int32 // what is observed
}

// Draw makes all bits as likely as not.
func (q *Individual) Draw(r *Rule) {
	for k := range r.N {
		q.Angles[q.From+k*q.Step] = r.Steps / 2
	}
}

// Copy copies what the other individual follows.
func (q *Individual) Copy(r *Rule, from int32) {
	for k := range r.N {
		q.Follow[q.From+k*q.Step] = q.Follow[from+k*q.Step]
	}
}

// perObservation is how many draws of four words an individual has in a generation: one for four bits of at most 2^18.
const perObservation = 16

// observe draws each bit with the probability of its angle, in parts of 2^32.
func (q *Individual) observe(r *Rule, chances []uint32, population uint32, generation int64, i int32) {
	var u [4]uint32
	for k := range r.N {
		if k&3 == 0 {
			u = lane.Random(r.Seed, population, uint64(generation)<<perObservation|uint64(k>>2), uint32(i))
		}
		word := u[0]
		u[0], u[1], u[2] = u[1], u[2], u[3] // and not u[k&3], which would put the draw into a device's memory
		q.X[k] = 0
		if word < chances[q.Angles[q.From+k*q.Step]] {
			q.X[k] = 1
		}
	}
}

// Evolve observes individual i of a population, which follows a solution of that cost. If what it observes costs less, it follows that;
// else it rotates. It returns the cost of what it follows then, and whether that is new.
func Evolve[P kernel.Coster](p P, r *Rule, q *Individual, chances []uint32, fixed []deme.Fixed, population uint32, generation int64, i int32,
	follows int64) (cost int64, better bool) {
	q.observe(r, chances, population, generation, i)
	for _, f := range fixed {
		q.X[f.Position] = f.Value
	}
	if cost = p.Cost(q.X); cost < follows {
		for k := range r.N {
			q.Follow[q.From+k*q.Step] = q.X[k]
		}
		return cost, true
	}
	lo, hi := r.Margin, r.Steps-r.Margin
	for k := range r.N {
		at := q.From + k*q.Step
		q.Angles[at] = min(hi, max(lo, q.Angles[at]+q.Follow[at]-q.X[k])) // nothing where both are the same
	}
	return follows, false
}

// Unobserved is the cost of no solution.
const Unobserved = math.MaxInt64

// State is what a population knows.
type State struct {
	Age      int64 // generations since it was drawn; 0: it is to be drawn
	Still    int64 // since it found a better solution
	Record   int64 // the least cost since it was drawn
	Least    int64 // and since the run began
	Moves    int64 // individuals that found something better to follow
	Restarts int64
}

// Take takes up the least cost that individuals follow after a generation. It tells whether all are to follow that solution.
func (s *State) Take(r *Rule, least int64) (migrate bool) {
	s.Age++
	if s.Still++; least < s.Record {
		s.Still, s.Record = 0, least
	}
	s.Least = min(s.Least, least)
	migrate = s.Age%r.Migration == 0
	if r.Patience > 0 && s.Still >= r.Patience {
		s.Age = 0
		s.Restarts++
	}
	return migrate
}

// Begin is what a population knows when it is drawn.
func (s *State) Begin() { s.Still, s.Record = 0, Unobserved }
