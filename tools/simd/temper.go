package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/multiwalk/multiwalk/tools/simd/philox"
)

// fraction broadcasts a parameter that is a float32.
func fraction(name string) reg.VecVirtual {
	low, y := XMM(), YMM()
	Load(Param(name), low)
	VBROADCASTSS(low, y)
	return y
}

// drawLanes is drawLanesPortable by 8 blocks of Philox4x32-10 side by side.
func drawLanes(lanes Mem) {
	begin("drawLanesAVX2", "func(words *uint32, low, high, lane, walk, key0, key1 uint32)")
	to, lane := arg("words"), philox.Everywhere("lane")
	VPADDD(lanes, lane, lane)
	for k, word := range philox.New().Blocks([4]reg.VecVirtual{philox.Everywhere("low"), philox.Everywhere("high"), lane, philox.Everywhere("walk")}) {
		VMOVDQU(word, Mem{Base: to, Disp: 32 * k})
	}
	leave()
}

// drawProposals is drawProposalsPortable by 8 blocks of Philox4x32-10 side by side.
func drawProposals(lanes Mem) {
	begin("drawProposalsAVX2", "func(pairs *uint32, draws *uint32, groups int, low, high, lane, walk, key0, key1 uint32)")
	pairs, draws, groups := arg("pairs"), arg("draws"), arg("groups")
	generator, eight := philox.New(), philox.Words("eight", 8)
	step := philox.Everywhere("low")
	VPADDD(lanes, step, step)

	Label("group")
	c := [4]reg.VecVirtual{YMM(), philox.Everywhere("high"), philox.Everywhere("lane"), philox.Everywhere("walk")}
	VMOVDQA(step, c[0])
	c = generator.Blocks(c)
	interleave(c[0], c[2], pairs)
	interleave(c[1], c[3], draws)
	VPADDD(eight, step, step)
	ADDQ(Imm(64), pairs)
	ADDQ(Imm(64), draws)
	DECQ(groups)
	JNZ(LabelRef("group"))
	leave()
}

// interleave writes the lanes of two registers in turns.
func interleave(first, second reg.VecVirtual, to reg.Register) {
	low, high, y := YMM(), YMM(), YMM()
	VPUNPCKLDQ(second, first, low)
	VPUNPCKHDQ(second, first, high)
	VPERM2I128(Imm(0x20), high, low, y)
	VMOVDQU(y, Mem{Base: to})
	VPERM2I128(Imm(0x31), high, low, y)
	VMOVDQU(y, Mem{Base: to, Disp: 32})
}

// gather returns the numbers of an array at the places in index.
func gather(base reg.Register, index reg.VecVirtual) reg.VecVirtual {
	mask, y := YMM(), YMM()
	VPCMPEQD(mask, mask, mask)
	VPXOR(y, y, y)
	VPGATHERDD(mask, Mem{Base: base, Index: index, Scale: 4}, y)
	return y
}

// firstLikely is firstLikelyPortable by vectors of 8 proposals.
func firstLikely() {
	begin("firstLikelyAVX2", "func(x, own, e, among, back *int32, stride, n uint32, pairs, draws *uint32, count int, factor float32) int")
	x, own, e, among, back := arg("x"), arg("own"), arg("e"), arg("among"), arg("back")
	pairs, draws, count := arg("pairs"), arg("draws"), arg("count")
	stride, n, one := philox.Everywhere("stride"), philox.Everywhere("n"), YMM()
	VPCMPEQD(one, one, one)
	VPSRLD(Imm(31), one, one)
	less := YMM() // n-1
	VPSUBD(one, n, less)
	factor, unit, bound := fraction("factor"), philox.Words("mantissaUnit", 0x34000000), philox.Words("likelyBound", likelyBound)
	k := GP64()
	XORQ(k, k)

	Label("vector")
	u := YMM()
	VMOVDQU(Mem{Base: pairs, Index: k, Scale: 4}, u)
	even, odd := philox.Products(u, n)
	i := philox.Upper(even, odd)
	VPMULUDQ(less, even, even)
	VPMULUDQ(less, odd, odd)
	j, before := philox.Upper(even, odd), YMM()
	VPCMPGTD(j, i, before) // -1 where j < i, else j moves up by one
	VPADDD(one, j, j)
	VPADDD(before, j, j)

	at, to := gather(x, i), gather(x, j)
	delta := YMM()
	VPADDD(gather(own, i), gather(own, j), delta)
	place := YMM()
	VPMULLD(stride, i, i) // the row of i
	VPADDD(i, to, place)
	pays := gather(e, place)
	VPSUBD(delta, pays, delta)
	VPADDD(i, j, place)
	both := gather(among, place)
	VPMULLD(stride, j, j)
	VPADDD(j, at, place)
	VPADDD(gather(e, place), delta, delta)
	VPMULLD(stride, at, at)
	VPADDD(at, to, place)
	VPMULLD(gather(back, place), both, both)
	VPADDD(both, delta, delta)

	// The exponent of the rule against a bound of minus the logarithm of the draw: see tempering.Likely.
	VCVTDQ2PS(delta, delta)
	VMULPS(factor, delta, delta)
	log := YMM()
	VMOVDQU(Mem{Base: draws, Index: k, Scale: 4}, log)
	VPSRLD(Imm(1), log, log)
	VCVTDQ2PS(log, log)
	VCVTDQ2PS(log, log) // its bits, as a number
	VMULPS(unit, log, log)
	VSUBPS(log, bound, log)
	VCMPPS(Imm(1), log, delta, delta) // less than
	mask := GP32()
	VMOVMSKPS(delta, mask)
	TESTL(mask, mask)
	JNZ(LabelRef("likely"))
	ADDQ(Imm(8), k)
	CMPQ(k, count)
	JL(LabelRef("vector"))
	Store(count, ReturnIndex(0))
	leave()

	Label("likely")
	first := GP64()
	BSFL(mask, first.As32())
	ADDQ(first, k)
	CMPQ(k, count)
	CMOVQGT(count, k)
	Store(k, ReturnIndex(0))
	leave()
}

// likelyBound is the bits of the float32 of that name in package tempering.
const likelyBound = 0x431E0400
