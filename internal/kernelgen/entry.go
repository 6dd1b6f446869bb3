package kernelgen

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Kind is how a parameter of a kernel's entry is passed.
type Kind string

// The kinds of entry parameters.
const (
	Pointer Kind = "pointer" // a device address: 8 bytes
	Length  Kind = "length"  // the number of elements at the pointer before it: an int64
	Value   Kind = "value"   // a number, or an array or struct of numbers in Go's own layout
)

// A Param is one parameter of a kernel's entry. A slice becomes a Pointer and a Length; a struct that holds slices, or
// a pointer to one, becomes its fields.
type Param struct {
	Name string // as in Go: "x", "p.Flow", "len(p.Flow)"
	Kind Kind
	Type string // the Go type of the value, or of what the pointer leads to
	Size int64  // of the parameter in bytes
}

// An entryFrame writes the entry of a kernel: it gathers the flat parameters into the Go function's own.
type entryFrame struct {
	*frame
	params []Param
	irs    []string // the IR type of each parameter
}

// entry lowers a kernel and returns the parameters that its launch must pass.
func (m *module) entry(k found) []Param {
	f := &frame{module: m, fn: k.fn, pos: k.fn.Pos(), subprogram: m.subprogram(k.fn.Pos(), k.name)}
	m.build(k.fn)
	e := &entryFrame{frame: f}
	m.direct(k)
	var args []string
	before := len(m.refusals)
	for i, p := range k.fn.Params {
		f.pos = p.Pos()
		switch {
		case i == 0:
			t := m.typ(p.Type(), f.pos)
			args = append(args, t+" "+f.temp("insertvalue %s {i32 -1, ptr null}, i32 -1, 0", t)) // the group: all lanes
		case isFunc(p.Type()):
			m.refuse(f.pos, "make the kernel generic over a type with the method", "a launch cannot pass a function")
		default:
			args = append(args, m.typ(p.Type(), f.pos)+" "+e.gather(p.Name(), p.Type()))
			m.refuseLostWrites(p)
		}
	}
	e.boundedArguments()
	inst := &instance{fn: k.fn, params: make([]*closure, len(k.fn.Params))}
	if len(m.refusals) > before {
		return e.params
	}
	symbol, ok := f.need(inst)
	if !ok {
		return e.params
	}
	f.emit("call void @%s(%s)", symbol, strings.Join(args, ", "))
	e.write(k.name)
	return e.params
}

// boundedArguments refuses what a launch cannot pass: a value without a size, which PTX has no parameters for, and more
// bytes than the driver takes.
func (e *entryFrame) boundedArguments() {
	e.pos = e.fn.Pos()
	size := int64(0)
	for _, p := range e.params {
		if p.Size == 0 {
			e.refuse(e.pos, "leave it out, or give it a field", "a launch passes numbers, and %s of type %s takes no memory", p.Name, p.Type)
		}
		size = plus(roundUp(size, 8), p.Size)
	}
	if size > maxArguments {
		e.refuse(e.pos, "pass a slice, or a pointer to an array", "the parameters of %s take %d bytes, and a launch passes up to %d",
			e.fn.Name(), size, maxArguments)
	}
}

// refuseLostWrites refuses a kernel that writes the fields of a struct that is passed by a pointer and holds slices: each
// thread has a copy of its own, so nobody would see what is written.
func (m *module) refuseLostWrites(p *ssa.Parameter) {
	if _, ok := p.Type().Underlying().(*types.Pointer); ok && !plain(elem(p.Type())) && m.track(p).written {
		m.refuse(p.Pos(), "write elements of its slices, or copy the struct into a variable first",
			"the kernel writes fields of %s, and each thread has its own copy of it", p.Name())
	}
}

// write puts the entry's text into the module. A kernel of the GPU takes its parameters one by one; on the host, where
// only tests call it, it takes a pointer to them in a row, each in as many words of 8 bytes as it needs.
func (e *entryFrame) write(name string) {
	e.kernels = append(e.kernels, name)
	if !e.opts.host {
		ps := make([]string, len(e.params))
		for i, p := range e.params {
			ps[i] = fmt.Sprintf("%s%s %%a.%d", e.irs[i], pick(p.Kind == Pointer, " noalias", ""), i)
		}
		fmt.Fprintf(&e.functions, "define ptx_kernel void @%s(%s) #1%s {\n%s%s  ret void\n}\n", name, strings.Join(ps, ", "), attached(e.subprogram),
			e.frame.entry.String(), e.body.String())
		return
	}
	fmt.Fprintf(&e.functions, "define void @%s(ptr %%args) #1 {\n%s", name, e.frame.entry.String())
	at := int64(0)
	for i, p := range e.params {
		fmt.Fprintf(&e.functions, "  %%s.%d = getelementptr i8, ptr %%args, i64 %d\n  %%a.%d = load %s, ptr %%s.%d\n", i, at, i, e.irs[i], i)
		at += (p.Size + 7) / 8 * 8
	}
	fmt.Fprintf(&e.functions, "%s  ret void\n}\n", e.body.String())
}

// param adds a parameter of the entry and returns its operand.
func (e *entryFrame) param(name string, kind Kind, t types.Type, ir string) string {
	size := int64(8)
	if kind == Value {
		size = e.sizes.Sizeof(t)
	}
	e.params = append(e.params, Param{name, kind, short(t), size})
	e.irs = append(e.irs, ir)
	return fmt.Sprintf("%%a.%d", len(e.params)-1)
}

// gather builds the value of a Go parameter or field from entry parameters.
func (e *entryFrame) gather(name string, t types.Type) string {
	if plain(t) {
		if basic(t).Info()&types.IsBoolean != 0 {
			return e.temp("trunc i8 %s to i1", e.param(name, Value, t, "i8"))
		}
		return e.param(name, Value, t, e.typ(t, e.pos))
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		p := e.param(name, Pointer, u.Elem(), "ptr")
		n := e.param("len("+name+")", Length, types.Typ[types.Int64], "i64")
		return e.makeSlice(p, n, n)
	case *types.Pointer:
		if plain(u.Elem()) {
			return e.param(name, Pointer, u.Elem(), "ptr")
		}
		p := e.scratch(e.typ(u.Elem(), e.pos))
		e.emit("store %s %s, ptr %s", e.typ(u.Elem(), e.pos), e.gather(name, u.Elem()), p)
		return p
	case *types.Struct:
		ir, agg := e.typ(t, e.pos), "poison"
		for i := range u.NumFields() {
			f := u.Field(i)
			field := e.gather(name+"."+f.Name(), f.Type())
			agg = e.temp("insertvalue %s %s, %s %s, %d", ir, agg, e.typ(f.Type(), e.fieldPos(f, e.pos)), field, i)
		}
		return agg
	case *types.Array:
		e.refuse(e.pos, "use one flat slice, or a struct with a field for each", "a launch cannot pass an array of slices")
	}
	return "poison"
}
