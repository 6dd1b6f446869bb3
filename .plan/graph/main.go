// Graph prints, for each file of a package, the package-level names (and fields, methods) that it uses of other files.
package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedForTest, Tests: true}
	pkgs, err := packages.Load(cfg, os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, p := range pkgs {
		if !strings.Contains(p.ID, "[") || strings.HasSuffix(p.Name, "_test") {
			continue
		}
		for _, e := range p.Errors {
			fmt.Fprintln(os.Stderr, e)
		}
		one(p)
	}
}

func one(p *packages.Package) {
	type edge struct{ from, to string }
	uses := map[edge]map[string]bool{}
	file := func(o types.Object) string { return filepath.Base(p.Fset.Position(o.Pos()).Filename) }
	for _, f := range p.Syntax {
		from := filepath.Base(p.Fset.Position(f.Pos()).Filename)
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			o := p.TypesInfo.Uses[id]
			if o == nil || o.Pkg() != p.Types {
				return true
			}
			name, ok := named(o, p.Types)
			if !ok {
				return true
			}
			to := file(o)
			if to == from {
				return true
			}
			e := edge{from, to}
			if uses[e] == nil {
				uses[e] = map[string]bool{}
			}
			uses[e][name] = true
			return true
		})
	}
	var es []edge
	for e := range uses {
		es = append(es, e)
	}
	sort.Slice(es, func(i, j int) bool {
		if es[i].from != es[j].from {
			return es[i].from < es[j].from
		}
		return es[i].to < es[j].to
	})
	for _, e := range es {
		var ns []string
		for n := range uses[e] {
			ns = append(ns, n)
		}
		sort.Strings(ns)
		fmt.Printf("%s -> %s: %s\n", e.from, e.to, strings.Join(ns, " "))
	}
}

// named says whether o belongs to the package (not to a function), and its name: T.f for a field or method.
func named(o types.Object, pkg *types.Package) (string, bool) {
	if o.Parent() == pkg.Scope() {
		return o.Name(), true
	}
	switch v := o.(type) {
	case *types.Var:
		if v.IsField() {
			return "." + v.Name(), true
		}
	case *types.Func:
		if r := v.Signature().Recv(); r != nil {
			t := r.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if n, ok := t.(*types.Named); ok {
				return n.Obj().Name() + "." + v.Name(), true
			}
			return "." + v.Name(), true
		}
	}
	return "", false
}
