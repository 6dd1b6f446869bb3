package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sumsBlock is how many numbers there are from one running sum to the next.
const sumsBlock = 64

// sums is sumsPortable by vectors of 4 numbers, of a multiple of 64 numbers that is not 0.
func sums() {
	begin("sumsAVX2", "func(upTo *int64, x *int64, n int, from int64) (sum int64, bits int64)")
	v := sumsVector{size: 32, register: YMM, load: func(m Mem, y reg.VecVirtual) { VMOVDQU(m, y) },
		or: func(x, y reg.VecVirtual) { VPOR(x, y, y) }, clear: func(y reg.VecVirtual) { VPXOR(y, y, y) },
		fold: func(y reg.VecVirtual, _ func(x, y reg.VecVirtual)) reg.VecVirtual { return y }}
	v.write()
}

// sumsWide is sums by vectors of 8 numbers, for processors with AVX-512.
func sumsWide() {
	begin("sumsAVX512", "func(upTo *int64, x *int64, n int, from int64) (sum int64, bits int64)")
	v := sumsVector{size: 64, register: ZMM, load: func(m Mem, z reg.VecVirtual) { VMOVDQU64(m, z) },
		or: func(x, z reg.VecVirtual) { VPORQ(x, z, z) }, clear: func(z reg.VecVirtual) { VPXORD(z, z, z) },
		fold: func(z reg.VecVirtual, join func(x, y reg.VecVirtual)) reg.VecVirtual {
			low, high := YMM(), YMM()
			VEXTRACTI64X4(U8(1), z, high)
			VEXTRACTI64X4(U8(0), z, low)
			join(high, low)
			return low
		}}
	v.write()
}

// sumsVector is a vector of one width.
type sumsVector struct {
	size     int // bytes
	register func() reg.VecVirtual
	load     func(m Mem, v reg.VecVirtual)
	or       func(x, v reg.VecVirtual)
	clear    func(v reg.VecVirtual)
	fold     func(v reg.VecVirtual, join func(x, y reg.VecVirtual)) reg.VecVirtual // to four numbers
}

// write adds up a block in four registers, then these, then their numbers.
func (v *sumsVector) write() {
	upTo, x, n, sum := arg("upTo"), arg("x"), arg("n"), arg("from")
	bits, more := v.register(), GP64()
	v.clear(bits)
	add := func(x, y reg.VecVirtual) { VPADDQ(x, y, y) }
	Label("block")
	parts := make([]reg.VecVirtual, 0, 4)
	for at := 0; at < 8*sumsBlock; at += v.size {
		y := v.register()
		v.load(Mem{Base: x, Disp: at}, y)
		v.or(y, bits)
		if len(parts) < 4 {
			parts = append(parts, y)
		} else {
			add(y, parts[at/v.size%4])
		}
	}
	add(parts[1], parts[0])
	add(parts[3], parts[2])
	add(parts[2], parts[0])
	fourTo(v.fold(parts[0], add), more, add)
	ADDQ(more, sum)
	MOVQ(sum, Mem{Base: upTo})
	ADDQ(U32(8*sumsBlock), x)
	ADDQ(Imm(8), upTo)
	SUBQ(Imm(sumsBlock), n)
	JNZ(LabelRef("block"))
	Store(sum, Return("sum"))
	or := func(x, y reg.VecVirtual) { VPOR(x, y, y) }
	fourTo(v.fold(bits, or), more, or)
	Store(more, Return("bits"))
	leave()
}

// fourTo sets r to what joins the four numbers of a register.
func fourTo(y reg.VecVirtual, r reg.Register, join func(x, y reg.VecVirtual)) {
	low, high := y.AsX().(reg.VecVirtual), XMM()
	VEXTRACTI128(Imm(1), y, high)
	join(high, low)
	VPSHUFD(Imm(0x4e), low, high)
	join(high, low)
	VMOVQ(low, r)
}
