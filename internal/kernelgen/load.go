package kernelgen

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Source is what was loaded: the packages asked for, and the SSA program that they and all their imports make. Loading takes
// longer than all else, so what is to be compiled of one package is best declared at once and compiled from one Source.
type Source struct {
	roots     []*packages.Package
	prog      *ssa.Program
	all       map[string]*packages.Package // by path
	instances []Instance                   // the overlay's

	decided map[*ssa.Function]bool // whose assertions were decided
}

// loadMode asks for the syntax and types of everything, because a kernel may call into any import.
const loadMode = packages.LoadAllSyntax | packages.NeedModule

// Load reads the packages that match pattern, seen from dir, with overlay in place of files of those absolute paths. Each
// instance that is to be compiled is declared in a file of the overlay, so that the type checker itself checks the type
// arguments against the constraints.
func Load(dir, pattern string, instances []Instance, overlay map[string][]byte) (*Source, error) {
	cfg := &packages.Config{Mode: loadMode, Dir: dir, Overlay: overlay}
	if len(instances) > 0 {
		declared, err := declareInstances(dir, pattern, instances)
		if err != nil {
			return nil, err
		}
		maps.Copy(declared, overlay)
		cfg.Overlay = declared
	}
	roots, err := packages.Load(cfg, pattern)
	if err != nil {
		return nil, fmt.Errorf("kernelgen: load %s: %w", pattern, err)
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("kernelgen: no package matches %s in %s", pattern, dir)
	}
	s := &Source{roots: roots, instances: instances, all: map[string]*packages.Package{}, decided: map[*ssa.Function]bool{}}
	var broken []error
	packages.Visit(roots, nil, func(p *packages.Package) {
		s.all[p.PkgPath] = p
		for _, e := range p.Errors {
			broken = append(broken, e)
		}
	})
	if len(broken) > 0 {
		return nil, errors.Join(broken...)
	}
	s.prog, _ = ssautil.AllPackages(roots, ssa.InstantiateGenerics)
	return s, nil
}

// declareInstances writes the overlay file of the one package that pattern names.
func declareInstances(dir, pattern string, instances []Instance) (map[string][]byte, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: dir}
	roots, err := packages.Load(cfg, pattern)
	if err != nil {
		return nil, fmt.Errorf("kernelgen: load %s: %w", pattern, err)
	}
	if len(roots) != 1 || len(roots[0].GoFiles) == 0 {
		return nil, fmt.Errorf("kernelgen: instances need a pattern of one package with Go files, and %s is not that", pattern)
	}
	file := filepath.Join(filepath.Dir(roots[0].GoFiles[0]), "zkernelgen_instances.go")
	return map[string][]byte{file: instanceSource(roots[0].Name, roots[0].PkgPath, instances)}, nil
}

// function returns a package's function, with the bodies of its package built.
func (s *Source) function(path, name string) *ssa.Function {
	p := s.prog.ImportedPackage(path)
	if p == nil {
		return nil
	}
	p.Build()
	return p.Func(name)
}

// standard tells whether a package belongs to Go's own library.
func (s *Source) standard(path string) bool {
	p := s.all[path]
	return p != nil && p.Module == nil
}
