package kernelgen

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A lowering puts instructions in place of a call.
type lowering func(f *frame, in *ssa.Call)

// intrinsic finds the lowering of a function that is an instruction rather than a call; nil: compile it like any other.
func (m *module) intrinsic(fn *ssa.Function) lowering {
	full := fullName(fn)
	if full == "math.Pow" {
		return pow
	}
	if l, ok := mathIntrinsics[full]; ok {
		return l
	}
	if l, ok := bitsIntrinsics[full]; ok {
		return l
	}
	if l, ok := laneIntrinsics[full]; ok {
		if m.opts.host {
			return func(f *frame, in *ssa.Call) {
				f.refuse(f.pos, "compile the kernel for a GPU", "%s needs a GPU", full)
			}
		}
		return l
	}
	if portable := m.portable(fn); portable != nil {
		return func(f *frame, in *ssa.Call) { f.callFunction(in, &closure{fn: portable}) }
	}
	return nil
}

// portable finds Go's own portable source of a math function that some machines have assembly for: math.Exp is exp.
func (m *module) portable(fn *ssa.Function) *ssa.Function {
	if fn.Pkg == nil || fn.Pkg.Pkg.Path() != "math" || fn.Signature.Recv() != nil {
		return nil
	}
	name := []byte(fn.Name())
	if name[0] < 'A' || name[0] > 'Z' {
		return nil
	}
	name[0] += 'a' - 'A'
	p := m.src.function("math", string(name))
	if p == nil || !types.Identical(p.Signature, fn.Signature) {
		return nil
	}
	return p
}

// llvm is the lowering to an LLVM intrinsic that takes the call's arguments and gives its result; the intrinsic's name
// ends in the result's type.
func llvm(op string) lowering {
	return func(f *frame, in *ssa.Call) {
		t := f.typeOf(in)
		params, args := "", ""
		for i, a := range in.Call.Args {
			if i > 0 {
				params, args = params+", ", args+", "
			}
			params += f.typeOf(a)
			args += f.typed(a)
		}
		fn := f.extern(t, "llvm."+op+"."+map[string]string{"float": "f32", "double": "f64"}[t], params)
		f.set(in, "call %s %s(%s)", t, fn, args)
	}
}
