// Command typecheck checks the types of packages and their tests for another platform, from source: GOOS and GOARCH say which. To compile
// all for it, the standard library and what is imported included, takes ten times as long, and beyond what this finds it finds little.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

func main() {
	failed, err := check(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, err := range failed {
		fmt.Fprintln(os.Stderr, err)
	}
	if len(failed) > 0 {
		os.Exit(1)
	}
}

// unit is a package as go list tells of it: a test's is one of its own, and its path has the test's in brackets.
type unit struct {
	Dir, ImportPath string
	GoFiles, SFiles []string
	ImportMap       map[string]string // what imports mean, where that is not the package of their name
	Standard        bool
	Module          *struct {
		GoVersion string
		Main      bool
	}
	Error   *struct{ Err string }
	checked func() *types.Package
}

// checker checks each package once, and those that it imports before it.
type checker struct {
	files *token.FileSet
	units map[string]*unit
	mutex sync.Mutex
	found []error         // guarded by mutex, as are their texts
	known map[string]bool // a package with tests is checked with them, and without
}

// check returns what is wrong with packages and their tests.
func check(patterns []string) ([]error, error) {
	list := exec.Command("go", append([]string{"list", "-deps", "-test", "-e",
		"-json=Dir,ImportPath,GoFiles,SFiles,ImportMap,Standard,Module,Error"}, patterns...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	c := &checker{files: token.NewFileSet(), units: map[string]*unit{}, known: map[string]bool{}}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		u := new(unit)
		if err := d.Decode(u); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		u.checked = sync.OnceValue(func() *types.Package { return c.one(u) })
		c.units[u.ImportPath] = u
	}
	var all sync.WaitGroup
	for _, u := range c.units {
		if u.ours() {
			all.Go(func() { u.checked() })
		}
	}
	all.Wait()
	return c.found, nil
}

// ours tells whether a package is of the module, and not a test's main package, which go list has made up.
func (u *unit) ours() bool {
	return u.Module != nil && u.Module.Main && !strings.HasSuffix(u.ImportPath, ".test")
}

// one checks a package: of those that are not ours, nothing but what they declare.
func (c *checker) one(u *unit) *types.Package {
	if u.ImportPath == "unsafe" {
		return types.Unsafe
	}
	if u.Error != nil {
		c.report(u, errors.New(u.Error.Err))
	}
	var files []*ast.File
	for _, name := range u.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(u.Dir, name)
		}
		f, err := parser.ParseFile(c.files, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			c.report(u, err)
			continue
		}
		files = append(files, f)
		c.bodies(u, f)
	}
	config := types.Config{Importer: importer{c, u}, IgnoreFuncBodies: !u.ours(), Error: func(err error) { c.report(u, err) },
		Sizes: types.SizesFor("gc", build.Default.GOARCH)}
	if u.Module != nil && u.Module.GoVersion != "" {
		config.GoVersion = "go" + u.Module.GoVersion
	}
	path, _, _ := strings.Cut(u.ImportPath, " ")
	p, _ := config.Check(path, c.files, files, nil) // its error has been reported
	return p
}

// bodies reports functions without one, in a package that has no assembly: the compiler refuses them.
func (c *checker) bodies(u *unit, f *ast.File) {
	if len(u.SFiles) > 0 {
		return
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body == nil {
			c.report(u, types.Error{Fset: c.files, Pos: d.Pos(), Msg: "missing function body"})
		}
	}
}

// report notes what is wrong with a package of ours.
func (c *checker) report(u *unit, err error) {
	if !u.ours() {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if text := err.Error(); !c.known[text] {
		c.known[text] = true
		c.found = append(c.found, err)
	}
}

// importer imports for a package.
type importer struct {
	*checker
	by *unit
}

func (i importer) Import(path string) (*types.Package, error) {
	if to := i.by.ImportMap[path]; to != "" {
		path = to
	}
	u := i.units[path]
	if u == nil {
		return nil, fmt.Errorf("no package %s", path)
	}
	return u.checked(), nil
}
