package kernelfile

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
	"github.com/multiwalk/multiwalk/internal/must"
)

// needTime skips a test that loads packages: each time takes seconds under the race detector.
func needTime(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("loading packages takes long")
	}
}

// all is the package of the tests with all its types, which are loaded once for them all.
var all *Package

// load narrows the package of the tests to some of its types.
func load(t *testing.T, names ...string) *Package {
	t.Helper()
	needTime(t)
	if all == nil {
		p := must.Have(Load(".", "./testdata/ordering", "Ordering", "Sorted", "Mapped", "Grown", "Near", "Lazy"))(t)
		must.Have(p.loaded())(t)
		all = p
	}
	p := *all
	p.named = slices.DeleteFunc(slices.Clone(all.named), func(n *types.Named) bool { return !slices.Contains(names, n.Obj().Name()) })
	return &p
}

// A type is given the kernels that it satisfies, with a pointer only where its methods need one, although the package
// uses the method that is to be generated.
func TestFiles(t *testing.T) {
	if _, err := exec.LookPath(kernelgen.DefaultClang); err != nil {
		t.Skip(err)
	}
	p := load(t, "Ordering", "Sorted")
	cs := must.Have(p.Compile(Options{}))(t)
	files := must.Have(p.Files(cs))(t)
	if len(files) != 4 {
		t.Errorf("%d files, want 4", len(files))
	}
	for file, wants := range map[string][]string{
		"zkernel_ordering.go": {"func (p *Ordering) Kernels() (kernel.Module, error) {", "//go:embed zkernel_ordering.*\n", " DO NOT EDIT.\n",
			`"AnnealSwap":     {Symbol: "AnnealSwap_Ordering", Func: generated.AnnealSwap[*Ordering]()},`,
			`"Double":         {Symbol: "Double", Func: Double},`},
		"zkernel_sorted.go":    {"func (p Sorted) Kernels()", `{Symbol: "StartSwap_Sorted", Func: generated.StartSwap[Sorted]()}`, cs[1].Module.Hash},
		"zkernel_ordering.ptx": {".visible .entry AnnealSwap_Ordering(", ".visible .entry Double(", cs[0].Module.Hash, " DO NOT EDIT.\n"},
		"zkernel_sorted.ptx":   {".visible .entry AnnealSwapWide_Sorted("},
	} {
		for _, want := range wants {
			if !strings.Contains(string(files[file]), want) {
				t.Errorf("%s lacks %q", file, want)
			}
		}
	}
}

// IR needs no clang, and may be of one kernel alone.
func TestCompile_One(t *testing.T) {
	p := load(t, "Ordering")
	cs := must.Have(p.Compile(Options{IROnly: true}, "StartSwap"))(t)
	if ir := cs[0].Module.IR; !strings.Contains(ir, "@StartSwap_Ordering(") || strings.Contains(ir, "@AnnealSwap") {
		t.Errorf("entries %v", cs[0].Entries)
	}
	must.Fail(t, "no kernel [Swim]")(p.Compile(Options{IROnly: true}, "Swim"))
}

// Kernels that few use come by request alone.
func TestCompile_With(t *testing.T) {
	p := load(t, "Ordering")
	for _, with := range [][]string{nil, {"Genetic"}, Rare} {
		cs := must.Have(p.Compile(Options{IROnly: true, With: with}))(t)
		for _, name := range Rare {
			if got, want := strings.Contains(cs[0].Module.IR, "@"+name+"_Ordering("), slices.Contains(with, name); got != want {
				t.Errorf("with %v: %s is there: %v", with, name, got)
			}
		}
	}
	_, err := p.Compile(Options{IROnly: true, With: []string{"Explore"}})
	must.Fail(t, "those that are: Evolve, Genetic, Rotate, TabuAlone, TabuMoves")(err)
}

// What a method cannot do on a device is told with place, reason and way out.
func TestCheck(t *testing.T) {
	reports := must.Have(load(t, "Mapped", "Grown").Check())(t)
	for i, want := range []struct {
		methods, kernels string
		gets             bool
	}{
		{"Cost:false SwapDelta:false", "AnnealSwap:false AnnealSwapWide:false Evolve:false Explore:false Genetic:false Rotate:false StartSwap:false StartTemper:false TabuAlone:false TabuMoves:false TemperSwap:false", false},
		{"Cost:false String:false SwapDelta:true", "AnnealSwap:true AnnealSwapWide:true Evolve:false Explore:false Genetic:false Rotate:false StartSwap:false StartTemper:false TabuAlone:true TabuMoves:true TemperSwap:true", true},
	} {
		r := reports[i]
		if got := methodsOf(r); got != want.methods {
			t.Errorf("%s: %s, want %s", r.Type, got, want.methods)
		}
		if got := kernelsOf(r); got != want.kernels || r.Gets() != want.gets {
			t.Errorf("%s: %s, want %s", r.Type, got, want.kernels)
		}
	}
	mapped := reports[0].Kernels
	for _, k := range mapped {
		if k.Why == "" && (len(k.Refusals) != 1 || k.Refusals[0].Line != 6 || !strings.Contains(k.Refusals[0].Reason, "field W of Mapped")) {
			t.Errorf("%s of Mapped: %+v", k.Name, k.Refusals)
		}
	}
	grown := reports[1].Methods[0].Refusals
	if len(grown) == 0 || grown[0].Line != 59 || grown[0].WayOut == "" {
		t.Errorf("Cost of Grown: %+v", grown)
	}
}

// A method that is nearly one that kernels use is told, and a pointer is taken where it offers more.
func TestCheck_NearMisses(t *testing.T) {
	p := load(t, "Near")
	r := must.Have(p.Check())(t)
	for _, m := range r[0].Methods {
		if want := map[string]string{"FlipDelta": "is func(x []int32, i int) int64, and is not used: a search asks for FlipDelta(x []int32, i int32) int64"}[m.Name]; m.Why != want {
			t.Errorf("%s: %q, want %q", m.Name, m.Why, want)
		}
	}
	if got, want := kernelsOf(r[0]), "Evolve:true Explore:true Genetic:true Rotate:true TabuAlone:true TabuMoves:true"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	cs, err := p.Compile(Options{IROnly: true}, "Explore")
	if err != nil || !cs[0].Pointer || !strings.Contains(cs[0].Module.IR, "ChangeDelta") || strings.Contains(cs[0].Module.IR, "FlipDelta") {
		t.Errorf("%v: it is priced by other methods than those that it has", err)
	}
}

func methodsOf(r Report) string {
	var parts []string
	for _, m := range r.Methods {
		parts = append(parts, m.Name+":"+map[bool]string{true: "true", false: "false"}[m.Device])
	}
	return strings.Join(parts, " ")
}

// kernelsOf tells of the kernels that the type's methods fit; those for others are beside the point.
func kernelsOf(r Report) string {
	var parts []string
	for _, k := range r.Kernels {
		if k.Why == "" {
			parts = append(parts, k.Name+":"+map[bool]string{true: "true", false: "false"}[k.Device])
		}
	}
	return strings.Join(parts, " ")
}

func TestLoad_Refuses(t *testing.T) {
	needTime(t)
	for name, want := range map[string]string{"Absent": "has no type Absent", "Test": "which Go builds only sometimes"} {
		must.Fail(t, want)(Load(".", "./testdata/ordering", name))
	}
	p := load(t, "Lazy")
	for name, want := range map[string]string{"Pair": "is generic", "Chooser": "cannot have methods", "Same": "is an alias"} {
		must.Fail(t, want)(p.lookup(name))
	}
	if _, err := Load(".", "./nowhere", "T"); err == nil {
		t.Error("a folder that is not there")
	}
	must.Fail(t, "into the package of a problem")(Load(".", "../../kernel", "Swapping"))
	must.Fail(t, "type Lazy satisfies no kernel")(p.Compile(Options{IROnly: true}))
	for _, m := range first(p.matches(p.named[0])) {
		if m.Kernel == "AnnealSwap" && !strings.Contains(m.Why, "method Cost") {
			t.Errorf("%s does not fit because %q", m.Kernel, m.Why)
		}
	}
}

// Type parameters beside the problem's follow from the signatures of its methods.
func TestInfer(t *testing.T) {
	const source = `package p
type Thread struct{}
type Metric[C any] interface { Place(int32) C; Between(a, b C) int32 }
type Lister[C, L any] interface { Metric[C]; Near(*C) ([]L, [2]L) }
func Relocate[C any, M Metric[C]](t Thread, m M, c []C) {}
func First[M Metric[C], C any](t Thread, m M) {}
func Near[M Lister[C, L], C, L any](t Thread, m M) {}
func Lost[M Metric[C], C, Other any](t Thread, m M) {}
type point struct{ X, Y float32 }
type Plane struct{}
func (Plane) Place(int32) point { return point{} }
func (Plane) Between(a, b point) int32 { return 0 }
func (*Plane) Near(*point) ([]uint16, [2]uint16) { return nil, [2]uint16{} }
type Odd struct{}
func (Odd) Place(int32) point { return point{} }
func (Odd) Between(a, b int32) int32 { return 0 }
type Short struct{}
func (Short) Place(int32) point { return point{} }
type Wrong struct{}
func (Wrong) Place(int32) (point, bool) { return point{}, false }
func (Wrong) Between(a, b point) int32 { return 0 }
`
	scope := checkSource(t, source)
	for _, c := range []struct{ kernel, of, want string }{
		{"Relocate", "Plane", "point Plane"}, {"First", "Plane", "Plane point"}, {"Relocate", "*Plane", "point *Plane"},
		{"Near", "*Plane", "*Plane point uint16"}, {"Near", "Plane", "no method Near"}, {"Lost", "Plane", "parameter Other does not follow"},
		{"Relocate", "Odd", "does not satisfy"}, {"Relocate", "Short", "no method Between(a C, b C) int32"}, {"First", "Wrong", "method Place is"},
	} {
		of := scope.Lookup(strings.TrimPrefix(c.of, "*")).Type()
		if c.of[0] == '*' {
			of = types.NewPointer(of)
		}
		args, err := infer(scope.Lookup(c.kernel).(*types.Func).Signature(), of)
		var got []string
		for _, a := range args {
			got = append(got, types.TypeString(a, func(*types.Package) string { return "" }))
		}
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && strings.Join(got, " ") != c.want {
			t.Errorf("%s of %s: %v, %v; want %s", c.kernel, c.of, got, err, c.want)
		}
	}
}

func first(ms []Match, _ bool) []Match { return ms }

func checkSource(t *testing.T, source string) *types.Scope {
	t.Helper()
	fset := token.NewFileSet()
	file := must.Have(parser.ParseFile(fset, "p.go", source, 0))(t)
	pkg := must.Have((&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, nil))(t)
	return pkg.Scope()
}
