package conformance

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/sample"
)

// batches prices many solutions at once, with the flaw of that name.
type batches struct {
	*sample.Order
	flaw string
}

func (p batches) CostBatch(xs [][]int32, costs []int64) {
	for i, x := range xs {
		switch {
		case p.flaw == "leaves out the last" && i == len(xs)-1:
			continue
		case p.flaw == "writes":
			x[0], x[1] = x[1], x[0]
		}
		costs[i] = p.Cost(x)
	}
}

func TestProblem_ChecksBatches(t *testing.T) {
	Problem(t, batches{sample.NewOrder(9, 1), ""})
	for flaw, want := range map[string]string{"leaves out the last": "in a batch, and Cost says", "writes": "CostBatch: CostBatch"} {
		found(t, flaw, want, CheckProblem(batches{sample.NewOrder(9, 1), flaw}))
	}
}
