package kernelgen

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/ssa"
)

// Options say how to compile. The zero value makes the fast build with the clang-19 of the PATH.
type Options struct {
	// Checked adds tests of what Go would panic at; a failed one stops the kernel and names the place.
	Checked bool
	// Instances lists the generic kernels to compile beside the plain ones. The pattern must then name one package, and Load
	// must have been told of them.
	Instances []Instance
	// Clang is the compiler of LLVM IR; empty means clang-19.
	Clang string
	// Lines keeps the places of the source in the PTX, by the files' full names, so that profilers and compute-sanitizer
	// show lines of Go; the code stays the same.
	Lines bool
	// IROnly leaves Module.PTX empty and needs no clang.
	IROnly bool

	host bool // lower for this machine's processor in place of the GPU; for tests
}

// A Module is the compiled kernels of one package.
type Module struct {
	Package string
	Kernels []Kernel
	IR      string
	PTX     string
	// Hash names the IR and the way it was compiled: equal hashes mean equal PTX from one clang.
	Hash string
}

// A Kernel is one entry of a module.
type Kernel struct {
	Name   string // of the entry in the PTX
	Params []Param
}

// Compile compiles the kernels of the packages that match pattern, seen from dir. A package without kernels gives no
// module. Source outside the device subset gives Refusals, and a package that does not build the compiler's errors.
func Compile(dir, pattern string, opts Options) ([]Module, error) {
	src, err := Load(dir, pattern, opts.Instances, nil)
	if err != nil {
		return nil, err
	}
	return src.Compile(opts)
}

// Compile is the function Compile for packages that are loaded.
func (s *Source) Compile(opts Options) ([]Module, error) {
	var modules []Module
	var refused Refusals
	for _, root := range s.roots {
		mod, err := compilePackage(s, s.prog.Package(root.Types), opts)
		if rs := (Refusals)(nil); errors.As(err, &rs) {
			refused = append(refused, rs...)
		} else if err != nil {
			return nil, err
		} else if len(mod.Kernels) > 0 {
			modules = append(modules, mod)
		}
	}
	if len(refused) > 0 {
		return nil, refused
	}
	return modules, nil
}

// known returns the PTX that a folder of known PTX has for a hash: checks that generated files are fresh need not assemble all anew.
func known(hash string) string {
	folder := os.Getenv("MULTIWALK_KNOWN_PTX")
	if folder == "" {
		return ""
	}
	ptx, _ := os.ReadFile(filepath.Join(folder, hash+".ptx")) // where there is none, clang makes it
	return string(ptx)
}

// compilePackage lowers the kernels of one package and assembles them.
func compilePackage(src *Source, p *ssa.Package, opts Options) (Module, error) {
	m := newModule(src, opts)
	mod := Module{Package: p.Pkg.Path()}
	fs, err := src.kernels(p, opts.Instances)
	if err != nil {
		return mod, err
	}
	for i := range fs {
		fs[i].name = m.fresh(fs[i].name) // before any other symbol can take it
		m.entries[fs[i].fn] = fs[i].name
	}
	m.metadata.first = len(fs)
	for _, k := range fs {
		mod.Kernels = append(mod.Kernels, Kernel{k.name, m.entry(k)})
	}
	if len(m.refusals) > 0 {
		return mod, m.refusals.tidied()
	}
	mod.IR = m.text()
	mod.Hash = hash(mod.IR)
	if opts.IROnly || len(fs) == 0 {
		return mod, nil
	}
	if mod.PTX = known(mod.Hash); mod.PTX != "" {
		return mod, nil
	}
	ptx, err := assemble(mod, opts)
	if err != nil {
		return mod, fmt.Errorf("kernelgen: package %s: %w", mod.Package, err)
	}
	mod.PTX = ptx
	return mod, nil
}
