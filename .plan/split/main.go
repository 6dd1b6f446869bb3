// Split divides package single into the packages that a plan names, and exports what these need of one another.
//
//	go run ./.plan/split [-n] .plan/plan.txt        -n: only report
//
// The plan has a line a file: "file.go dir", dir below the module ("single/tabu"); "decl Name dir/file.go" moves one declaration;
// "rename Key New" gives an exported name where the capitalised one is taken (Key: Name, or Type.field, Type.method).
package main

import (
	"bufio"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

const module = "github.com/multiwalk/multiwalk"
const root = "single"

var (
	only   = flag.Bool("n", false, "only report")
	tests  = flag.Bool("tests", true, "tests too")
	fileTo = map[string]string{} // base name -> dir
	declTo = map[string]string{} // name -> dir/file.go
	given  = map[string]string{} // key -> new name
	nameAs = map[string]string{} // base name -> new base name
	group  = map[string]string{} // name -> first name of its declaration
	fset   *token.FileSet
)

func main() {
	flag.Parse()
	readPlan(flag.Arg(0))
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedForTest, Tests: *tests}
	pkgs, err := packages.Load(cfg, "./"+root)
	if err != nil {
		panic(err)
	}
	s := &splitter{objs: map[string]*object{}, files: map[string]*file{}}
	for _, p := range pkgs {
		fset = p.Fset
		switch {
		case strings.HasSuffix(p.Name, "_test"):
			s.external = p
		case strings.Contains(p.ID, "[") || !*tests:
			s.p = p
		}
		for _, e := range p.Errors {
			fmt.Fprintln(os.Stderr, "load:", e)
		}
	}
	s.collect()
	s.use()
	s.interfaces()
	s.report()
	if !*only {
		s.write()
		s.settings()
	}
}

func readPlan(name string) {
	f, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		w := strings.Fields(strings.SplitN(sc.Text(), "#", 2)[0])
		switch {
		case len(w) == 0:
		case w[0] == "decl":
			declTo[w[1]] = w[2]
		case w[0] == "as":
			nameAs[w[1]] = w[2]
		case w[0] == "rename":
			given[w[1]] = w[2]
		default:
			for _, b := range w[1:] {
				fileTo[b] = w[0]
			}
		}
	}
}

// object is what a declaration of the package names.
type object struct {
	key    string // Name or Type.name
	name   string
	to     string // new name
	dir    string
	scope  bool // of the package
	pos    token.Pos
	users  map[string]bool // directories that use it from outside
	tested bool            // only tests do
	o      types.Object
	embeds string // position key of the type whose name an embedded field bears
}

type file struct {
	name string // path
	dir  string // where it goes
	ast  *ast.File
	info *types.Info
	pkg  *types.Package
	ext  bool // package single_test
	src  []byte
}

func (f *file) as() string { return newName(f.dir, filepath.Base(f.name)) }

type splitter struct {
	p, external *packages.Package
	testUses    []testUse
	objs        map[string]*object // by position
	files       map[string]*file
	// fields and methods by owner's name
}

func at(pos token.Pos) string { p := fset.Position(pos); return fmt.Sprint(p.Filename, ":", p.Offset) }
func base(pos token.Pos) string { return filepath.Base(fset.Position(pos).Filename) }

// destination returns the directory and file of a declaration at pos, named by its outermost name.
func destination(name string, pos token.Pos) (dir, file string) {
	if first, ok := group[name]; ok {
		name = first
	}
	if to, ok := declTo[name]; ok {
		return path.Dir(to), path.Base(to)
	}
	b := base(pos)
	d, ok := fileTo[b]
	if !ok {
		d = root
	}
	return d, newName(d, b)
}

// newName is a file's name in its directory: without the name of the method, which the directory has.
func newName(dir, b string) string {
	if n, ok := nameAs[b]; ok {
		return n
	}
	prefix := path.Base(dir) + "_"
	if path.Base(dir) == "cooling" {
		prefix = "anneal_"
	}
	if n, ok := strings.CutPrefix(b, prefix); ok && n != "test.go" {
		return n
	}
	return b
}

func dirOf(name string, pos token.Pos) string { d, _ := destination(name, pos); return d }

func (s *splitter) collect() {
	for _, p := range []*packages.Package{s.p, s.external} {
		if p == nil {
			continue
		}
		for _, f := range p.Syntax {
			name := fset.Position(f.Pos()).Filename
			src, err := os.ReadFile(name)
			if err != nil {
				panic(err)
			}
			s.files[name] = &file{name, dirOf("", f.Pos()), f, p.TypesInfo, p.Types, p == s.external, src}
		}
	}
	for _, f := range s.files {
		for _, d := range f.ast.Decls {
			if d, ok := d.(*ast.GenDecl); ok && len(d.Specs) > 1 && d.Tok != token.IMPORT {
				for _, sp := range d.Specs {
					switch sp := sp.(type) {
					case *ast.TypeSpec:
						group[sp.Name.Name] = declName(d)
					case *ast.ValueSpec:
						for _, n := range sp.Names {
							group[n.Name] = declName(d)
						}
					}
				}
			}
		}
	}
	add := func(o types.Object, key, owner string, scope bool, ext bool) *object {
		k := at(o.Pos())
		if s.objs[k] == nil {
			s.objs[k] = &object{key: key, name: o.Name(), to: o.Name(), dir: dirOf(owner, ownerPos(o)), scope: scope, pos: o.Pos(),
				users: map[string]bool{}, tested: true, o: o}
		}
		return s.objs[k]
	}
	for _, p := range []*packages.Package{s.p, s.external} {
		if p == nil {
			continue
		}
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					o := p.TypesInfo.Defs[d.Name]
					if o == nil {
						continue
					}
					if d.Recv == nil {
						if d.Name.Name != "init" && d.Name.Name != "_" {
							add(o, o.Name(), o.Name(), true, p == s.external)
						}
						continue
					}
					t := receiver(d)
					tn := p.Types.Scope().Lookup(t)
					k := at(o.Pos())
					s.objs[k] = &object{key: t + "." + o.Name(), name: o.Name(), to: o.Name(), dir: dirOf(t, tn.Pos()), pos: o.Pos(),
						users: map[string]bool{}, tested: true, o: o}
				case *ast.GenDecl:
					for _, sp := range d.Specs {
						switch sp := sp.(type) {
						case *ast.ValueSpec:
							for _, n := range sp.Names {
								if o := p.TypesInfo.Defs[n]; o != nil && n.Name != "_" {
									x := add(o, n.Name, declName(d), true, false)
									x.dir = dirOf(declName(d), o.Pos())
								}
							}
							s.inner(p, sp, declName(d))
						case *ast.TypeSpec:
							add(p.TypesInfo.Defs[sp.Name], sp.Name.Name, sp.Name.Name, true, false)
							s.inner(p, sp, sp.Name.Name)
						}
					}
				}
			}
		}
	}
}

func ownerPos(o types.Object) token.Pos { return o.Pos() }

// inner collects the fields and interface methods within a declaration.
func (s *splitter) inner(p *packages.Package, n ast.Node, owner string) {
	ast.Inspect(n, func(n ast.Node) bool {
		var list *ast.FieldList
		switch t := n.(type) {
		case *ast.StructType:
			list = t.Fields
		case *ast.InterfaceType:
			list = t.Methods
		default:
			return true
		}
		for _, f := range list.List {
			names := f.Names
			if len(names) == 0 { // embedded
				if id := embedded(f.Type); id != nil {
					if o := p.TypesInfo.Defs[id]; o != nil {
						u := p.TypesInfo.Uses[id]
						s.objs["embedded:"+at(o.Pos())] = &object{key: owner + "." + o.Name(), name: o.Name(), to: o.Name(), dir: dirOf(owner, o.Pos()),
							pos: o.Pos(), users: map[string]bool{}, tested: true, o: o, embeds: at(u.Pos())}
					}
				}
				continue
			}
			for _, id := range names {
				if o := p.TypesInfo.Defs[id]; o != nil {
					s.objs[at(o.Pos())] = &object{key: owner + "." + id.Name, name: id.Name, to: id.Name, dir: dirOf(owner, o.Pos()), pos: o.Pos(),
						users: map[string]bool{}, tested: true, o: o}
				}
			}
		}
		return true
	})
}

func embedded(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return embedded(t.X)
	case *ast.IndexExpr:
		return embedded(t.X)
	}
	return nil
}

func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if st, ok := t.(*ast.StarExpr); ok {
		t = st.X
	}
	if ix, ok := t.(*ast.IndexExpr); ok {
		t = ix.X
	}
	return t.(*ast.Ident).Name
}

func declName(d *ast.GenDecl) string {
	switch sp := d.Specs[0].(type) {
	case *ast.ValueSpec:
		return sp.Names[0].Name
	case *ast.TypeSpec:
		return sp.Name.Name
	}
	return ""
}

// lookup returns the object that an identifier means.
func (s *splitter) lookup(f *file, id *ast.Ident) *object {
	o := f.info.Uses[id]
	if o == nil {
		return nil
	}
	switch v := o.(type) {
	case *types.Var:
		o = v.Origin()
	case *types.Func:
		o = v.Origin()
	}
	if v, ok := o.(*types.Var); ok && v.Embedded() {
		return s.objs["embedded:"+at(o.Pos())]
	}
	return s.objs[at(o.Pos())]
}

// place is one declaration of a file, and where it goes.
type place struct {
	decl      ast.Decl
	dir, file string
}

func (s *splitter) places(f *file) (list []place) {
	for _, d := range f.ast.Decls {
		p := place{decl: d, dir: f.dir, file: f.as()}
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			p.dir, p.file = destination(declName(d), d.Pos())
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.dir, p.file = destination(d.Name.Name, d.Pos())
			} else if to, ok := declTo[receiver(d)+"."+d.Name.Name]; ok {
				p.dir, p.file = path.Dir(to), path.Base(to)
			} else {
				t := receiver(d)
				tn := f.pkg.Scope().Lookup(t)
				dir, file := destination(t, tn.Pos())
				if dir != f.dir { // it follows its type
					p.dir, p.file = dir, file
				}
			}
		}
		list = append(list, p)
	}
	return list
}

// use finds out which directories use what.
func (s *splitter) use() {
	for _, f := range s.files {
		test := strings.HasSuffix(f.name, "_test.go")
		for _, pl := range s.places(f) {
			ast.Inspect(pl.decl, func(n ast.Node) bool {
				if lit, ok := n.(*ast.CompositeLit); ok {
					for _, x := range s.unkeyed(f, lit, pl.dir) {
						if y := s.objs[x.embeds]; y != nil {
							x = y
						}
						if x.dir != pl.dir {
							s.mark(x, pl.dir, test)
						}
					}
				}
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				x := s.lookup(f, id)
				if x == nil {
					return true
				}
				dir := pl.dir
				if f.ext {
					dir += "_test"
				}
				if x.embeds != "" && f.info.Defs[id] != nil { // the embedded field's own declaration
					x = s.objs[x.embeds]
					if x == nil {
						return true
					}
				}
				if x.embeds != "" { // its name follows that of the type; used from outside it must be exported
					if x.dir != dir {
						if t := s.objs[x.embeds]; t != nil {
							s.mark(t, dir, test)
						}
					}
					return true
				}
				if s.ext(x) {
					if x.dir != pl.dir {
						fmt.Printf("EXTERNAL: %s/%s uses %s of %s\n", pl.dir, pl.file, x.key, x.dir)
					}
					return true
				}
				if x.dir != dir {
					if test {
						s.testUses = append(s.testUses, testUse{x, pl.dir + "/" + pl.file + " " + declOf(pl.decl)})
					}
					s.mark(x, dir, test)
				}
				return true
			})
		}
	}
}

// unkeyed returns the fields of a literal without keys whose type goes to another directory: there it needs keys.
func (s *splitter) unkeyed(f *file, lit *ast.CompositeLit, dir string) (list []*object) {
	if len(lit.Elts) == 0 {
		return nil
	}
	if _, ok := lit.Elts[0].(*ast.KeyValueExpr); ok {
		return nil
	}
	t, ok := types.Unalias(f.info.Types[lit].Type).(*types.Named)
	if !ok {
		return nil
	}
	st, ok := t.Origin().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	x := s.objs[at(t.Obj().Pos())]
	if x == nil || x.dir == dir {
		return nil
	}
	for i := range lit.Elts {
		v := st.Field(i)
		k := at(v.Pos())
		if v.Embedded() {
			k = "embedded:" + k
		}
		if y := s.objs[k]; y != nil {
			list = append(list, y)
		} else {
			list = append(list, &object{to: v.Name(), name: v.Name(), dir: dir}) // embedded of another package
		}
	}
	return list
}

type testUse struct {
	x     *object
	where string
}

// ext tells whether an object is of package single_test.
func (s *splitter) ext(x *object) bool { f := s.files[fset.Position(x.pos).Filename]; return f != nil && f.ext && !helpers(x.dir) }

// helpers tells whether a directory is of what tests share; it is no test itself.
func helpers(dir string) bool { return path.Base(dir) == "trial" }

func declOf(d ast.Decl) string {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv != nil {
			return receiver(f) + "." + f.Name.Name
		}
		return f.Name.Name
	}
	return declName(d.(*ast.GenDecl))
}

func (s *splitter) mark(x *object, dir string, test bool) {
	x.users[dir] = true
	if !test {
		x.tested = false
	}
	if !token.IsExported(x.name) {
		x.to = exported(x)
	}
}

func exported(x *object) string {
	if n, ok := given[x.key]; ok {
		return n
	}
	return strings.ToUpper(x.name[:1]) + x.name[1:]
}

// interfaces gives methods the names of the interface methods that they implement, and tells of names that are taken.
func (s *splitter) interfaces() {
	var ifaces []*types.Interface
	var named []*types.Named
	for _, f := range s.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if it, ok := n.(*ast.InterfaceType); ok {
				if t, ok := f.info.Types[it].Type.(*types.Interface); ok && t.NumMethods() > 0 {
					ifaces = append(ifaces, t)
				}
			}
			return true
		})
	}
	sc := s.p.Types.Scope()
	for _, n := range sc.Names() {
		if tn, ok := sc.Lookup(n).(*types.TypeName); ok && !tn.IsAlias() {
			if t, ok := tn.Type().(*types.Named); ok {
				named = append(named, t)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, it := range ifaces {
			for _, t := range named {
				if t.TypeParams().Len() > 0 || !types.Implements(types.NewPointer(t), it) {
					continue
				}
				for i := range it.NumMethods() {
					m := it.Method(i)
					x := s.objs[at(m.Pos())]
					o, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, s.p.Types, m.Name())
					if x == nil || o == nil {
						continue
					}
					y := s.objs[at(o.Pos())]
					if y == nil || x == y || x.to == y.to {
						continue
					}
					if x.to == x.name {
						x.to = y.to
					} else {
						y.to = x.to
					}
					fmt.Println("# by interface:", x.key, y.key, "->", x.to)
					changed = true
				}
			}
		}
	}
	taken := map[string]bool{}
	for _, x := range s.objs {
		if x.to == x.name || x.embeds != "" {
			continue
		}
		if x.scope {
			if o := sc.Lookup(x.to); o != nil && !s.tagged(o) && dirOf(o.Name(), o.Pos()) == x.dir {
				taken[fmt.Sprintf("TAKEN: %s -> %s in %s", x.key, x.to, x.dir)] = true
			}
			continue
		}
		for _, t := range named {
			o, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, s.p.Types, x.name)
			if o == nil || s.objs[at(o.Pos())] != x {
				continue
			}
			if p, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, s.p.Types, x.to); p != nil {
				taken[fmt.Sprintf("TAKEN: %s -> %s in %s (%s)", x.key, x.to, t.Obj().Name(), p)] = true
			}
		}
	}
	var list []string
	for l := range taken {
		list = append(list, l)
	}
	sort.Strings(list)
	fmt.Println(strings.Join(list, "\n"))
}

func (s *splitter) tagged(types.Object) bool { return false }

func (s *splitter) report() {
	var lines []string
	count, testOnly := 0, 0
	edges := map[string]map[string]int{}
	for _, x := range s.objs {
		if x.embeds != "" {
			continue
		}
		for u := range x.users {
			if edges[u] == nil {
				edges[u] = map[string]int{}
			}
			if !x.tested {
				edges[u][x.dir]++
			}
		}
		if x.to == x.name {
			continue
		}
		count++
		mark := ""
		if x.tested {
			testOnly++
			mark = " (tests)"
		}
		var us []string
		for u := range x.users {
			us = append(us, strings.TrimPrefix(u, "single/"))
		}
		sort.Strings(us)
		lines = append(lines, fmt.Sprintf("%s: %s -> %s%s  by %s", x.dir, x.key, x.to, mark, strings.Join(us, " ")))
	}
	by := map[string][]string{}
	for _, u := range s.testUses {
		if u.x.tested && u.x.to != u.x.name {
			by[u.where] = append(by[u.where], path.Base(u.x.dir)+":"+u.x.key)
		}
	}
	for w, l := range by {
		sort.Strings(l)
		fmt.Println("TEST", w, "uses", strings.Join(slices.Compact(l), " "))
	}
	sort.Strings(lines)
	for _, l := range lines {
		fmt.Println(l)
	}
	fmt.Println("exported anew:", count, "of them for tests alone:", testOnly)
	var es []string
	for u, m := range edges {
		for d, n := range m {
			if n > 0 {
				es = append(es, fmt.Sprintf("edge %s -> %s (%d)", u, d, n))
			}
		}
	}
	sort.Strings(es)
	for _, e := range es {
		fmt.Println(e)
	}
}

type edit struct {
	from, to int
	text     string
}

// output is a file to be.
type output struct {
	dir, name string
	head      []byte // up to and with the imports, of the whole file; nil if the file is new
	body      []byte
	imports   map[string]string // path -> name ("" its own)
	ext       bool
	from      string // the file that it was
	tags      string
}

func (s *splitter) write() {
	outs := map[string]*output{}
	var names []string
	for n := range s.files {
		names = append(names, n)
	}
	sort.Strings(names)
	get := func(dir, name string, ext bool) *output {
		ext = ext && !helpers(dir)
		k := dir + "/" + name
		if outs[k] == nil {
			outs[k] = &output{dir: dir, name: name, imports: map[string]string{}, ext: ext}
		}
		return outs[k]
	}
	for _, n := range names { // first what stays in its file, so that what is moved comes behind it
		f := s.files[n]
		rel := f.as()
		stays := false
		for _, pl := range s.places(f) {
			stays = stays || pl.dir == f.dir && pl.file == rel
		}
		if stays || len(f.ast.Decls) == 0 {
			get(f.dir, rel, f.ext).from = n
		}
	}
	for pass := range 2 {
		for _, n := range names {
			f := s.files[n]
			rel := f.as()
			own := outs[f.dir+"/"+rel]
			if own != nil && own.from != n {
				own = nil
			}
			if pass == 0 && own != nil {
				own.body = s.edited(f, f.dir, func(pl place) bool { return pl.dir == f.dir && pl.file == rel }, own)
			}
			if pass == 1 {
				for _, pl := range s.places(f) {
					if pl.dir == f.dir && pl.file == rel {
						continue
					}
					o := get(pl.dir, pl.file, f.ext)
					text := s.declText(f, pl, o)
					o.body = append(append(o.body, '\n'), text...)
				}
			}
		}
	}
	for _, n := range names { // files that went altogether
		f := s.files[n]
		if o := outs[f.dir+"/"+f.as()]; o == nil {
			run("git", "rm", "-q", "--cached", n)
			os.Remove(n)
		} else if f.dir != root {
			os.MkdirAll(f.dir, 0o755)
			run("git", "mv", n, f.dir+"/"+f.as())
		}
	}
	for _, o := range outs {
		s.finish(o)
	}
}

func run(args ...string) {
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		fmt.Fprintln(os.Stderr, args, err, string(out))
	}
}

// edits are the renamings within a node that goes to dir.
func (s *splitter) edits(f *file, n ast.Node, dir string, o *output) (list []edit) {
	doc := func(g *ast.CommentGroup, id *ast.Ident) {
		x := s.objs[at(id.Pos())]
		if g == nil || x == nil || x.to == x.name || !strings.HasPrefix(g.List[0].Text, "// "+x.name+" ") {
			return
		}
		p := off(g.Pos()) + len("// ")
		list = append(list, edit{p, p + len(x.name), x.to})
	}
	switch d := n.(type) {
	case *ast.FuncDecl:
		doc(d.Doc, d.Name)
	case *ast.GenDecl:
		for _, sp := range d.Specs {
			switch sp := sp.(type) {
			case *ast.TypeSpec:
				doc(d.Doc, sp.Name)
				doc(sp.Doc, sp.Name)
			case *ast.ValueSpec:
				doc(d.Doc, sp.Names[0])
				doc(sp.Doc, sp.Names[0])
			}
		}
	}
	skip := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			for i, x := range s.unkeyed(f, lit, dir) {
				if y := s.objs[x.embeds]; y != nil {
					x = y
				}
				p := off(lit.Elts[i].Pos())
				list = append(list, edit{p, p, x.to + ": "})
			}
		}
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				if pn, ok := f.info.Uses[id].(*types.PkgName); ok {
					if pn.Imported().Path() != module+"/"+root || !f.ext {
						name := ""
						if pn.Name() != pn.Imported().Name() {
							name = pn.Name()
						}
						o.imports[pn.Imported().Path()] = name
						return true
					}
					// single.X in an external test
					x := s.objs[at(f.info.Uses[sel.Sel].Pos())]
					if x == nil {
						o.imports[module+"/"+root] = ""
						return true
					}
					skip[sel.Sel] = true
					o.imports[module+"/"+x.dir] = ""
					list = append(list, edit{off(sel.Pos()), off(sel.End()), path.Base(x.dir) + "." + x.to})
				}
			}
		}
		id, ok := n.(*ast.Ident)
		if !ok || skip[id] {
			return true
		}
		if d := f.info.Defs[id]; d != nil {
			if v, ok := d.(*types.Var); ok && v.Embedded() {
				goto use
			}
			if x := s.objs[at(d.Pos())]; x != nil && x.to != x.name {
				list = append(list, edit{off(id.Pos()), off(id.End()), x.to})
			}
			return true
		}
	use:
		x := s.lookup(f, id)
		if x == nil {
			if _, ok := f.info.Uses[id].(*types.Func); ok { // a method of an interface within a function
				for _, y := range s.objs {
					if fn, ok := y.o.(*types.Func); ok && fn.Signature().Recv() != nil && y.name == id.Name && y.to != y.name && f.info.Uses[id].Pkg() == s.p.Types {
						list = append(list, edit{off(id.Pos()), off(id.End()), y.to})
						return true
					}
				}
			}
			return true
		}
		to := x.to
		if x.embeds != "" {
			if t := s.objs[x.embeds]; t != nil {
				to = t.to
			}
		}
			if x.scope && x.dir != dir {
			q := path.Base(x.dir)
			if inner := f.pkg.Scope().Innermost(id.Pos()); inner != nil {
				if _, obj := inner.LookupParent(q, id.Pos()); obj != nil {
					if _, isPkg := obj.(*types.PkgName); !isPkg && obj.Parent() != f.pkg.Scope() {
						fmt.Fprintf(os.Stderr, "shadowed: %s at %s\n", q, fset.Position(id.Pos()))
					}
				}
			}
			o.imports[module+"/"+x.dir] = ""
			to = q + "." + to
		}
		if to != id.Name {
			list = append(list, edit{off(id.Pos()), off(id.End()), to})
		}
		return true
	})
	return list
}

func off(p token.Pos) int { return fset.Position(p).Offset }

func apply(src []byte, from, to int, edits []edit) []byte {
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].from < edits[j].from })
	var out []byte
	at := from
	for _, e := range edits {
		if e.from < at || e.to > to {
			continue
		}
		out = append(append(out, src[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, src[at:to]...)
}

// edited is the file without what leaves it.
func (s *splitter) edited(f *file, dir string, keep func(place) bool, o *output) []byte {
	var edits []edit
	pkg := path.Base(dir)
	if f.ext {
		pkg += "_test"
	}
	edits = append(edits, edit{off(f.ast.Name.Pos()), off(f.ast.Name.End()), pkg})
	for _, pl := range s.places(f) {
		if !keep(pl) {
			from, to := extent(f, pl.decl)
			edits = append(edits, edit{from, to, ""})
			continue
		}
		edits = append(edits, s.edits(f, pl.decl, dir, o)...)
	}
	for _, im := range f.ast.Imports {
		if im.Name != nil && im.Name.Name == "_" || im.Name != nil && im.Name.Name == "." {
			p, _ := strconv.Unquote(im.Path.Value)
			o.imports[p] = im.Name.Name
		}
	}
	return apply(f.src, 0, len(f.src), edits)
}

// extent is a declaration with its comment.
func extent(f *file, d ast.Decl) (from, to int) {
	from, to = off(d.Pos()), off(d.End())
	switch d := d.(type) {
	case *ast.GenDecl:
		if d.Doc != nil {
			from = off(d.Doc.Pos())
		}
	case *ast.FuncDecl:
		if d.Doc != nil {
			from = off(d.Doc.Pos())
		}
	}
	for to < len(f.src) && f.src[to] != '\n' {
		to++
	}
	return from, min(to+1, len(f.src))
}

func (s *splitter) declText(f *file, pl place, o *output) []byte {
	from, to := extent(f, pl.decl)
	return apply(f.src, from, to, s.edits(f, pl.decl, pl.dir, o))
}

func (s *splitter) finish(o *output) {
	pkg := path.Base(o.dir)
	if o.ext {
		pkg += "_test"
	}
	body := o.body
	if o.from == "" {
		body = append([]byte("package "+pkg+"\n"), body...)
	}
	fs := token.NewFileSet()
	name := filepath.Join(o.dir, o.name)
	os.MkdirAll(o.dir, 0o755)
	f, err := parser.ParseFile(fs, name, body, parser.ParseComments)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.WriteFile(name, body, 0o644)
		return
	}
	has := map[string]bool{}
	for _, im := range append([]*ast.ImportSpec(nil), f.Imports...) {
		p, _ := strconv.Unquote(im.Path.Value)
		if _, ok := o.imports[p]; !ok {
			n := ""
			if im.Name != nil {
				n = im.Name.Name
			}
			astutil.DeleteNamedImport(fs, f, n, p)
		}
		has[p] = true
	}
	for p, n := range o.imports {
		if !has[p] && p != module+"/"+o.dir || o.ext && !has[p] {
			astutil.AddNamedImport(fs, f, n, p)
		}
	}
	var b strings.Builder
	if err := format.Node(&b, fs, f); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.WriteFile(name, []byte(b.String()), 0o644)
}

// settings writes single/settings.go.
func (s *splitter) settings() {
	byDir := map[string][]string{}
	var docs = map[string]string{}
	for _, f := range s.files {
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, sp := range d.Specs {
					if t, ok := sp.(*ast.TypeSpec); ok {
						doc := d.Doc
						if t.Doc != nil {
							doc = t.Doc
						}
						docs[t.Name.Name] = first(doc.Text())
					}
				}
			case *ast.FuncDecl:
				if d.Recv == nil {
					docs[d.Name.Name] = first(d.Doc.Text())
				}
			}
		}
	}
	kinds := map[string]string{}
	for _, x := range s.objs {
		if !x.scope || !token.IsExported(x.name) || x.dir == root || strings.HasSuffix(base(x.pos), "_test.go") {
			continue
		}
		switch x.o.(type) {
		case *types.TypeName:
			kinds[x.name] = "type"
		case *types.Const:
			kinds[x.name] = "const"
		case *types.Func:
			kinds[x.name] = "func"
		default:
			kinds[x.name] = "var"
		}
		byDir[x.dir] = append(byDir[x.dir], x.name)
	}
	var b strings.Builder
	fmt.Fprint(&b, "package single\n\nimport (\n")
	var dirs []string
	for d := range byDir {
		dirs = append(dirs, d)
	}
	sort.Strings(dirs)
	for _, d := range dirs {
		fmt.Fprintf(&b, "\t%q\n", module+"/"+d)
	}
	fmt.Fprint(&b, ")\n\n// The settings of the methods. Each package has what a method does.\n")
	for _, kind := range []string{"type", "const", "func"} {
		fmt.Fprintf(&b, "\n%s (\n", map[string]string{"type": "type", "const": "const", "func": "var"}[kind])
		for _, d := range dirs {
			sort.Strings(byDir[d])
			for _, n := range byDir[d] {
				if kinds[n] == kind {
					if docs[n] != "" {
						fmt.Fprintf(&b, "\t// %s\n", docs[n])
					}
					fmt.Fprintf(&b, "\t%s = %s.%s\n", n, path.Base(d), n)
				}
			}
		}
		fmt.Fprint(&b, ")\n")
	}
	src, err := format.Source([]byte(b.String()))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		src = []byte(b.String())
	}
	os.WriteFile(root+"/settings.go", src, 0o644)
}

func first(doc string) string {
	doc = strings.Join(strings.Fields(doc), " ")
	if i := strings.Index(doc, ". "); i >= 0 {
		return doc[:i+1]
	}
	return doc
}
