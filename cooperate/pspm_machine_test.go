package cooperate

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/anneal"
	"github.com/multiwalk/multiwalk/internal/must"
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

// machineOf is the walk of PSPM on one emulated machine, with three searches.
func machineOf(t *testing.T, p multiwalk.Problem, m PSPM) walk.Walk {
	t.Helper()
	m.Searches = 3
	s := must.Have(m.Prepare(p, walk.Plan{Seed: 1, Device: device.Emulator(), Warn: func(string) {}}))(t)
	w := must.Have(s.NewWalk(0))(t)
	t.Cleanup(func() { w.(interface{ Close() error }).Close() })
	return w
}

// A launch of more searches, or of longer solutions, than there is memory for is refused before it writes past its end.
func TestPSPM_ArraysFitTheLaunch(t *testing.T) {
	s, tour := machineOf(t, newRanking(10, 1), PSPM{}).(*swapWalk), machineOf(t, scatter(20, 1), PSPM{}).(*pspmTourWalk)
	check := func(name, array string, err error) {
		if (err == nil) != (array == "") || err != nil && !strings.Contains(err.Error(), "elements in "+array+",") {
			t.Errorf("%s: %v", name, err)
		}
	}
	check("swaps", "", s.memory.fits(s.Plan, s.Hits))
	check("tours", "", tour.memory.fits(tour.Plan, false, tour.Hits))
	more, longer := s.Plan, s.Plan
	more.Walks++
	longer.N++
	check("a search more", "x", s.memory.fits(more, s.Hits))
	check("an element more", "elite", s.memory.fits(longer, s.Hits))
	another, wider := tour.Plan, tour.Plan
	another.Walks++
	wider.Cities++
	check("a tour more", "tours", tour.memory.fits(another, false, tour.Hits))
	check("a city more", "order", tour.memory.fits(wider, false, tour.Hits))
}
