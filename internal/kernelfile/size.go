package kernelfile

import (
	"fmt"
	"go/types"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// mostSize bounds the values of a type with kernels, in bytes: its method Kernels takes one, and Go passes less than 1 GiB.
const mostSize = 1<<30 - 1<<10

// tooLarge refuses types whose values are beyond mostSize. Their stubs do not compile, and Go would say so of a file that is not
// there.
func (p *Package) tooLarge(names []string) (rs kernelgen.Refusals) {
	for _, name := range names {
		obj, ok := p.types.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue // which lookup tells
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || kernelgen.Sizeof(named) <= mostSize {
			continue
		}
		place, what, wayOut := types.Object(obj), name, "use a struct with a slice"
		if s, ok := named.Underlying().(*types.Struct); ok {
			f := largest(s)
			place, what, wayOut = f, fmt.Sprintf("field %s of %s, of type %s,", f.Name(), name, plainly(f.Type())), "make it a slice"
		}
		rs = append(rs, kernelgen.Refusal{Pos: p.fset.Position(place.Pos()), WayOut: wayOut,
			Reason: fmt.Sprintf("%s takes %d bytes, and all of a type with kernels may take %d", what, kernelgen.Sizeof(place.Type()), mostSize)})
	}
	return rs
}

// largest returns the field that takes most.
func largest(s *types.Struct) *types.Var {
	most := s.Field(0)
	for f := range s.Fields() {
		if kernelgen.Sizeof(f.Type()) > kernelgen.Sizeof(most.Type()) {
			most = f
		}
	}
	return most
}
