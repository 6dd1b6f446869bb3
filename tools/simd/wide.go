package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wideLanes is 0..15 in the order in which unpacking the lower and the upper halves of a register's four parts makes eight successive
// numbers of 64 bits each.
func wideLanes() Mem {
	m := GLOBL("wideLanes", RODATA|NOPTR)
	for i, lane := range []uint32{0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15} {
		DATA(4*i, U32(lane))
	}
	return m
}

// wideGrid is the registers of nearer by vectors of 16 cells that live through its loops: as those of grid.
type wideGrid struct {
	to, n       reg.Register
	goals, load reg.Register
	y, base     reg.VecVirtual
	x, first    reg.VecVirtual
	zero, ones  reg.VecVirtual
	sixteen     reg.VecVirtual
	width       reg.Register
	j, rest     reg.Register // where in the row the vector begins; how many cells there are from there on
}

// nearerWide is nearerPortable by vectors of 16 cells, for processors with AVX-512.
func nearerWide(lanes Mem) {
	begin("nearerAVX512", "func(to *int64, n int, goals *int32, load int, column, side, left, y, here int32)")
	g := wideGrid{to: arg("to"), n: arg("n"), goals: arg("goals"),
		load: arg("load"), zero: ZMM(), ones: ZMM(), first: ZMM(), sixteen: number(16)}
	column, side := GP64(), GP64()
	Load(Param("column"), column.As32())
	Load(Param("side"), side.As32())
	left, here := parameter("left"), parameter("here")
	VPADDD(lanes, left, left)
	g.y = parameter("y")
	VPXORD(g.zero, g.zero, g.zero)
	VPTERNLOGD(U8(0xff), g.ones, g.ones, g.ones)
	VPBROADCASTD(Mem{Base: g.goals}, g.first)
	VPSUBD(g.first, left, left)

	Label("row")
	g.width, g.j, g.rest, g.x = GP64(), GP64(), GP64(), ZMM()
	MOVQ(side, g.width)
	SUBQ(column, g.width)
	CMPQ(g.width, g.n)
	CMOVQGT(g.n, g.width)
	VPBROADCASTD(column.As32(), g.x)
	VPADDD(left, g.x, g.x)
	g.common(here)
	XORQ(g.j, g.j)
	MOVQ(g.n, g.rest)
	CMPQ(g.load, Imm(1))
	JNE(LabelRef("several"))
	g.vectors("one", func(reg.VecVirtual) {})
	JMP(LabelRef("next"))
	Label("several")
	g.vectors("many", g.others)

	Label("next")
	LEAQ(Mem{Base: g.to, Index: g.width, Scale: 8}, g.to)
	VPSUBD(g.ones, g.y, g.y)
	XORQ(column, column)
	SUBQ(g.width, g.n)
	JG(LabelRef("row"))
	leave()
}

// parameter broadcasts a parameter; number a number.
func parameter(name string) reg.VecVirtual {
	z := ZMM()
	VPBROADCASTD(Load(Param(name), GP32()), z)
	return z
}

func number(value uint32) reg.VecVirtual {
	r, z := GP32(), ZMM()
	MOVL(U32(value), r)
	VPBROADCASTD(r, z)
	return z
}

// common sets base to what the row's distance from all goals leaves of here.
func (g *wideGrid) common(here reg.VecVirtual) {
	g.base = ZMM()
	VMOVDQA32(here, g.base)
	k, d := GP64(), ZMM()
	XORQ(k, k)
	Label("goalRow")
	VPBROADCASTD(Mem{Base: g.goals, Index: k, Scale: 8, Disp: 4}, d)
	VPSUBD(d, g.y, d)
	VPABSD(d, d)
	VPSUBD(d, g.base, g.base)
	INCQ(k)
	CMPQ(k, g.load)
	JL(LabelRef("goalRow"))
}

// vectors writes the row: whole vectors as long as they do not go beyond the last cell, then what is left of it.
func (g *wideGrid) vectors(name string, others func(d reg.VecVirtual)) {
	Label(name + "Whole")
	CMPQ(g.rest, Imm(16))
	JL(LabelRef(name + "Rest"))
	low, high := g.cells(others)
	VMOVDQU64(low, Mem{Base: g.to, Index: g.j, Scale: 8})
	VMOVDQU64(high, Mem{Base: g.to, Index: g.j, Scale: 8, Disp: 64})
	VPADDD(g.sixteen, g.x, g.x)
	ADDQ(Imm(16), g.j)
	SUBQ(Imm(16), g.rest)
	CMPQ(g.j, g.width)
	JL(LabelRef(name + "Whole"))
	JMP(LabelRef("next"))
	Label(name + "Rest")
	CMPQ(g.j, g.width)
	JGE(LabelRef("next"))
	low, high = g.cells(others)
	bits, mask, above := GP32(), K(), K()
	MOVL(U32(0xffff), bits)
	BZHIL(g.rest.(reg.GPVirtual).As32(), bits, bits)
	KMOVW(bits, mask)
	KSHIFTRW(Imm(8), mask, above)
	VMOVDQU64(low, mask, Mem{Base: g.to, Index: g.j, Scale: 8})
	VMOVDQU64(high, above, Mem{Base: g.to, Index: g.j, Scale: 8, Disp: 64})
}

// cells returns what is to be written of 16 cells of the row, 8 and 8.
func (g *wideGrid) cells(others func(d reg.VecVirtual)) (low, high reg.VecVirtual) {
	d := ZMM()
	low, high = ZMM(), ZMM()
	VPABSD(g.x, d)
	others(d)
	VPSUBD(d, g.base, d)
	VPMAXSD(g.zero, d, d)
	VPUNPCKLDQ(g.zero, d, low)
	VPUNPCKHDQ(g.zero, d, high)
	return low, high
}

// others adds how far the columns are from the other goals.
func (g *wideGrid) others(d reg.VecVirtual) {
	k, x, e := GP64(), ZMM(), ZMM()
	VPADDD(g.first, g.x, x)
	MOVQ(U32(1), k)
	again := goalLoop()
	Label(again)
	VPBROADCASTD(Mem{Base: g.goals, Index: k, Scale: 8}, e)
	VPSUBD(e, x, e)
	VPABSD(e, e)
	VPADDD(e, d, d)
	INCQ(k)
	CMPQ(k, g.load)
	JL(LabelRef(again))
}
