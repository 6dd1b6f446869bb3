package greedy_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
)

func TestOrder_OnMachinesConforms(t *testing.T) {
	unraced.Test(t)
	p := must.Have(flowshop.Draw(9, 4, 3))(t).Makespan()
	conformance.Method(t, successor.IteratedGreedy{}, p, conformance.On(device.Emulator()), conformance.Budget(6000))
	_ = multiwalk.Settings{}
}
