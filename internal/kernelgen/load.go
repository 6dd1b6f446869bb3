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

// source is what was loaded: the packages asked for, and the SSA program that they and all their imports make.
type source struct {
	roots []*packages.Package
	prog  *ssa.Program
	all   map[string]*packages.Package // by path

	decided map[*ssa.Function]bool // whose assertions were decided
}

// loadMode asks for the syntax and types of everything, because a kernel may call into any import.
const loadMode = packages.LoadAllSyntax | packages.NeedModule

// load reads the packages that match pattern, seen from dir. Each instance asked for is declared in an overlay: a file
// that is not on the disk, so that the type checker itself checks the type arguments against the constraints.
func load(dir, pattern string, instances []Instance, overlay map[string][]byte) (*source, error) {
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
	s := &source{roots: roots, all: map[string]*packages.Package{}, decided: map[*ssa.Function]bool{}}
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
func (s *source) function(path, name string) *ssa.Function {
	p := s.prog.ImportedPackage(path)
	if p == nil {
		return nil
	}
	p.Build()
	return p.Func(name)
}

// standard tells whether a package belongs to Go's own library.
func (s *source) standard(path string) bool {
	p := s.all[path]
	return p != nil && p.Module == nil
}
