package kernelgen

import (
	"go/token"
	"go/types"
	"math"
)

// Bounds on types. Beyond them clang aborts, or takes minutes, or the driver refuses what it makes; so the source is
// refused here, with its place.
const (
	// maxFields bounds the fields of a struct, those of its fields and of its arrays' elements included: the type is written
	// out whole at every use, and structs of two fields each within each other have 2^d.
	maxFields = 1024
	// maxSize bounds what a pointer leads to, and the elements of slices: more than any GPU has.
	maxSize = 1 << 40
	// maxLocal is the memory of its own that CUDA gives a thread.
	maxLocal = 512 << 10
	// maxParts bounds the numbers of an array or struct that is passed, returned or compared: LLVM keeps each in a register
	// of its own.
	maxParts = 1024
	// maxTable bounds the numbers of a table of constants, which are written out.
	maxTable = 1 << 20
	// maxStatic is the shared memory that CUDA gives a block beside what is sized at launch.
	maxStatic = 48 << 10
	// maxArguments is the bytes of a kernel's parameters in PTX before version 8.1.
	maxArguments = 4 << 10
)

// A layout is what a value of a type takes. Numbers too large for an int64 stay at its largest value.
type layout struct {
	size, align int64
	fields      int64 // and structs and arrays, each as often as the type's text names it
	parts       int64 // fields, and elements of arrays, each as often as it is there
}

// layouts are Go's own sizes on a machine of 64 bits, each type computed once: types.SizesFor computes a field's size anew at
// each level of nesting, which takes 2^d steps for d structs within each other.
type layouts map[types.Type]layout

// of is O(the types within t that are new).
func (ls layouts) of(t types.Type) layout {
	if l, ok := ls[t]; ok {
		return l
	}
	var l layout
	switch u := t.Underlying().(type) {
	case *types.Array:
		e := ls.of(u.Elem())
		l = layout{times(e.size, u.Len()), e.align, plus(e.fields, 1), times(e.parts, u.Len())}
	case *types.Struct:
		l = ls.structure(u)
	default:
		l = layout{gcSizes.Sizeof(u), gcSizes.Alignof(u), 1, 1}
	}
	ls[t] = l
	return l
}

// gcSizes are the sizes of types that hold no others.
var gcSizes = types.SizesFor("gc", "amd64")

// structure is the layout of a struct. A last field without a size is given a byte, lest a pointer to it lead behind the
// struct.
func (ls layouts) structure(u *types.Struct) layout {
	l := layout{align: 1, fields: 1}
	empty := false
	for f := range u.Fields() {
		part := ls.of(f.Type())
		l.size = plus(roundUp(l.size, part.align), part.size)
		l.align = max(l.align, part.align)
		l.fields, l.parts = plus(l.fields, part.fields), plus(l.parts, part.parts)
		empty = part.size == 0
	}
	if empty && l.size > 0 {
		l.size = plus(l.size, 1)
	}
	l.size = roundUp(l.size, l.align)
	return l
}

// Sizeof is the bytes of a value of the type.
func (ls layouts) Sizeof(t types.Type) int64 { return ls.of(t).size }

// Sizeof is the bytes of a value of the type, on a machine of 64 bits; the largest int64 if there are more.
func Sizeof(t types.Type) int64 { return layouts{}.Sizeof(t) }

// Alignof is the power of 2 that addresses of the type's values are multiples of.
func (ls layouts) Alignof(t types.Type) int64 { return ls.of(t).align }

func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func times(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}

// roundUp is the least multiple of align from n on; the largest number stays.
func roundUp(n, align int64) int64 {
	if n > math.MaxInt64-align {
		return math.MaxInt64
	}
	return (n + align - 1) / align * align
}

// bounded refuses a struct or an array whose type is beyond what can be written out or addressed.
func (m *module) bounded(t types.Type, pos token.Pos) bool {
	l := m.sizes.of(t)
	switch {
	case l.fields > maxFields:
		m.refuse(pos, "use arrays in place of fields, or several slices", "%s has more than %d fields, those of its fields included",
			brief(t), maxFields)
	case l.size > maxSize:
		m.refuse(pos, "use a slice, whose length is known at launch", "%s takes more than %d bytes, which no GPU has", brief(t), int64(maxSize))
	default:
		return true
	}
	return false
}

// boundedLocal refuses a variable that a thread has no memory for.
func (m *module) boundedLocal(t types.Type, pos token.Pos) {
	if size := m.sizes.Sizeof(t); size > maxLocal && size <= maxSize {
		m.refuse(pos, "use shared memory, or a slice parameter with a part for each thread",
			"a variable of type %s takes %d bytes, and a thread has %d", brief(t), size, maxLocal)
	}
}

// boundedValue refuses an array or struct that would be kept in registers and is too large for that.
func (m *module) boundedValue(t types.Type, pos token.Pos) {
	if l := m.sizes.of(t); aggregate(t) && l.parts > maxParts && l.fields <= maxFields && l.size <= maxSize {
		m.refuse(pos, "pass a pointer to it, or a slice of it, and compare its elements in a loop",
			"a value of type %s is %d numbers, and no more than %d are passed, returned or compared", brief(t), l.parts, maxParts)
	}
}

// brief is short for types whose full name would fill pages.
func brief(t types.Type) string {
	const most = 80
	s := []rune(short(t))
	if len(s) > most {
		return string(s[:most]) + "…"
	}
	return string(s)
}
