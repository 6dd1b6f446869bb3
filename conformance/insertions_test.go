package conformance

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/sample"
)

// insertions prices the insertions of an element together, with the flaw of that name.
type insertions struct {
	*sample.Order
	flaw string
}

func (p insertions) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	for k := range deltas {
		if j := first + int32(k); j != i {
			deltas[k] = p.InsertDelta(x, i, j)
		} else if p.flaw != "keeps its place" {
			deltas[k] = 0
		}
	}
	switch {
	case p.flaw == "begins at 0" && first > 0:
		clear(deltas)
	case p.flaw == "writes" && len(x) > 1:
		x[0], x[1] = x[1], x[0]
	}
}

func TestProblem_ChecksInsertionsTogether(t *testing.T) {
	Problem(t, insertions{sample.NewOrder(9, 1), ""})
	Problem(t, insertions{sample.NewOrder(1, 1), ""})
	for flaw, want := range map[string]string{
		"keeps its place": "InsertDeltas: InsertDeltas(x, ", "begins at 0": "but InsertDelta(x, ", "writes": "InsertDeltas: InsertDeltas(x, ",
	} {
		found(t, flaw, want, CheckProblem(insertions{sample.NewOrder(9, 1), flaw}))
	}
}
