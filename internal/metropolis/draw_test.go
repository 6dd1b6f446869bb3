package metropolis

import (
	"math/bits"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Over many iterations each bit of a proposal's number is as often 1 as 0, and so is its difference to that of the next proposal and of the
// next row; within 5 standard deviations.
func TestDraw_IsFair(t *testing.T) {
	const iterations, row = 1 << 16, 1 << 14
	r := rng.New(3, 0)
	for _, other := range []uint32{0, 1, row, row | 1} {
		var ones [32]int
		for range iterations {
			word := r.Uint32()
			v := Draw(word, 5*row|17)
			if other > 0 {
				v ^= Draw(word, 5*row|17+other)
			}
			for ; v != 0; v &= v - 1 {
				ones[bits.TrailingZeros32(v)]++
			}
		}
		for bit, n := range ones {
			if d := n - iterations/2; d*d > 25*iterations/4 {
				t.Errorf("offset %d: bit %d is set %d times of %d", other, bit, n, iterations)
			}
		}
	}
}

// No two proposals of an iteration have the same number.
func TestDraw_IsOneToOne(t *testing.T) {
	seen := make(map[uint32]bool)
	for k := range uint32(1 << 16) {
		seen[Draw(0x12345678, k)] = true
	}
	if len(seen) != 1<<16 {
		t.Errorf("%d numbers of %d proposals", len(seen), 1<<16)
	}
}
