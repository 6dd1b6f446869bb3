package cooperate

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

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
