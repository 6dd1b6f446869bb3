// Command gen writes the AVX2 and AVX-512 kernels of package simd, and the Go declarations that go with them.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/multiwalk/multiwalk/tools/simd/philox"
)

func main() {
	ConstraintExpr("!purego")
	masks := tailMasks()
	lanes := philox.LaneNumbers()
	for _, l := range []lane{{bits: 32}, {bits: 64}} {
		outer(l)
		triangle(l)
		scanTriangle(l, masks, lanes)
		scanRow(l, masks, lanes)
	}
	least(false)
	least(true)
	leastSum(lanes)
	placeQueens(keepers())
	drawLanes(lanes)
	drawProposals(lanes)
	firstLikely()
	sum()
	extent()
	squares()
	distances(lanes, masks)
	nearer(unpackedLanes(), masks)
	nearerWide(wideLanes())
	sums()
	sumsWide()
	down, up := turns()
	for vectors := 1; vectors <= 3; vectors++ {
		wave(vectors, down, up)
	}
	fronts()
	follow()
	crosses()
	meetings()
	mix()
	turn()
	Generate()
}

// lane is the width of a matrix entry; a vector has 256/bits of them.
type lane struct{ bits int }

func (l lane) name(kernel string) string { return fmt.Sprintf("%s%dAVX2", kernel, l.bits) }

// count is how many lanes fill a vector.
func (l lane) count() int { return 256 / l.bits }

// bytes is the size of a lane.
func (l lane) bytes() int { return l.bits / 8 }

// multiply sets y to x*y. 64-bit lanes multiply their low halves, as signed numbers: the exact product, where 64x64 bits
// has no instruction.
func (l lane) multiply(x, y reg.VecVirtual) {
	if l.bits == 32 {
		VPMULLD(x, y, y)
		return
	}
	VPMULDQ(x, y, y)
}

func (l lane) add(x Op, y reg.VecVirtual) {
	if l.bits == 32 {
		VPADDD(x, y, y)
		return
	}
	VPADDQ(x, y, y)
}

// subtract sets z to y-x.
func (l lane) subtract(x Op, y, z reg.VecVirtual) {
	if l.bits == 32 {
		VPSUBD(x, y, z)
		return
	}
	VPSUBQ(x, y, z)
}

func (l lane) broadcast(m Mem, y reg.VecVirtual) {
	if l.bits == 32 {
		VPBROADCASTD(m, y)
		return
	}
	VPBROADCASTQ(m, y)
}

// at addresses element index of an array of lanes.
func (l lane) at(base reg.Register, index reg.Register) Mem {
	return Mem{Base: base, Index: index, Scale: uint8(l.bytes())}
}

// tailMasks is a table from whose element 8-k the first k of 8 lanes of 32 bits are set.
func tailMasks() Mem {
	m := GLOBL("tailMasks", RODATA|NOPTR)
	for i := range 16 {
		v := U32(0)
		if i < 8 {
			v = 0xffffffff
		}
		DATA(4*i, v)
	}
	return m
}

// begin begins a kernel, leave ends it.
func begin(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

func leave() {
	VZEROUPPER()
	RET()
}

// arg loads a parameter of 64 bits.
func arg(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// spread broadcasts a parameter of 32 bits.
func spread(name string, y reg.VecVirtual) {
	VMOVD(Load(Param(name), GP32()), y.AsX())
	VPBROADCASTD(y.AsX(), y)
}
