package successor_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// redraws is tasks whose moves draw some of them anew.
type redraws struct {
	*sample.Tasks
	release int
}

func (p redraws) NewMoves() multiwalk.Moves {
	m, err := successor.Moves(p, p.release)
	if err != nil {
		panic(err)
	}
	return m
}

func TestMoves_Conform(t *testing.T) { conformance.Problem(t, redraws{sample.NewTasks(20, 4, 1), 5}) }

// A move changes no more than it may, and some change anything: each S-metaheuristic searches by them.
func TestMoves_ServeEveryMethod(t *testing.T) {
	p := redraws{sample.NewTasks(60, 5, 1), 3}
	r, x := multiwalk.NewRand(1, 0), make([]int32, 60)
	p.Space().Random(r, x)
	first := p.Cost(x)
	m, changed := p.NewMoves(), 0
	m.Reset(x)
	for range 50 {
		y := slices.Clone(x)
		m.Apply(x, m.Random(r))
		n := 0
		for i := range x {
			if x[i] != y[i] {
				n++
			}
		}
		if changed = max(changed, n); n > 3 {
			t.Fatalf("a move changed %d tasks", n)
		}
	}
	if changed == 0 {
		t.Error("no move changed anything")
	}
	for _, m := range []walk.Method{single.Tabu{}, single.Anneal{}, single.LateAcceptance{}, single.VariableNeighbourhood{},
		single.Tabu{Neighbourhood: "own+change"}} {
		res := minimize(t, p, m, multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(15_000)}})
		if res.Moves == 0 || res.Cost > first*2/3 {
			t.Errorf("%s: %v from %d", m.Name(), res, first)
		}
	}
}

func TestMoves_Refuse(t *testing.T) {
	must.Fail(t, "up to 0 variables")(successor.Moves(sample.NewTasks(9, 3, 1), 0))
	must.Fail(t, "no successor.Releaser")(successor.Moves(rigid{sample.NewTasks(9, 3, 1)}, 1))
}
