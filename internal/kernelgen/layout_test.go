package kernelgen

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// checkTypes type-checks source and returns its package-level names.
func checkTypes(t *testing.T, source string) *types.Scope {
	t.Helper()
	fset := token.NewFileSet()
	file := must.Have(parser.ParseFile(fset, "p.go", source, 0))(t)
	pkg := must.Have((&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, nil))(t)
	return pkg.Scope()
}

// Layouts are those of Go's compiler, where these fit an int64.
func TestLayouts_AreGos(t *testing.T) {
	scope := checkTypes(t, `package p
type A struct { A int8; B int64; C int16 }
type B struct { A A; B [3]A; C bool }
type C struct { A []int32; B *A; C float32; D [0]int64 }
type D struct { A struct{}; B int16; C struct{} }
type E [5]D
type F struct{}
type G struct { A [0]int64; B int8 }
type H struct { A string; B uint16; C any; D func(); E uintptr; F complex128 }
type I [7]struct { A uint8; B [3]uint16 }
type J struct { A F; B [4]F }
`)
	ls, sizes := layouts{}, types.SizesFor("gc", "amd64")
	for _, name := range scope.Names() {
		of := scope.Lookup(name).Type()
		if ls.Sizeof(of) != sizes.Sizeof(of) || ls.Alignof(of) != sizes.Alignof(of) {
			t.Errorf("%s: %d bytes aligned to %d, Go has %d and %d", name, ls.Sizeof(of), ls.Alignof(of), sizes.Sizeof(of), sizes.Alignof(of))
		}
	}
	if l := ls.of(scope.Lookup("B").Type()); l.parts != 13 {
		t.Errorf("B has %d parts", l.parts)
	}
}

// A type costs its layout once, however often it is nested: a struct within a struct within 400 is no work, although
// computing each field's size anew takes 2^400 steps. Products beyond an int64 stay at its end.
func TestLayouts_AreLinear(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\ntype T0 struct { A int64; B int8 }\n")
	for i := 1; i <= 400; i++ {
		b.WriteString("type T" + strconv.Itoa(i) + " struct { A T" + strconv.Itoa(i-1) + " }\n")
	}
	b.WriteString("type Huge [1 << 40][1 << 40]T400\n")
	scope := checkTypes(t, b.String())
	ls := layouts{}
	if l := ls.of(scope.Lookup("T400").Type()); l.size != 16 || l.align != 8 || l.parts != 2 || l.fields != 403 {
		t.Errorf("layout %+v", l)
	}
	if l := ls.of(scope.Lookup("Huge").Type()); l.size != math.MaxInt64 || l.parts != math.MaxInt64 {
		t.Errorf("layout %+v", l)
	}
	if !plain(scope.Lookup("T400").Type()) {
		t.Error("not plain")
	}
}

// A package main is known by its folder, whose name may begin with a digit or hold anything.
func TestSymbol(t *testing.T) {
	for name, want := range map[string]string{"main.f": "main_f", "09-next.(*T).f": "_09_next__T__f", "": ""} {
		if got := symbol(name); got != want {
			t.Errorf("symbol(%q) is %q, want %q", name, got, want)
		}
	}
}
