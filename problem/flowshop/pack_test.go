package flowshop

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// Children are priced the same whatever was priced before: from no choice to the last one and back, so often that jobs lose their slots and
// get others.
func TestPack_LeavesPricesAsTheyAre(t *testing.T) {
	p := must.Have(Draw(300, 3, 1))(t).Makespan()
	r, often, moved := multiwalk.NewRand(1, 0), p.NewBranches().(*spanBranches), 0
	for range 2 {
		node := make([]int32, often.Size())
		often.Root(node)
		for range often.Depth() {
			way, slots := r.IntN(often.Ways()), slices.Clone(often.pack.slots)
			list := often.Expand(node, way, nil)
			if !slices.Equal(list, p.NewBranches().Expand(node, way, nil)) {
				t.Fatalf("children of %v by way %d differ from those that are priced first", node, way)
			}
			for job, slot := range often.pack.slots {
				if slots[job] >= 0 && slots[job] != slot {
					moved++
				}
			}
			often.Grow(node, list[r.IntN(len(list))].Choice)
		}
	}
	if moved == 0 {
		t.Error("no job has lost its slot: the test shows nothing")
	}
}
