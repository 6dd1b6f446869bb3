package neighbourhood

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// lacking asks for four ones more than there are bits. Zeros cost 10 each.
type lacking struct{ rules *multiwalk.Constraints }

func newLacking(t *testing.T) lacking {
	t.Helper()
	k := must.Have(multiwalk.NewConstraints(1000, multiwalk.Constraint{Name: "ones", Most: 100}))(t)
	return lacking{k}
}

func (lacking) Space() multiwalk.Space                { return multiwalk.Binary(8) }
func (p lacking) Constraints() *multiwalk.Constraints { return p.rules }

func (p lacking) Cost(x []int32) int64 {
	ones := int64(0)
	for _, v := range x {
		ones += int64(v)
	}
	return p.rules.Pack(10*(8-ones), 12-ones)
}

// A walk that keeps violating what cannot be kept makes it dearer for a while, and then puts up with it: the weight no longer rises.
func TestWeighed_PutsUpWithWhatCannotBeKept(t *testing.T) {
	p := newLacking(t)
	nb := must.Have(For(p))(t)
	w, x, r := WeighedFor(p, nb), []int32{1, 1, 1, 1, 1, 1, 1, 1}, multiwalk.NewRand(1, 1)
	w.Reset(x)
	w.Begin(x)
	adapt := func() { w.priced = w.every; w.Adapt() }
	first := w.weights[0]
	for range 20 {
		adapt()
	}
	if w.weights[0] <= first {
		t.Errorf("the weight of what is violated went from %v to %v", first, w.weights[0])
	}
	for range 2 * weightPatience {
		adapt()
	}
	if w.weights[0] >= first {
		t.Errorf("the weight of what cannot be kept went from %v to %v", first, w.weights[0])
	}
	low := w.weights[0]
	m := nb.Random(r)
	for nb.Delta(x, m) == 0 {
		m = nb.Random(r)
	}
	w.Apply(x, m) // to more violations
	adapt()
	if w.weights[0] <= low {
		t.Errorf("the weight of what is violated more than it must be went from %v to %v", low, w.weights[0])
	}
}
