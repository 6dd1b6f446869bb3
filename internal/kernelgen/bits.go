package kernelgen

import (
	"fmt"

	"golang.org/x/tools/go/ssa"
)

// bitsIntrinsics are the functions of math/bits that LLVM knows. The others, such as Add64 and Div64, are compiled from
// Go's source.
var bitsIntrinsics = makeBitsIntrinsics()

func makeBitsIntrinsics() map[string]lowering {
	table := map[string]lowering{"math/bits.Mul64": mul64, "math/bits.Mul": mul64, "math/bits.Mul32": mul32}
	for _, w := range []struct {
		suffix string
		bits   int
	}{{"", 64}, {"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}} {
		table["math/bits.LeadingZeros"+w.suffix] = count("ctlz", w.bits)
		table["math/bits.TrailingZeros"+w.suffix] = count("cttz", w.bits)
		table["math/bits.OnesCount"+w.suffix] = count("ctpop", w.bits)
		table["math/bits.Len"+w.suffix] = bitLength(w.bits)
		table["math/bits.RotateLeft"+w.suffix] = rotate(w.bits)
		table["math/bits.Reverse"+w.suffix] = permute("bitreverse", w.bits)
		if w.bits > 8 {
			table["math/bits.ReverseBytes"+w.suffix] = permute("bswap", w.bits)
		}
	}
	return table
}

// counted emits a counting intrinsic and returns its result at the operand's own width. Counting zeros of zero gives
// the width, as in Go.
func counted(f *frame, in *ssa.Call, op string, width int) string {
	t := fmt.Sprintf("i%d", width)
	params, last := t, ""
	if op != "ctpop" {
		params, last = t+", i1", ", i1 false"
	}
	fn := f.extern(t, "llvm."+op+"."+t, params)
	return f.temp("call %s %s(%s%s)", t, fn, f.typed(in.Call.Args[0]), last)
}

// count lowers a counting function, whose result is an int.
func count(op string, width int) lowering {
	return func(f *frame, in *ssa.Call) {
		f.alias[in] = f.resize(counted(f, in, op, width), width, 64)
	}
}

// bitLength lowers Len: the width less the leading zeros.
func bitLength(width int) lowering {
	return func(f *frame, in *ssa.Call) {
		zeros := f.resize(counted(f, in, "ctlz", width), width, 64)
		f.set(in, "sub i64 %d, %s", width, zeros)
	}
}

// rotate lowers RotateLeft. The count is taken modulo the width, a negative one rotates right: its low bits say both.
func rotate(width int) lowering {
	return func(f *frame, in *ssa.Call) {
		t := fmt.Sprintf("i%d", width)
		fn := f.extern(t, "llvm.fshl."+t, t+", "+t+", "+t)
		n := f.resize(f.val(in.Call.Args[1]), 64, width)
		x := f.typed(in.Call.Args[0])
		f.set(in, "call %s %s(%s, %s, %s %s)", t, fn, x, x, t, n)
	}
}

// permute lowers the functions that reorder bits.
func permute(op string, width int) lowering {
	return func(f *frame, in *ssa.Call) {
		t := fmt.Sprintf("i%d", width)
		f.set(in, "call %s %s(%s)", t, f.extern(t, "llvm."+op+"."+t, t), f.typed(in.Call.Args[0]))
	}
}

// mul64 lowers the full product through 128 bits, which LLVM splits into two multiplications.
func mul64(f *frame, in *ssa.Call) {
	x := f.temp("zext %s to i128", f.typed(in.Call.Args[0]))
	y := f.temp("zext %s to i128", f.typed(in.Call.Args[1]))
	product := f.temp("mul nuw i128 %s, %s", x, y)
	top := f.temp("lshr i128 %s, 64", product)
	hi := f.temp("trunc i128 %s to i64", top)
	lo := f.temp("trunc i128 %s to i64", product)
	pair := f.temp("insertvalue {i64, i64} poison, i64 %s, 0", hi)
	f.set(in, "insertvalue {i64, i64} %s, i64 %s, 1", pair, lo)
}

// mul32 lowers the full product of 32-bit numbers. As two instructions of 32 bits: LLVM would widen what is computed from
// the halves to 64 bits, which a GPU does not have.
func mul32(f *frame, in *ssa.Call) {
	x, y := f.typed(in.Call.Args[0]), f.typed(in.Call.Args[1])
	var hi string
	if f.opts.host {
		product := f.temp("mul nuw i64 %s, %s", f.temp("zext %s to i64", x), f.temp("zext %s to i64", y))
		hi = f.temp("trunc i64 %s to i32", f.temp("lshr i64 %s, 32", product))
	} else {
		hi = f.temp("call i32 %s(%s, %s)", f.extern("i32", "llvm.nvvm.mulhi.ui", "i32, i32"), x, y)
	}
	lo := f.temp("mul %s, %s", x, f.val(in.Call.Args[1]))
	pair := f.temp("insertvalue {i32, i32} poison, i32 %s, 0", hi)
	f.set(in, "insertvalue {i32, i32} %s, i32 %s, 1", pair, lo)
}
