package kernelgen

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// sliceType is the IR of every slice: pointer, length, capacity, as in Go.
const sliceType = "{ptr, i64, i64}"

// basicTypes are the IR types of Go's basic ones.
var basicTypes = map[types.BasicKind]string{
	types.Bool: "i1", types.UntypedBool: "i1",
	types.Int8: "i8", types.Uint8: "i8",
	types.Int16: "i16", types.Uint16: "i16",
	types.Int32: "i32", types.Uint32: "i32", types.UntypedRune: "i32",
	types.Int: "i64", types.Uint: "i64", types.Int64: "i64", types.Uint64: "i64", types.Uintptr: "i64", types.UntypedInt: "i64",
	types.Float32: "float", types.Float64: "double", types.UntypedFloat: "double",
}

// typ is the IR type of a Go type. Outside the subset it refuses and returns a type that lowering can go on with.
func (m *module) typ(t types.Type, pos token.Pos) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if s, ok := basicTypes[u.Kind()]; ok {
			return s
		}
	case *types.Pointer:
		return "ptr"
	case *types.Slice:
		if !plain(u.Elem()) {
			m.refuseElement(u, pos)
			return sliceType
		}
		m.typ(u.Elem(), pos)
		return sliceType
	case *types.Struct:
		if !m.bounded(t, pos) {
			return "{}"
		}
		fields := make([]string, u.NumFields())
		for i := range fields {
			fields[i] = m.typ(u.Field(i).Type(), m.fieldPos(u.Field(i), pos))
		}
		m.checkTail(u, t, pos)
		return "{" + strings.Join(fields, ", ") + "}"
	case *types.Array:
		if !m.bounded(t, pos) {
			return "{}"
		}
		return fmt.Sprintf("[%d x %s]", u.Len(), m.typ(u.Elem(), pos))
	case *types.Tuple:
		return m.tupleType(u, pos)
	}
	m.refuseType(t, pos)
	return "{}"
}

// fieldPos is where a field is declared, so that what it refuses is told once and not wherever its struct is used. Of a struct
// that others wrote it is the use.
func (m *module) fieldPos(f *types.Var, use token.Pos) token.Pos {
	if slices.ContainsFunc(m.src.roots, func(p *packages.Package) bool { return p.Types == f.Pkg() }) {
		return f.Pos()
	}
	return use
}

// short is a type's name for messages.
func short(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// tupleType is the IR type of a function's results.
func (m *module) tupleType(u *types.Tuple, pos token.Pos) string {
	switch u.Len() {
	case 0:
		return "void"
	case 1:
		return m.typ(u.At(0).Type(), pos)
	}
	parts := make([]string, u.Len())
	for i := range parts {
		parts[i] = m.typ(u.At(i).Type(), pos)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// refuseType explains a type that no kernel can hold.
func (m *module) refuseType(t types.Type, pos token.Pos) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			m.refuse(pos, wayOutString, "a kernel has no strings")
			return
		}
		if u.Info()&types.IsComplex != 0 {
			m.refuse(pos, "use a struct of two floats", "a kernel has no complex numbers")
			return
		}
		if u.Kind() == types.UnsafePointer {
			m.refuse(pos, wayOutUnsafe, "a kernel has no unsafe pointers")
			return
		}
	case *types.Map:
		m.refuse(pos, "use an array or a slice indexed by the key", "a kernel has no maps")
		return
	case *types.Chan:
		m.refuse(pos, wayOutParallel, "a kernel has no channels")
		return
	case *types.Interface:
		m.refuse(pos, wayOutInterface, "a kernel has no interface values, and %s is one", short(t))
		return
	case *types.Signature:
		m.refuse(pos, wayOutDynamic, "a function kept in memory is called by its address, which a kernel cannot")
		return
	}
	m.refuse(pos, "use numbers, arrays, structs and slices of these", "a kernel has no values of type %s", short(t))
}

// refuseElement explains a slice whose elements cannot be moved to a device as they are.
func (m *module) refuseElement(s *types.Slice, pos token.Pos) {
	if _, ok := s.Elem().Underlying().(*types.Slice); ok {
		m.refuse(pos, wayOutSlices, "a slice of slices lies scattered in the host's memory")
		return
	}
	switch u := s.Elem().Underlying().(type) {
	case *types.Struct, *types.Array, *types.Pointer:
		m.refuse(pos, "keep numbers, or arrays and structs of numbers, in the slice",
			"%s has elements that hold pointers", short(s))
	default:
		m.refuseType(u, pos)
	}
}

// checkTail refuses the one case where Go pads a struct and LLVM does not: a last field of size zero.
func (m *module) checkTail(u *types.Struct, t types.Type, pos token.Pos) {
	n := u.NumFields()
	if n > 1 && plain(t) && m.sizes.Sizeof(u.Field(n-1).Type()) == 0 {
		m.refuse(pos, "put a field that has a size last", "Go pads %s after its last field, which has no size", short(t))
	}
}

// plain tells whether a value of the type means the same on host and device: numbers, and arrays and structs of them.
func plain(t types.Type) bool {
	return Every(t, func(b *types.Basic) bool { _, ok := basicTypes[b.Kind()]; return ok })
}

// Every tells whether a type has basic types alone that pass: itself, or arrays and structs of them.
func Every(t types.Type, pass func(*types.Basic) bool) bool {
	return every(t, pass, map[types.Type]bool{})
}

// every leaves out the types that were looked at already, so that each counts once however often it is nested.
func every(t types.Type, pass func(*types.Basic) bool, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return pass(u)
	case *types.Array:
		return every(u.Elem(), pass, seen)
	case *types.Struct:
		for f := range u.Fields() {
			if !every(f.Type(), pass, seen) {
				return false
			}
		}
		return true
	}
	return false
}

func basic(t types.Type) *types.Basic {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return types.Typ[types.Invalid]
	}
	return b
}

func isFloat(t types.Type) bool    { return basic(t).Info()&types.IsFloat != 0 }
func isInteger(t types.Type) bool  { return basic(t).Info()&types.IsInteger != 0 }
func isUnsigned(t types.Type) bool { return basic(t).Info()&types.IsUnsigned != 0 }

// isFunc tells whether values of the type are functions.
func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// elem is the type that a pointer, slice or array leads to.
func elem(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return types.Typ[types.Invalid]
}

// width is the number of bits of an integer's IR type.
func (m *module) width(t types.Type) int { return int(m.sizes.Sizeof(t)) * 8 }
