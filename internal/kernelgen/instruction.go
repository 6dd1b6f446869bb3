package kernelgen

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// guarded lowers one instruction unless it uses what was refused, so that each cause is reported once.
func (f *frame) guarded(b *ssa.BasicBlock, in ssa.Instruction) {
	v, isValue := in.(ssa.Value)
	for _, op := range in.Operands(nil) {
		if *op != nil && f.tainted[*op] {
			f.tainted[v] = isValue
			return
		}
	}
	before := len(f.refusals)
	f.instruction(b, in)
	if isValue && len(f.refusals) > before {
		f.tainted[v] = true
	}
}

// instruction lowers one instruction of block b by its kind, or refuses it.
func (f *frame) instruction(b *ssa.BasicBlock, in ssa.Instruction) {
	if f.refuseConstruct(in) {
		return
	}
	if v, ok := in.(ssa.Value); ok && (onlyPanics(v) || !f.known(v)) {
		return
	}
	switch in := in.(type) {
	case *ssa.Phi, *ssa.DebugRef:
	case *ssa.If:
		if len(b.Succs) == 1 { // an assertion decided it
			f.emit("br label %%b.%d", b.Succs[0].Index)
			return
		}
		f.emit("br i1 %s, label %%b.%d, label %%b.%d", f.val(in.Cond), b.Succs[0].Index, b.Succs[1].Index)
	case *ssa.Jump:
		f.emit("br label %%b.%d%s", b.Succs[0].Index, f.unrolled(b))
	case *ssa.Return:
		f.results(in)
	case *ssa.Panic:
		f.panics(in)
	case *ssa.Call:
		f.call(in)
	case *ssa.BinOp:
		f.binop(in)
	case *ssa.UnOp:
		f.unop(in)
	case *ssa.ChangeType:
		f.alias[in] = f.val(in.X)
	case *ssa.Convert:
		f.convert(in)
	case *ssa.Extract:
		f.set(in, "extractvalue %s, %d", f.typed(in.Tuple), in.Index)
	case *ssa.MakeClosure:
		f.makeClosure(in)
	default:
		f.memory(in)
	}
}

// results lowers a return.
func (f *frame) results(in *ssa.Return) {
	switch len(in.Results) {
	case 0:
		f.emit("ret void")
	case 1:
		f.emit("ret %s", f.typed(in.Results[0]))
	default:
		t := f.tupleType(f.fn.Signature.Results(), f.pos)
		f.emit("ret %s %s", t, f.aggregate(t, in.Results))
	}
}

// aggregate builds a value of an aggregate type from its parts.
func (f *frame) aggregate(t string, parts []ssa.Value) string {
	agg := "poison"
	for i, p := range parts {
		agg = f.temp("insertvalue %s %s, %s, %d", t, agg, f.typed(p), i)
	}
	return agg
}

// refuseConstruct refuses the instructions that no kernel can have, whatever their types.
func (f *frame) refuseConstruct(in ssa.Instruction) bool {
	reason, wayOut := "", ""
	if v, ok := in.(ssa.Value); ok && onlyPanics(v) {
		return false
	}
	switch in := in.(type) {
	case *ssa.Call:
		if b, ok := in.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			reason, wayOut = "a kernel recovers from nothing", "test before the fault can happen"
		}
	case *ssa.Go:
		reason, wayOut = "a kernel starts no goroutines", wayOutParallel
	case *ssa.Defer:
		reason, wayOut = "a kernel defers nothing", "call it where the function ends"
	case *ssa.RunDefers:
		return true // its defer is refused
	case *ssa.Select, *ssa.Send, *ssa.MakeChan:
		reason, wayOut = "a kernel has no channels", wayOutParallel
	case *ssa.MakeMap, *ssa.MapUpdate, *ssa.Lookup:
		reason, wayOut = "a kernel has no maps", "use an array or a slice indexed by the key"
	case *ssa.Range:
		reason, wayOut = "a kernel ranges over integers, slices and arrays, not over "+strings.TrimPrefix(in.X.Type().String(), "untyped "),
			"keep the elements in a slice"
	case *ssa.Next:
		return true // its range is refused
	case *ssa.MakeSlice:
		reason, wayOut = "make with a length known only at run time grows memory, which a kernel has not", wayOutMemory
	case *ssa.MakeInterface, *ssa.TypeAssert, *ssa.ChangeInterface:
		reason, wayOut = "a kernel has no interface values", wayOutInterface
	case *ssa.Convert:
		if isString(in.Type()) || isString(in.X.Type()) {
			reason, wayOut = "a kernel has no strings", wayOutString
		} else if isUnsafe(in.Type()) || isUnsafe(in.X.Type()) {
			reason, wayOut = "a kernel has no unsafe pointers", wayOutUnsafe
		}
	}
	if reason == "" {
		return false
	}
	f.refuse(f.pos, wayOut, "%s", reason)
	return true
}

func isString(t types.Type) bool { return basic(t).Info()&types.IsString != 0 }
func isUnsafe(t types.Type) bool { return basic(t).Kind() == types.UnsafePointer }

// onlyPanics tells whether a value is used for nothing but to panic with, so that no kernel ever holds it.
func onlyPanics(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil || len(*refs) == 0 || !types.IsInterface(v.Type()) && !isString(v.Type()) {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Panic, *ssa.DebugRef:
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			if !onlyPanics(r.(ssa.Value)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unop lowers unary operators and loads.
func (f *frame) unop(in *ssa.UnOp) {
	switch in.Op {
	case token.MUL:
		f.load(in)
	case token.SUB:
		if isFloat(in.Type()) {
			f.set(in, "fneg %s", f.typed(in.X))
		} else {
			f.set(in, "sub %s 0, %s", f.typeOf(in), f.val(in.X))
		}
	case token.XOR:
		f.set(in, "xor %s, -1", f.typed(in.X))
	case token.NOT:
		f.set(in, "xor %s, true", f.typed(in.X))
	case token.ARROW:
		f.refuse(f.pos, wayOutParallel, "a kernel has no channels")
	}
}
