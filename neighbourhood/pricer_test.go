package neighbourhood

import (
	"slices"
	"testing"
)

// alike agrees with slices.Equal at every length around that of its arrays, wherever the difference is.
func TestAlike_IsEqual(t *testing.T) {
	for n := range 50 {
		x := make([]int32, n)
		for i := range x {
			x[i] = int32(i)
		}
		y := slices.Clone(x)
		if !alike(x, y) {
			t.Fatalf("%d elements differ from their copy", n)
		}
		if alike(x, append(slices.Clone(x), 0)) {
			t.Fatalf("%d elements are the same as one more", n)
		}
		for i := range y {
			y[i]--
			if alike(x, y) {
				t.Fatalf("of %d elements the difference at %d is not seen", n, i)
			}
			y[i]++
		}
	}
}
