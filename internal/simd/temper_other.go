//go:build !amd64 || purego

package simd

func drawProposals(pairs, draws []uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	drawProposalsPortable(pairs, draws, seed, walk, step, lane)
}

func drawLanes(words *[4][Lanes]uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	drawLanesPortable(words, seed, walk, step, lane)
}

func firstLikely(p *Payments, pairs, draws []uint32, factor float32) int {
	return firstLikelyPortable(p, pairs, draws, factor)
}
