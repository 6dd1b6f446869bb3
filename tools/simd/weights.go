package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sum is sumPortable by vectors, of a multiple of 8 numbers that is not 0.
func sum() {
	begin("sumAVX2", "func(x *int64, n int) (sum int64, bits int64)")
	x, n := arg("x"), arg("n")
	sums, bits := [2]reg.VecVirtual{YMM(), YMM()}, [2]reg.VecVirtual{YMM(), YMM()}
	for k := range sums {
		VPXOR(sums[k], sums[k], sums[k])
		VPXOR(bits[k], bits[k], bits[k])
	}
	eight := func(at int) {
		for k := range sums {
			y := YMM()
			VMOVDQU(Mem{Base: x, Disp: at + 32*k}, y)
			VPADDQ(y, sums[k], sums[k])
			VPOR(y, bits[k], bits[k])
		}
	}
	SUBQ(Imm(16), n)
	JL(LabelRef("last"))
	Label("vectors")
	eight(0)
	eight(64)
	ADDQ(U32(128), x)
	SUBQ(Imm(16), n)
	JGE(LabelRef("vectors"))
	Label("last")
	TESTQ(U32(8), n)
	JZ(LabelRef("all"))
	eight(0)
	Label("all")
	VPADDQ(sums[1], sums[0], sums[0])
	VPOR(bits[1], bits[0], bits[0])
	across(sums[0], func(x, y reg.VecVirtual) { VPADDQ(x, y, y) }, "sum")
	across(bits[0], func(x, y reg.VecVirtual) { VPOR(x, y, y) }, "bits")
	leave()
}

// across returns what joins the four numbers of a register.
func across(y reg.VecVirtual, join func(x, y reg.VecVirtual), result string) {
	r := GP64()
	fourTo(y, r, join)
	Store(r, Return(result))
}

// extent is extentPortable by overlapping vectors: numbers that come twice change neither the least nor the greatest.
func extent() {
	begin("extentAVX2", "func(x *int32, n int) (least int32, greatest int32)")
	x, last, j := arg("x"), arg("n"), GP64()
	least, greatest := YMM(), YMM()
	VMOVDQU(Mem{Base: x}, least)
	VMOVDQA(least, greatest)
	overlapping(last, j, func(j reg.Register) {
		y := YMM()
		VMOVDQU(Mem{Base: x, Index: j, Scale: 4}, y)
		VPMINSD(y, least, least)
		VPMAXSD(y, greatest, greatest)
	})
	for _, e := range []struct {
		y      reg.VecVirtual
		join   func(x, y reg.VecVirtual)
		result string
	}{
		{least, func(x, y reg.VecVirtual) { VPMINSD(x, y, y) }, "least"},
		{greatest, func(x, y reg.VecVirtual) { VPMAXSD(x, y, y) }, "greatest"},
	} {
		Store(acrossAll(e.y, e.join), Return(e.result))
	}
	leave()
}

// squares is squaresPortable by vectors, of a multiple of 8 numbers that is not 0. A product is that of the low halves, as signed
// numbers, so what the extended numbers' difference carries beyond them does not matter.
func squares() {
	begin("squaresAVX2", "func(to *int64, x *int32, n int, top int32)")
	to, x, n := arg("to"), arg("x"), arg("n")
	top, low := YMM(), XMM()
	VMOVD(Load(Param("top"), GP32()), low)
	VPBROADCASTD(low, top)
	Label("vectors")
	for k := range 2 {
		y := YMM()
		VPMOVZXDQ(Mem{Base: x, Disp: 16 * k}, y)
		VPSUBD(y, top, y)
		VPMULDQ(y, y, y)
		VMOVDQU(y, Mem{Base: to, Disp: 32 * k})
	}
	ADDQ(Imm(32), x)
	ADDQ(Imm(64), to)
	SUBQ(Imm(8), n)
	JNZ(LabelRef("vectors"))
	leave()
}
