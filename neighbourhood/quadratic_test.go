package neighbourhood

import (
	"math"
	"testing"
)

// The least number of 64 bits has no opposite, and is not taken for a small one.
func TestMatrices_GreatNumbers(t *testing.T) {
	great, one := [][]int64{{math.MinInt64, 0, 0, math.MinInt64}}, [][]int64{{1, 1, 1, 1}}
	for _, m := range []*Matrices{{n: 2, flows: great, dists: one}, {n: 2, flows: one, dists: great}} {
		if m.deltasFit() {
			t.Errorf("deltas of %v fit 32 bits", m)
		}
		if among, _ := m.Corrections(); among != nil {
			t.Errorf("corrections of %v", m)
		}
	}
	if factorsOf[int64](&Matrices{n: 2, flows: [][]int64{{math.MaxInt64, math.MinInt64, 0, 0}}, dists: one}).small {
		t.Error("factors that do not fit 32 bits are taken for small")
	}
}
