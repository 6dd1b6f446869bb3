package lane_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The table of intrinsics and the word at the end of each function's comment agree, and nothing exported but an
// intrinsic reaches into the emulator.
func TestIntrinsics_AreThoseOfTheSource(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range parse(t, "thread.go", "warp.go", "scan.go", "block.go", "atomic.go", "shared.go", "launch.go", "arithmetic.go") {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() {
				continue
			}
			name := fn.Name.Name
			if fn.Recv != nil {
				name = "Thread." + name
			}
			intrinsic := strings.HasSuffix(strings.TrimSpace(fn.Doc.Text()), "Intrinsic.")
			if intrinsic {
				documented[name] = true
			} else if usesEmulator(fn) {
				t.Errorf("%s touches Thread.at, but is no intrinsic", name)
			}
		}
	}
	listed := map[string]bool{}
	for _, i := range lane.Intrinsics {
		if listed[i.Name] || i.PTX == "" || i.Meaning == "" {
			t.Errorf("%s is listed twice or without PTX or meaning", i.Name)
		}
		listed[i.Name] = true
	}
	if !maps.Equal(documented, listed) {
		t.Errorf("documented as intrinsics: %v\nlisted: %v",
			slices.Sorted(maps.Keys(documented)), slices.Sorted(maps.Keys(listed)))
	}
}

func usesEmulator(fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "at" {
			found = true
		}
		return !found
	})
	return found
}

func parse(t *testing.T, names ...string) []*ast.File {
	t.Helper()
	var files []*ast.File
	for _, name := range names {
		f := must.Have(parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments))(t)
		files = append(files, f)
	}
	return files
}
