package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// paths is pathsPortable by blocks of 16 numbers, of which there are some.
func paths() {
	TEXT("pathsAVX2", NOSPLIT, "func(lengths *int32, heads *int32, tails *int32, times *int32, machines int, stride int, n int)")
	Pragma("noescape")
	lengths, heads, tails := Load(Param("lengths"), GP64()), Load(Param("heads"), GP64()), Load(Param("tails"), GP64())
	times, machines := Load(Param("times"), GP64()), Load(Param("machines"), GP64())
	stride, n := Load(Param("stride"), GP64()), Load(Param("n"), GP64())
	SHLQ(Imm(2), stride)
	Label("block")
	var done, longest [2]reg.VecVirtual
	for v := range done {
		done[v], longest[v] = YMM(), YMM()
		VPXOR(done[v], done[v], done[v])
		VPXOR(longest[v], longest[v], longest[v])
	}
	head, tail, m := GP64(), GP64(), GP64()
	MOVQ(heads, head)
	MOVQ(tails, tail)
	XORQ(m, m)
	Label("machine")
	time := YMM()
	VPBROADCASTD(Mem{Base: times, Index: m, Scale: 4}, time)
	for v := range done {
		through := YMM()
		VPMAXSD(Mem{Base: head, Disp: 32 * v}, done[v], done[v])
		VPADDD(time, done[v], done[v])
		VPADDD(Mem{Base: tail, Disp: 32 * v}, done[v], through)
		VPMAXSD(through, longest[v], longest[v])
	}
	ADDQ(stride, head)
	ADDQ(stride, tail)
	INCQ(m)
	CMPQ(m, machines)
	JL(LabelRef("machine"))
	for v := range done {
		VMOVDQU(longest[v], Mem{Base: lengths, Disp: 32 * v})
	}
	ADDQ(I8(64), lengths)
	ADDQ(I8(64), heads)
	ADDQ(I8(64), tails)
	SUBQ(I8(16), n)
	JG(LabelRef("block"))
	VZEROUPPER()
	RET()
}
