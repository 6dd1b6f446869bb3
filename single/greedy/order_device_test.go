package greedy_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/successor"
)

// Searches on machines keep their promises, through several selections.
func TestOrder_OnMachinesConforms(t *testing.T) {
	unraced.Test(t)
	bad := conformance.Refuses(successor.IteratedGreedy{Release: -1}, successor.IteratedGreedy{Temperature: -1})
	p := must.Have(flowshop.Draw(5, 3, 3))(t)
	conformance.Method(t, successor.IteratedGreedy{}, p.Makespan(), conformance.On(device.Emulator()), conformance.Budget(70_000), bad)
	must.Fail(t, "16 bits")(nil, successor.IteratedGreedy{}.Place(p.Flowtime(), device.Emulator()))
}
