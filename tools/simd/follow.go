package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// follow is followPortable: 16 orders at once.
func follow() {
	begin("followAVX2", "func(done *int32, sums *int64, times *int32, machines int, jobs *int32, n int)")
	done, sums, times, machines, jobs, n := arg("done"), arg("sums"), arg("times"), arg("machines"), arg("jobs"), arg("n")
	var total [4]reg.VecVirtual
	for v := range total {
		total[v] = YMM()
		VMOVDQU(Mem{Base: sums, Disp: 32 * v}, total[v])
	}
	Label("job")
	time, at, m := GP64(), GP64(), GP64()
	MOVLQSX(Mem{Base: jobs}, time)
	IMULQ(machines, time)
	LEAQ(Mem{Base: times, Index: time, Scale: 4}, time)
	MOVQ(done, at)
	XORQ(m, m)
	now := [2]reg.VecVirtual{YMM(), YMM()}
	for v := range now {
		VPXOR(now[v], now[v], now[v])
	}
	Label("machine")
	t := YMM()
	VPBROADCASTD(Mem{Base: time, Index: m, Scale: 4}, t)
	for v := range now {
		VPMAXSD(Mem{Base: at, Disp: 32 * v}, now[v], now[v])
		VPADDD(t, now[v], now[v])
		VMOVDQU(now[v], Mem{Base: at, Disp: 32 * v})
	}
	ADDQ(I8(64), at)
	INCQ(m)
	CMPQ(m, machines)
	JL(LabelRef("machine"))
	for v := range now {
		wide := YMM()
		VPMOVSXDQ(now[v].AsX(), wide)
		VPADDQ(wide, total[2*v], total[2*v])
		VEXTRACTI128(Imm(1), now[v], wide.AsX())
		VPMOVSXDQ(wide.AsX(), wide)
		VPADDQ(wide, total[2*v+1], total[2*v+1])
	}
	ADDQ(I8(4), jobs)
	DECQ(n)
	JNZ(LabelRef("job"))
	for v := range total {
		VMOVDQU(total[v], Mem{Base: sums, Disp: 32 * v})
	}
	leave()
}
