package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/multiwalk/multiwalk/tools/simd/philox"
)

// leastSum is leastSumPortable by vectors of 8 numbers, of a multiple of 8 that is not 0. Three additions make the running sums of a vector:
// of neighbours, of pairs, and of its lower half to its upper one. Then comes the sum of all vectors before it.
func leastSum(lanes Mem) {
	begin("leastSumAVX2", "func(sums *int32, x *int32, order *int32, n int) (least int32, at int32)")
	sums, x := arg("sums"), arg("x")
	order, n, k := arg("order"), arg("n"), GP64()
	last, eight, count := philox.Words("seven", 7), philox.Words("eight", 8), philox.Words("one", 1)
	least, at, before := YMM(), YMM(), YMM()
	for _, y := range []reg.VecVirtual{least, at, before} {
		VPXOR(y, y, y)
	}
	VPADDD(lanes, count, count)
	XORQ(k, k)

	Label("vector")
	sum, more := gathered(x, order, k), YMM()
	VPSLLDQ(Imm(4), sum, more)
	VPADDD(more, sum, sum)
	VPSLLDQ(Imm(8), sum, more)
	VPADDD(more, sum, sum)
	VPERM2I128(Imm(0x08), sum, sum, more)
	VPSHUFD(Imm(0xff), more, more)
	VPADDD(more, sum, sum)
	VPADDD(before, sum, sum)
	VPERMD(sum, last, before)
	VMOVDQU(sum, Mem{Base: sums, Index: k, Scale: 4})
	less := YMM()
	VPCMPGTD(sum, least, less)
	VPMINSD(sum, least, least)
	VPAND(count, less, less)
	VPMAXSD(less, at, at) // counts only grow
	VPADDD(eight, count, count)
	ADDQ(Imm(8), k)
	CMPQ(k, n)
	JL(LabelRef("vector"))

	all := acrossAll(least, func(x, y reg.VecVirtual) { VPMINSD(x, y, y) })
	Store(all, Return("least"))
	low, everywhere, ones := XMM(), YMM(), YMM()
	VPCMPEQD(ones, ones, ones)
	VMOVD(all, low)
	VPBROADCASTD(low, everywhere)
	VPCMPEQD(everywhere, least, least)
	VPXOR(ones, least, least)
	VPOR(least, at, at) // the greatest number, where the lane's least is not that of all
	Store(acrossAll(at, func(x, y reg.VecVirtual) { VPMINUD(x, y, y) }), Return("at"))
	leave()
}

// gathered returns the 8 numbers of x at the places from k on. It takes them one by one: with VPGATHERDD
// the kernel took twice as long on AMD's Zen 4.
func gathered(x, order, k reg.Register) reg.VecVirtual {
	halves := [2]reg.VecVirtual{XMM(), XMM()}
	for lane := range 8 {
		place, half := GP64(), halves[lane/4]
		MOVL(Mem{Base: order, Index: k, Scale: 4, Disp: 4 * lane}, place.As32())
		from := Mem{Base: x, Index: place, Scale: 4}
		if lane%4 == 0 {
			VMOVD(from, half)
		} else {
			VPINSRD(Imm(uint64(lane%4)), from, half, half)
		}
	}
	y := YMM()
	VINSERTI128(Imm(1), halves[1], halves[0].AsY(), y)
	return y
}

// acrossAll returns what joins the eight numbers of a register.
func acrossAll(y reg.VecVirtual, join func(x, y reg.VecVirtual)) reg.Register {
	low, high, r := XMM(), XMM(), GP32()
	VEXTRACTI128(Imm(1), y, high)
	VMOVDQA(y.AsX(), low)
	join(high, low)
	for _, order := range []uint64{0x4e, 0xb1} {
		VPSHUFD(Imm(order), low, high)
		join(high, low)
	}
	VMOVD(low, r)
	return r
}
