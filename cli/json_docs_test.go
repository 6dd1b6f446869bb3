package cli

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/must"
)

// printed is what the commands with --json print, by the type in its package's folder.
var printed = []struct{ commands, what, folder, name string }{
	{"solve, resume", "One object.", "cli", "report"},
	{"verify", "A list with an object for each run of the record.", "cli", "verdict"},
	{"ttt", "One object.", "cli", "tttReport"},
	{"bench run, bench scale", "One object.", "cli", "benchReport"},
	{"problems", "One object.", "cli", "problemsReport"},
	{"methods", "A list with an object for each method, or for the one that is named.", "cli", "methodInfo"},
	{"tune", "One object.", "cli", "tuneReport"},
	{"devices", "A list with an object for each device.", "device", "Info"},
	{"nodes", "A list with an object for each node.", "cluster", "Status"},
	{"repro pspm, repro nqueens, repro fang, repro qap, repro q3ap, repro perceptron, repro multistart, repro heterogeneous, repro chapter", "One object.", "cmd/multiwalk", "reproReport"},
	{"kernel check", "A list with an object for each type.", "internal/kernelfile", "Report"},
	{"version", "One object.", "cli", "versionReport"},
}

const jsonPage = "../docs/json.md"

// The page lists each field that a command with --json prints, with the comment that it has in the source.
func TestJSON_PageIsTheTypes(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What `--json` prints\n\nEach command with a flag `--json` prints one value, and nothing else, to the standard output. This page is made from the\n" +
		"types in the source. Costs are whole numbers, times seconds unless the text says otherwise. Names of files that are no text are told\nas in records.\n")
	for _, p := range printed {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", p.commands, p.what)
		w := &jsonWriter{t: t, b: &b, seen: map[string]bool{}}
		w.table(p.folder, p.name)
	}
	if *update {
		write(t, jsonPage, b.String())
	}
	if read(t, jsonPage) != b.String() {
		t.Error("docs/json.md is not what the types say; run go test ./cli -run JSON_Page -update")
	}
}

// A command that has the flag has a section.
func TestJSON_PageHasAllCommands(t *testing.T) {
	app := must.Have(kong.New(testProgram.grammar(), testProgram.options()...))(t)
	var told []string
	for _, p := range printed {
		told = append(told, strings.Split(p.commands, ", ")...)
	}
	for _, leaf := range app.Model.Leaves(true) {
		has := slices.ContainsFunc(leaf.Flags, func(f *kong.Flag) bool { return f.Name == "json" })
		if name := strings.TrimPrefix(leaf.FullPath(), app.Model.Name+" "); has != slices.Contains(told, name) {
			t.Errorf("%s: flag --json %v, on the page %v", name, has, !has)
		}
	}
}

// jsonWriter writes the tables of a type and of those in it.
type jsonWriter struct {
	t    *testing.T
	b    *strings.Builder
	seen map[string]bool
	next [][2]string // folder and name
}

// table lists the fields of a type, then those of the types in it.
func (w *jsonWriter) table(folder, name string) {
	w.seen[folder+"."+name] = true
	w.b.WriteString("\n| field | value | |\n|---|---|---|\n")
	w.rows(folder, name)
	for len(w.next) > 0 {
		n := w.next[0]
		if w.next = w.next[1:]; w.seen[n[0]+"."+n[1]] {
			continue
		}
		fmt.Fprintf(w.b, "\nA `%s` is an object:\n", n[1])
		w.table(n[0], n[1])
	}
}

func (w *jsonWriter) rows(folder, name string) {
	spec, file := w.find(folder, name)
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		w.t.Fatalf("%s.%s is no struct", folder, name)
	}
	for _, f := range s.Fields.List {
		tag := ""
		if f.Tag != nil {
			tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
		}
		key, omit, _ := strings.Cut(tag, ",")
		switch {
		case len(f.Names) == 0 && key == "":
			into, inner := w.place(folder, file, f.Type)
			w.rows(into, inner)
			continue
		case key == "-" || !f.Names[0].IsExported():
			continue
		case key == "":
			key = f.Names[0].Name
		}
		about := strings.Join(strings.Fields(f.Comment.Text()+" "+f.Doc.Text()), " ")
		if about == "" {
			w.t.Errorf("field %s of %s in %s has no comment", key, name, folder)
		}
		if omit != "" {
			about += "; left out where there is none"
		}
		fmt.Fprintf(w.b, "| `%s` | %s | %s |\n", key, w.kind(folder, file, f.Type), strings.ReplaceAll(about, "|", "\\|"))
	}
}

// kind is what JSON has for a type.
func (w *jsonWriter) kind(folder string, file *ast.File, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return w.kind(folder, file, e.X) + " or null"
	case *ast.ArrayType:
		return "list of " + w.kind(folder, file, e.Elt)
	case *ast.MapType:
		return "object, by name: " + w.kind(folder, file, e.Value)
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "text"
		case "bool":
			return "true or false"
		case "float64":
			return "number"
		case "number": // see its MarshalJSON
			return "number or null"
		case "int", "int32", "int64", "uint64":
			return "whole number"
		}
	}
	into, name := w.place(folder, file, e)
	if into == "encoding/json" {
		return "object"
	}
	spec, other := w.find(into, name)
	if _, ok := spec.Type.(*ast.StructType); !ok {
		return w.kind(into, other, spec.Type)
	}
	w.next = append(w.next, [2]string{into, name})
	return "`" + name + "`"
}

// place returns the folder and the name of a named type.
func (w *jsonWriter) place(folder string, file *ast.File, e ast.Expr) (string, string) {
	if id, ok := e.(*ast.Ident); ok {
		return folder, id.Name
	}
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		w.t.Fatalf("%s: a field of type %T", folder, e)
	}
	const module = "github.com/multiwalk/multiwalk"
	for _, i := range file.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		if filepath.Base(path) == s.X.(*ast.Ident).Name {
			return strings.TrimPrefix(strings.TrimPrefix(path, module), "/"), s.Sel.Name
		}
	}
	w.t.Fatalf("%s: no import for %s", folder, s.X)
	return "", ""
}

func (w *jsonWriter) find(folder, name string) (*ast.TypeSpec, *ast.File) {
	files, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), name) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				if s := s.(*ast.TypeSpec); s.Name.Name == name {
					return s, file
				}
			}
		}
	}
	w.t.Fatalf("no type %s in %s", name, folder)
	return nil, nil
}
