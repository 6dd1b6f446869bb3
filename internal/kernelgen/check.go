package kernelgen

import (
	"fmt"
	"go/constant"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// failSymbol is the IR function that stops a kernel and names the place.
const failSymbol = "kernelgen.fail"

// check makes a checked build stop, and name the place being lowered, unless the condition holds.
func (f *frame) check(ok, what string) {
	if !f.opts.Checked {
		return
	}
	f.defineChecks()
	f.emit("call void @kernelgen.check(i1 %s, %s)", ok, f.place(what))
}

// place is the arguments of check and fail: message, file, line, function.
func (f *frame) place(what string) string {
	p := f.prog.Fset.Position(f.pos)
	file := filepath.Base(p.Filename)
	if f.fn.Pkg != nil {
		file = path.Join(f.fn.Pkg.Pkg.Path(), file)
	}
	return fmt.Sprintf("ptr %s, ptr %s, i32 %d, ptr %s", f.message(what), f.message(file), p.Line, f.message(f.fn.Name()))
}

// defineChecks adds the functions that checks call. Failing goes through the assertion call of the platform, which
// prints message, file, line and function: the driver's own on a GPU, the C library's on the host.
func (m *module) defineChecks() {
	if m.symbols[failSymbol] {
		return
	}
	m.symbols[failSymbol] = true
	call := "call void @__assert_fail(ptr %what, ptr %file, i32 %line, ptr %fn)"
	if m.opts.host {
		m.externs["declare void @__assert_fail(ptr, ptr, i32, ptr) noreturn"] = true
	} else {
		m.externs["declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn"] = true
		call = "call void @__assertfail(ptr %what, ptr %file, i32 %line, ptr %fn, i64 1)"
	}
	fmt.Fprintf(&m.functions, `define internal void @%[1]s(ptr %%what, ptr %%file, i32 %%line, ptr %%fn) noinline noreturn nounwind cold {
  %[2]s
  unreachable
}
define internal void @kernelgen.check(i1 %%ok, ptr %%what, ptr %%file, i32 %%line, ptr %%fn) #0 {
  br i1 %%ok, label %%good, label %%bad
good:
  ret void
bad:
  call void @%[1]s(ptr %%what, ptr %%file, i32 %%line, ptr %%fn)
  unreachable
}
`, failSymbol, call)
}

// checkConstIndex is checkIndex for an array, whose length is known, and tells whether the element is there. A constant index
// of a constant array is Go's type checker's concern; that of a variable is not.
func (f *frame) checkConstIndex(index ssa.Value, length int64) bool {
	c, ok := index.(*ssa.Const)
	if !ok || 0 <= c.Int64() && c.Int64() < length {
		return true
	}
	f.faults("index out of range")
	return false
}

// checkIndex tests 0 <= index < length.
func (f *frame) checkIndex(index, length string) {
	if f.opts.Checked {
		f.check(f.temp("icmp ult i64 %s, %s", index, length), "index out of range")
	}
}

// faults lowers what panics in Go whatever the values of variables are: a variable that is a constant divides by zero, say.
// Go's type checker finds that in constants alone. LLVM would take the place never to be reached, and may drop all that
// leads there; so the fast build stops the kernel here as it does at a panic.
func (f *frame) faults(what string) {
	if f.opts.Checked {
		f.check("false", what)
		return
	}
	f.emit("call void %s()", f.extern("void", "llvm.trap", ""))
}

// checkDivisor tests that a divisor that is no constant is not zero.
func (f *frame) checkDivisor(y ssa.Value) {
	if _, ok := y.(*ssa.Const); !ok && f.opts.Checked {
		f.check(f.temp("icmp ne %s, 0", f.typed(y)), "integer divide by zero")
	}
}

// checkNil tests a pointer that may be nil: one that no local variable, field or element gave.
func (f *frame) checkNil(p ssa.Value) {
	if !f.opts.Checked {
		return
	}
	switch p.(type) {
	case *ssa.Parameter, *ssa.Phi, *ssa.UnOp, *ssa.Call, *ssa.Const, *ssa.Extract, *ssa.Field:
		f.check(f.temp("icmp ne ptr %s, null", f.val(p)), "nil pointer dereference")
	}
}

// panics lowers a panic: the checked build names the place and the text where that is constant; the fast build stops
// the kernel, and the driver reports that it did not end well.
func (f *frame) panics(in *ssa.Panic) {
	if f.opts.Checked {
		f.defineChecks()
		f.emit("call void @%s(%s)", failSymbol, f.place(panicText(in.X)))
	} else {
		f.emit("call void %s()", f.extern("void", "llvm.trap", ""))
	}
	f.emit("unreachable")
}

// panicText is what a panic says.
func panicText(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		if c, ok := mi.X.(*ssa.Const); ok && c.Value != nil {
			if c.Value.Kind() == constant.String {
				return "panic: " + constant.StringVal(c.Value)
			}
			return "panic: " + strings.TrimSpace(c.Value.String())
		}
	}
	return "panic"
}
