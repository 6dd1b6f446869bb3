package kernelgen

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// binop lowers binary operators. Integer operations wrap, so none carries nsw or nuw but the one of a stridedLoop;
// float operations carry no flag, so each rounds on its own as Go's do when the result is assigned or converted.
func (f *frame) binop(in *ssa.BinOp) {
	switch in.Op {
	case token.SHL, token.SHR:
		f.shift(in)
	case token.QUO, token.REM:
		f.divide(in)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.compare(in)
	case token.AND_NOT:
		not := f.temp("xor %s, -1", f.typed(in.Y))
		f.set(in, "and %s, %s", f.typed(in.X), not)
	default:
		op := integerOps[in.Op]
		if isFloat(in.Type()) {
			op = "f" + op
		}
		f.set(in, "%s %s%s, %s", op, f.wraps(in), f.typed(in.X), f.val(in.Y))
	}
}

var integerOps = map[token.Token]string{
	token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.AND: "and", token.OR: "or", token.XOR: "xor",
}

// divide lowers / and %. LLVM leaves the smallest integer by -1 undefined, where Go wraps: the quotient is the negated
// dividend and the remainder zero.
func (f *frame) divide(in *ssa.BinOp) {
	t, x, y := f.typeOf(in), f.val(in.X), f.val(in.Y)
	c, isConst := in.Y.(*ssa.Const)
	if isConst && isInteger(in.Type()) && constant.Sign(whole(c)) == 0 {
		f.faults("integer divide by zero")
		f.alias[in] = "0"
		return
	}
	switch {
	case isFloat(in.Type()):
		f.set(in, "fdiv %s %s, %s", t, x, y)
		return
	case isUnsigned(in.Type()):
		f.checkDivisor(in.Y)
		f.set(in, "%s %s %s, %s", pick(in.Op == token.QUO, "udiv", "urem"), t, x, y)
		return
	case isConst && !isMinusOne(c):
		f.set(in, "%s %s %s, %s", pick(in.Op == token.QUO, "sdiv", "srem"), t, x, y)
		return
	}
	f.checkDivisor(in.Y)
	minus := f.temp("icmp eq %s %s, -1", t, y)
	safe := f.temp("select i1 %s, %s 1, %s %s", minus, t, t, y)
	if in.Op == token.REM {
		f.set(in, "srem %s %s, %s", t, x, safe)
		return
	}
	quotient := f.temp("sdiv %s %s, %s", t, x, safe)
	negated := f.temp("sub %s 0, %s", t, x)
	f.set(in, "select i1 %s, %s %s, %s %s", minus, t, negated, t, quotient)
}

func isMinusOne(c *ssa.Const) bool {
	return constant.Compare(whole(c), token.EQL, constant.MakeInt64(-1))
}

// whole is the value of a constant integer; SSA has none for the zero of a type parameter.
func whole(c *ssa.Const) constant.Value {
	if c.Value == nil {
		return constant.MakeInt64(0)
	}
	return constant.ToInt(c.Value)
}

// pick is a choice between two spellings.
func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// compare lowers the six comparisons.
func (f *frame) compare(in *ssa.BinOp) {
	t := in.X.Type()
	if basic(t).Info()&(types.IsNumeric) != 0 {
		f.set(in, "%s %s, %s", predicate(in.Op, t), f.typed(in.X), f.val(in.Y))
		return
	}
	if _, ok := t.Underlying().(*types.Slice); ok {
		f.compareNil(in)
		return
	}
	equal := f.equal(t, f.val(in.X), f.val(in.Y))
	f.set(in, "xor i1 %s, %s", equal, pick(in.Op == token.NEQ, "true", "false"))
}

// predicate is the IR comparison of numbers. Comparisons with a NaN are false but for !=, as in Go.
func predicate(op token.Token, t types.Type) string {
	name := map[token.Token]string{token.EQL: "eq", token.NEQ: "ne", token.LSS: "lt", token.LEQ: "le",
		token.GTR: "gt", token.GEQ: "ge"}[op]
	switch {
	case isFloat(t):
		return "fcmp " + pick(op == token.NEQ, "u", "o") + name
	case op == token.EQL || op == token.NEQ:
		return "icmp " + name
	}
	return "icmp " + pick(isUnsigned(t), "u", "s") + name
}

// compareNil lowers the only comparison that slices have.
func (f *frame) compareNil(in *ssa.BinOp) {
	s := in.X
	if c, ok := s.(*ssa.Const); ok && c.Value == nil {
		s = in.Y
	}
	p := f.temp("extractvalue %s, 0", f.typed(s))
	f.set(in, "icmp %s ptr %s, null", pick(in.Op == token.EQL, "eq", "ne"), p)
}

// equal compares two values of any comparable type of the subset and returns an i1. Blank fields do not count, as in Go.
func (f *frame) equal(t types.Type, x, y string) string {
	ir := f.typ(t, f.pos)
	part := func(all string, i int, e types.Type) string {
		a := f.temp("extractvalue %s %s, %d", ir, x, i)
		b := f.temp("extractvalue %s %s, %d", ir, y, i)
		return f.temp("and i1 %s, %s", all, f.equal(e, a, b))
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		all := "true"
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" {
				all = part(all, i, u.Field(i).Type())
			}
		}
		return all
	case *types.Array:
		all := "true"
		for i := range int(u.Len()) {
			all = part(all, i, u.Elem())
		}
		return all
	}
	return f.temp("%s %s %s, %s", pick(isFloat(t), "fcmp oeq", "icmp eq"), ir, x, y)
}
