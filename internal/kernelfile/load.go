package kernelfile

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"golang.org/x/tools/go/packages"
)

// kernelPath is the package that says what kernels ask of problems, and instancePath the one that has the kernels for a type.
const (
	kernelPath   = "github.com/multiwalk/multiwalk/kernel"
	instancePath = kernelPath + "/generated"
)

// Package is a package whose types get kernels.
type Package struct {
	dir, pattern string            // where it was asked for
	folder       string            // of its files
	types        *types.Package    // with stubs for what is to be generated
	asks         *types.Package    // package kernel, as it sees it
	kernels      *types.Package    // package generated
	overlay      map[string][]byte // the stubs by file
	named        []*types.Named    // the types asked for
	fset         *token.FileSet
	syntax       []*ast.File
	info         *types.Info
	program      *kernelgen.Source // see loaded
}

// Load reads the one package that pattern names, seen from dir, and finds the types in it that are to get kernels. Types that
// are too large for that give kernelgen.Refusals.
func Load(dir, pattern string, names ...string) (*Package, error) {
	p := &Package{dir: dir, pattern: pattern, overlay: map[string][]byte{}, fset: token.NewFileSet()}
	path, name, files, err := p.locate()
	if err != nil {
		return nil, err
	}
	if path == kernelPath {
		return nil, fmt.Errorf("kernels are generated into the package of a problem, not into %s", path)
	}
	if err := p.declared(path, files, names); err != nil {
		return nil, err
	}
	if err := p.checkFiles(names); err != nil {
		return nil, err
	}
	stubs := append(generated(files), names...)
	for _, n := range stubs {
		p.overlay[filepath.Join(p.folder, goFile(n))] = stub(name, n)
	}
	broken, err := p.load(path)
	if err != nil {
		return nil, err
	}
	if rs := p.tooLarge(stubs); len(rs) > 0 {
		return nil, rs
	}
	for _, n := range names {
		t, err := p.lookup(n)
		if err != nil {
			return nil, err
		}
		p.named = append(p.named, t)
	}
	return p, broken
}

// locate finds the package's path, name and folder; its source may not compile yet.
func (p *Package) locate() (path, name string, files []string, err error) {
	several := fmt.Errorf("%s is not one package with Go files; name a folder, such as ./problem", p.pattern)
	if strings.Contains(p.pattern, "...") {
		return "", "", nil, several
	}
	roots, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: p.dir}, p.pattern)
	if err != nil {
		return "", "", nil, p.unloaded(err)
	}
	if len(roots) == 1 && len(roots[0].GoFiles) == 0 && len(roots[0].Errors) > 0 {
		return "", "", nil, p.unloaded(roots[0].Errors[0])
	}
	if len(roots) != 1 || len(roots[0].GoFiles) == 0 {
		return "", "", nil, several
	}
	p.folder = filepath.Dir(roots[0].GoFiles[0])
	return roots[0].PkgPath, roots[0].Name, roots[0].GoFiles, nil
}

// unloaded says why the package cannot be loaded, without what package packages puts around the words of the go command.
func (p *Package) unloaded(err error) error {
	text := err.Error()
	if strings.Contains(text, "go.mod file not found") || strings.Contains(text, "cannot find main module") || strings.Contains(text, "outside main module") {
		return fmt.Errorf("%s is in no Go module; go there, and run go mod init first, or name a folder of this module", p.pattern)
	}
	_, said, ok := strings.Cut(text, "stderr: ")
	if !ok {
		return fmt.Errorf("load %s: %w", p.pattern, err)
	}
	return fmt.Errorf("load %s: %s", p.pattern, strings.TrimRight(said, ": \n"))
}

// directive finds the types in the go:generate lines for kernels.
var directive = regexp.MustCompile(`(?m)^//go:generate .*\bgen\b.* --?type[ =](\S+)`)

// generated lists the types whose generated files a package counts on, by its go:generate lines: they may all be missing.
func generated(files []string) []string {
	var names []string
	for _, f := range files {
		source, err := os.ReadFile(f)
		if err != nil {
			continue // loading the package will say so
		}
		for _, line := range directive.FindAllSubmatch(source, -1) {
			names = append(names, strings.Split(string(line[1]), ",")...)
		}
	}
	return names
}

// load type-checks the package and the two of kernels together, so that equal types are identical. Where they do not build
// it tells so in broken, with the types as far as they are known. What cannot be parsed is an error at once: a type may be
// missing only because its file ends at the mistake. The bodies of functions elsewhere wait until kernels are lowered.
func (p *Package) load(path string) (broken, err error) {
	mode := packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedImports
	roots, err := packages.Load(&packages.Config{Mode: mode, Dir: p.dir, Overlay: p.overlay, Fset: p.fset}, p.pattern, kernelPath,
		instancePath)
	if err != nil {
		return nil, p.unloaded(err)
	}
	var said, unparsed []string
	packages.Visit(roots, nil, func(q *packages.Package) {
		for _, e := range q.Errors {
			said = append(said, e.Error())
			if e.Kind == packages.ParseError {
				unparsed = append(unparsed, e.Error())
			}
		}
	})
	if len(unparsed) > 0 {
		return nil, fmt.Errorf("%s cannot be parsed; mend the syntax first:\n%s", p.pattern, strings.Join(unparsed[:min(len(unparsed), 10)], "\n"))
	}
	for _, q := range roots {
		switch q.PkgPath {
		case path:
			p.types, p.syntax, p.info = q.Types, q.Syntax, q.TypesInfo
		case kernelPath:
			p.asks = q.Types
		case instancePath:
			p.kernels = q.Types
		}
	}
	if p.types == nil || p.asks == nil || p.kernels == nil {
		return nil, fmt.Errorf("%s and %s cannot be loaded: %s", p.pattern, kernelPath, strings.Join(said, "\n"))
	}
	if len(said) > 0 {
		broken = fmt.Errorf("%s does not build; if kernels that are not generated yet are missing, name their types in one -type A,B:\n%s",
			p.pattern, strings.Join(said[:min(len(said), 10)], "\n"))
	}
	return broken, nil
}

// loaded is the package ready to be lowered, with every kernel that its types satisfy; that is loaded once.
func (p *Package) loaded() (*kernelgen.Source, error) {
	if p.program != nil {
		return p.program, nil
	}
	var all []kernelgen.Instance
	for _, t := range p.named {
		ms, _ := p.matches(t)
		for _, m := range ms {
			if in := instance(m); m.Why == "" && !slices.ContainsFunc(all, func(i kernelgen.Instance) bool { return reflect.DeepEqual(i, in) }) {
				all = append(all, in)
			}
		}
	}
	var err error
	p.program, err = kernelgen.Load(p.dir, p.pattern, all, p.overlay)
	return p.program, err
}

// lookup finds a type that can get kernels.
func (p *Package) lookup(name string) (*types.Named, error) {
	obj, ok := p.types.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil, noType(p.types.Path(), name, p.types.Scope().Names())
	}
	named, ok := obj.Type().(*types.Named)
	if !ok || obj.IsAlias() {
		return nil, unfit("%s is an alias; name the type that it stands for", name)
	}
	if named.TypeParams().Len() > 0 {
		return nil, unfit("%s is generic; define a type that instantiates it", name)
	}
	switch named.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return nil, unfit("%s cannot have methods; name a struct", name)
	}
	return named, nil
}

// Unfit is the error of a type that is there and can have no kernels, whatever its methods are.
type Unfit string

func (u Unfit) Error() string { return string(u) }

func unfit(format string, name string) error { return Unfit(fmt.Sprintf(format, name)) }

// declared refuses a name that none of the files declares as a type, before anything is looked for that the name would lead to. What does
// not parse is told later.
func (p *Package) declared(path string, files, names []string) error {
	var types []string
	for _, file := range files {
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		for _, d := range syntax.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				for _, s := range g.Specs {
					types = append(types, s.(*ast.TypeSpec).Name.Name)
				}
			}
		}
	}
	for _, n := range names {
		if !slices.Contains(types, n) {
			return noType(path, n, types)
		}
	}
	return nil
}

func noType(path, name string, types []string) error {
	return fmt.Errorf("package %s has no type %s%s", path, name, nearest.Hint(name, types))
}

// goFile is the name of the Go file that is generated for a type.
func goFile(typeName string) string { return "zkernel_" + strings.ToLower(typeName) + ".go" }

// ptxFile is the name of the PTX beside it.
func ptxFile(typeName string) string { return "zkernel_" + strings.ToLower(typeName) + ".ptx" }

// checkName refuses a type whose file Go would take for a test or for one of another platform.
func checkName(typeName string) error {
	file := goFile(typeName)
	elsewhere := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader([]byte("package p\n"))), nil
	}}
	if ok, err := elsewhere.MatchFile(".", file); err != nil || !ok || strings.HasSuffix(file, "_test.go") {
		return fmt.Errorf("the file of type %s would be %s, which Go builds only sometimes; rename the type", typeName, file)
	}
	return nil
}

// stub is what stands for a generated file while the package is loaded: the method of the file on the value, so that
// pointers have it too.
func stub(packageName, typeName string) []byte {
	return fmt.Appendf(nil, "package %s\n\nimport zkernel %q\n\nfunc (%s) Kernels() (zkernel.Module, error) { return zkernel.Module{}, nil }\n",
		packageName, kernelPath, typeName)
}
