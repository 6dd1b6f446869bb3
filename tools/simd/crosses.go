package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// crosses is crossesPortable by vectors of 8 numbers of a row. What a row's last vector writes behind its end, the next rows write again.
func crosses() {
	begin("crossesAVX2", "func(row *int32, single *int32, left *int32, byLeft *int32, right *int32, byRight *int32, alone int32, n int)")
	row, single := arg("row"), arg("single")
	var columns [4]reg.Register
	for k, name := range []string{"left", "byLeft", "right", "byRight"} {
		columns[k] = Load(Param(name), GP64())
	}
	alone, rest, at := YMM(), arg("n"), GP64()
	spread("alone", alone)
	Label("row")
	DECQ(rest)
	JLE(LabelRef("done"))
	var here [4]reg.VecVirtual
	for k, c := range columns {
		here[k] = YMM()
		VPBROADCASTD(Mem{Base: c}, here[k])
	}
	XORQ(at, at)
	Label("vector")
	sum := YMM()
	VPADDD(Mem{Base: single, Index: at, Scale: 4}, alone, sum)
	var product [2]reg.VecVirtual
	for k := range product {
		first, second := columns[2*k], columns[2*k+1]
		left, right := YMM(), YMM()
		VMOVDQU(Mem{Base: first, Index: at, Scale: 4, Disp: 4}, left)
		VPSUBD(here[2*k], left, left)
		VPSUBD(Mem{Base: second, Index: at, Scale: 4, Disp: 4}, here[2*k+1], right)
		VPMULLD(left, right, left)
		product[k] = left
	}
	VPSUBD(product[1], product[0], product[0])
	VPADDD(product[0], sum, sum)
	VMOVDQU(sum, Mem{Base: row, Index: at, Scale: 4})
	ADDQ(I8(8), at)
	CMPQ(at, rest)
	JL(LabelRef("vector"))
	LEAQ(Mem{Base: row, Index: rest, Scale: 4}, row)
	LEAQ(Mem{Base: single, Index: rest, Scale: 4}, single)
	for _, c := range columns {
		ADDQ(I8(4), c)
	}
	JMP(LabelRef("row"))
	Label("done")
	leave()
}

// meetings is meetingsPortable by vectors of 8 numbers.
func meetings() {
	begin("meetingsAVX2", "func(terms *int32, now *int32, then *int32, places *[6]*int32, numbers *[3]int32, n int)")
	terms, now, then, places, numbers, n := arg("terms"), arg("now"), arg("then"), arg("places"), arg("numbers"), arg("n")
	var columns [6]reg.GPVirtual
	for k := range columns {
		columns[k] = GP64()
		MOVQ(Mem{Base: places, Disp: 8 * k}, columns[k])
	}
	var all [3]reg.VecVirtual
	for k := range all {
		all[k] = YMM()
		VPBROADCASTD(Mem{Base: numbers, Disp: 4 * k}, all[k])
	}
	aI, aJ, bI, bJ, weightI, weightJ := columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]
	less, own, far := all[0], all[1], all[2]
	at := GP64()
	XORQ(at, at)
	here := func(base reg.Register) Mem { return Mem{Base: base, Index: at, Scale: 4} }
	Label("vector")
	sum, rest, part, moved := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(here(then), sum)
	VPSUBD(here(now), sum, sum)
	VPSUBD(less, sum, sum)
	VPSUBD(here(bJ), far, rest)
	VPMULLD(own, rest, part)
	VPSUBD(part, sum, sum)
	VPMULLD(here(weightJ), rest, rest)
	VMOVDQU(here(weightI), part)
	VPMULLD(here(bI), part, part)
	VPSUBD(rest, part, part)
	VMOVDQU(here(aJ), moved)
	VPSUBD(here(aI), moved, moved)
	VPMULLD(moved, part, part)
	VPADDD(part, sum, sum)
	VMOVDQU(sum, here(terms))
	ADDQ(I8(8), at)
	CMPQ(at, n)
	JL(LabelRef("vector"))
	leave()
}
