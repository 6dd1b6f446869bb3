package kernelgen

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// memory lowers what makes, reads and writes variables, fields and elements.
func (f *frame) memory(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Alloc:
		f.alloc(in)
	case *ssa.Store:
		f.store(in)
	case *ssa.Field:
		f.field(in)
	case *ssa.FieldAddr:
		f.checkNil(in.X)
		f.set(in, "getelementptr inbounds %s, ptr %s, i32 0, i32 %d", f.typ(elem(in.X.Type()), f.pos), f.val(in.X), in.Field)
	case *ssa.Index:
		f.index(in)
	case *ssa.IndexAddr:
		f.indexAddr(in)
	case *ssa.Slice:
		f.slice(in)
	case *ssa.SliceToArrayPointer:
		f.sliceToArray(in)
	default:
		f.refuse(f.pos, "write it with what the documentation of package kernelgen lists", "a kernel cannot do this: %s", in)
	}
}

// alloc makes a variable. Its memory is the function's; each time control comes by, it is a new variable, and zero.
// checkEscapes has shown that nobody can tell it from a variable of Go's.
func (f *frame) alloc(in *ssa.Alloc) {
	if isFunc(elem(in.Type())) && f.resolveCell(in) == nil {
		f.refuse(f.pos, "declare a function for it, or write recursion as a loop",
			"the function that %s holds is assigned more than once, or calls itself", in.Comment)
		return
	}
	f.boundedLocal(elem(in.Type()), f.pos)
	t := f.elemType(in)
	fmt.Fprintf(&f.entry, "  %s = alloca %s\n", f.val(in), t)
	f.clear(f.val(in), t, elem(in.Type()))
}

// elemType is the IR type of what a pointer leads to, also where that is a function.
func (f *frame) elemType(p ssa.Value) string {
	if e := elem(p.Type()); isFunc(e) {
		return f.closureType(f.resolveCell(p))
	}
	return f.typ(elem(p.Type()), f.pos)
}

// clear sets memory to zero: an array or struct by memset, since LLVM handles large values in registers badly.
func (f *frame) clear(p, t string, of types.Type) {
	if !aggregate(of) {
		f.emit("store %s zeroinitializer, ptr %s", t, p)
		return
	}
	memset := f.extern("void", "llvm.memset.p0.i64", "ptr, i8, i64, i1")
	f.emit("call void %s(%s, i8 0, i64 %d, i1 false)", memset, f.aligned(p, of), f.sizes.Sizeof(of))
}

// aggregate tells whether a value has parts.
func aggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		return true
	}
	return false
}

// copyMemory copies a value of a type.
func (f *frame) copyMemory(to, from string, t types.Type) {
	memcpy := f.extern("void", "llvm.memcpy.p0.p0.i64", "ptr, ptr, i64, i1")
	f.emit("call void %s(%s, %s, i64 %d, i1 false)", memcpy, f.aligned(to, t), f.aligned(from, t), f.sizes.Sizeof(t))
}

// aligned is a pointer to values of a type, with their alignment: without it, memory is copied byte by byte.
func (f *frame) aligned(p string, t types.Type) string {
	return fmt.Sprintf("ptr align %d %s", f.sizes.Alignof(t), p)
}

// load reads a variable. An array or struct that is only stored, or looked into, is copied from memory to memory: the
// copy keeps the value that the variable had here, and LLVM drops it where nobody could tell.
func (f *frame) load(in *ssa.UnOp) {
	f.checkNil(in.X)
	if isFunc(in.Type()) {
		f.set(in, "load %s, ptr %s", f.closureType(f.resolve(in)), f.val(in.X))
		return
	}
	t := f.typeOf(in)
	if !aggregate(in.Type()) || !onlyInMemory(in) {
		f.boundedValue(in.Type(), f.pos)
		f.set(in, "load %s, ptr %s", t, f.val(in.X))
		return
	}
	f.boundedLocal(in.Type(), f.pos)
	f.spills[in] = f.scratch(t)
	f.copyMemory(f.spills[in], f.val(in.X), in.Type())
}

// scratch is private memory for a value of type t.
func (f *frame) scratch(t string) string {
	f.temps++
	p := fmt.Sprintf("%%m.%d", f.temps)
	fmt.Fprintf(&f.entry, "  %s = alloca %s\n", p, t)
	return p
}

// onlyInMemory tells whether all uses of a loaded value can read it from memory.
func onlyInMemory(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r.(type) {
		case *ssa.Store, *ssa.Index, *ssa.Field, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// store writes a variable.
func (f *frame) store(in *ssa.Store) {
	f.checkNil(in.Addr)
	if p, ok := f.spills[in.Val]; ok {
		f.copyMemory(f.val(in.Addr), p, in.Val.Type())
		return
	}
	if c, ok := in.Val.(*ssa.Const); ok && aggregate(c.Type()) {
		f.clear(f.val(in.Addr), f.typeOf(c), c.Type())
		return
	}
	f.emit("store %s, ptr %s", f.typed(in.Val), f.val(in.Addr))
}

// field reads a field of a struct that is a value.
func (f *frame) field(in *ssa.Field) {
	p, ok := f.spills[in.X]
	if !ok {
		f.set(in, "extractvalue %s, %d", f.typed(in.X), in.Field)
		return
	}
	f.boundedValue(in.Type(), f.pos)
	q := f.temp("getelementptr inbounds %s, ptr %s, i32 0, i32 %d", f.typeOf(in.X), p, in.Field)
	f.set(in, "load %s, ptr %s", f.typeOf(in), q)
}

// index reads an element of an array that is a value.
func (f *frame) index(in *ssa.Index) {
	array, ok := in.X.Type().Underlying().(*types.Array)
	if !ok {
		f.refuse(f.pos, wayOutString, "a kernel has no strings")
		return
	}
	t := f.typeOf(in.X)
	p, ok := f.spills[in.X]
	if !ok {
		p = f.scratch(t)
		f.emit("store %s, ptr %s", f.typed(in.X), p)
	}
	i := f.signedIndex(in.Index)
	if !f.checkConstIndex(in.Index, array.Len()) {
		f.set(in, "freeze %s poison", f.typeOf(in))
		return
	}
	f.checkIndex(i, fmt.Sprint(array.Len()))
	f.boundedValue(in.Type(), f.pos)
	q := f.temp("getelementptr inbounds %s, ptr %s, i64 0, i64 %s", t, p, i)
	f.set(in, "load %s, ptr %s", f.typeOf(in), q)
}

// indexAddr is the place of an element of a slice, or of an array that a pointer leads to.
func (f *frame) indexAddr(in *ssa.IndexAddr) {
	i := f.signedIndex(in.Index)
	e := f.typ(elem(in.Type()), f.pos)
	if _, ok := in.X.Type().Underlying().(*types.Slice); ok {
		if f.opts.Checked {
			f.checkIndex(i, f.temp("extractvalue %s, 1", f.typed(in.X)))
		}
		p := f.temp("extractvalue %s, 0", f.typed(in.X))
		f.set(in, "getelementptr inbounds %s, ptr %s, i64 %s", e, p, i)
		return
	}
	array := elem(in.X.Type())
	f.checkNil(in.X)
	length := array.Underlying().(*types.Array).Len()
	if !f.checkConstIndex(in.Index, length) {
		i = "0" // nobody comes by here
	} else if _, ok := in.Index.(*ssa.Const); !ok {
		f.checkIndex(i, fmt.Sprint(length))
	}
	f.set(in, "getelementptr inbounds %s, ptr %s, i64 0, i64 %s", f.typ(array, f.pos), f.val(in.X), i)
}
