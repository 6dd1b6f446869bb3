package flowshop

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// NewBranches returns how orders grow from both ends: by a job behind the first ones, or before the last ones (Libralesso, Focke, Secardin
// and Jost, "Iterative beam search algorithms for the permutation flowshop", 2022).
func (p Makespan) NewBranches() multiwalk.Branches { return &spanBranches{newEnds(p.Instance)} }

// spanBranches is the partial orders for their makespan.
type spanBranches struct{ ends }

// Ways implements multiwalk.Branches.
func (e *spanBranches) Ways() int { return 2 }

// Expand implements multiwalk.Branches. The bound of a child is the greatest of those by one machine: when the job begins there, how long it
// and the rest take, and how long the other end. Waste is the shares of time in which machines have been idle, summed over machines and
// ends, of the bound. It is O(n*m).
func (e *spanBranches) Expand(node []int32, way int, to []multiwalk.Branch) []multiwalk.Branch {
	_, of := e.split(node)
	here, there := of[way], of[1-way]
	lost := float32(0)
	for k := range e.m {
		m := e.machine(way, k)
		back := e.m - 1 - k // as the other end counts
		e.ahead[k] = e.sums[m] - here.busy[k] - there.busy[back] + there.done[back]
		lost += float32(there.done[k]-there.busy[k]) / float32(max(there.done[k], 1))
	}
	jobs := e.free(node)
	simd.Fronts(e.bounds, e.waste, e.pack.rows[way], e.pack.stride, here.done, e.ahead, here.busy, -1, e.pack.hold(jobs))
	to = slices.Grow(to, len(jobs))
	for _, job := range jobs {
		slot := e.pack.slots[job]
		bound := e.bounds[slot]
		to = append(to, multiwalk.Branch{Choice: 2*job + int32(way), Bound: int64(bound), Waste: float64(e.waste[slot]+lost) * float64(bound)})
	}
	return to
}
