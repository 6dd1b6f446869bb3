package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// nearerOne is nearerPortable for one goal, by vectors of 16 cells that go on from row to row, for processors with AVX-512. Rows have 16
// columns or more. The first cell is at a column, and x and y are where the row's first cell is as seen from the goal.
func nearerOne(lanes Mem) {
	TEXT("nearerOneAVX512", NOSPLIT, "func(to *int64, n int, column, side, x, y, here int32)")
	Pragma("noescape")
	to, n := Load(Param("to"), GP64()), Load(Param("n"), GP64())
	column, side := parameter("column"), parameter("side")
	x, y, here := parameter("x"), parameter("y"), parameter("here")
	sixteen, zero, ones := number(16), ZMM(), ZMM()
	VPXORD(zero, zero, zero)
	VPTERNLOGD(U8(0xff), ones, ones, ones)
	VPADDD(lanes, column, column)

	cells := func() (low, high reg.VecVirtual) {
		next, d, down := K(), ZMM(), ZMM()
		low, high = ZMM(), ZMM()
		VPCMPD(U8(notLess), side, column, next)
		VPSUBD(side, column, next, column)
		VPSUBD(ones, y, next, y)
		VPADDD(x, column, d)
		VPABSD(d, d)
		VPABSD(y, down)
		VPSUBD(down, here, down)
		VPSUBD(d, down, d)
		VPMAXSD(zero, d, d)
		VPADDD(sixteen, column, column)
		VPUNPCKLDQ(zero, d, low)
		VPUNPCKHDQ(zero, d, high)
		return low, high
	}
	SUBQ(Imm(16), n)
	JL(LabelRef("rest"))
	Label("whole")
	low, high := cells()
	VMOVDQU64(low, Mem{Base: to})
	VMOVDQU64(high, Mem{Base: to, Disp: 64})
	ADDQ(U32(128), to)
	SUBQ(Imm(16), n)
	JGE(LabelRef("whole"))
	Label("rest")
	ADDQ(Imm(16), n)
	JZ(LabelRef("done"))
	low, high = cells()
	storePart(to, n, low, high)
	Label("done")
	VZEROUPPER()
	RET()
}

// notLess is the predicate of VPCMPD for numbers of which the one named later in the text is not below the other.
const notLess = 5

// storePart writes the first n of 16 numbers, 8 and 8.
func storePart(to, n reg.Register, low, high reg.VecVirtual) {
	bits, mask, above := GP32(), K(), K()
	MOVL(U32(0xffff), bits)
	BZHIL(n.(reg.GPVirtual).As32(), bits, bits)
	KMOVW(bits, mask)
	KSHIFTRW(Imm(8), mask, above)
	VMOVDQU64(low, mask, Mem{Base: to})
	VMOVDQU64(high, above, Mem{Base: to, Disp: 64})
}
