package population

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/kernels/quantum"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	mostLength = 1 << 18 // bits
	// mostQuantum bounds populations: a unit of work evaluates all individuals.
	mostQuantum      = 1 << 14
	quantumSize      = 10
	quantumSteps     = 50
	quantumMargin    = 3
	quantumMigration = 1
	quantumPatience  = 1000
	mostTurns        = 1 << 16
	mostWait         = 1 << 30
)

// Quantum is a quantum-inspired genetic algorithm over bits: an individual is a Q-bit for each bit, an angle whose squared sine is the
// probability of a 1. In a generation each individual is observed, which gives a solution. If that is better than the best which the
// individual follows, it takes its place. If not, a rotation gate turns each Q-bit whose observed value differs from the best one's by a
// step towards that, as the lookup table of Han and Kim says ("Quantum-inspired evolutionary algorithm for a class of combinatorial
// optimization", 2002). Nowotniak and Kucharski ran it on GPUs, an individual a thread and a population a block.
//
// A walk is a population. An angle is a whole number of steps, so a table has all probabilities; and what becomes of an individual in a
// generation follows from the seed, the walk, the generation and its number, so that it does not matter who computes it. Every
// observation counts as a full evaluation. On a GPU each block has a population, the same as that walk on cores.
type Quantum struct {
	// Population is how many individuals a walk has, from 1 to 2^14; 0 means 10, which was ahead of 32 on knapsacks of 100 and 250 items.
	Population int
	// Steps is how many rotations lead from a sure 0 to a sure 1, from 2 to 2^16; 0 means 50, which is an angle of 0.01 pi each.
	Steps int
	// Margin is how many of these steps lie beyond the reach of rotations at either end, less than half of them; so no bit is ever
	// sure, and a population does not freeze (Han and Kim's gate H-epsilon). 0 means 3, a probability of 0.009 with 50 steps; -1 means none.
	Margin int
	// Migration is after how many generations all individuals follow the best of the population, up to 2^30; 0 means 1, always. Between
	// two migrations each follows the best that it has observed.
	Migration int
	// Patience is after how many generations without a better solution the population begins anew, up to 2^30; 0 means 1000, -1 never.
	Patience int
}

func (Quantum) Name() string     { return "quantum" }
func (m Quantum) String() string { return m.Name() }

// withDefaults fills in the defaults and checks the settings.
func (m Quantum) withDefaults() (Quantum, error) {
	m.Population, m.Steps = cmp.Or(m.Population, quantumSize), cmp.Or(m.Steps, quantumSteps)
	m.Margin, m.Migration = cmp.Or(m.Margin, min(quantumMargin, (m.Steps-1)/2)), cmp.Or(m.Migration, quantumMigration)
	m.Patience = cmp.Or(m.Patience, quantumPatience)
	switch {
	case m.Population < 1 || m.Population > mostQuantum:
		return m, fmt.Errorf("multiwalk: quantum population %d is outside [1, %d]; use 0 for the default (%d)", m.Population, mostQuantum,
			quantumSize)
	case m.Steps < 2 || m.Steps > mostTurns:
		return m, fmt.Errorf("multiwalk: quantum steps %d are outside [2, %d]; use 0 for the default (%d)", m.Steps, mostTurns, quantumSteps)
	case m.Margin < -1 || 2*m.Margin >= m.Steps:
		return m, fmt.Errorf("multiwalk: quantum margin %d leaves nothing of %d steps; use less than half of them, 0 for the default (%d), "+
			"or -1 for none", m.Margin, m.Steps, quantumMargin)
	case m.Migration < 1 || m.Migration > mostWait:
		return m, fmt.Errorf("multiwalk: quantum migration %d is outside [1, %d]; use 0 for the default (%d)", m.Migration, mostWait,
			quantumMigration)
	case m.Patience < -1 || m.Patience > mostWait:
		return m, fmt.Errorf("multiwalk: quantum patience %d is outside [-1, %d]; use 0 for the default (%d), and -1 for no end", m.Patience,
			mostWait, quantumPatience)
	}
	m.Margin = max(0, m.Margin)
	return m, nil
}

// Prepare implements walk.Method. It refuses settings out of range, what is not bits, and what Place refuses.
func (m Quantum) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	m, err := m.withDefaults()
	if err != nil {
		return nil, err
	}
	space := p.Space()
	if space.Kind() != multiwalk.KindBinary {
		return nil, fmt.Errorf("multiwalk: quantum takes bits, and the problem's space is %v: %w", space, multiwalk.ErrNoDelta)
	}
	if n := space.Len(); n > mostLength || n > mostGenes/m.Population {
		return nil, fmt.Errorf("multiwalk: quantum takes up to %d bits, and %d in all individuals together; %d individuals of %d are too many",
			mostLength, mostGenes, m.Population, n)
	}
	s := &quantumSearch{m: m, p: p, plan: plan, n: space.Len(), chances: m.chances()}
	s.rule = quantum.Rule{N: int32(s.n), Size: int32(m.Population), Steps: int32(m.Steps), Margin: int32(m.Margin),
		Migration: int64(m.Migration), Patience: int64(max(0, m.Patience)), Seed: plan.Seed}
	fixed, err := walk.FixedOf(p)
	for _, f := range fixed {
		s.fixed = append(s.fixed, deme.Fixed(f))
	}
	if d, ok := plan.Device.(multiwalk.Accelerator); ok && err == nil {
		return s.onDevice(d)
	}
	return s, err
}

// chances are the probabilities of a 1 by steps, in parts of 2^32.
func (m Quantum) chances() []uint32 {
	list := make([]uint32, m.Steps+1)
	for k := range list {
		s := math.Sin(math.Pi / 2 * float64(k) / float64(m.Steps))
		list[k] = uint32(min(math.MaxUint32, math.Round(float64(s*s)*(1<<32))))
	}
	return list
}

// quantumSearch is Quantum prepared for a problem.
type quantumSearch struct {
	m       Quantum
	rule    quantum.Rule
	p       multiwalk.Problem
	plan    walk.Plan
	n       int
	chances []uint32
	fixed   []deme.Fixed
}

func (s *quantumSearch) Resolved(walk.Walk) walk.Method { return s.m }

// Slice implements walk.Search: some 10 ms of generations, where an evaluation takes O(n).
func (s *quantumSearch) Slice() int { return max(1, 10_000_000/(s.m.Population*(100+10*s.n))) }

// WalkBytes implements walk.WalkSizer: the angles, and what individuals follow.
func (s *quantumSearch) WalkBytes() int64 { return int64(s.m.Population) * (8*int64(s.n) + 8) }
