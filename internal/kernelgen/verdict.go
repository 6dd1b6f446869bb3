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

// Check tells of each method of the type of that name whether it can run on a device; methods of the pointer count, in the
// order of their names.
func (s *Source) Check(name string) ([]Verdict, error) {
	for _, root := range s.roots {
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
		return s.verdicts(named), nil
	}
	return nil, fmt.Errorf("kernelgen: no type %s", name)
}

// verdicts lowers each method in a module of its own.
func (s *Source) verdicts(named *types.Named) []Verdict {
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
