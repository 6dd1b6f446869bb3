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

// Places in arrays of seven numbers a city take 32 bits, and the number of a tour 16.
func TestEAX_MostTours(t *testing.T) {
	for n, want := range map[int]int{100: 65535, 4681: 65535, 4682: 65524, 1_000_000: 306} {
		if got := mostToursOf(n, 1, 1); got != want {
			t.Errorf("%d cities: up to %d tours, want %d", n, got, want)
		}
	}
}

// A population of 32 tours rests after 50 generations without a new best tour, where 8 AB-cycles a generation are not taken over, or of
// blocks 2, but for a turn; and at the end of the room for what generations found.
func TestEAX_Rests(t *testing.T) {
	for _, c := range []struct {
		number, since, blocks, turn int32
		generations, taken          int64
		rests                       bool
	}{{50, 0, 0, 0, 1, 8, false}, {51, 0, 0, 0, 1, 8, true}, {120, 70, 1, 0, 1, 8, false}, {121, 70, 1, 0, 1, 8, true},
		{20, 10, 0, 0, 1, 7, true}, {20, 10, 0, 0, 4, 31, true}, {20, 10, 0, 0, 4, 32, false}, {20, 10, 0, 3, 1, 0, false}, {20, 10, 0, 3, 2, 0, true},
		{20, 10, 1, 0, 1, 2, false}, {20, 10, 1, 0, 1, 1, true}, {1<<14 - 64, 1<<14 - 64, 0, 0, 1, 8, false}, {1<<14 - 63, 1<<14 - 63, 0, 0, 1, 8, true}} {
		q := &crossPopulation{since: c.since}
		q.g.Number, q.g.Blocks, q.g.Turn, q.g.Tours = c.number, c.blocks, c.turn, 32
		if rests := q.rest(c.generations, c.taken); rests != c.rests {
			t.Errorf("%+v: rests %v", c, rests)
		}
	}
}
