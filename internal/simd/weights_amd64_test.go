//go:build !purego

package simd

import "testing"

// Where there are vectors of 512 bits, those of 256 are tested too.
func TestWide_Without(t *testing.T) {
	if !wide {
		t.Skip("this processor has no AVX-512, so the other tests run the vectors of 256 bits")
	}
	wide = false
	defer func() { wide = true }()
	t.Run("weights", TestWeights_EqualPortable)
	t.Run("grid", TestGrid_EqualsDefinition)
}
