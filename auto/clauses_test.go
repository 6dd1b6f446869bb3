package auto_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// On a device clauses of one weight are searched by flips in violated ones, and those of uneven weight by weighting.
func TestOn_ClausesOnADevice(t *testing.T) {
	uneven := must.Have(maxsat.New("uneven", 3, []maxsat.Clause{{Hard: true, Literals: []int{1, 2}}, {Weight: 2, Literals: []int{-1, 3}},
		{Weight: 7, Literals: []int{-2, -3}}}))(t)
	for _, c := range []struct {
		p    *maxsat.Instance
		want walk.Method
	}{{must.Have(maxsat.Named("sat:n100-r4"))(t), single.Focused{}}, {uneven, single.Weighting{}}} {
		if m := auto.On(c.p, device.Emulator()); m != c.want {
			t.Errorf("%s: auto picks %s", c.p.Name(), m.Name())
		}
	}
}
