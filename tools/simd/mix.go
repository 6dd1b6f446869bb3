package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mix is mixPortable by vectors of 4 numbers, up to 4 vectors at a time in registers.
func mix() {
	begin("mixAVX2", "func(to *float64, n int, by *float64, count int, rows *float64, stride int, mask *[4]int64)")
	to, n, by, count, rows, stride := arg("to"), arg("n"), arg("by"), arg("count"), arg("rows"), arg("stride")
	quads(n, stride, func(name string, vectors int, mask reg.VecVirtual) {
		mixBlock(name, vectors, to, by, count, rows, stride, mask)
	}, to, rows)
}

// quads has a block for each 4 vectors of n numbers, and one for the rest, of whose last vector those numbers count that mask says. The block
// finds its numbers at the addresses, which move on. The stride becomes one of bytes.
func quads(n, stride reg.Register, block func(name string, vectors int, mask reg.VecVirtual), at ...reg.Register) {
	mask := YMM()
	VMOVDQU(Mem{Base: arg("mask")}, mask)
	SHLQ(U8(3), stride)
	Label("wide")
	CMPQ(n, I8(16))
	JLE(LabelRef("last"))
	block("whole", 4, nil)
	for _, a := range at {
		ADDQ(U32(128), a)
	}
	SUBQ(U8(16), n)
	JMP(LabelRef("wide"))
	Label("last")
	for vectors := 1; vectors <= 4; vectors++ {
		next := fmt.Sprintf("more%d", vectors)
		if vectors < 4 {
			CMPQ(n, I8(int8(4*vectors)))
			JG(LabelRef(next))
		}
		block(fmt.Sprintf("last%d", vectors), vectors, mask)
		leave()
		if vectors < 4 {
			Label(next)
		}
	}
}

// mixBlock adds all rows to some vectors of numbers.
func mixBlock(name string, vectors int, to, by, count, rows, stride reg.Register, mask reg.VecVirtual) {
	var sums [4]reg.VecVirtual
	masked := func(v int) bool { return mask != nil && v == vectors-1 }
	for v := range vectors {
		sums[v] = YMM()
		if at := (Mem{Base: to, Disp: 32 * v}); masked(v) {
			VMASKMOVPD(at, mask, sums[v])
		} else {
			VMOVUPD(at, sums[v])
		}
	}
	row, factor, left := GP64(), GP64(), GP64()
	MOVQ(rows, row)
	MOVQ(by, factor)
	MOVQ(count, left)
	Label(name)
	b := YMM()
	VBROADCASTSD(Mem{Base: factor}, b)
	for v := range vectors {
		product := YMM()
		if at := (Mem{Base: row, Disp: 32 * v}); masked(v) {
			VMASKMOVPD(at, mask, product)
			VMULPD(product, b, product)
		} else {
			VMULPD(at, b, product)
		}
		VADDPD(product, sums[v], sums[v])
	}
	ADDQ(U8(8), factor)
	ADDQ(stride, row)
	DECQ(left)
	JNZ(LabelRef(name))
	for v := range vectors {
		if at := (Mem{Base: to, Disp: 32 * v}); masked(v) {
			VMASKMOVPD(sums[v], mask, at)
		} else {
			VMOVUPD(sums[v], at)
		}
	}
}
