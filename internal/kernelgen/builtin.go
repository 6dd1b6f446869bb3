package kernelgen

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// builtin lowers Go's builtin functions.
func (f *frame) builtin(in *ssa.Call, name string) {
	switch name {
	case "len", "cap":
		f.length(in, name)
	case "min", "max":
		f.minMax(in, name)
	case "copy":
		f.copySlice(in)
	case "clear":
		f.clearSlice(in)
	case "append":
		f.refuse(f.pos, wayOutMemory, "append grows memory, which a kernel has not")
	case "delete":
		f.refuse(f.pos, "use an array or a slice indexed by the key", "a kernel has no maps")
	case "print", "println":
		f.refuse(f.pos, "store what is to be seen in a slice", "a kernel prints nothing")
	case "close":
		f.refuse(f.pos, wayOutParallel, "a kernel has no channels")
	case "real", "imag", "complex":
		f.refuse(f.pos, "use a struct of two floats", "a kernel has no complex numbers")
	case "ssa:wrapnilchk":
		f.alias[in] = f.val(in.Call.Args[0])
	default:
		f.refuse(f.pos, wayOutUnsafe, "a kernel cannot use the builtin %s", name)
	}
}

// length lowers len and cap.
func (f *frame) length(in *ssa.Call, name string) {
	x := in.Call.Args[0]
	t := x.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Slice:
		f.set(in, "extractvalue %s, %s", f.typed(x), pick(name == "len", "1", "2"))
	case *types.Array:
		f.alias[in] = fmt.Sprint(t.Len())
	default:
		f.refuseType(x.Type(), f.pos)
	}
}

// minMax lowers min and max of any number of arguments. For floats, llvm.minimum and llvm.maximum are Go's: a NaN wins,
// and -0 is less than 0.
func (f *frame) minMax(in *ssa.Call, name string) {
	t := f.typeOf(in)
	op := "llvm." + pick(isUnsigned(in.Type()), "u", "s") + name + "." + t
	if isFloat(in.Type()) {
		op = "llvm." + name + "imum." + pick(t == "float", "f32", "f64")
	} else if !isInteger(in.Type()) {
		f.refuseType(in.Type(), f.pos)
		return
	}
	fn := f.extern(t, op, t+", "+t)
	acc := f.val(in.Call.Args[0])
	for _, x := range in.Call.Args[1:] {
		acc = f.temp("call %s %s(%s %s, %s)", t, fn, t, acc, f.typed(x))
	}
	f.alias[in] = acc
}

// copySlice lowers copy. The slices may overlap.
func (f *frame) copySlice(in *ssa.Call) {
	to, from := in.Call.Args[0], in.Call.Args[1]
	if isString(from.Type()) {
		f.refuse(f.pos, wayOutString, "a kernel has no strings")
		return
	}
	smin := f.extern("i64", "llvm.smin.i64", "i64, i64")
	a := f.temp("extractvalue %s, 1", f.typed(to))
	b := f.temp("extractvalue %s, 1", f.typed(from))
	n := f.temp("call i64 %s(i64 %s, i64 %s)", smin, a, b)
	size := f.temp("mul i64 %s, %d", n, f.sizes.Sizeof(elem(to.Type())))
	p := f.temp("extractvalue %s, 0", f.typed(to))
	q := f.temp("extractvalue %s, 0", f.typed(from))
	e := elem(to.Type())
	memmove := f.extern("void", "llvm.memmove.p0.p0.i64", "ptr, ptr, i64, i1")
	f.emit("call void %s(%s, %s, i64 %s, i1 false)", memmove, f.aligned(p, e), f.aligned(q, e), size)
	f.alias[in] = n
}

// clearSlice lowers clear.
func (f *frame) clearSlice(in *ssa.Call) {
	x := in.Call.Args[0]
	if _, ok := x.Type().Underlying().(*types.Slice); !ok {
		f.refuseType(x.Type(), f.pos)
		return
	}
	n := f.temp("extractvalue %s, 1", f.typed(x))
	size := f.temp("mul i64 %s, %d", n, f.sizes.Sizeof(elem(x.Type())))
	p := f.temp("extractvalue %s, 0", f.typed(x))
	memset := f.extern("void", "llvm.memset.p0.i64", "ptr, i8, i64, i1")
	f.emit("call void %s(%s, i8 0, i64 %s, i1 false)", memset, f.aligned(p, elem(x.Type())), size)
}
