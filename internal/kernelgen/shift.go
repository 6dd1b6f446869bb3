package kernelgen

import (
	"fmt"
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// shift lowers << and >>. Go defines them for every count: from the width on, all bits are shifted out and what remains
// is zero or the sign. LLVM leaves such counts undefined.
func (f *frame) shift(in *ssa.BinOp) {
	t, width := f.typeOf(in), f.width(in.Type())
	arithmetic := in.Op == token.SHR && !isUnsigned(in.Type())
	op := pick(in.Op == token.SHL, "shl", pick(arithmetic, "ashr", "lshr"))
	if c, ok := in.Y.(*ssa.Const); ok {
		f.shiftConst(in, op, arithmetic, c)
		return
	}
	if !isUnsigned(in.Y.Type()) {
		f.check(f.temp("icmp sge %s, 0", f.typed(in.Y)), "negative shift amount")
	}
	within := f.temp("icmp ult %s, %d", f.typed(in.Y), width)
	count := f.resize(f.val(in.Y), f.width(in.Y.Type()), width)
	if arithmetic {
		count = f.temp("select i1 %s, %s %s, %s %d", within, t, count, t, width-1)
		f.set(in, "ashr %s %s, %s", t, f.val(in.X), count)
		return
	}
	count = f.temp("select i1 %s, %s %s, %s 0", within, t, count, t)
	shifted := f.temp("%s %s %s, %s", op, t, f.val(in.X), count)
	f.set(in, "select i1 %s, %s %s, %s 0", within, t, shifted, t)
}

// shiftConst lowers a shift by a constant count. Go's type checker refuses negative ones, but SSA makes constants of
// variables, too: those panic.
func (f *frame) shiftConst(in *ssa.BinOp, op string, arithmetic bool, c *ssa.Const) {
	width := f.width(in.Type())
	if constant.Sign(whole(c)) < 0 {
		f.faults("negative shift amount")
	}
	count, exact := constant.Uint64Val(whole(c))
	if !exact || count >= uint64(width) {
		if !arithmetic {
			f.alias[in] = "0"
			return
		}
		count = uint64(width - 1)
	}
	f.set(in, "%s %s, %d", op, f.typed(in.X), count)
}

// resize brings an unsigned number from one width to another.
func (f *frame) resize(x string, from, to int) string {
	switch {
	case from > to:
		return f.temp("trunc i%d %s to i%d", from, x, to)
	case from < to:
		return f.temp("zext i%d %s to i%d", from, x, to)
	}
	return x
}

// signedIndex brings an index of any integer type to 64 bits by its own sign.
func (f *frame) signedIndex(v ssa.Value) string {
	w := f.width(v.Type())
	if w == 64 {
		return f.val(v)
	}
	if c, ok := v.(*ssa.Const); ok {
		return fmt.Sprint(c.Int64())
	}
	return f.temp("%s %s to i64", pick(isUnsigned(v.Type()), "zext", "sext"), f.typed(v))
}
