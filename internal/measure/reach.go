package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// code is the declarations of this module's packages: what a measurement runs is found from them.
type code struct {
	packages map[string]*packages.Package // by path
	declared map[types.Object]*piece
	methods  map[types.Object][]*piece // of a type
	first    map[string][]*piece       // what runs when a package is imported: init, and values given to _ that are calls
	all      map[string][]*piece       // of a package
}

// piece is a declaration: a function, a type, a variable, or a group of constants, since they may count with iota.
type piece struct {
	in     *packages.Package
	node   ast.Node
	source []byte
	doc    *ast.CommentGroup // of a variable: it may embed files
	line   string            // what stands for it in a hash; "": not made yet
}

// specialists run for problems with a certain method alone: where nothing that is come to has that, they do not run. They are named by
// their package and by what the names of their files begin with.
var specialists = map[string]string{
	"/packing.go":             "Constraints", // multiwalk.Constrained
	"/neighbourhood/weighed":  "Constraints",
	"/single/message_passing": "Signs", // neighbourhood.Signed
	"/internal/passing/":      "Signs",
}

// loadCode reads packages of this module, with all of it that they import, as they are on linux/amd64 wherever it runs.
func loadCode(root string, names []string) (*code, error) {
	dependencies, err := goList(root, names)
	if err != nil {
		return nil, err
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax |
			packages.NeedTypesInfo,
		Dir: root, Env: linux(),
	}, dependencies...)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: reading the code: %w", err)
	}
	c := &code{map[string]*packages.Package{}, map[types.Object]*piece{}, map[types.Object][]*piece{}, map[string][]*piece{}, map[string][]*piece{}}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("multiwalk: reading the code: %w", p.Errors[0])
		}
		c.packages[p.PkgPath] = p
		for _, file := range p.Syntax {
			source, err := os.ReadFile(p.Fset.Position(file.Pos()).Filename)
			if err != nil {
				return nil, fmt.Errorf("multiwalk: reading the code: %w", err)
			}
			for _, d := range file.Decls {
				c.declare(p, d, source)
			}
		}
	}
	return c, nil
}

// declare takes up a declaration of a file.
func (c *code) declare(p *packages.Package, d ast.Decl, file []byte) {
	add := func(node ast.Node) *piece {
		part := &piece{in: p, node: node, source: file[p.Fset.Position(node.Pos()).Offset:p.Fset.Position(node.End()).Offset]}
		c.all[p.PkgPath] = append(c.all[p.PkgPath], part)
		return part
	}
	if f, ok := d.(*ast.FuncDecl); ok {
		c.function(f, add(f))
		return
	}
	group := d.(*ast.GenDecl)
	var constants *piece
	if group.Tok == token.CONST {
		constants = add(group)
	}
	for _, s := range group.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			c.declared[p.TypesInfo.Defs[s.Name]] = add(s)
		case *ast.ValueSpec:
			if constants != nil {
				c.values(s, constants)
			} else if !checksOnly(p.TypesInfo, s) {
				part := add(s)
				part.doc = cmp.Or(s.Doc, group.Doc)
				c.values(s, part)
			}
		}
	}
}

// function takes up a function, a method of a type, or an init.
func (c *code) function(f *ast.FuncDecl, part *piece) {
	fn := part.in.TypesInfo.Defs[f.Name].(*types.Func)
	if recv := fn.Signature().Recv(); recv != nil {
		t := named(recv.Type())
		c.methods[t] = append(c.methods[t], part)
	} else if f.Name.Name == "init" {
		c.first[part.in.PkgPath] = append(c.first[part.in.PkgPath], part)
	}
	c.declared[fn] = part
}

// values takes up variables or constants.
func (c *code) values(s *ast.ValueSpec, part *piece) {
	for _, name := range s.Names {
		if name.Name == "_" && calls(part.in.TypesInfo, s) {
			c.first[part.in.PkgPath] = append(c.first[part.in.PkgPath], part)
		}
		c.declared[part.in.TypesInfo.Defs[name]] = part
	}
}

// checksOnly says that a declaration lets the compiler check an interface, and no more: var _ I = T{}. Nothing comes to it.
func checksOnly(info *types.Info, s *ast.ValueSpec) bool {
	return !slices.ContainsFunc(s.Names, func(n *ast.Ident) bool { return n.Name != "_" }) && !calls(info, s)
}

// named is the object of a receiver's type.
func named(t types.Type) types.Object {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t).(*types.Named).Origin().Obj()
}

// calls says whether a value is found by calling a function, and not by a conversion alone, as where an interface is checked.
func calls(info *types.Info, n ast.Node) (any bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !info.Types[call.Fun].IsType() {
			any = true
		}
		return !any
	})
	return any
}

// reach returns the lines of all that a run of packages can come to: what they declare, all that this names, and so on. A type brings
// its methods, because a call by an interface does not name them. A package brings what it does when it is imported, and so do the
// packages that it imports. Specialists come only where a problem may need them.
func (c *code) reach(roots []string) ([]string, error) {
	r := reached{code: c, pieces: map[*piece]bool{}, entered: map[string]bool{}, has: map[string]bool{}, waiting: map[string][]*piece{}}
	for _, path := range roots {
		for _, part := range c.all[path] {
			r.come(part)
		}
	}
	for len(r.queue) > 0 {
		part := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		ast.Inspect(part.node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				r.name(part.in.TypesInfo.Uses[id])
			}
			return true
		})
	}
	var lines []string
	for part := range r.pieces {
		line, err := part.text()
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines, nil
}

// reached is what was come to.
type reached struct {
	*code
	pieces  map[*piece]bool
	entered map[string]bool // packages
	queue   []*piece
	has     map[string]bool     // names of methods
	waiting map[string][]*piece // specialists, by the method that a problem must have and that was not come to yet
}

func (r *reached) come(part *piece) {
	if r.pieces[part] {
		return
	}
	if needs := part.needs(); needs != "" && !r.has[needs] {
		r.waiting[needs] = append(r.waiting[needs], part)
		return
	}
	r.pieces[part] = true
	if f, ok := part.node.(*ast.FuncDecl); ok && f.Recv != nil {
		r.release(f.Name.Name)
	}
	r.queue = append(r.queue, part)
	r.enter(part.in.PkgPath)
}

// release comes to those specialists that need what a problem has by a method of this name.
func (r *reached) release(name string) {
	r.has[name] = true
	for _, part := range r.waiting[name] {
		r.come(part)
	}
	delete(r.waiting, name)
}

// needs is what a problem must have for this to run, or empty.
func (part *piece) needs() string {
	file := part.in.PkgPath + "/" + filepath.Base(part.in.Fset.Position(part.node.Pos()).Filename)
	for prefix, needs := range specialists {
		if strings.HasPrefix(file, module+prefix) {
			return needs
		}
	}
	return ""
}

// enter comes to what a package does when it is imported, and to what those do that it imports itself.
func (r *reached) enter(path string) {
	p := r.packages[path]
	if p == nil || r.entered[path] {
		return
	}
	r.entered[path] = true
	for imported := range p.Imports {
		r.enter(imported)
	}
	for _, first := range r.first[path] {
		r.come(first)
	}
}

// name comes to what an identifier stands for.
func (r *reached) name(o types.Object) {
	switch f := o.(type) {
	case *types.Func:
		o = f.Origin()
	case *types.Var:
		o = f.Origin()
	}
	if part := r.declared[o]; part != nil {
		r.come(part)
	}
	for _, m := range r.methods[o] {
		r.come(m)
	}
}

// text stands for a declaration in a hash: its tokens, without comments, and the files that it embeds or, where a function has no
// body here, the package's assembly.
func (part *piece) text() (string, error) {
	if part.line != "" {
		return part.line, nil
	}
	h := sha256.New()
	h.Write(withoutComments(part.source))
	files, err := part.files()
	if err != nil {
		return "", err
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s\n", filepath.Base(name))
		h.Write(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
	}
	part.line = fmt.Sprintf("%s %x", part.in.PkgPath, h.Sum(nil))
	return part.line, nil
}

// files is what a declaration has outside Go.
func (part *piece) files() (list []string, err error) {
	if f, ok := part.node.(*ast.FuncDecl); ok && f.Body == nil {
		for _, name := range part.in.OtherFiles {
			if filepath.Ext(name) == ".s" {
				list = append(list, name)
			}
		}
		if len(list) == 0 {
			return nil, errors.New("multiwalk: " + f.Name.Name + " has neither body nor assembly")
		}
	}
	if part.doc == nil {
		return list, nil
	}
	dir := filepath.Dir(part.in.Fset.Position(part.node.Pos()).Filename)
	for _, comment := range part.doc.List {
		patterns, ok := strings.CutPrefix(comment.Text, "//go:embed ")
		if !ok {
			continue
		}
		for _, pattern := range strings.Fields(patterns) {
			found, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(found) == 0 {
				return nil, fmt.Errorf("multiwalk: nothing to embed by %s: %w", pattern, err)
			}
			list = append(list, found...)
		}
	}
	return list, nil
}
