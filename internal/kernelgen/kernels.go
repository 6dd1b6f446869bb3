package kernelgen

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// LanePath is the package whose Thread makes a function a kernel.
const LanePath = "github.com/multiwalk/multiwalk/kernel/lane"

// An Instance asks for a generic kernel with its type arguments, or for a plain kernel of another package; or for what a function without
// parameters returns that is named like it.
type Instance struct {
	Package string   // path of the kernel's package; empty: the package compiled
	Kernel  string   // the generic function, such as "Anneal"
	Types   []string // its type arguments as the compiled package writes them, such as "*QAP"; none for a plain kernel
}

// A found kernel is a function and the name of its entry in the PTX.
type found struct {
	name string
	fn   *ssa.Function
}

// instancePrefix begins the names of the variables that hold instances in the overlay.
const instancePrefix = "zkernelgenInstance"

// instanceSource is Go source that mentions each instance once.
func instanceSource(name, path string, instances []Instance) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n", name)
	for i, in := range instances {
		if in.Package != "" && in.Package != path {
			fmt.Fprintf(&b, "import zkernelgenPackage%d %q\n", i, in.Package)
		}
	}
	for i, in := range instances {
		of := ""
		if in.Package != "" && in.Package != path {
			of = fmt.Sprintf("zkernelgenPackage%d.", i)
		}
		types := ""
		if len(in.Types) > 0 {
			types = "[" + strings.Join(in.Types, ", ") + "]"
		}
		fmt.Fprintf(&b, "var %s%d = %s%s%s\n", instancePrefix, i, of, in.Kernel, types)
	}
	return b.Bytes()
}

// isThread tells whether t is lane.Thread.
func isThread(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == LanePath && n.Obj().Name() == "Thread"
}

// IsKernel tells whether a function has a kernel's signature.
func IsKernel(sig *types.Signature) bool {
	return sig.Recv() == nil && sig.Results().Len() == 0 && sig.Params().Len() > 0 && isThread(sig.Params().At(0).Type())
}

// kernels lists the plain kernels of a package in the order of their names, then the instances in the order asked.
func (s *Source) kernels(p *ssa.Package, instances []Instance) ([]found, error) {
	p.Build()
	var fs []found
	for name, member := range p.Members {
		fn, ok := member.(*ssa.Function)
		if ok && token.IsExported(name) && IsKernel(fn.Signature) && fn.Signature.TypeParams().Len() == 0 {
			fs = append(fs, found{name, fn})
		}
	}
	slices.SortFunc(fs, func(a, b found) int { return strings.Compare(a.name, b.name) })
	for _, in := range instances {
		fn := s.instanceOf(p, in)
		if fn == nil || !IsKernel(fn.Signature) {
			return nil, fmt.Errorf("kernelgen: %s is not a kernel: its first parameter must be a lane.Thread, "+
				"and it returns nothing", in.Kernel)
		}
		fs = append(fs, found{symbol(strings.Join(append([]string{in.Kernel}, in.Types...), "_")), fn})
	}
	return fs, nil
}

// instanceOf finds the function that the overlay stored in the instance's variable.
func (s *Source) instanceOf(p *ssa.Package, in Instance) *ssa.Function {
	i := slices.IndexFunc(s.instances, func(declared Instance) bool { return reflect.DeepEqual(declared, in) })
	g := p.Var(fmt.Sprintf("%s%d", instancePrefix, i))
	for _, b := range p.Func("init").Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && g != nil && st.Addr == g {
				return returned(st.Val)
			}
		}
	}
	return nil
}

// returned is a function, or the kernel that it returns if it is a func() any.
func returned(v ssa.Value) *ssa.Function {
	fn, ok := v.(*ssa.Function)
	if !ok || IsKernel(fn.Signature) || fn.Signature.Params().Len() > 0 {
		return fn
	}
	if o := fn.Origin(); o != nil && o.Pkg != nil {
		o.Pkg.Build()
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			if made, ok := ret.Results[0].(*ssa.MakeInterface); ok {
				kernel, _ := made.X.(*ssa.Function)
				return kernel
			}
		}
	}
	return nil
}

// symbol turns a Go name into one that both LLVM and PTX take as it is. A folder, by which a package main is known, may begin with
// a digit.
func symbol(name string) string {
	name = strings.ReplaceAll(name, "*", "")
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}
