package tabu

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// jointFleet is iterated tabu search over swaps and joint swaps of two permutations on the machines of an accelerator: thousands of
// searches by kernel TabuJoint, which race.
type jointFleet struct {
	fleet.Fleet
	launch tabu.JointTabu // what all launches have in common
}

// jointNames are the names of the kernel's neighbourhood.
var jointNames = []string{"",
	neighbourhood.OpSwap.String() + "+" + neighbourhood.OpJointSwap.String(), neighbourhood.OpJointSwap.String() + "+" + neighbourhood.OpSwap.String(),
}

// jointModule returns the kernels for tabu search over joint swaps. The error says what is missing.
func jointModule(p multiwalk.Problem) (kernel.Module, error) {
	m, err := fleet.ModuleOf(p, "TabuJoint")
	if n := p.Space().JointLength(); err == nil && (len(p.Space().Parts()) != 2 || n < 2 || n > tabu.MaxJoint) {
		err = fmt.Errorf("they take two permutations of 2 to %d, and this is %v", tabu.MaxJoint, p.Space())
	}
	return m, err
}

// prepareJoint prepares for two permutations on the accelerator of the plan. The tenure by default is that on cores. On nug12-d to
// nug22-d one of 1.2*n to 1.7*n took no fewer iterations to the best known cost, one of 0.4*n two to five times as many; lengths of
// bursts from 300 to 3000 made little difference.
func (m IteratedTabu) prepareJoint(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	n := p.Space().JointLength()
	m, err := m.crowded(n, 20*n, max(2, n/4), max(2, n/2), tabu.MostJointMoves, "moves")
	if err != nil {
		return nil, err
	}
	module, err := jointModule(p)
	if err != nil {
		return nil, walk.NoKernel(m.Name(), plan.Device, err.Error())
	}
	shortest, spread := n*9/10+1, n/5+1
	if m.Tabu.Tenure > 0 {
		shortest, spread = around(m.Tabu.Tenure)
	}
	if m.Length > mostJoint || shortest+spread > mostJoint {
		return nil, fmt.Errorf("multiwalk: iterated-tabu length %d and tabu tenure %d are too great for a GPU; use up to %d", m.Length, m.Tabu.Tenure, mostJoint/2)
	}
	f := &jointFleet{launch: tabu.JointTabu{N: int32(n), Shortest: int32(shortest), Spread: int32(spread),
		Length: int32(m.Length), Weakest: int32(m.Weakest), Strongest: int32(m.Strongest), Poll: tabuPoll}}
	m.Tabu = m.Tabu.drawing(shortest, spread)
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: 2 * n, Module: module, Ran: m, Names: fleet.Always("TabuJoint"),
		New: f.crowd}
	return f, nil
}

// mostJoint bounds lengths and tenures: a sum of both fits int32.
const mostJoint = 1 << 30
