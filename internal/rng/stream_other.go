//go:build !amd64 || purego

package rng

func blocks(to []uint32, seed uint64, walk uint32, step uint64) { blocksPortable(to, seed, walk, step) }
