package kernelfile

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// spaces are the functions of package multiwalk that make a space.
var spaces = []string{"Permutation", "Tour", "Binary", "Integers", "Product"}

// spacesOf returns the kinds of space that a type's method Space names, in the order of multiwalk's: several of a product,
// or of a type that chooses; none if it leaves that to other functions. A type with a method Bounds is one of real vectors. ok is false if
// there is no such method.
func (p *Package) spacesOf(t *types.Named) (kinds []string, ok bool) {
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.types, "Space")
	method, ok := obj.(*types.Func)
	if !ok {
		obj, _, _ = types.LookupFieldOrMethod(t, true, p.types, "Bounds")
		if _, ok = obj.(*types.Func); ok {
			kinds = []string{"reals"}
		}
		return kinds, ok
	}
	for _, file := range p.syntax {
		for _, decl := range file.Decls {
			f, isFunc := decl.(*ast.FuncDecl)
			if !isFunc || f.Body == nil || p.info.Defs[f.Name] != method {
				continue
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if id, isName := n.(*ast.Ident); isName {
					kinds = append(kinds, p.spaceNamed(id)...)
				}
				return true
			})
		}
	}
	slices.SortFunc(kinds, func(a, b string) int { return rank(a) - rank(b) })
	return slices.Compact(kinds), true
}

func rank(kind string) int {
	return slices.IndexFunc(spaces, func(name string) bool { return strings.EqualFold(name, kind) })
}

// spaceNamed returns the kind of space that an identifier stands for, if it is one of those functions.
func (p *Package) spaceNamed(id *ast.Ident) []string {
	f, ok := p.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != strings.TrimSuffix(kernelPath, "/kernel") || !slices.Contains(spaces, f.Name()) {
		return nil
	}
	return []string{strings.ToLower(f.Name())}
}
