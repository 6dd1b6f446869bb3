package single_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/walk"
)

// An incumbent has the evaluations that its walk had made by then, also those that a state or a row priced beside the neighbourhood. A walk
// that stops at its target has found it last, so all its work is told with it.
func TestWalks_CountWhatTheyPriceOtherwise(t *testing.T) {
	bits := must.Have(qubo.Random(60, 1))(t)
	for _, c := range []struct {
		p multiwalk.Problem
		m walk.Method
	}{
		{bits, tabu.Tabu{}}, {bits, tabu.IteratedTabu{}}, {bits, ils.ILS{}}, {bits, anneal.Anneal{}},
		{sample.NewOrder(40, 1), ils.ILS{}}, {sample.NewOrder(40, 1), anneal.Anneal{}}, {sample.NewLabels(40, 1), tabu.Tabu{}},
		{sample.NewClashes(40, 5, 0.3, 1), tabu.Tabu{}}, {sample.NewClashes(40, 5, 0.3, 1), ils.ILS{}},
	} {
		res := must.Have(multiwalk.Minimize(t.Context(), c.p, c.m, multiwalk.Settings{Seed: 1, Walks: 1, Device: device.CPU(1),
			Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000)}}))(t)
		again, err := multiwalk.Minimize(t.Context(), c.p, c.m, multiwalk.Settings{Seed: 1, Walks: 1, Device: device.CPU(1),
			Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000), multiwalk.Target(res.Cost)}})
		if err != nil || again.Status != multiwalk.TargetReached {
			t.Fatalf("%s: %v, %v", c.m.Name(), again, err)
		}
		last := again.History[len(again.History)-1]
		if all := again.Evaluations(); last.Evaluations > all || 100*last.Evaluations < 90*all {
			t.Errorf("%s of %v: the last incumbent after %d evaluations of %d", c.m.Name(), c.p.Space(), last.Evaluations, all)
		}
		for i, pt := range res.History[1:] {
			if before := res.History[i]; pt.Evaluations < before.Evaluations || pt.Moves < before.Moves {
				t.Errorf("%s of %v: %+v after %+v", c.m.Name(), c.p.Space(), pt, before)
			}
		}
	}
}
