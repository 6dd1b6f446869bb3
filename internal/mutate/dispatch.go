//go:build unix

package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"slices"
	"strings"
)

// dispatch returns a file with the copies of its functions that mutants are. Mutants that lie in no function stay out.
func (b *batch) dispatch(path, selector string, list []mutant) (string, []copied, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return "", nil, err
	}
	r := &rewriter{text: text, at: func(p token.Pos) int { return fset.Position(p).Offset }}
	r.insert(r.at(file.Name.End()), r.at(file.Name.End()), `; import zchosen "`+selector+`"`)
	t := tail{line: strings.Count(string(text), "\n") + 1}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			b.copy(r, f, list, &t)
		}
	}
	if len(t.copies) == 0 {
		return string(text), nil, nil
	}
	return r.apply() + t.text.String(), t.copies, nil
}

// tail is what comes behind a file: the copies of its functions.
type tail struct {
	text   strings.Builder
	copies []copied
	line   int // the last one
}

// copy makes a copy of a function for each of its mutants, and has the function itself choose one.
func (b *batch) copy(r *rewriter, f *ast.FuncDecl, list []mutant, t *tail) {
	head := r.head(f)
	leader, cases := 0, ""
	for _, m := range list {
		if m.from <= r.at(f.Body.Lbrace) || m.from >= r.at(f.Body.Rbrace) || b.bad[m.ID] {
			continue
		}
		if b.number[m.ID] == 0 {
			b.number[m.ID] = len(b.number) + 1
		}
		k := b.number[m.ID]
		if leader == 0 {
			leader = k
		}
		b.leaders[k] = leader
		cases += fmt.Sprintf("case %d: %s; ", k, head.call(k))
		body := string(r.text[r.at(f.Body.Lbrace):m.from]) + m.text + string(r.text[m.to:r.at(f.Body.End())])
		decl := "\n" + head.declare(k) + body + "\n"
		lines := strings.Count(decl, "\n")
		t.copies = append(t.copies, copied{m.ID, "", t.line + 1, t.line + lines + 1})
		t.line += lines
		t.text.WriteString(decl)
	}
	if leader > 0 {
		r.insert(r.at(f.Pos()), r.at(f.Body.Lbrace)+1, head.declare(0)+fmt.Sprintf("{ switch zchosen.In(%d) { %s};", leader, cases))
	}
}

// rewriter collects changes of a text, from its beginning to its end.
type rewriter struct {
	text  []byte
	at    func(token.Pos) int
	edits []insertion
}

type insertion struct {
	from, to int
	text     string
}

// insert puts a text in the place of a part, in which the number of lines stays.
func (r *rewriter) insert(from, to int, text string) {
	lost := strings.Count(string(r.text[from:to]), "\n") - strings.Count(text, "\n")
	r.edits = append(r.edits, insertion{from, to, text + strings.Repeat("\n", max(0, lost))})
}

func (r *rewriter) apply() string {
	var out strings.Builder
	at := 0
	for _, e := range r.edits {
		out.Write(r.text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(r.text[at:])
	return out.String()
}

// head is what comes before a function's body, with a name for every parameter.
type head struct {
	receiver, receiverName, name, types, typeNames, params, results string
	args                                                            []string
}

func (r *rewriter) head(f *ast.FuncDecl) head {
	source := func(n ast.Node) string { return flat(string(r.text[r.at(n.Pos()):r.at(n.End())])) }
	h := head{name: f.Name.Name}
	if f.Recv != nil {
		one := f.Recv.List[0]
		h.receiverName = "zreceiver"
		if len(one.Names) > 0 && one.Names[0].Name != "_" {
			h.receiverName = one.Names[0].Name
		}
		h.receiver = "(" + h.receiverName + " " + source(one.Type) + ") "
	}
	if p := f.Type.TypeParams; p != nil {
		h.types = source(p)
		var names []string
		for _, group := range p.List {
			for _, n := range group.Names {
				names = append(names, n.Name)
			}
		}
		h.typeNames = "[" + strings.Join(names, ", ") + "]"
	}
	var params []string
	for _, group := range f.Type.Params.List {
		names := group.Names
		if len(names) == 0 {
			names = []*ast.Ident{ast.NewIdent("_")}
		}
		for _, n := range names {
			name, dots := n.Name, ""
			if name == "_" {
				name = fmt.Sprint("zparameter", len(params))
			}
			if _, variadic := group.Type.(*ast.Ellipsis); variadic {
				dots = "..."
			}
			params = append(params, name+" "+source(group.Type))
			h.args = append(h.args, name+dots)
		}
	}
	h.params = strings.Join(params, ", ")
	if f.Type.Results != nil {
		h.results = source(f.Type.Results)
	}
	return h
}

// flat puts a type on one line where that may be done.
func flat(text string) string {
	if strings.ContainsAny(text, "{") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, ",\n", ", "), "\n", " ")
}

// copyName is the name of a function's copy, or its own for 0.
func (h head) copyName(k int) string {
	if k == 0 {
		return h.name
	}
	return fmt.Sprintf("%s_zmutant%d", h.name, k)
}

func (h head) declare(k int) string {
	return "func " + h.receiver + h.copyName(k) + h.types + "(" + h.params + ") " + h.results + " "
}

// call calls a copy as the last thing that the function does.
func (h head) call(k int) string {
	call := h.copyName(k) + h.typeNames + "(" + strings.Join(h.args, ", ") + ")"
	if h.receiver != "" {
		call = h.receiverName + "." + call
	}
	if h.results == "" {
		return call + "; return"
	}
	return "return " + call
}

// chosen says whether a mutant is in the batch and compiles.
func (b *batch) has(m mutant) bool { return b != nil && b.number[m.ID] > 0 && !b.bad[m.ID] }

// candidates are the mutants that a run will get to, and a few more because some do not compile.
func (o *options) candidates(list []mutant, log map[string]verdict) []mutant {
	room := o.n + o.n/5
	list = slices.Clone(list[:min(room, len(list))])
	return slices.DeleteFunc(list, func(m mutant) bool {
		v, done := log[m.ID]
		return done != o.again || o.again && v.Status != survived
	})
}

// readUntil reads until a line begins with the words, or to the end.
func readUntil(r io.Reader, words string) string {
	var text strings.Builder
	for lines := bufio.NewScanner(r); lines.Scan() && !strings.HasPrefix(lines.Text(), words); {
		text.WriteString(lines.Text() + "\n")
	}
	return text.String()
}
