package tabu

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

// byHand is annealing that proposes the swaps in their order, behind the one made last and round to it, as a plain loop over full evaluations.
func byHand(p multiwalk.Problem, x []int32, held []bool, temperatures []float64, r *multiwalk.Rand) (moves int) {
	var pairs [][2]int32
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			pairs = append(pairs, [2]int32{int32(i), int32(j)})
		}
	}
	next := 0
	for _, t := range temperatures {
		word, cost := r.Uint32(), p.Cost(x)
		for k := range pairs {
			at := (next + k) % len(pairs)
			i, j := pairs[at][0], pairs[at][1]
			if held != nil && (held[i] || held[j]) {
				continue
			}
			x[i], x[j] = x[j], x[i]
			if metropolis.Accept(p.Cost(x)-cost, t, metropolis.Draw(word, uint32(i<<14|j))) {
				next = at + 1
				moves++
				break
			}
			x[i], x[j] = x[j], x[i]
		}
	}
	return moves
}

type pinnedQAP struct {
	*assignment.Instance
	fixed []multiwalk.Fixed
}

func (p pinnedQAP) Fixed() []multiwalk.Fixed { return p.fixed }

// However swaps are priced, by a matrix, a delta or in full, and where positions are held, a walk makes the moves of a plain loop.
func TestMatrixAnneal_IsAnnealingInOrder(t *testing.T) {
	q := assignment.Uniform(11, 3)
	held := make([]bool, 11)
	held[0], held[6] = true, true
	for name, p := range map[string]multiwalk.Problem{"matrix": q, "wide matrix": asymmetric(t, 9, 1<<22), "full": sample.NewOrder(9, 1),
		"held": pinnedQAP{q, []multiwalk.Fixed{{Position: 0, Value: 4}, {Position: 6, Value: 0}}}, "two": assignment.Uniform(2, 1)} {
		t.Run(name, func(t *testing.T) {
			const iterations = 150
			m := MatrixAnneal{Alpha: 0.7, Sweeps: 1}
			search := must.Have(m.Prepare(p, walk.Plan{Seed: 4, Walks: 1, Warn: func(string) {}}))(t)
			s := search.(*matrixSearch)
			started := must.Have(s.NewWalk(0))(t)
			w, r, x := started.(*matrixWalk), multiwalk.NewRand(4, 0), make([]int32, p.Space().Len())
			s.plan.Begin(p, r, x)
			var temperatures []float64
			for k := range int64(iterations) {
				temperatures = append(temperatures, s.level(k))
			}
			w.Step(walk.NewSlice(iterations))
			var hold []bool
			if len(s.fixed) > 0 {
				hold = held
			}
			moves := byHand(p, x, hold, temperatures, r)
			if !slices.Equal(w.X, x) || w.Work.Moves != int64(moves) || w.Random.Drawn() != r.Drawn() || moves < iterations/10 {
				t.Errorf("at %v after %d moves, by hand at %v after %d", w.X, w.Work.Moves, x, moves)
			}
		})
	}
}

func TestMatrixAnneal_Conforms(t *testing.T) {
	unraced.Test(t)
	refuses := conformance.Refuses(MatrixAnneal{Start: -1}, MatrixAnneal{Start: 2, End: 3}, MatrixAnneal{Alpha: 1}, MatrixAnneal{Sweeps: -1})
	for _, m := range []walk.Method{MatrixAnneal{}, MatrixAnneal{Alpha: 0.8}} {
		conformance.Method(t, m, assignment.Uniform(9, 1), refuses, conformance.Budget(20_000))
		conformance.Method(t, m, assignment.Uniform(7, 1), conformance.On(device.Emulator()), conformance.Budget(3_000), refuses)
	}
}
