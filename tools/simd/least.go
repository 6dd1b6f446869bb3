package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// least is leastPortable by overlapping vectors: numbers that come twice do not change a minimum. signed multiplies each by its sign.
func least(signed bool) {
	if signed {
		begin("leastSignedAVX2", "func(d *int32, s *int32, m *int32, n int, now int32) (admissible int32, all int32)")
	} else {
		begin("leastAVX2", "func(d *int32, m *int32, n int, now int32) (admissible int32, all int32)")
	}
	d, m, last := arg("d"), arg("m"), arg("n")
	var signs reg.Register
	if signed {
		signs = arg("s")
	}
	now, low := YMM(), XMM()
	VMOVD(Load(Param("now"), GP32()), low)
	VPBROADCASTD(low, now)
	sign, admissible, all := YMM(), YMM(), YMM()
	VPCMPEQD(all, all, all)
	VPSLLD(Imm(31), all, sign)
	VPSRLD(Imm(1), all, all)
	VMOVDQA(all, admissible)
	overlapping(last, GP64(), func(j reg.Register) {
		x, refused := YMM(), YMM()
		VMOVDQU(Mem{Base: d, Index: j, Scale: 4}, x)
		if signed {
			VMOVDQU(Mem{Base: signs, Index: j, Scale: 4}, refused)
			VPSIGND(refused, x, x)
		}
		VMOVDQU(Mem{Base: m, Index: j, Scale: 4}, refused)
		VPMINSD(x, all, all)
		VPCMPGTD(now, refused, refused)
		VPXOR(sign, refused, refused) // the greatest number if refused, else the least
		VPMAXSD(x, refused, refused)
		VPMINSD(refused, admissible, admissible)
	})

	a, b, even, odd := XMM(), XMM(), XMM(), XMM()
	VEXTRACTI128(Imm(1), admissible, a)
	VPMINSD(admissible.AsX(), a, a)
	VEXTRACTI128(Imm(1), all, b)
	VPMINSD(all.AsX(), b, b)
	VPUNPCKLDQ(b, a, even)
	VPUNPCKHDQ(b, a, odd)
	VPMINSD(even, odd, odd)
	VPSHUFD(Imm(0x4e), odd, even)
	VPMINSD(even, odd, odd)
	r, t := GP32(), GP32()
	VMOVD(odd, r)
	VPEXTRD(Imm(1), odd, t)
	Store(r, ReturnIndex(0))
	Store(t, ReturnIndex(1))
	leave()
}

// overlapping considers n numbers by vectors of 8. There is at least one vector, and the last one ends where the numbers do: it may have
// numbers of the one before again. n and j, where a vector begins, are overwritten.
func overlapping(n, j reg.Register, consider func(j reg.Register)) {
	SUBQ(I8(8), n)
	XORQ(j, j)
	JMP(LabelRef("test"))
	Label("whole")
	consider(j)
	ADDQ(I8(8), j)
	Label("test")
	CMPQ(j, n)
	JL(LabelRef("whole"))
	consider(n)
}
