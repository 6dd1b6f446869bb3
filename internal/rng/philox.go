// Package rng generates the random numbers of every search: Philox4x32-10, a counter-based generator
// (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
//
// A number is a pure function of seed, walk, step and lane, so a search draws the same bits on any device and for
// any number of workers, and its whole generator state is one counter.
package rng

import "math/bits"

const (
	multiplier0 = 0xD2511F53
	multiplier1 = 0xCD9E8D57
	weyl0       = 0x9E3779B9
	weyl1       = 0xBB67AE85
)

// Philox returns the four random words of a counter under a key: ten rounds of Philox4x32.
func Philox(counter [4]uint32, key [2]uint32) [4]uint32 {
	c0, c1, c2, c3 := counter[0], counter[1], counter[2], counter[3]
	k0, k1 := key[0], key[1]
	for range 10 {
		hi0, lo0 := bits.Mul32(multiplier0, c0)
		hi1, lo1 := bits.Mul32(multiplier1, c2)
		c0, c1, c2, c3 = hi1^c1^k0, lo1, hi0^c3^k1, lo0
		k0 += weyl0
		k1 += weyl1
	}
	return [4]uint32{c0, c1, c2, c3}
}

// At returns the four random words that belong to a seed, walk, step and lane. The seed is the key; step (two words),
// lane and walk are the counter, so no two of them can meet.
func At(seed uint64, walk uint32, step uint64, lane uint32) [4]uint32 {
	return Philox([4]uint32{uint32(step), uint32(step >> 32), lane, walk}, [2]uint32{uint32(seed), uint32(seed >> 32)})
}
