package continuous

import (
	"testing"

	"github.com/multiwalk/multiwalk/walk"
)

// A descent goes down a bent valley in some hundred evaluations, also where the bounds mirror it.
func TestDescent_FollowsValley(t *testing.T) {
	p := valley(t, 10)
	g := &ground{Packed: p, plan: walk.Plan{Seed: 3}}
	w, x := g.newWalk(0)
	var d descent
	d.begin(x, w.f)
	units := 0
	for done := false; !done && units < 1000; units++ {
		done, _ = d.iterate(w, nil)
	}
	t.Logf("%g after %d evaluations, %d units", d.f, w.work.Evaluations(), units)
	if d.f > 1e-10 && !(d.f > 3.9 && d.f < 4) || w.work.Evaluations() > 2500 { // it has a second valley
		t.Errorf("%g after %d evaluations", d.f, w.work.Evaluations())
	}
}
