package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/multiwalk/multiwalk/tools/simd/philox"
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
	x, first    reg.VecVirtual // the columns of a vector as seen from the first goal; the column of that
	eight, zero reg.VecVirtual
	width       reg.Register // cells of the row
	j, whole    reg.Register // where in the row the vector begins; one past where a whole one may
}

// distances is distancesPortable by vectors of 8 cells.
func distances(lanes, masks Mem) {
	begin("distancesAVX2", "func(to *int32, n int, goals *int32, load int, column, side, left, y int32)")
	g := grid{lanes: lanes, masks: masks}
	g.rows()
}

// nearer is nearerPortable by vectors of 8 cells.
func nearer(lanes, masks Mem) {
	begin("nearerAVX2", "func(to *int64, n int, goals *int32, load int, column, side, left, y, here int32)")
	g := grid{wide: true, lanes: lanes, masks: masks}
	g.rows()
}

// rows goes through the cells row by row. The last vector of a row writes beyond it, which the next row puts right, but never beyond
// the last cell.
func (g *grid) rows() {
	g.to, g.n = arg("to"), arg("n")
	g.goals, g.load = arg("goals"), arg("load")
	column, side := GP64(), GP64()
	Load(Param("column"), column.As32())
	Load(Param("side"), side.As32())
	left, here := philox.Everywhere("left"), YMM()
	VPADDD(g.lanes, left, left)
	if g.wide {
		here = philox.Everywhere("here")
	}
	g.y, g.eight, g.zero, g.first = philox.Everywhere("y"), philox.Words("eight", 8), YMM(), YMM()
	VPXOR(g.zero, g.zero, g.zero)
	VPBROADCASTD(Mem{Base: g.goals}, g.first)
	VPSUBD(g.first, left, left)

	Label("row")
	g.width, g.j, g.whole, g.x = GP64(), GP64(), GP64(), YMM()
	low := XMM()
	MOVQ(side, g.width)
	SUBQ(column, g.width)
	CMPQ(g.width, g.n)
	CMOVQGT(g.n, g.width)
	LEAQ(Mem{Base: g.n, Disp: -7}, g.whole)
	CMPQ(g.whole, g.width)
	CMOVQGT(g.width, g.whole)
	VMOVD(column.As32(), low)
	VPBROADCASTD(low, g.x)
	VPADDD(left, g.x, g.x)
	g.common(here)
	XORQ(g.j, g.j)
	CMPQ(g.load, Imm(1))
	JNE(LabelRef("several"))
	g.vectors("one", func() reg.VecVirtual { return g.cells(nil) })
	JMP(LabelRef("next"))
	Label("several")
	g.vectors("many", func() reg.VecVirtual { return g.cells(g.others) })

	Label("next")
	LEAQ(Mem{Base: g.to, Index: g.width, Scale: g.size()}, g.to)
	VPADDD(philox.Words("one", 1), g.y, g.y)
	XORQ(column, column)
	SUBQ(g.width, g.n)
	JG(LabelRef("row"))
	leave()
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

// vectors writes the row, by whole vectors as long as they do not go beyond the last cell.
func (g *grid) vectors(name string, cells func() reg.VecVirtual) {
	CMPQ(g.j, g.whole)
	JGE(LabelRef(name + "Rest"))
	Label(name + "Whole")
	for k, y := range g.parts(cells()) {
		VMOVDQU(y, g.at(k))
	}
	VPADDD(g.eight, g.x, g.x)
	ADDQ(Imm(8), g.j)
	CMPQ(g.j, g.whole)
	JL(LabelRef(name + "Whole"))
	Label(name + "Rest")
	CMPQ(g.j, g.width)
	JGE(LabelRef("next"))
	g.part(cells())
}

// cells returns what is to be written of 8 cells of the row.
func (g *grid) cells(others func(d reg.VecVirtual)) reg.VecVirtual {
	d := YMM()
	VPABSD(g.x, d)
	if others != nil {
		others(d)
	}
	if g.wide {
		VPSUBD(d, g.base, d)
		VPMAXSD(g.zero, d, d)
		return d
	}
	VPADDD(g.base, d, d)
	return d
}

// others adds how far the columns are from the other goals.
func (g *grid) others(d reg.VecVirtual) {
	k, x := GP64(), YMM()
	VPADDD(g.first, g.x, x)
	MOVQ(U32(1), k)
	again := goalLoop()
	Label(again)
	e := YMM()
	VPBROADCASTD(Mem{Base: g.goals, Index: k, Scale: 8}, e)
	VPSUBD(e, x, e)
	VPABSD(e, e)
	VPADDD(e, d, d)
	INCQ(k)
	CMPQ(k, g.load)
	JL(LabelRef(again))
}

// goalLoop is the label of another loop over goals.
func goalLoop() string {
	goalLoops++
	return fmt.Sprint("goal", goalLoops)
}

var goalLoops int

// at is where part k of a vector is written to.
func (g *grid) at(k int) Mem { return Mem{Base: g.to, Index: g.j, Scale: g.size(), Disp: 32 * k} }

// parts is a vector as it is written.
func (g *grid) parts(d reg.VecVirtual) []reg.VecVirtual {
	if !g.wide {
		return []reg.VecVirtual{d}
	}
	low, high := YMM(), YMM()
	VPUNPCKLDQ(g.zero, d, low)
	VPUNPCKHDQ(g.zero, d, high)
	return []reg.VecVirtual{low, high}
}

// part writes a vector up to the last cell.
func (g *grid) part(d reg.VecVirtual) {
	parts, rest, table, mask := g.parts(d), GP64(), GP64(), YMM()
	MOVQ(g.j, rest)
	SUBQ(g.n, rest)
	LEAQ(g.masks.Offset(32), table)
	LEAQ(Mem{Base: table, Index: rest, Scale: 4}, table)
	if !g.wide {
		VMOVDQU(Mem{Base: table}, mask)
		VPMASKMOVD(d, mask, g.at(0))
		return
	}
	for k, y := range parts {
		VPMOVSXDQ(Mem{Base: table, Disp: 16 * k}, mask)
		VPMASKMOVQ(y, mask, g.at(k))
	}
}
