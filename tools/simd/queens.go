package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// queensRoom is that of package simd.
const queensRoom = 512*33 + 9*8

// states is where a word of 8 states is, of the four of queensRoom each.
type states struct{ base, index reg.Register }

func (s states) word(i int) Mem {
	return Mem{Base: s.base, Index: s.index, Scale: 4, Disp: i * 4 * queensRoom}
}

// keepers is a table that has for each set of 8 lanes, given as the lanes to leave out, the numbers of the others, a byte
// each: what brings them to the front.
func keepers() Mem {
	m := GLOBL("keepers", RODATA|NOPTR)
	for out := range 256 {
		v, at := uint64(0), 0
		for lane := range 8 {
			if out>>lane&1 == 0 {
				v |= uint64(lane) << (8 * at)
				at++
			}
		}
		DATA(8*out, U64(v))
	}
	return m
}

// keep writes those lanes of the words that are not 0 in left out to where, and moves it on by their number.
func keep(table Mem, words [4]reg.VecVirtual, leftOut reg.VecVirtual, where states) {
	out, order := GP64(), YMM()
	VMOVMSKPS(leftOut, out.As32())
	base := GP64()
	LEAQ(table, base)
	VPMOVZXBD(Mem{Base: base, Index: out, Scale: 8}, order)
	for i, w := range words {
		front := YMM()
		VPERMD(w, order, front)
		VMOVDQU(front, where.word(i))
	}
	XORL(U8(0xff), out.As32())
	POPCNTL(out.As32(), out.As32())
	ADDQ(out, where.index)
}

// placeQueens is placeQueensPortable by vectors of 8 states. After each pass the vector behind the states that are left is
// made of such that have no free column, and all columns taken, so that no result comes from it.
func placeQueens(table Mem) {
	begin("placeQueensAVX2", "func(q *uint32, at int, n int, next *uint32, to int, blocked uint32, ahead uint32) int")
	q, at, end := arg("q"), arg("at"), arg("n")
	next := states{arg("next"), arg("to")}
	ones, zero, blocked, ahead := YMM(), YMM(), YMM(), YMM()
	VPCMPEQD(ones, ones, ones)
	VPXOR(zero, zero, zero)
	for k, name := range []string{"blocked", "ahead"} {
		low := XMM()
		VMOVD(Load(Param(name), GP32()), low)
		VPBROADCASTD(low, []reg.VecVirtual{blocked, ahead}[k])
	}
	looks := YMM() // ones unless ahead is 0
	VPCMPEQD(zero, ahead, looks)
	VPXOR(ones, looks, looks)
	ADDQ(at, end)

	Label("pass")
	VMOVDQU(ones, states{q, end}.word(0))
	VMOVDQU(zero, states{q, end}.word(3))
	i, left := GP64(), states{q, GP64()}
	MOVQ(at, i)
	MOVQ(at, left.index)

	Label("vector")
	columns, low, high, free := YMM(), YMM(), YMM(), YMM()
	for k, w := range []reg.VecVirtual{columns, low, high, free} {
		VMOVDQU(states{q, i}.word(k), w)
	}
	rest, bit, none := YMM(), YMM(), YMM()
	VPADDD(ones, free, rest)
	VPAND(free, rest, rest)
	VPXOR(free, rest, bit)
	VPCMPEQD(zero, rest, none)
	keep(table, [4]reg.VecVirtual{columns, low, high, rest}, none, left)
	VPOR(bit, columns, columns)
	VPOR(bit, low, low)
	VPOR(bit, high, high)
	VPSRLD(Imm(1), low, low)
	VPSLLD(Imm(1), high, high)
	VPOR(columns, low, free)
	VPOR(high, free, free)
	VPOR(blocked, free, free)
	dead, further := YMM(), YMM()
	VPCMPEQD(ones, free, dead)
	VPXOR(ones, free, free)
	VPSRLD(Imm(1), low, further)
	VPOR(columns, further, further)
	twice := YMM()
	VPADDD(high, high, twice)
	VPOR(twice, further, further)
	VPOR(ahead, further, further)
	VPCMPEQD(ones, further, further)
	VPAND(looks, further, further)
	VPOR(further, dead, dead)
	keep(table, [4]reg.VecVirtual{columns, low, high, free}, dead, next)
	ADDQ(Imm(8), i)
	CMPQ(i, end)
	JL(LabelRef("vector"))
	MOVQ(left.index, end)
	CMPQ(end, at)
	JG(LabelRef("pass"))

	begin := arg("to")
	SUBQ(begin, next.index)
	Store(next.index, ReturnIndex(0))
	leave()
}
