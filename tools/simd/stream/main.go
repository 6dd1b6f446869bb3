// Command stream writes the AVX2 kernel of package rng, and the Go declaration that goes with it.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/multiwalk/multiwalk/tools/simd/philox"
)

func main() {
	ConstraintExpr("!purego")
	blocks(philox.LaneNumbers())
	Generate()
}

// blocks is blocksPortable of package rng for a multiple of 8 blocks whose counters differ in the lowest word alone.
func blocks(lanes Mem) {
	TEXT("blocksAVX2", NOSPLIT, "func(to *uint32, groups int, low, high, walk, key0, key1 uint32)")
	Pragma("noescape")
	to, groups := Load(Param("to"), GP64()), Load(Param("groups"), GP64())
	generator, eight := philox.New(), philox.Words("eight", 8)
	step := philox.Everywhere("low")
	VPADDD(lanes, step, step)

	Label("group")
	c := [4]reg.VecVirtual{YMM(), philox.Everywhere("high"), YMM(), philox.Everywhere("walk")}
	VMOVDQA(step, c[0])
	VPXOR(c[2], c[2], c[2]) // lane 0
	transpose(generator.Blocks(c), to)
	VPADDD(eight, step, step)
	ADDQ(Imm(128), to)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// transpose writes 8 blocks one after the other. Lane b of register k has word k of block b.
func transpose(c [4]reg.VecVirtual, to reg.Register) {
	var halves [4]reg.VecVirtual // of words 0 and 1, then of words 2 and 3: blocks 0, 1, 4 and 5, then blocks 2, 3, 6 and 7
	for k := range halves {
		halves[k] = YMM()
	}
	VPUNPCKLDQ(c[1], c[0], halves[0])
	VPUNPCKHDQ(c[1], c[0], halves[1])
	VPUNPCKLDQ(c[3], c[2], halves[2])
	VPUNPCKHDQ(c[3], c[2], halves[3])
	for k := range 2 {
		first, second, y := YMM(), YMM(), YMM() // blocks 2k and 2k+4, blocks 2k+1 and 2k+5
		VPUNPCKLQDQ(halves[2+k], halves[k], first)
		VPUNPCKHQDQ(halves[2+k], halves[k], second)
		VPERM2I128(Imm(0x20), second, first, y)
		VMOVDQU(y, Mem{Base: to, Disp: 32 * k})
		VPERM2I128(Imm(0x31), second, first, first)
		VMOVDQU(first, Mem{Base: to, Disp: 64 + 32*k})
	}
}
