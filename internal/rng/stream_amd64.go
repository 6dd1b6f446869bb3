//go:build !purego

package rng

import "golang.org/x/sys/cpu"

// vector is how many blocks the assembly makes side by side.
const vector = 8

// blocks is blocksPortable, by vectors where their counters have the upper words in common.
func blocks(to []uint32, seed uint64, walk uint32, step uint64) {
	count := uint64(len(to) / 4)
	if !cpu.X86.HasAVX2 || count%vector != 0 || uint64(uint32(step))+count > 1<<32 {
		blocksPortable(to, seed, walk, step)
		return
	}
	blocksAVX2(&to[0], int(count/vector), uint32(step), uint32(step>>32), walk, uint32(seed), uint32(seed>>32))
}
