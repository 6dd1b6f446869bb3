package flowshop

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// NewBranches returns how orders grow at their end.
func (p Flowtime) NewBranches() multiwalk.Branches { return &sumBranches{newEnds(p.Instance)} }

// sumBranches is the partial orders for their total completion time, which is two more numbers of each: 31 bits in the last one.
type sumBranches struct{ ends }

func (b *sumBranches) Size() int { return b.ends.Size() + 2 }

// Ways implements multiwalk.Branches.
func (b *sumBranches) Ways() int { return 1 }

// Grow implements multiwalk.Branches.
func (b *sumBranches) Grow(node []int32, choice int32) {
	b.ends.Grow(node, choice)
	_, of := b.split(node)
	setSum(node, sumOf(node)+int64(of[0].done[b.m-1]))
}

// sumOf is the total completion time of the jobs that are placed.
func sumOf(node []int32) int64 { return int64(node[len(node)-2])<<31 | int64(node[len(node)-1]) }

func setSum(node []int32, sum int64) {
	node[len(node)-2], node[len(node)-1] = int32(sum>>31), int32(sum&(1<<31-1))
}

// Expand implements multiwalk.Branches. The bound of a child is what its placed jobs cost. Waste is the idle times of all machines until
// now, as often as there are jobs for each machine.
func (b *sumBranches) Expand(node []int32, _ int, to []multiwalk.Branch) []multiwalk.Branch {
	_, of := b.split(node)
	jobs := b.free(node)
	clear(b.ahead) // so the greatest of a job's beginnings is that on the last machine
	simd.Fronts(b.bounds, b.waste, b.pack.rows[0], b.pack.stride, of[0].done, b.ahead, of[0].busy, 0, b.pack.hold(jobs))
	placed, sum := float64(node[0]+1)/float64(b.m), sumOf(node)
	for _, job := range jobs {
		slot := b.pack.slots[job]
		done := int64(b.bounds[slot] + b.times(job)[b.m-1])
		to = append(to, multiwalk.Branch{Choice: 2 * job, Bound: sum + done, Waste: float64(b.waste[slot]) * placed})
	}
	return to
}
