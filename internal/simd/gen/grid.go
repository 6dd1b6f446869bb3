package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unpackedLanes is 0..7 in the order in which unpacking the lower and the upper halves of a register's two parts makes eight
// successive numbers of 64 bits.
func unpackedLanes() Mem {
	m := GLOBL("unpackedLanes", RODATA|NOPTR)
	for i, lane := range []uint32{0, 1, 4, 5, 2, 3, 6, 7} {
		DATA(4*i, U32(lane))
	}
	return m
}

// grid is the registers of distances and nearer that live through their loops.
type grid struct {
	wide        bool         // writes numbers of 64 bits
	to, n       reg.Register // what is to be written, and how much
	goals, load reg.Register // the goals, and their number
	lanes       Mem
	masks       Mem            // see tailMasks
	y, base     reg.VecVirtual // the row; what all its cells have in common
	x, first    reg.VecVirtual // the columns of a vector; that of the first goal
	eight, zero reg.VecVirtual
}

// distances is distancesPortable by vectors of 8 cells.
func distances(lanes, masks Mem) {
	TEXT("distancesAVX2", NOSPLIT, "func(to *int32, n int, goals *int32, load int, column, side, left, y int32)")
	g := grid{lanes: lanes, masks: masks}
	g.rows()
}

// nearer is nearerPortable by vectors of 8 cells.
func nearer(lanes, masks Mem) {
	TEXT("nearerAVX2", NOSPLIT, "func(to *int64, n int, goals *int32, load int, column, side, left, y, here int32)")
	g := grid{wide: true, lanes: lanes, masks: masks}
	g.rows()
}

// rows goes through the cells row by row. The last vector of a row writes beyond it, which the next row puts right, but never beyond
// the last cell.
func (g *grid) rows() {
	Pragma("noescape")
	g.to, g.n = Load(Param("to"), GP64()), Load(Param("n"), GP64())
	g.goals, g.load = Load(Param("goals"), GP64()), Load(Param("load"), GP64())
	column, side := GP64(), GP64()
	Load(Param("column"), column.As32())
	Load(Param("side"), side.As32())
	left, here := everywhere("left"), YMM()
	VPADDD(g.lanes, left, left)
	if g.wide {
		here = everywhere("here")
	}
	g.y, g.eight, g.zero, g.first = everywhere("y"), words("eight", 8), YMM(), YMM()
	VPXOR(g.zero, g.zero, g.zero)
	VPBROADCASTD(Mem{Base: g.goals}, g.first)
	one := words("one", 1)

	Label("row")
	width, low := GP64(), XMM() // cells of the row
	MOVQ(side, width)
	SUBQ(column, width)
	CMPQ(width, g.n)
	CMOVQGT(g.n, width)
	g.x = YMM()
	VMOVD(column.As32(), low)
	VPBROADCASTD(low, g.x)
	VPADDD(left, g.x, g.x)
	g.common(here)
	j := GP64()
	XORQ(j, j)
	Label("vector")
	d := g.cells()
	g.store(d, j)
	VPADDD(g.eight, g.x, g.x)
	ADDQ(Imm(8), j)
	CMPQ(j, width)
	JL(LabelRef("vector"))

	LEAQ(Mem{Base: g.to, Index: width, Scale: g.size()}, g.to)
	VPADDD(one, g.y, g.y)
	XORQ(column, column)
	SUBQ(width, g.n)
	JG(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// size is that of a number to be written, in bytes.
func (g *grid) size() uint8 {
	if g.wide {
		return 8
	}
	return 4
}

// common sets base to how far the row is from all goals, or to what that leaves of here.
func (g *grid) common(here reg.VecVirtual) {
	g.base = YMM()
	VPXOR(g.base, g.base, g.base)
	k, d := GP64(), YMM()
	XORQ(k, k)
	Label("goalRow")
	VPBROADCASTD(Mem{Base: g.goals, Index: k, Scale: 8, Disp: 4}, d)
	VPSUBD(d, g.y, d)
	VPABSD(d, d)
	VPADDD(d, g.base, g.base)
	INCQ(k)
	CMPQ(k, g.load)
	JL(LabelRef("goalRow"))
	if g.wide {
		VPSUBD(g.base, here, g.base)
	}
}

// cells returns what is to be written of 8 cells of the row.
func (g *grid) cells() reg.VecVirtual {
	d, k := YMM(), GP64()
	VPSUBD(g.first, g.x, d)
	VPABSD(d, d)
	MOVQ(U32(1), k)
	CMPQ(k, g.load)
	JGE(LabelRef("whole"))
	Label("goal")
	e := YMM()
	VPBROADCASTD(Mem{Base: g.goals, Index: k, Scale: 8}, e)
	VPSUBD(e, g.x, e)
	VPABSD(e, e)
	VPADDD(e, d, d)
	INCQ(k)
	CMPQ(k, g.load)
	JL(LabelRef("goal"))
	Label("whole")
	if g.wide {
		VPSUBD(d, g.base, d)
		VPMAXSD(g.zero, d, d)
		return d
	}
	VPADDD(g.base, d, d)
	return d
}

// store writes a vector to place j, but nothing beyond the last cell.
func (g *grid) store(d reg.VecVirtual, j reg.Register) {
	at := func(k int) Mem { return Mem{Base: g.to, Index: j, Scale: g.size(), Disp: 32 * k} }
	parts := []reg.VecVirtual{d}
	if g.wide {
		parts = []reg.VecVirtual{YMM(), YMM()}
		VPUNPCKLDQ(g.zero, d, parts[0])
		VPUNPCKHDQ(g.zero, d, parts[1])
	}
	rest := GP64()
	MOVQ(g.n, rest)
	SUBQ(j, rest)
	CMPQ(rest, Imm(8))
	JL(LabelRef("part"))
	for k, y := range parts {
		VMOVDQU(y, at(k))
	}
	JMP(LabelRef("stored"))

	Label("part")
	table, mask := GP64(), YMM()
	LEAQ(g.masks.Offset(32), table)
	SHLQ(Imm(2), rest)
	SUBQ(rest, table)
	if g.wide {
		for k, y := range parts {
			VPMOVSXDQ(Mem{Base: table, Disp: 16 * k}, mask)
			VPMASKMOVQ(y, mask, at(k))
		}
	} else {
		VMOVDQU(Mem{Base: table}, mask)
		VPMASKMOVD(d, mask, at(0))
	}
	Label("stored")
}
