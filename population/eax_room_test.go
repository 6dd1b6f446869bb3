package population

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// A launch for which an array is too short is refused before it writes past its end.
func TestEAX_ArraysFitTheLaunch(t *testing.T) {
	s := must.Have(EAX{Tours: 4}.Prepare(tsp.Random(20, 1), walk.Plan{Seed: 1, Device: device.Emulator(), Warn: func(string) {}}))(t)
	walk := must.Have(s.NewWalk(0))(t)
	c := walk.(*fleet.Convoy)
	defer c.Close()
	w := c.Machines[0].(*crossWalk)
	must.Do(t, w.Launch(0, 1, 0))
	p, g := w.run.pop.parts[0], w.run.pop.parts[0].own(w.run.pop.g)
	for array, change := range map[string]func(g *eax.Generation){
		"order": func(g *eax.Generation) { g.Cities++ }, "near": func(g *eax.Generation) { g.Neighbours++ },
		"tours": func(g *eax.Generation) { g.Tours++ }, "table": func(g *eax.Generation) { g.EdgeBits++ },
		"loss": func(g *eax.Generation) { g.Arc++ }, "best": func(g *eax.Generation) { g.Number = mostGenerations },
	} {
		larger := g
		if change(&larger); p.fits(larger) == nil || !strings.Contains(p.fits(larger).Error(), "elements in "+array+",") {
			t.Errorf("%s: %v", array, p.fits(larger))
		}
	}
}
