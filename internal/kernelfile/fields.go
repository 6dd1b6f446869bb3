package kernelfile

import (
	"fmt"
	"go/types"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// fields refuses the fields of a type that cannot be moved to a device: a launch takes all of the problem.
func (p *Package) fields(t *types.Named) kernelgen.Refusals {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return kernelgen.Refusals{{Pos: p.fset.Position(t.Obj().Pos()), Reason: fmt.Sprintf("%s is %s, and kernels take a problem as a struct",
			t.Obj().Name(), plainly(t.Underlying())), WayOut: "put it into a struct"}}
	}
	var rs kernelgen.Refusals
	for f := range s.Fields() {
		if !movable(f.Type()) {
			rs = append(rs, kernelgen.Refusal{Pos: p.fset.Position(f.Pos()),
				Reason: fmt.Sprintf("field %s of %s, of type %s, cannot be moved to a device", f.Name(), t.Obj().Name(), plainly(f.Type())),
				WayOut: "put what its kernels need into a struct of its own, made of numbers and slices of numbers, that has the kernels"})
		}
	}
	return rs
}

// movable tells whether a field can be passed to a kernel: a slice is uploaded, the rest is copied as it is.
func movable(t types.Type) bool { return movableBut(t, map[types.Type]bool{}) }

// movableBut leaves out the types that were looked at already: each counts once however often it is nested.
func movableBut(t types.Type, seen map[types.Type]bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return copied(u.Elem())
	case *types.Struct:
		if seen[t] {
			return true
		}
		seen[t] = true
		for f := range u.Fields() {
			if !movableBut(f.Type(), seen) {
				return false
			}
		}
		return true
	}
	return copied(t)
}

// copied tells whether values of a type are numbers and bools alone.
func copied(t types.Type) bool {
	return kernelgen.Every(t, func(b *types.Basic) bool {
		return b.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) != 0 && b.Kind() != types.Uintptr
	})
}
