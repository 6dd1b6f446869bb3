package kernelgen

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// convert lowers conversions between numbers. A float outside the range of the integer type gives an unspecified value,
// as the Go specification allows; freeze keeps it one value wherever it is used.
func (f *frame) convert(in *ssa.Convert) {
	from, to := in.X.Type(), in.Type()
	a, b := f.typeOf(in.X), f.typeOf(in)
	switch {
	case a == b:
		f.alias[in] = f.val(in.X)
	case isFloat(from) && isFloat(to):
		if f.narrow(in) {
			return
		}
		f.set(in, "%s %s to %s", pick(b == "double", "fpext", "fptrunc"), f.typed(in.X), b)
	case isFloat(from) && isInteger(to):
		raw := f.temp("%s %s to %s", pick(isUnsigned(to), "fptoui", "fptosi"), f.typed(in.X), b)
		f.set(in, "freeze %s %s", b, raw)
	case isInteger(from) && isFloat(to):
		f.set(in, "%s %s to %s", pick(isUnsigned(from), "uitofp", "sitofp"), f.typed(in.X), b)
	case isInteger(from) && isInteger(to):
		f.set(in, "%s %s to %s", f.resizing(from, to), f.typed(in.X), b)
	default:
		f.refuse(f.pos, "convert between numbers only", "a kernel cannot convert %s to %s", from, to)
	}
}

// resizing is the instruction between integers of different widths: the sign of the source decides.
func (m *module) resizing(from, to types.Type) string {
	if m.width(from) > m.width(to) {
		return "trunc"
	}
	return pick(isUnsigned(from), "zext", "sext")
}
