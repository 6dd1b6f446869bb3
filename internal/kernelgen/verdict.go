package kernelgen

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Verdict says whether a method can run on a device, and if not, why.
type Verdict struct {
	Method   string // such as "SwapDelta"
	Refusals Refusals
}

// Device tells whether the method can run on a device.
func (v Verdict) Device() bool { return len(v.Refusals) == 0 }

// Check tells of each method of a type whether it can run on a device. The pattern, seen from dir, names the package,
// and name the type in it; methods of the pointer count, in the order of their names. The
// overlay is as in Options.
func Check(dir, pattern, name string, overlay map[string][]byte) ([]Verdict, error) {
	src, err := load(dir, pattern, nil, overlay)
	if err != nil {
		return nil, err
	}
	for _, root := range src.roots {
		obj, ok := root.Types.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		named, ok := types.Unalias(obj.Type()).(*types.Named)
		if !ok {
			return nil, fmt.Errorf("kernelgen: %s is not a defined type", name)
		}
		if named.TypeParams().Len() > 0 {
			return nil, fmt.Errorf("kernelgen: %s is generic: check a type that instantiates it", name)
		}
		return src.verdicts(named), nil
	}
	return nil, fmt.Errorf("kernelgen: no type %s in %s", name, pattern)
}

// verdicts lowers each method in a module of its own.
func (s *source) verdicts(named *types.Named) []Verdict {
	var vs []Verdict
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		fn := s.prog.MethodValue(set.At(i))
		v := Verdict{Method: fn.Name()}
		m := newModule(s, Options{})
		v.Refusals = m.tryMethod(fn)
		vs = append(vs, v)
	}
	return vs
}

// tryMethod lowers a method as a kernel would call it.
func (m *module) tryMethod(fn *ssa.Function) Refusals {
	m.build(fn)
	f := &frame{module: m, fn: fn, pos: fn.Pos()}
	for _, p := range fn.Params {
		if isFunc(p.Type()) {
			m.refuse(p.Pos(), wayOutDynamic, "which function is passed here is known only at run time")
			return m.refusals
		}
	}
	f.need(&instance{fn: fn, params: make([]*closure, len(fn.Params)), free: nil})
	return m.refusals.tidied()
}
