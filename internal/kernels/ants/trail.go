// Package ants has ant colony optimisation: how an ant makes a solution, and what becomes of the pheromone. Each is written once, for a
// team of lanes on a GPU and for a thread on a core, which find the same to the last bit: weights and what many ants lay are integers,
// which add up to the same in any order, and pheromone is a float32 that one thread changes, by operations that round the same way
// everywhere.
package ants

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Variant says who lays pheromone.
type Variant int32

// The variants.
const (
	MaxMin  Variant = iota // the best ant of the iteration or the best solution so far, between two limits
	System                 // all ants, as good as they are
	Colony                 // the best solution so far; and all wear it off where they went
	Focused                // the ants' common solution
)

// Rule says how ants choose and lay.
type Rule struct {
	Variant  Variant `launch:"settled"`
	Tour     int32   `launch:"settled"` // 1: solutions are tours, a row is a city; 0: permutations, a row is a position
	Choices  int32   `launch:"settled"` // of a row
	Further  int32   `launch:"settled"` // cities of a row behind its choices, nearest first, to which ants go where all choices are taken
	Greedy   uint32  `launch:"settled"` // the probability of the heaviest choice, of 2^32
	Alpha    float32 `launch:"settled"` // the power of the pheromone
	Gone     float32 // the part that evaporates
	First    float32 // pheromone at first; in max-min that is the most
	Least    float32 // and the least
	Unit     float32 // System: of a mark, see Mark
	Patience int64   // MaxMin: iterations without a better solution after which the pheromone is new
}

// Trail is what ants lay and go by: of each row its choices, one row after the other.
type Trail struct {
	Near   []int32   // the choices
	Much   []float32 // the pheromone on each, at most 1 in max-min, whose limits are in parts of the upper one (Blum and Dorigo, 2004)
	Far    []int32   // the further ones, where there are any
	Desire []float32 // what the heuristic says of each, to its power
	Weight []uint32  // what ants draw by
	Marks  []int64   // System and Colony: what the ants of the iteration leave
}

// NewTrail returns the pheromone at first.
func NewTrail(r *Rule, near, far []int32, desire []float32) *Trail {
	t := &Trail{Near: near, Far: far, Desire: desire, Much: make([]float32, len(near)), Weight: make([]uint32, len(near)),
		Marks: make([]int64, len(near))}
	for row := range int32(len(near)) / r.Choices {
		Learn(Alone{}, r, t, row, &Laid{Anew: true})
	}
	return t
}

// Laid is the solution that lays pheromone.
type Laid struct {
	Next []int32 // what a tour goes to from each city, and what a permutation has at each position
	Anew bool    // the pheromone is new instead
}

// Note notes a solution, or the team's part of it: every step-th position.
func (l *Laid) Note(r *Rule, x []int32, from, step int32) {
	for p := from; p < int32(len(x)); p += step {
		if r.Tour == 0 {
			l.Next[p] = x[p]
		} else {
			l.Next[x[p]] = x[behind(p, int32(len(x)))]
		}
	}
}

// has tells whether the solution has a choice of a row.
func (l *Laid) has(r *Rule, row, choice int32) bool {
	return l.Next[row] == choice || r.Tour != 0 && l.Next[choice] == row
}

// Marks tells whether all ants lay.
func (r *Rule) Marks() bool { return r.Variant == System || r.Variant == Colony }

// Unit is what Rule.Unit has to be for a number of ants, so that all of them together lay at most 1.
func Unit(ants int) float32 { return 1 / float32(markUnit*ants) }

// markUnit is the mark of an ant whose solution costs as little as the best one.
const markUnit = 1 << 20

// Mark leaves the marks of an ant on all that its solution has: in System as many as it is good, by its cost beside the best one, else
// one.
func Mark[T Team](t T, r *Rule, trail *Trail, x []int32, cost, lead int64) {
	v := int64(1)
	if r.Variant == System {
		if v = markUnit; lead > 0 {
			v = int64(float64(lead) / float64(cost) * markUnit)
		}
	}
	n := int32(len(x))
	for p := t.Rank(); p < n; p += t.Size() {
		if r.Tour == 0 {
			mark(t, r, trail, p, x[p], v)
			continue
		}
		c, d := x[p], x[behind(p, n)]
		mark(t, r, trail, c, d, v)
		mark(t, r, trail, d, c, v)
	}
}

// mark leaves marks on a choice, if its row lists it.
func mark[T Team](t T, r *Rule, trail *Trail, row, choice int32, v int64) {
	for i := row * r.Choices; i < (row+1)*r.Choices; i++ {
		if trail.Near[i] == choice {
			t.Tally(&trail.Marks[i], v)
			return
		}
	}
}

// Learn changes the pheromone of a row and its weights: pheromone^Alpha * desire, in parts of the greatest in the row, so that all of a
// row's add up to 2^31 at most.
func Learn[T Team](t T, r *Rule, trail *Trail, row int32, l *Laid) {
	k, most := r.Choices, int64(1)
	for i := row*k + t.Rank(); i < (row+1)*k; i += t.Size() {
		much := r.First
		if !l.Anew {
			much = r.become(trail, i, l.has(r, row, trail.Near[i]))
		}
		trail.Much[i] = much
		if r.Alpha != 1 {
			much = lane.Pow32(much, r.Alpha)
		}
		bits := math.Float32bits(float32(much * trail.Desire[i])) // in the order of the numbers, which are not negative
		trail.Weight[i], most = bits, max(most, int64(bits))
	}
	scale := float32(1<<31) / float32(k) / math.Float32frombits(uint32(-t.Least(-most)))
	if !(scale <= math.MaxFloat32) {
		scale = 0
	}
	for i := row*k + t.Rank(); i < (row+1)*k; i += t.Size() {
		trail.Weight[i] = 1 + uint32(float32(math.Float32frombits(trail.Weight[i])*scale))
	}
}

// become is the pheromone of an entry after an iteration, whose marks it takes away. laid tells whether the solution that lays has it.
func (r *Rule) become(trail *Trail, i int32, laid bool) float32 {
	much, keep, gone := trail.Much[i], 1-r.Gone, r.Gone
	switch r.Variant {
	case System:
		much = max(r.Least, float32(much*keep)) + float32(float32(trail.Marks[i])*r.Unit)
		trail.Marks[i] = 0
		return much
	case Colony: // each ant that went there brings it nearer to what it was at first
		much = r.First + float32((much-r.First)*lane.Pow32(keep, float32(trail.Marks[i])))
		trail.Marks[i] = 0
		if !laid {
			return much
		}
	}
	if much = max(r.Least, float32(much*keep)); laid {
		much += gone
	}
	return much
}
