package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sumWide is sumPortable by vectors, of a multiple of 8 numbers that is not 0, for processors with AVX-512.
func sumWide() {
	TEXT("sumAVX512", NOSPLIT, "func(x *int64, n int) (sum int64, bits int64)")
	Pragma("noescape")
	x, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	sums, bits := [4]reg.VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}, [2]reg.VecVirtual{ZMM(), ZMM()}
	for _, z := range append(sums[:], bits[:]...) {
		VPXORD(z, z, z)
	}
	take := func(vectors int) {
		for k := range vectors {
			z := ZMM()
			VMOVDQU64(Mem{Base: x, Disp: 64 * k}, z)
			VPADDQ(z, sums[k], sums[k])
			VPORQ(z, bits[k&1], bits[k&1])
		}
	}
	SUBQ(Imm(32), n)
	JL(LabelRef("few"))
	Label("vectors")
	take(4)
	ADDQ(U32(256), x)
	SUBQ(Imm(32), n)
	JGE(LabelRef("vectors"))
	Label("few")
	ADDQ(Imm(32), n)
	JZ(LabelRef("all"))
	Label("last")
	take(1)
	ADDQ(U32(64), x)
	SUBQ(Imm(8), n)
	JG(LabelRef("last"))
	Label("all")
	VPADDQ(sums[1], sums[0], sums[0])
	VPADDQ(sums[3], sums[2], sums[2])
	VPADDQ(sums[2], sums[0], sums[0])
	VPORQ(bits[1], bits[0], bits[0])
	half(sums[0], "sum", func(x, y reg.VecVirtual) { VPADDQ(x, y, y) })
	half(bits[0], "bits", func(x, y reg.VecVirtual) { VPOR(x, y, y) })
	VZEROUPPER()
	RET()
}

// half returns what joins the eight numbers of a register.
func half(z reg.VecVirtual, result string, join func(x, y reg.VecVirtual)) {
	low, high := YMM(), YMM()
	VEXTRACTI64X4(U8(1), z, high)
	VEXTRACTI64X4(U8(0), z, low)
	join(high, low)
	across(low, join, result)
}
