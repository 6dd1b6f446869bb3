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

// Deltas fit 32 bits as long as four times what a position may pay does.
func TestMatrices_DeltasFitUpToAQuarter(t *testing.T) {
	for _, c := range []struct {
		pays int64
		fit  bool
	}{{1<<29 - 1, true}, {1 << 29, false}, {1<<29 + 1<<28, false}} {
		m := &Matrices{n: 2, flows: [][]int64{{0, c.pays, 0, 0}}, dists: [][]int64{{0, 1, 1, 0}}}
		if m.deltasFit() != c.fit {
			t.Errorf("a position that pays %d: fit %v, want %v", c.pays, !c.fit, c.fit)
		}
	}
}
