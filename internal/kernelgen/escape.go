package kernelgen

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A variable whose address is taken lives, in Go, as long as anybody holds the address. In a kernel it lives in its
// function's frame, one for all turns of a loop. This file shows that nobody can tell the difference, or refuses: the
// address may be used, handed to calls and kept in local variables, but not be returned or kept elsewhere, nor be
// carried from one turn of a loop into the next.

// A flow is what a function does with an address that it is given.
type flow struct {
	escapes  bool // keeps it where it outlives the call, or where this analysis cannot follow
	carried  bool // carries it past the point where the variable is made again
	returned bool
	written  bool // writes the memory there, as far as that is seen without going through other memory
}

// escapes are the flows of a function's parameters and free variables.
type escapes struct {
	params, free []flow
}

// checkEscapes refuses the variables of a function that Go would put on the heap for good reason.
func (m *module) checkEscapes(fn *ssa.Function) {
	for _, b := range fn.DomPreorder() {
		for _, in := range b.Instrs {
			a, ok := in.(*ssa.Alloc)
			if !ok || !a.Heap {
				continue
			}
			what := a.Comment
			if what == "" || what == "new" || what == "complit" || what == "makeslice" || what == "slicelit" {
				what = "this value"
			}
			switch fl := m.track(a); {
			case fl.escapes || fl.returned:
				m.refuse(a.Pos(), "return the value itself, or let the caller pass the variable in",
					"the address of %s outlives its function", what)
			case fl.carried:
				m.refuse(a.Pos(), "declare it before the loop", "the address of %s is carried into the next turn of a loop", what)
			}
		}
	}
}

// A tracker follows an address through a function. A value in seen holds the address; true: it leads to memory that
// holds the address, so what is loaded through it may hold the address too.
type tracker struct {
	*module
	from ssa.Value
	seen map[ssa.Value]bool
	work []ssa.Value
	flow flow
}

// track follows the address that v holds through v's function.
func (m *module) track(v ssa.Value) flow {
	t := &tracker{module: m, from: v, seen: map[ssa.Value]bool{}}
	t.add(v, false)
	for len(t.work) > 0 {
		d := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if refs := d.Referrers(); refs != nil {
			for _, r := range *refs {
				t.use(d, r)
			}
		}
	}
	return t.flow
}

// add notes that v holds the address, if a value of its type can.
func (t *tracker) add(v ssa.Value, memory bool) {
	was, ok := t.seen[v]
	if !holdsPointers(v.Type()) || ok && (was || !memory) {
		return
	}
	t.seen[v] = was || memory
	t.work = append(t.work, v)
}

// use follows the address from d into an instruction.
func (t *tracker) use(d ssa.Value, r ssa.Instruction) {
	memory := t.seen[d]
	switch r := r.(type) {
	case *ssa.Phi:
		t.carry(r.Block(), false)
		t.add(r, memory)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.ChangeType, *ssa.Extract, *ssa.Field, *ssa.Index,
		*ssa.SliceToArrayPointer, *ssa.Convert:
		t.add(r.(ssa.Value), memory)
	case *ssa.UnOp:
		if memory {
			t.add(r, true)
		}
	case *ssa.Store:
		if r.Val == d {
			t.store(r)
		}
		t.flow.written = t.flow.written || r.Addr == d && !memory
	case *ssa.MakeClosure:
		t.capture(d, r)
	case *ssa.Call:
		t.call(d, r)
	case *ssa.Return:
		t.flow.returned = true
	case *ssa.BinOp, *ssa.DebugRef, *ssa.If:
	default:
		t.flow.escapes = true
	}
}

// carry notes that the address reaches a join or a variable in block b. If the variable tracked is made anew in each
// turn of a loop, b must lie behind its making: then b itself comes by again before an old address is used.
func (t *tracker) carry(b *ssa.BasicBlock, same bool) {
	a, ok := t.from.(*ssa.Alloc)
	if !ok || !inLoop(a.Block()) {
		return
	}
	if b == a.Block() && !same || !a.Block().Dominates(b) {
		t.flow.carried = true
	}
}

// inLoop tells whether control can come back to a block.
func inLoop(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), b.Succs...)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if c == b {
			return true
		}
		if !seen[c] {
			seen[c] = true
			work = append(work, c.Succs...)
		}
	}
	return false
}

// store follows the address into memory, which must be a local variable.
func (t *tracker) store(st *ssa.Store) {
	addr := st.Addr
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
			continue
		case *ssa.IndexAddr:
			if _, ok := a.X.Type().Underlying().(*types.Pointer); ok {
				addr = a.X
				continue
			}
		case *ssa.Alloc:
			t.carry(a.Block(), true)
			t.add(a, true)
			return
		}
		t.flow.escapes = true
		return
	}
}

// capture follows the address into a closure.
func (t *tracker) capture(d ssa.Value, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == d {
			fl := t.summary(fn).free[i]
			t.flow.escapes = t.flow.escapes || fl.escapes
			t.flow.written = t.flow.written || fl.written && !t.seen[d]
		}
	}
	t.add(mc, true)
}

// call follows the address into a call and out of it again.
func (t *tracker) call(d ssa.Value, in *ssa.Call) {
	if _, ok := in.Call.Value.(*ssa.Builtin); ok {
		return // append is refused; the others keep nothing
	}
	if in.Call.Value == d {
		t.add(in, true)
	}
	fn := in.Call.StaticCallee()
	if fn != nil && t.intrinsic(fn) != nil {
		return
	}
	for i, a := range in.Call.Args {
		if a != d {
			continue
		}
		if fn == nil {
			t.flow.escapes = true
			return
		}
		fl := t.summary(fn).params[i]
		t.flow.escapes = t.flow.escapes || fl.escapes
		t.flow.written = t.flow.written || fl.written && !t.seen[d]
		if fl.returned {
			t.add(in, true)
		}
	}
}

// summary is what a function does with the addresses that it is given.
func (m *module) summary(fn *ssa.Function) *escapes {
	if s, ok := m.escapes[fn]; ok {
		return s
	}
	s := &escapes{make([]flow, len(fn.Params)), make([]flow, len(fn.FreeVars))}
	m.escapes[fn] = s // recursion sees no flow; it is refused elsewhere
	m.build(fn)
	if len(fn.Params) != len(s.params) {
		s.params = make([]flow, len(fn.Params))
	}
	for i, p := range fn.Params {
		if holdsPointers(p.Type()) {
			s.params[i] = m.track(p)
		}
	}
	for i, v := range fn.FreeVars {
		s.free[i] = m.track(v)
	}
	return s
}

// holdsPointers tells whether a value of the type can hold an address.
func holdsPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return holdsPointers(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsPointers(u.Field(i).Type()) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for i := range u.Len() {
			if holdsPointers(u.At(i).Type()) {
				return true
			}
		}
		return false
	}
	return true
}
