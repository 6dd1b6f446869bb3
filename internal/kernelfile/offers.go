package kernelfile

import (
	"fmt"
	"go/types"
)

// evaluators are the interfaces of packages multiwalk and kernel that kernel Explore asks problems for by assertion: a type gets the
// kernel without them, and is searched faster with them.
var evaluators = []string{"SwapEvaluator", "InsertEvaluator", "TwoOptEvaluator", "OrOptEvaluator", "FlipEvaluator", "Flip2Evaluator",
	"Flip3Evaluator", "ChangeEvaluator", "JointSwapEvaluator", "EdgeCoster", "SwapTabler", "FlipTabler", "Flip2Tabler",
	"Flip3Tabler", "ChangeTabler", "SwapPairEvaluator", "SwapPairTabler"}

// byDelta are the kernels that a type gets only if it has one of these methods: moves that are evaluated in full are not for them.
var byDelta = []string{"TabuAlone", "TabuMoves"}

// prices tells whether a type has a delta of any move.
func (p *Package) prices(t types.Type) bool {
	for _, want := range p.offers() {
		if have := offered(t, want); have != nil && types.Identical(have.Signature(), want.Signature()) {
			return true
		}
	}
	return false
}

// offers returns the methods of these interfaces by their names.
func (p *Package) offers() map[string]*types.Func {
	methods := map[string]*types.Func{}
	for _, imported := range append(p.asks.Imports(), p.asks) {
		for _, name := range evaluators {
			t, ok := imported.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			if iface, ok := t.Type().Underlying().(*types.Interface); ok {
				for m := range iface.Methods() {
					methods[m.Name()] = m
				}
			}
		}
	}
	return methods
}

// offered returns a type's method of that name, nil if it has none.
func offered(t types.Type, want *types.Func) *types.Func {
	if sel := types.NewMethodSet(t).Lookup(want.Pkg(), want.Name()); sel != nil {
		return sel.Obj().(*types.Func)
	}
	return nil
}

// byPointer tells whether a pointer to a type offers more.
func (p *Package) byPointer(t *types.Named) bool {
	for _, want := range p.offers() {
		have := offered(types.NewPointer(t), want)
		if have != nil && types.Identical(have.Signature(), want.Signature()) && offered(t, want) == nil {
			return true
		}
	}
	return false
}

// nearMiss says what keeps a method of a type from being used as the one of that name is.
func (p *Package) nearMiss(t *types.Named, name string) string {
	want := p.offers()[name]
	if want == nil {
		return ""
	}
	have := offered(types.NewPointer(t), want)
	if have == nil || types.Identical(have.Signature(), want.Signature()) {
		return ""
	}
	return fmt.Sprintf("is %s, and is not used: a search asks for %s%s", plainly(have.Signature()), name, plainly(want.Signature())[len("func"):])
}
