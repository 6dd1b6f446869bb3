package cooperate

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// Where a round is shorter or longer than on cores alone, as on cores beside machines, each method does that part of what it has in a
// round, however many units that are: else a round of a method with few units would last as long however short it is to be.
func TestPortfolios_Share(t *testing.T) {
	unraced.Test(t)
	list := []walk.Method{single.Anneal{}, single.Tabu{}} // tabu search has fewer units, and the first trial
	for _, m := range []walk.Method{Halving{Methods: list}, Portfolio{Methods: list}} {
		s := multiwalk.Settings{Walks: 3, Device: device.Both(device.CPU(2), device.Emulator()), Pace: []multiwalk.Pace{}, Stop: []multiwalk.Stop{multiwalk.Work(1)}}
		run := func() *multiwalk.Result {
			return must.Have(multiwalk.Minimize(t.Context(), qap.Uniform(60, 1), ByDevice{Cores: m, Machines: single.Tabu{}}, s))(t)
		}
		whole := run()
		for _, halves := range []int{1, 3} {
			s.Balance = []multiwalk.Balance{{Units: halves * whole.Balance[0].Units / 2, Launches: 1}}
			got, want := run().Sides[0].Units, int64(halves)*whole.Sides[0].Units/2
			if got < want-4 || got > want+4 { // parts of a unit, of two walks in two rounds
				t.Errorf("%s: %d units in %d halves of a round that has %d", m.Name(), got, halves, whole.Sides[0].Units)
			}
		}
	}
}
