// Package philox writes the instructions that make eight blocks of Philox4x32-10 side by side, for every kernel that draws.
package philox

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// LaneNumbers is 0..7, for telling where in a vector a minimum lies.
func LaneNumbers() Mem {
	m := GLOBL("laneNumbers", RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(uint32(i)))
	}
	return m
}

// constants are the words of the text, by name.
var constants = map[string]Mem{}

// Words broadcasts a word of the text to all lanes of a register.
func Words(name string, value uint32) reg.VecVirtual {
	m, ok := constants[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		DATA(0, U32(value))
		constants[name] = m
	}
	y := YMM()
	VPBROADCASTD(m, y)
	return y
}

// Everywhere broadcasts a parameter.
func Everywhere(name string) reg.VecVirtual {
	low, y := XMM(), YMM()
	VMOVD(Load(Param(name), GP32()), low)
	VPBROADCASTD(low, y)
	return y
}

// Products multiplies 8 unsigned numbers by others: the even and the odd lanes' products, of 64 bits.
func Products(x, y reg.VecVirtual) (even, odd reg.VecVirtual) {
	even, odd = YMM(), YMM()
	VPMULUDQ(x, y, even)
	VPSRLQ(Imm(32), x, odd)
	VPMULUDQ(odd, y, odd)
	return even, odd
}

// oddLanes says which of two registers VPBLENDD takes a lane from.
const oddLanes = 0xaa

// Upper returns the upper halves of products.
func Upper(even, odd reg.VecVirtual) reg.VecVirtual {
	y := YMM()
	VPSRLQ(Imm(32), even, y)
	VPBLENDD(Imm(oddLanes), odd, y, y)
	return y
}

// lower returns the lower halves of products, and spoils odd.
func lower(even, odd reg.VecVirtual) reg.VecVirtual {
	y := YMM()
	VPSLLQ(Imm(32), odd, odd)
	VPBLENDD(Imm(oddLanes), odd, even, y)
	return y
}

// Generator makes 8 blocks of Philox4x32-10 side by side, of counters whose four words are in c.
type Generator struct{ multiplier0, multiplier1, weyl0, weyl1 reg.VecVirtual }

func New() Generator {
	return Generator{Words("philoxMultiplier0", 0xD2511F53), Words("philoxMultiplier1", 0xCD9E8D57),
		Words("philoxWeyl0", 0x9E3779B9), Words("philoxWeyl1", 0xBB67AE85)}
}

func (p Generator) Blocks(c [4]reg.VecVirtual) [4]reg.VecVirtual {
	key0, key1 := Everywhere("key0"), Everywhere("key1")
	for round := range 10 {
		if round > 0 {
			VPADDD(p.weyl0, key0, key0)
			VPADDD(p.weyl1, key1, key1)
		}
		even0, odd0 := Products(c[0], p.multiplier0)
		even1, odd1 := Products(c[2], p.multiplier1)
		high0, high1 := Upper(even0, odd0), Upper(even1, odd1)
		low0, low1 := lower(even0, odd0), lower(even1, odd1)
		VPXOR(c[1], high1, high1)
		VPXOR(key0, high1, high1)
		VPXOR(c[3], high0, high0)
		VPXOR(key1, high0, high0)
		c = [4]reg.VecVirtual{high1, low1, high0, low0}
	}
	return c
}
