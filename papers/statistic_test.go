package papers

import (
	"math"
	"testing"
)

func TestDeviation(t *testing.T) {
	list := []float64{4, 2, 9, 1}
	if m, d := Median(list), Deviation(list); m != 3 || math.Abs(d-math.Sqrt(38.0/3)) > 1e-12 || Deviation(list[:1]) != 0 {
		t.Errorf("median %v, deviation %v", m, d)
	}
}

func TestMean(t *testing.T) {
	for _, c := range []struct {
		list         []float64
		mean, median float64
	}{{nil, 0, 0}, {[]float64{3}, 3, 3}, {[]float64{9, 1, 2}, 4, 2}, {[]float64{1, 8, 2, 1}, 3, 1.5}} {
		if mean, median := Mean(c.list), Median(c.list); mean != c.mean || median != c.median {
			t.Errorf("of %v: mean %v, median %v", c.list, mean, median)
		}
	}
}
