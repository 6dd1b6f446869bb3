package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fronts is frontsPortable by the blocks of 16 jobs that a list has, at least one.
func fronts() {
	begin("frontsAVX2", "func(bounds *int32, waste *float32, times *int32, stride int, done *int32, ahead *int32, busy *int32, machines int, share int32, "+
		"blocks *int32, n int)")
	bounds, waste, times, stride := arg("bounds"), arg("waste"), arg("times"), arg("stride")
	done, ahead, busy, machines, blocks, n := arg("done"), arg("ahead"), arg("busy"), arg("machines"), arg("blocks"), arg("n")
	mask, one := YMM(), YMM()
	spread("share", mask)
	VPCMPEQD(one, one, one)
	VPSRLD(Imm(31), one, one)
	SHLQ(Imm(2), stride)
	Label("block")
	var now, bound, lost [2]reg.VecVirtual
	for v := range now {
		now[v], bound[v], lost[v] = YMM(), YMM(), YMM()
		VPXOR(now[v], now[v], now[v])
		VPXOR(bound[v], bound[v], bound[v])
		VXORPS(lost[v], lost[v], lost[v])
	}
	at, time, m := GP64(), GP64(), GP64()
	MOVLQSX(Mem{Base: blocks}, at)
	SHLQ(Imm(6), at)
	LEAQ(Mem{Base: times, Index: at, Scale: 1}, time)
	XORQ(m, m)
	Label("machine")
	free, rest, worked := YMM(), YMM(), YMM()
	VPBROADCASTD(Mem{Base: done, Index: m, Scale: 4}, free)
	VPBROADCASTD(Mem{Base: ahead, Index: m, Scale: 4}, rest)
	VPBROADCASTD(Mem{Base: busy, Index: m, Scale: 4}, worked)
	for v := range now {
		through, idle, of := YMM(), YMM(), YMM()
		VPMAXSD(free, now[v], now[v])
		VPADDD(rest, now[v], through)
		VPMAXSD(through, bound[v], bound[v])
		VPSUBD(worked, now[v], idle)
		VPADDD(Mem{Base: time, Disp: 32 * v}, now[v], now[v])
		VPAND(mask, now[v], of)
		VPMAXSD(one, of, of)
		VCVTDQ2PS(idle, idle)
		VCVTDQ2PS(of, of)
		VDIVPS(of, idle, idle)
		VADDPS(idle, lost[v], lost[v])
	}
	ADDQ(stride, time)
	INCQ(m)
	CMPQ(m, machines)
	JL(LabelRef("machine"))
	for v := range now {
		VMOVDQU(bound[v], Mem{Base: bounds, Index: at, Scale: 1, Disp: 32 * v})
		VMOVUPS(lost[v], Mem{Base: waste, Index: at, Scale: 1, Disp: 32 * v})
	}
	ADDQ(I8(4), blocks)
	DECQ(n)
	JG(LabelRef("block"))
	leave()
}
