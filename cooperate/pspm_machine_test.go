package cooperate

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/anneal"
	"github.com/multiwalk/multiwalk/walk"
)

// partner is a machine's walk that notes what it is to adopt.
type partner struct {
	machineWalk[anneal.Swapping, int64]
	took int64
}

func (p *partner) Step(*walk.Slice) bool       { return true }
func (p *partner) Adopt(_ []int32, cost int64) { p.took = cost }

// Machines share the best where their searches are about to restart from it, and never where they temper: one solution
// on all rungs of all ladders would be the end of tempering.
func TestShare_SparesLadders(t *testing.T) {
	for _, c := range []struct {
		name  string
		rungs *rungs
		at    int64
		want  int64 // what the worse walk took up
	}{
		{"schedule, between exchanges", nil, 6, 0},
		{"schedule, at an exchange", nil, 8, 5},
		{"ladder, between trades", newRungs(2, ladder(9, 1), 1, 0), 6, 0},
		{"ladder, at a trade", newRungs(2, ladder(9, 1), 1, 0), 8, 0},
	} {
		at := func(best []int32, least int64) *partner {
			p := &partner{machineWalk: machineWalk[anneal.Swapping, int64]{cadence: cadence{1, 4, 100}, rungs: c.rungs}}
			p.At, p.X, p.Least = c.at, best, least
			return p
		}
		a, b := at([]int32{0, 1}, 5), at([]int32{1, 0}, 7)
		if changed := exchanged(sharing{}, 1, []walk.Walk{a, b}); changed != (c.want != 0) || b.took != c.want {
			t.Errorf("%s: changed %v, took %d, want %d", c.name, changed, b.took, c.want)
		}
	}
}
