package kernelgen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A frame lowers one instance of a function: its blocks, in an order in which definitions come before uses.
type frame struct {
	*module
	fn    *ssa.Function
	inst  *instance
	entry strings.Builder // allocas, before the first block
	body  strings.Builder
	temps int
	pos   token.Pos            // of the instruction being lowered, or of the last one that has a place
	alias map[ssa.Value]string // operands of parameters, and of values that are another's by a new name
	// subprogram is the function's debug information; empty where lines are not asked for.
	subprogram string
	spills     map[ssa.Value]string // arrays and structs that were loaded and lie in private memory
	// tainted values come from what was refused; what uses them is passed over in silence.
	tainted map[ssa.Value]bool
	// resolving holds the cells whose function is being looked for: meeting one again is recursion.
	resolving map[ssa.Value]bool
}

// define lowers the whole function to IR text.
func (m *module) define(inst *instance, symbol string) {
	f := &frame{module: m, fn: inst.fn, inst: inst, pos: inst.fn.Pos(),
		alias: map[ssa.Value]string{}, spills: map[ssa.Value]string{},
		tainted: map[ssa.Value]bool{}, resolving: map[ssa.Value]bool{}, subprogram: m.subprogram(inst.fn.Pos(), symbol)}
	params := f.params()
	m.checkEscapes(inst.fn)
	blocks := make(map[*ssa.BasicBlock]string)
	for _, b := range f.fn.DomPreorder() {
		f.body.Reset()
		for _, in := range b.Instrs {
			if p := place(in); p != token.NoPos {
				f.pos = p
			}
			f.guarded(b, in)
		}
		blocks[b] = f.body.String()
	}
	f.body.Reset()
	result := m.tupleType(f.fn.Signature.Results(), f.fn.Pos())
	fmt.Fprintf(&m.functions, "define internal %s @%s(%s)%s%s {\nentry:\n%s  br label %%b.0\n", result, symbol, params,
		f.attributes(), attached(f.subprogram), f.entry.String())
	for _, b := range f.fn.DomPreorder() {
		fmt.Fprintf(&m.functions, "b.%d:\n%s%s", b.Index, f.phis(b), blocks[b])
	}
	m.functions.WriteString("}\n")
}

// place is an instruction's position in the source; one without has that of the first instruction that uses it.
func place(in ssa.Instruction) token.Pos {
	if v, ok := in.(ssa.Value); ok && !in.Pos().IsValid() && v.Referrers() != nil {
		for _, r := range *v.Referrers() {
			if r.Pos().IsValid() {
				return r.Pos()
			}
		}
	}
	return in.Pos()
}

// Attribute groups of functions. All are convergent on a device, since any may reach a barrier or a warp operation, which
// LLVM must not make depend on more conditions; it takes the attribute away where it sees that none is reached.
const (
	attributesDevice = "attributes #0 = { alwaysinline convergent nounwind }\nattributes #1 = { convergent nounwind }\n"
	attributesHost   = "attributes #0 = { alwaysinline nounwind }\nattributes #1 = { nounwind }\n"
)

// attributes ask LLVM to inline all of the user's code, so that locals end in registers and address spaces are known;
// Go's library is large and deals in values, so LLVM decides there.
func (f *frame) attributes() string { return pick(f.ownSource(), " #0", " #1") }

// params is the parameter list: the function's own, then its free variables.
func (f *frame) params() string {
	var ps []string
	for i, p := range f.fn.Params {
		f.pos = p.Pos()
		f.tainted[p] = !f.known(p)
		f.alias[p] = fmt.Sprintf("%%p.%d", i)
		ps = append(ps, f.typeOf(p)+" "+f.alias[p])
	}
	for i, v := range f.fn.FreeVars {
		f.alias[v] = fmt.Sprintf("%%f.%d", i)
		ps = append(ps, f.typeOf(v)+" "+f.alias[v])
	}
	return strings.Join(ps, ", ")
}

// phis are a block's joins. They name values of blocks that are lowered later, so they are written at the end.
func (f *frame) phis(b *ssa.BasicBlock) string {
	var s strings.Builder
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		edges := make([]string, len(phi.Edges))
		for i, e := range phi.Edges {
			edges[i] = fmt.Sprintf("[%s, %%b.%d]", f.val(e), b.Preds[i].Index)
		}
		fmt.Fprintf(&s, "  %s = phi %s %s\n", f.val(phi), f.typeOf(phi), strings.Join(edges, ", "))
	}
	return s.String()
}

// emit writes one line of IR.
func (f *frame) emit(format string, args ...any) {
	fmt.Fprintf(&f.body, "  "+format+f.line()+"\n", args...)
}

// temp writes a line that defines a new value and returns its name.
func (f *frame) temp(format string, args ...any) string {
	f.temps++
	name := fmt.Sprintf("%%x.%d", f.temps)
	f.emit("%s = %s", name, fmt.Sprintf(format, args...))
	return name
}

// set writes the line that defines the value of an instruction.
func (f *frame) set(v ssa.Value, format string, args ...any) {
	f.emit("%s = %s", f.val(v), fmt.Sprintf(format, args...))
}

// val is the operand for a value.
func (f *frame) val(v ssa.Value) string {
	if a, ok := f.alias[v]; ok {
		return a
	}
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v, f.pos)
	case *ssa.Global:
		return f.global(v, f.pos)
	case *ssa.Function:
		return "zeroinitializer" // its closure type has no bindings
	}
	return "%" + v.Name()
}

// typed is the operand with its type.
func (f *frame) typed(v ssa.Value) string { return f.typeOf(v) + " " + f.val(v) }

// typeOf is the IR type of a value; a function is the bindings of the closure it is known to be.
func (f *frame) typeOf(v ssa.Value) string {
	if isFunc(v.Type()) {
		return f.closureType(f.resolve(v))
	}
	return f.typ(v.Type(), f.pos)
}

// known is false for a value whose type is outside the subset: that is refused where the value arises, once.
func (f *frame) known(v ssa.Value) bool {
	before := len(f.refusals)
	if t, ok := v.Type().(*types.Tuple); ok {
		f.tupleType(t, f.pos)
	} else if !isFunc(v.Type()) {
		f.typ(v.Type(), f.pos)
		if _, ok := v.(*ssa.Parameter); ok {
			f.boundedValue(v.Type(), f.pos)
		}
	}
	return len(f.refusals) == before
}
