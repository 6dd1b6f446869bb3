package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wave is the kernels on one to three vectors of each row: aheadPortable, behindPortable and throughPortable.
func wave(vectors int, down, up Mem) {
	ahead(vectors, down)
	behind(vectors, up)
	through(vectors, down)
}

// turns are the lanes from which a lane takes a number: the next one, or the one before, in a circle.
func turns() (down, up Mem) {
	down = GLOBL("turnDown", RODATA|NOPTR)
	for lane := range 8 {
		DATA(4*lane, U32((lane+1)%8))
	}
	up = GLOBL("turnUp", RODATA|NOPTR)
	for lane := range 8 {
		DATA(4*lane, U32((lane+7)%8))
	}
	return down, up
}

// row is the registers of a row.
func row(vectors int) []reg.VecVirtual {
	list := make([]reg.VecVirtual, vectors)
	for v := range list {
		list[v] = YMM()
	}
	return list
}

// ahead goes on from row to row: a lane waits for itself and for the next one.
func ahead(vectors int, down Mem) {
	begin(fmt.Sprintf("ahead%dAVX2", 8*vectors), "func(rows *int32, times *int32, stride int, n int)")
	rows, times, stride, n := arg("rows"), arg("times"), arg("stride"), arg("n")
	SHLQ(Imm(2), stride)
	turn, now := YMM(), row(vectors)
	VMOVDQU(down, turn)
	for v := range now {
		VMOVDQU(Mem{Base: rows, Disp: 32 * v}, now[v])
	}
	Label("row")
	for v := range now {
		next := YMM()
		if v+1 < vectors {
			VPBLENDD(Imm(1), now[v+1], now[v], next)
		} else {
			VPBLENDD(Imm(1), Mem{Base: rows, Disp: 32 * vectors}, now[v], next)
		}
		VPERMD(next, turn, next)
		VPMAXSD(next, now[v], now[v])
		VPADDD(Mem{Base: times, Disp: 32 * v}, now[v], now[v])
		VMOVDQU(now[v], Mem{Base: rows, Index: stride, Scale: 1, Disp: 32 * v})
	}
	ADDQ(stride, rows)
	ADDQ(stride, times)
	DECQ(n)
	JNZ(LabelRef("row"))
	leave()
}

// behind goes back from row to row: a lane waits for itself and for the one before.
func behind(vectors int, up Mem) {
	begin(fmt.Sprintf("behind%dAVX2", 8*vectors), "func(rows *int32, times *int32, stride int, n int)")
	rows, times, stride, n := arg("rows"), arg("times"), arg("stride"), arg("n")
	SHLQ(Imm(2), stride)
	turn, now := YMM(), row(vectors)
	VMOVDQU(up, turn)
	for v := range now {
		VMOVDQU(Mem{Base: rows, Disp: 32 * v}, now[v])
	}
	Label("row")
	for v := vectors - 1; v >= 0; v-- {
		next := YMM()
		if v > 0 {
			VPBLENDD(Imm(0x80), now[v-1], now[v], next)
		} else {
			VPBLENDD(Imm(0x80), Mem{Base: rows, Disp: -32}, now[v], next)
		}
		VPERMD(next, turn, next)
		VPMAXSD(next, now[v], now[v])
		VPADDD(Mem{Base: times, Disp: 32 * v}, now[v], now[v])
	}
	SUBQ(stride, rows)
	SUBQ(stride, times)
	for v := range now {
		VMOVDQU(now[v], Mem{Base: rows, Disp: 32 * v})
	}
	DECQ(n)
	JNZ(LabelRef("row"))
	leave()
}

// through goes on from row to row with a job at all places at once. What it hears and tells of the lanes beside it are two lists.
func through(vectors int, down Mem) {
	begin(fmt.Sprintf("through%dAVX2", 8*vectors), "func(heads *int32, tails *int32, times *int32, state *int32, "+
		"done *int32, longest *int32, nextDone *int32, nextLongest *int32, stride int, n int)")
	heads, tails, times, state, done, longest := arg("heads"), arg("tails"), arg("times"), arg("state"), arg("done"), arg("longest")
	nextDone, nextLongest, stride, n := arg("nextDone"), arg("nextLongest"), arg("stride"), arg("n")
	SHLQ(Imm(2), stride)
	turn, time, now, most := YMM(), row(vectors), row(vectors), row(vectors)
	VMOVDQU(down, turn)
	for v := range now {
		VMOVDQU(Mem{Base: times, Disp: 32 * v}, time[v])
		VMOVDQU(Mem{Base: state, Disp: 32 * v}, now[v])
		VMOVDQU(Mem{Base: state, Disp: 32 * (vectors + v)}, most[v])
	}
	k := GP64()
	XORQ(k, k)
	Label("row")
	for v := range now {
		for _, of := range []struct {
			row  []reg.VecVirtual
			from reg.Register
		}{{now, done}, {most, longest}} {
			next := YMM()
			if v+1 < vectors {
				next = of.row[v+1]
			} else {
				VMOVD(Mem{Base: of.from, Index: k, Scale: 4}, next.AsX())
			}
			VPBLENDD(Imm(1), next, of.row[v], of.row[v])
			VPERMD(of.row[v], turn, of.row[v])
		}
		VPMAXSD(Mem{Base: heads, Disp: 32 * v}, now[v], now[v])
		VPADDD(time[v], now[v], now[v])
		through := YMM()
		VPADDD(Mem{Base: tails, Disp: 32 * v}, now[v], through)
		VPMAXSD(through, most[v], most[v])
	}
	VMOVD(now[0].AsX(), Mem{Base: nextDone, Index: k, Scale: 4})
	VMOVD(most[0].AsX(), Mem{Base: nextLongest, Index: k, Scale: 4})
	ADDQ(stride, heads)
	ADDQ(stride, tails)
	INCQ(k)
	CMPQ(k, n)
	JL(LabelRef("row"))
	for v := range now {
		VMOVDQU(now[v], Mem{Base: state, Disp: 32 * v})
		VMOVDQU(most[v], Mem{Base: state, Disp: 32 * (vectors + v)})
	}
	leave()
}
