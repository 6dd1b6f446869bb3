package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// turn is turnPortable by vectors of 4 numbers, up to 4 vectors at a time, which stay in registers from a pair of rows to the next. row is the
// last row.
func turn() {
	begin("turnAVX2", "func(row *float64, n int, by *float64, count int, stride int, mask *[4]int64)")
	row, n, by, count, stride := arg("row"), arg("n"), arg("by"), arg("count"), arg("stride")
	quads(n, stride, func(name string, vectors int, mask reg.VecVirtual) {
		turnBlock(name, vectors, row, by, count, stride, mask)
	}, row)
}

// turnBlock turns all rows of some vectors of numbers.
func turnBlock(name string, vectors int, row, by, count, stride reg.Register, mask reg.VecVirtual) {
	var carried [4]reg.VecVirtual
	at, factor, left := GP64(), GP64(), GP64()
	masked := func(v int) bool { return mask != nil && v == vectors-1 }
	load := func(v int) reg.VecVirtual {
		to := YMM()
		if from := (Mem{Base: at, Disp: 32 * v}); masked(v) {
			VMASKMOVPD(from, mask, to)
		} else {
			VMOVUPD(from, to)
		}
		return to
	}
	store := func(from reg.VecVirtual, v int, to Mem) {
		if to.Disp = 32 * v; masked(v) {
			VMASKMOVPD(from, mask, to)
		} else {
			VMOVUPD(from, to)
		}
	}
	MOVQ(row, at)
	MOVQ(by, factor)
	MOVQ(count, left)
	for v := range vectors {
		carried[v] = load(v)
	}
	Label(name)
	s, c, below := YMM(), YMM(), GP64()
	VBROADCASTSD(Mem{Base: factor}, s)
	VBROADCASTSD(Mem{Base: factor, Disp: 8}, c)
	MOVQ(at, below)
	SUBQ(stride, at)
	for v := range vectors {
		x, p, q := load(v), YMM(), YMM()
		VMULPD(x, s, p)
		VMULPD(carried[v], c, q)
		VADDPD(q, p, p)
		store(p, v, Mem{Base: below})
		VMULPD(x, c, x)
		VMULPD(carried[v], s, q)
		VSUBPD(q, x, carried[v])
	}
	ADDQ(U8(16), factor)
	DECQ(left)
	JNZ(LabelRef(name))
	for v := range vectors {
		store(carried[v], v, Mem{Base: at})
	}
}
