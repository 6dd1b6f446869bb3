package kernelgen

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call lowers a call: a builtin, an intrinsic, or a function known at compile time.
func (f *frame) call(in *ssa.Call) {
	if b, ok := in.Call.Value.(*ssa.Builtin); ok {
		f.builtin(in, b.Name())
		return
	}
	if in.Call.IsInvoke() {
		f.refuse(f.pos, wayOutInterface, "a call of %s through an interface is decided only at run time", in.Call.Method.Name())
		return
	}
	c := f.resolve(in.Call.Value)
	if c == nil {
		f.refuse(f.pos, wayOutDynamic, "which function is called here is known only at run time")
		return
	}
	if lower := f.intrinsic(c.fn); lower != nil {
		lower(f, in)
		return
	}
	f.callFunction(in, c)
}

// callFunction lowers a call of a Go function, lowering the function itself first.
func (f *frame) callFunction(in *ssa.Call, c *closure) {
	inst := &instance{fn: c.fn, params: make([]*closure, len(in.Call.Args)), free: c.free}
	var args []string
	for i, a := range in.Call.Args {
		if isString(a.Type()) || types.IsInterface(a.Type()) {
			f.known(a)
			return
		}
		if isFunc(a.Type()) {
			if inst.params[i] = f.resolve(a); inst.params[i] == nil {
				f.refuse(f.pos, wayOutDynamic, "which function is passed here is known only at run time")
				return
			}
		}
		args = append(args, f.typed(a))
	}
	for i, v := range c.fn.FreeVars {
		t := f.closureType(&closure{fn: c.fn, free: c.free})
		x := f.temp("extractvalue %s %s, %d", t, f.val(in.Call.Value), i)
		args = append(args, f.freeType(c, v, i)+" "+x)
	}
	symbol, ok := f.need(inst)
	if !ok {
		f.tainted[in] = true
		return
	}
	result := f.tupleType(c.fn.Signature.Results(), f.pos)
	call := fmt.Sprintf("call %s @%s(%s)", result, symbol, strings.Join(args, ", "))
	if result == "void" {
		f.emit("%s", call)
	} else {
		f.set(in, "%s", call)
	}
}

// freeType is the IR type of a closure's i-th free variable.
func (f *frame) freeType(c *closure, v *ssa.FreeVar, i int) string {
	if isFunc(v.Type()) {
		return f.closureType(c.free[i])
	}
	return f.typ(v.Type(), f.pos)
}

// need lowers an instance unless that is done, and returns its symbol; not ok means that the call was refused. What Go's
// own library cannot do is reported at the call, because only there it can be changed.
func (f *frame) need(inst *instance) (string, bool) {
	key := inst.key()
	l := f.lowered[key]
	switch {
	case l == nil:
		l = &lowered{symbol: f.fresh(name(inst.fn)), open: true}
		f.lowered[key] = l
		f.lower(inst, l)
		l.open = false
	case l.open:
		f.refuse(f.pos, "write the recursion as a loop, with an array as its stack where it needs one",
			"%s calls itself, and a kernel has no stack to grow", inst.fn.Name())
		return "", false
	}
	if l.failed != "" {
		f.refuse(f.pos, "write the function in the device subset, or call it on the host", "%s", l.failed)
	}
	return l.symbol, l.failed == "" && !l.broken
}

// lower defines the instance, or notes why that cannot be.
func (f *frame) lower(inst *instance, l *lowered) {
	fn := inst.fn
	f.build(fn)
	if c, ok := strings.CutPrefix(fn.Name(), "_Cfunc_"); ok {
		l.failed = "C." + c + " is a function of C, which is called through cgo"
		return
	}
	if len(fn.Blocks) == 0 {
		l.failed = shortName(fn) + " has no body in Go"
		return
	}
	before := len(f.refusals)
	if !f.refuseFunction(fn) {
		f.define(inst, l.symbol)
	}
	if rs := f.refusals[before:]; len(rs) > 0 {
		l.broken = true
		if f.isStandard(fn) || f.isContract(fn) {
			l.failed = shortName(fn) + " has no device form: " + rs[0].Reason
			f.refusals = f.refusals[:before]
		}
	}
}

// refuseFunction refuses what a function's signature or shape rules out as a whole.
func (f *frame) refuseFunction(fn *ssa.Function) bool {
	for i := range fn.Signature.Results().Len() {
		if isFunc(fn.Signature.Results().At(i).Type()) {
			f.refuse(fn.Pos(), "call the function where it is made, or hand it down to a function that calls it",
				"%s returns a function, which would outlive its variables", fn.Name())
			return true
		}
	}
	for _, inner := range fn.AnonFuncs {
		if strings.HasPrefix(inner.Synthetic, "range-over-func") {
			f.refuse(inner.Pos(), "range over an integer, a slice or an array", "a kernel does not range over functions")
			return true
		}
	}
	return false
}

// build makes the bodies of a function's package, and decides the function's assertions; instances of generics were made with the package that asked for them.
func (m *module) build(fn *ssa.Function) {
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	if o := fn.Origin(); o != nil && o.Pkg != nil {
		o.Pkg.Build()
	}
	m.decide(fn)
}

// isStandard tells whether a function is of Go's own library.
func (m *module) isStandard(fn *ssa.Function) bool {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Pkg != nil && m.src.standard(fn.Pkg.Pkg.Path())
}

// isContract tells whether a function is of package multiwalk, which users call and cannot change, as they cannot Go's own library.
func (m *module) isContract(fn *ssa.Function) bool {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Pkg != nil && fn.Pkg.Pkg.Path() == "github.com/multiwalk/multiwalk"
}

// ownSource tells whether the function being lowered is not of Go's own library.
func (f *frame) ownSource() bool { return !f.isStandard(f.fn) }

// name is a symbol's beginning: the package's name, the function's, and the type arguments by their own names.
func name(fn *ssa.Function) string {
	last := func(s string) string { return s[strings.LastIndex(s, "/")+1:] }
	if fn.Origin() == nil {
		return last(fn.RelString(nil))
	}
	s, _, _ := strings.Cut(last(fn.Origin().RelString(nil)), "[")
	for _, t := range fn.TypeArgs() {
		s += "_" + types.TypeString(t, func(*types.Package) string { return "" })
	}
	return s
}

// shortName is a function's name for messages: package.Func.
func shortName(fn *ssa.Function) string {
	full := fullName(fn)
	return full[strings.LastIndex(full, "/")+1:]
}

// fullName is the name by which tables know a function: path.Func, or path.Type.Method.
func fullName(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if fn.Pkg == nil {
		return fn.Name()
	}
	path := fn.Pkg.Pkg.Path() + "."
	if recv := fn.Signature.Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			path += n.Obj().Name() + "."
		}
	}
	return path + fn.Name()
}
