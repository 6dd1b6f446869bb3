// Package docs_test keeps the documents true: code in them is code that is compiled, output is what tests compare,
// commands run, links lead somewhere, and names in the glossary exist.
package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
)

// block is a fenced block of a document.
type block struct {
	file string
	line int
	lang string
	text string
}

// blocks returns the fenced blocks of a document.
func blocks(t *testing.T, file string) []block {
	t.Helper()
	var all []block
	var open *block
	for i, line := range strings.SplitAfter(read(t, file), "\n") {
		lang, fence := strings.CutPrefix(line, "```")
		switch {
		case !fence && open != nil:
			open.text += line
		case fence && open != nil:
			all = append(all, *open)
			open = nil
		case fence:
			open = &block{file: file, line: i + 1, lang: strings.TrimSpace(lang)}
		}
	}
	if open != nil {
		t.Errorf("%s:%d: the block has no end", file, open.line)
	}
	return all
}

// read returns a file with the line ends of Unix.
func read(t *testing.T, file string) string {
	t.Helper()
	b := must.Have(os.ReadFile(file))(t)
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

// documents returns the Markdown files that a pattern matches.
func documents(t *testing.T, patterns ...string) []string {
	t.Helper()
	var all []string
	for _, p := range patterns {
		files, err := filepath.Glob(p)
		if err != nil || len(files) == 0 {
			t.Fatalf("no documents %s: %v", p, err)
		}
		all = append(all, files...)
	}
	return all
}

// pages returns the documents whose links and names have to be true.
func pages(t *testing.T) []string {
	t.Helper()
	return documents(t, "../*.md", "*.md", "notes/*.md", "tutorial/*.md", "tutorial/*/*.md")
}

// programs are the folders of the programs that documents explain, where it is not their own.
var programs = map[string]string{"README.md": "example", "kernels.md": "../examples/tardiness", "library.md": "rack"}

// TestDocs_CodeIsCompiled wants each Go block of the README, of the tutorial and of the page about kernels to be part of a
// Go file, and each block of output to be part of what an example's test compares.
func TestDocs_CodeIsCompiled(t *testing.T) {
	for _, file := range documents(t, "../README.md", "tutorial/*/README.md", "kernels.md") {
		dir := filepath.Dir(file)
		if name := filepath.Base(file); !strings.HasPrefix(file, "tutorial") {
			dir = programs[name]
		}
		source := ""
		for _, f := range documents(t, filepath.Join(dir, "*.go")) {
			source += read(t, f)
		}
		_, isWhole := whole[file] // TestDocs_RunOutside runs these
		for _, b := range blocks(t, file) {
			switch {
			case isWhole:
			case b.lang == "go":
				if !strings.Contains(source, b.text) {
					t.Errorf("%s:%d: this code is not in %s", b.file, b.line, dir)
				}
			case b.lang == "text":
				if want := "\t// " + strings.Join(strings.Split(strings.TrimSpace(b.text), "\n"), "\n\t// ") + "\n"; !strings.Contains(source, want) &&
					!strings.Contains(source, "\t// Output: "+strings.TrimSpace(b.text)+"\n") {
					t.Errorf("%s:%d: no example in %s prints this", b.file, b.line, dir)
				}
			}
		}
	}
}

// TestDocs_CommandsRun runs the commands of the console blocks, those of one document in one folder, and compares what
// they print. An ellipsis stands for anything within a line, and a line of its own for any number of lines.
func TestDocs_CommandsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	program := filepath.Join(t.TempDir(), "multiwalk")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/multiwalk").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, file := range documents(t, "../README.md", "tutorial/*/README.md", "kernels.md") {
		folder := t.TempDir()
		if file == "kernels.md" { // its commands look at source, and write nothing
			folder = programs[file]
		}
		for _, b := range blocks(t, file) {
			if b.lang == "console" {
				runConsole(t, b, program, folder)
			}
		}
	}
}

// runConsole runs the commands of a block. What a failing command prints and its exit code are compared as well; the
// latter stands in a line "exit code N".
func runConsole(t *testing.T, b block, program, folder string) {
	for _, part := range strings.Split("\n"+b.text, "\n$ ")[1:] {
		line, want, _ := strings.Cut(part, "\n")
		line = strings.Replace(line, "go run ./cmd/multiwalk", "multiwalk", 1)
		args := strings.Fields(line)
		if args[0] != "multiwalk" {
			continue
		}
		cmd := exec.Command(program, args[1:]...)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		got := string(out)
		if err != nil {
			got += strings.Replace(err.Error(), "exit status", "exit code", 1) + "\n"
		}
		pattern := regexp.QuoteMeta(strings.TrimSpace(want))
		pattern = regexp.MustCompile(`(?m)^…$`).ReplaceAllString(pattern, `(?s:.*)`)
		pattern = "^" + strings.ReplaceAll(pattern, "…", ".*") + "$"
		if !regexp.MustCompile(pattern).MatchString(strings.TrimSpace(got)) {
			t.Errorf("%s:%d: %s\nprints\n%swant\n%s", b.file, b.line, line, got, want)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)|src="([^"]+)"`)

// TestDocs_LinksLeadSomewhere checks the links between files of the project.
func TestDocs_LinksLeadSomewhere(t *testing.T) {
	for _, file := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			target := m[1] + m[3]
			if strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(target))); err != nil {
				t.Errorf("%s: the link %s leads nowhere", file, target)
			}
		}
	}
}

var (
	inline = regexp.MustCompile("`[^`\n]+`")
	name   = regexp.MustCompile(`\b([a-z][a-z0-9]+)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)
)

// TestDocs_NamesExist checks the Go names that documents mention in backquotes, such as `single.Tabu` or
// `multiwalk.Settings.Walks`.
func TestDocs_NamesExist(t *testing.T) {
	declared := declarations(t)
	for _, file := range pages(t) {
		for _, code := range inline.FindAllString(read(t, file), -1) {
			for _, m := range name.FindAllStringSubmatch(code, -1) {
				names, ours := declared[m[1]]
				if full := strings.TrimSuffix(m[2]+"."+m[3], "."); ours && !names[full] && !strings.HasPrefix(full, "Example") {
					t.Errorf("%s: package %s has no %s", file, m[1], full)
				}
			}
		}
	}
}

// declarations returns, for each public package, the names of what it exports, fields and methods as Type.Name. Fields
// that come with an embedded type are left to the reader.
func declarations(t *testing.T) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	must.Do(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "internal" || d.Name() == "docs" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := file.Name.Name
		if all[pkg] == nil {
			all[pkg] = map[string]bool{}
		}
		for _, decl := range file.Decls {
			declare(all[pkg], decl)
		}
		return nil
	}))
	delete(all, "main")
	return all
}

func declare(names map[string]bool, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names[d.Name.Name] = true
			return
		}
		receiver := d.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if id, ok := receiver.(*ast.Ident); ok {
			names[id.Name+"."+d.Name.Name] = true
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names[n.Name] = true
				}
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				for _, n := range members(s.Type) {
					names[s.Name.Name+"."+n] = true
				}
			}
		}
	}
}

// members returns the names of a struct's fields or of an interface's methods.
func members(typ ast.Expr) []string {
	var list *ast.FieldList
	switch x := typ.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	default:
		return nil
	}
	var all []string
	for _, f := range list.List {
		for _, n := range f.Names {
			all = append(all, n.Name)
		}
	}
	return all
}

// references are the packages whose overviews list their names, and the line where the lists begin.
var references = map[string]string{"..": "// # A problem", "../walk": "// A [Method] is prepared", "../state": "//   - Swaps"}

// TestDocs_ReferencesSayWhoseEachNameIs wants each exported type and function of these packages once in their lists.
func TestDocs_ReferencesSayWhoseEachNameIs(t *testing.T) {
	for folder, begins := range references {
		overview := filepath.Join(folder, "doc.go")
		text := read(t, overview)
		seen := map[string]int{}
		for _, m := range regexp.MustCompile(`\[([A-Z]\w*)\]`).FindAllStringSubmatch(text[max(0, strings.Index(text, begins)):], -1) {
			seen[m[1]]++
		}
		declared, wanted := declaredIn(t, folder)
		for name := range wanted {
			if ast.IsExported(name) && !strings.Contains(name, ".") && seen[name] == 0 {
				t.Errorf("%s does not say whose %s is", overview, name)
			}
		}
		for name, count := range seen {
			if !declared[name] {
				t.Errorf("%s names %s, which is not there", overview, name)
			} else if count > 1 {
				t.Errorf("%s names %s %d times", overview, name, count)
			}
		}
	}
}

// declaredIn returns the names that a package declares, and those of them that are types and functions.
func declaredIn(t *testing.T, folder string) (declared, wanted map[string]bool) {
	t.Helper()
	declared, wanted = map[string]bool{}, map[string]bool{}
	for _, file := range documents(t, filepath.Join(folder, "*.go")) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed := must.Have(parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution))(t)
		for _, decl := range parsed.Decls {
			declare(declared, decl)
			if g, ok := decl.(*ast.GenDecl); !ok || g.Tok == token.TYPE {
				declare(wanted, decl)
			}
		}
	}
	return declared, wanted
}

// TestDocs_PictureIsTheDemo wants the picture in the README to be a tour of the demo's best known cost.
func TestDocs_PictureIsTheDemo(t *testing.T) {
	if !strings.Contains(read(t, "images/demo.svg"), fmt.Sprintf(" cities, length %d<", demo.BestKnown)) {
		t.Error("images/demo.svg is not the demo's best known tour; run multiwalk solve demo --plot docs/images/demo.svg")
	}
}

// The page about a command of one's own shows the example's program whole, and the library's page how it ends.
func TestExamples_JobsIsOnItsPages(t *testing.T) {
	program := read(t, "../examples/jobs/main.go")
	_, end, _ := strings.Cut(program, "\nvar jobs")
	if lines := strings.Count(program, "\n"); lines > 70 || !strings.Contains(read(t, "../examples/jobs/README.md"), "```go\n"+program+"```\n") ||
		!strings.Contains(read(t, "library.md"), "```go\nvar jobs"+end+"```\n") {
		t.Errorf("pages have another program than examples/jobs/main.go, which has %d lines", lines)
	}
}

// The example of a problem of the command is one short program, which its page shows whole.
func TestExamples_AreTheProgramsOfTheirPages(t *testing.T) {
	for _, name := range []string{"colouring", "ordering", "routing", "scheduling", "timetable"} {
		page := filepath.Join("../examples", name, "README.md")
		program := read(t, filepath.Join(filepath.Dir(page), "main.go"))
		if lines := strings.Count(program, "\n"); lines > 45 || !strings.Contains(read(t, page), "```go\n"+program+"```\n") {
			t.Errorf("%s has another program than main.go, which has %d lines", page, lines)
		}
		if testing.Short() {
			continue
		}
		run := exec.Command("go", "run", ".")
		run.Dir = filepath.Dir(page)
		if out, err := run.CombinedOutput(); err != nil || len(out) == 0 {
			t.Errorf("%s: %v\n%s", page, err, out)
		}
	}
}
