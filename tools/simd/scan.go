package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// scanner is a scan's registers that live through its loops. Expiries and places are 32-bit numbers; with 64-bit lanes
// the expiries fill half a register and the places the low halves of their lanes.
type scanner struct {
	lane
	d, m        reg.Register // the row's deltas and expiries
	now         reg.VecVirtual
	top, sign   reg.VecVirtual // the greatest and the least number, in every lane
	best, where reg.VecVirtual // the least admissible delta, and its place
	least       reg.VecVirtual // the least delta of all
	oldest      reg.VecVirtual // the least expiry
	place, step reg.VecVirtual // the places of the vector's lanes, and how far they are from the next vector's
	masks       Mem            // see tailMasks
	lanes       Mem            // see laneNumbers
}

// start loads the arguments and the constants.
func start(l lane, masks, lanes Mem) *scanner {
	s := &scanner{lane: l, now: YMM(), top: YMM(), sign: YMM(), best: YMM(), where: YMM(), least: YMM(), oldest: YMM(),
		place: YMM(), step: YMM(), masks: masks, lanes: lanes}
	s.d = arg("d")
	s.m = arg("m")
	if l.bits == 64 {
		s.now, s.oldest = XMM(), XMM()
	}
	now := XMM()
	VMOVD(Load(Param("now"), GP32()), now)
	VPBROADCASTD(now, s.now)
	VPCMPEQD(s.oldest, s.oldest, s.oldest)
	VPSRLD(Imm(1), s.oldest, s.oldest)
	VPCMPEQD(s.top, s.top, s.top)
	if l.bits == 32 {
		VPSLLD(Imm(31), s.top, s.sign)
		VPSRLD(Imm(1), s.top, s.top)
	} else {
		VPSRLQ(Imm(1), s.top, s.top)
	}
	VMOVDQA(s.top, s.best)
	VMOVDQA(s.top, s.least)
	VPXOR(s.where, s.where, s.where)
	width := GP64()
	MOVQ(U32(l.count()), width)
	s.fill(width, s.step)
	return s
}

// fill sets every lane of y to x.
func (s *scanner) fill(x reg.Register, y reg.VecVirtual) {
	low := XMM()
	VMOVQ(x, low)
	if s.bits == 32 {
		VPBROADCASTD(low, y)
		return
	}
	VPBROADCASTQ(low, y)
}

// goTo makes x the place of the next vector's first lane.
func (s *scanner) goTo(x reg.Register) {
	s.fill(x, s.place)
	if s.bits == 32 {
		VPADDD(s.lanes, s.place, s.place)
		return
	}
	numbers := YMM()
	VPMOVZXDQ(s.lanes, numbers)
	VPADDQ(numbers, s.place, s.place)
}

// columns looks at the columns j .. n-1 of the row: whole vectors, then what is left, without touching memory beyond it.
func (s *scanner) columns(j, n reg.Register) {
	last := GP64() // where the last whole vector may begin
	LEAQ(Mem{Base: n, Disp: -s.count()}, last)
	CMPQ(j, last)
	JG(LabelRef("part"))
	Label("whole")
	d, expiry := YMM(), s.expiries()
	VMOVDQU(Mem{Base: s.d, Index: j, Scale: uint8(s.bytes())}, d)
	VMOVDQU(Mem{Base: s.m, Index: j, Scale: 4}, expiry)
	s.consider(d, expiry)
	s.add(s.step, s.place)
	ADDQ(I8(int8(s.count())), j)
	CMPQ(j, last)
	JLE(LabelRef("whole"))

	Label("part")
	CMPQ(j, n)
	JGE(LabelRef("end"))
	s.part(j, n)
	Label("end")
}

// expiries allocates a register for a vector's expiries.
func (s *scanner) expiries() reg.VecVirtual {
	if s.bits == 32 {
		return YMM()
	}
	return XMM()
}

// part looks at the columns j .. n-1, less than a vector.
func (s *scanner) part(j, n reg.Register) {
	left, table := GP64(), GP64()
	MOVQ(j, left)
	SUBQ(n, left) // minus the lanes that are left
	LEAQ(s.masks, table)
	mask := Mem{Base: table, Index: left, Scale: 4, Disp: 32}
	narrow, d, expiry := s.expiries(), YMM(), s.expiries()
	from := Mem{Base: s.d, Index: j, Scale: uint8(s.bytes())}
	VMOVDQU(mask, narrow)
	full := narrow
	if s.bits == 32 {
		VPMASKMOVD(from, full, d)
		VBLENDVPS(full, d, s.top, d)
	} else {
		full = YMM()
		VPMOVSXDQ(narrow, full)
		VPMASKMOVQ(from, full, d)
		VBLENDVPD(full, d, s.top, d)
	}
	VPMASKMOVD(Mem{Base: s.m, Index: j, Scale: 4}, narrow, expiry)
	missing := s.expiries() // the greatest number where there is no expiry
	VPCMPEQD(missing, missing, missing)
	VPXOR(narrow, missing, missing)
	VPSRLD(Imm(1), missing, missing)
	VPOR(missing, expiry, expiry)
	s.consider(d, expiry)
}

// consider takes a vector of deltas and its expiries into account.
func (s *scanner) consider(d, expiry reg.VecVirtual) {
	better := YMM()
	if s.bits == 32 {
		VPMINSD(d, s.least, s.least)
		VPMINSD(expiry, s.oldest, s.oldest)
		// A refused lane is all ones; without its sign, the greatest number. An admissible one becomes the least number.
		// The maximum with that takes the place of a blend.
		refused := YMM()
		VPCMPGTD(s.now, expiry, refused)
		VPXOR(s.sign, refused, refused)
		VPMAXSD(refused, d, d)
		VPCMPGTD(d, s.best, better)
		VPMINSD(d, s.best, s.best)
		s.move(better)
		return
	}
	refused, narrow := YMM(), XMM()
	s.min(d, s.least)
	VPMINSD(expiry, s.oldest, s.oldest)
	VPCMPGTD(s.now, expiry, narrow)
	VPMOVSXDQ(narrow, refused)
	VBLENDVPD(refused, s.top, d, d)
	VPCMPGTQ(d, s.best, better)
	VBLENDVPD(better, d, s.best, s.best)
	s.move(better)
}

// move makes the vector's places those of the best where it is better. Places only grow during a scan, so the maximum
// takes the place of a blend.
func (s *scanner) move(better reg.VecVirtual) {
	VPAND(s.place, better, better)
	VPMAXSD(better, s.where, s.where)
}

// min sets each lane of y to the lesser of x and y.
func (s *scanner) min(x, y reg.VecVirtual) {
	if s.bits == 32 {
		VPMINSD(x, y, y)
		return
	}
	less := YMM()
	VPCMPGTQ(x, y, less)
	VBLENDVPD(less, x, y, y)
}

// across sets every lane of y to the least of them.
func (s *scanner) across(y reg.VecVirtual) {
	t := YMM()
	VPERM2I128(Imm(1), y, y, t)
	s.min(t, y)
	VPSHUFD(Imm(0x4e), y, t)
	s.min(t, y)
	if s.bits == 32 {
		VPSHUFD(Imm(0xb1), y, t)
		VPMINSD(t, y, y)
	}
}

// finish returns the results. Of equal deltas the first place wins: each lane holds its first, and the first of those
// is taken.
func (s *scanner) finish() {
	same, all := YMM(), YMM()
	VMOVDQA(s.best, all)
	s.across(all)
	if s.bits == 32 {
		VPCMPEQD(all, s.best, same)
		VBLENDVPS(same, s.where, s.top, s.where)
		s.across(s.oldest)
	} else {
		VPCMPEQQ(all, s.best, same)
		VBLENDVPD(same, s.where, s.top, s.where)
		t := XMM()
		for _, order := range []uint64{0x4e, 0xb1} {
			VPSHUFD(Imm(order), s.oldest, t)
			VPMINSD(t, s.oldest, s.oldest)
		}
	}
	s.across(s.where)
	s.across(s.least)
	s.give(all, "best", s.bits)
	s.give(s.where, "where", 64)
	s.give(s.least, "least", s.bits)
	s.give(s.oldest, "oldest", 32)
	leave()
}

// give stores the lowest lane as a result. A place of 32 bits fills the 64 bits of an int.
func (s *scanner) give(x reg.VecVirtual, result string, bits int) {
	if bits == 32 || s.bits == 32 {
		r := GP32()
		VMOVD(x.AsX(), r)
		if bits == 64 {
			Store(r.As64(), Return(result))
			return
		}
		Store(r, Return(result))
		return
	}
	r := GP64()
	VMOVQ(x.AsX(), r)
	Store(r, Return(result))
}

// scanTriangle looks at the entries (i, j) of the rows from <= i < to, i < j < n, and at the others of the vectors that
// hold one: the same swaps, told the other way round.
func scanTriangle(l lane, masks, lanes Mem) {
	begin(l.name("scanTriangle"), fmt.Sprintf("func(d *int%d, m *int32, stride, from, to, n int, now int32) "+
		"(best int%d, where int, least int%d, oldest int32)", l.bits, l.bits, l.bits))
	s := start(l, masks, lanes)
	stride, i, to, n := arg("stride"), arg("from"), arg("to"), arg("n")
	row, j, first := GP64(), GP64(), GP64()
	MOVQ(i, row)
	IMULQ(stride, row)
	LEAQ(Mem{Base: s.d, Index: row, Scale: uint8(l.bytes())}, s.d)
	LEAQ(Mem{Base: s.m, Index: row, Scale: 4}, s.m)

	Label("row")
	CMPQ(i, to)
	JGE(LabelRef("done"))
	LEAQ(Mem{Base: i, Disp: 1}, j)
	ANDQ(I8(-int8(l.count())), j)
	LEAQ(Mem{Base: row, Index: j, Scale: 1}, first)
	s.goTo(first)
	s.columns(j, n)
	LEAQ(Mem{Base: s.d, Index: stride, Scale: uint8(l.bytes())}, s.d)
	LEAQ(Mem{Base: s.m, Index: stride, Scale: 4}, s.m)
	ADDQ(stride, row)
	INCQ(i)
	JMP(LabelRef("row"))

	Label("done")
	s.finish()
}

// scanRow looks at the first n entries.
func scanRow(l lane, masks, lanes Mem) {
	begin(l.name("scanRow"), fmt.Sprintf("func(d *int%d, m *int32, n int, now int32) "+
		"(best int%d, where int, least int%d, oldest int32)", l.bits, l.bits, l.bits))
	s := start(l, masks, lanes)
	n := arg("n")
	j := GP64()
	XORQ(j, j)
	s.goTo(j)
	s.columns(j, n)
	s.finish()
}
