package kernelfile

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// Options say how to compile kernels.
type Options struct {
	Checked bool     // with tests of what Go would panic at
	Lines   bool     // with places of the source, by the files' full names
	IROnly  bool     // no PTX; needs no clang
	Clang   string   // empty means clang-19
	With    []string // of Rare, kernels that the types get too
}

// Rare are the kernels that few use, of 130 KB of PTX each: types get those that are asked for.
var Rare = []string{"Evolve", "Genetic", "Rotate", "TabuAlone", "TabuMoves"}

// Compiled is the kernels of one type.
type Compiled struct {
	Type    *types.Named
	Pointer bool // the kernels take a pointer to the type
	Entries []Entry
	Module  kernelgen.Module
}

// Entry is a kernel of a compiled type.
type Entry struct {
	Name   string // of the generic kernel, or of one of the problem's own package
	Symbol string // in the PTX
	Func   string // the same as a Go function, as the problem's package writes it
}

// NoKernel is the error of a type that satisfies no kernel: why, for each.
type NoKernel struct {
	Type    string
	Matches []Match
}

func (e *NoKernel) Error() string {
	return fmt.Sprintf("type %s satisfies no kernel of %s; see multiwalk kernel check", e.Type, kernelPath)
}

// Compile compiles, for each type, the kernels that it satisfies, without the Rare that are not asked for, or of these the ones named.
// Methods outside the device subset give kernelgen.Refusals.
func (p *Package) Compile(opts Options, only ...string) ([]Compiled, error) {
	for _, name := range opts.With {
		if !slices.Contains(Rare, name) {
			return nil, fmt.Errorf("kernel %s is not made by request; those that are: %s", name, strings.Join(Rare, ", "))
		}
	}
	var cs []Compiled
	var refused kernelgen.Refusals
	for _, t := range p.named {
		c, err := p.compile(t, opts, only)
		if rs := (kernelgen.Refusals)(nil); errors.As(err, &rs) {
			refused = append(refused, rs...)
		} else if err != nil {
			return nil, err
		}
		cs = append(cs, c)
	}
	if len(refused) > 0 {
		return nil, refused
	}
	return cs, nil
}

// compile compiles the kernels of one type. A kernel that needs nothing of a problem comes along with those that do.
func (p *Package) compile(t *types.Named, opts Options, only []string) (Compiled, error) {
	name := t.Obj().Name()
	ms, pointer := p.matches(t)
	if !slices.ContainsFunc(ms, func(m Match) bool { return m.Why == "" && len(m.Types) > 0 }) {
		return Compiled{}, &NoKernel{name, ms}
	}
	if rs := p.fields(t); len(rs) > 0 {
		return Compiled{}, rs
	}
	c := Compiled{Type: t, Pointer: pointer}
	var instances []kernelgen.Instance
	for _, m := range ms {
		made := slices.Contains(only, m.Kernel) || len(only) == 0 && (!slices.Contains(Rare, m.Kernel) || slices.Contains(opts.With, m.Kernel))
		if m.Why == "" && made {
			instances = append(instances, instance(m))
		}
	}
	if len(instances) == 0 {
		return c, fmt.Errorf("type %s has no kernel %v; multiwalk kernel check lists those that it has", name, only)
	}
	source, err := p.loaded()
	if err != nil {
		return c, err
	}
	modules, err := source.Compile(kernelgen.Options{Checked: opts.Checked, Lines: opts.Lines, Instances: instances, Clang: opts.Clang,
		IROnly: opts.IROnly})
	if err != nil {
		return c, err
	}
	c.Module = modules[0]
	c.Entries = entries(modules[0].Kernels, instances)
	return c, nil
}

// instance is the kernel of a match.
func instance(m Match) kernelgen.Instance {
	return kernelgen.Instance{Package: instancePath, Kernel: m.Kernel, Types: m.Types}
}

// entries names the kernels of a module: those of the problem's own package come first, under their own names.
func entries(ks []kernelgen.Kernel, instances []kernelgen.Instance) []Entry {
	var es []Entry
	own := len(ks) - len(instances)
	for _, k := range ks[:own] {
		es = append(es, Entry{k.Name, k.Name, k.Name})
	}
	for i, in := range instances {
		es = append(es, Entry{in.Kernel, ks[own+i].Name, "generated." + in.Kernel + typeArguments(in.Types) + "()"})
	}
	return es
}
