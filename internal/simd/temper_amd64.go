//go:build !purego

package simd

func drawProposals(pairs, draws []uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	blocks := uint64(len(pairs) / 2)
	if !Vectorised || uint64(uint32(step))+blocks > 1<<32 { // the lanes have their upper halves in common
		drawProposalsPortable(pairs, draws, seed, walk, step, lane)
		return
	}
	drawProposalsAVX2(&pairs[0], &draws[0], int(blocks/Lanes), uint32(step), uint32(step>>32), lane, walk, uint32(seed),
		uint32(seed>>32))
}

func drawLanes(words *[4][Lanes]uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	if !Vectorised {
		drawLanesPortable(words, seed, walk, step, lane)
		return
	}
	drawLanesAVX2(&words[0][0], uint32(step), uint32(step>>32), lane, walk, uint32(seed), uint32(seed>>32))
}

func firstLikely(p *Payments, pairs, draws []uint32, factor float32) int {
	if !Vectorised {
		return firstLikelyPortable(p, pairs, draws, factor)
	}
	return firstLikelyAVX2(&p.X[0], &p.Own[0], &p.E[0], &p.Among[0], &p.Back[0], uint32(p.Stride), uint32(p.N), &pairs[0], &draws[0],
		len(pairs), factor)
}
