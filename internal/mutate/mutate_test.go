//go:build unix

package main

import (
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = `package sample

import "fmt"

func Least(list []int, most int) (int, error) {
	if len(list) < 2 && most > 0 {
		return 0, fmt.Errorf("%d is too few", 7)
	}
	at := min(list[0], most-3)
	at++
	return at, nil
}
`

func parsed(t *testing.T, text string) []mutant {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "sample.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return mutants("sample", "sample.go", "sample.go", []byte(text), fset, f)
}

// Each kind of mutant is made where it can be, and messages stay as they are.
func TestMutants_AreMade(t *testing.T) {
	var got []string
	for _, m := range parsed(t, sample) {
		if m.Line == 7 && strings.Contains(m.Is, "few") && m.Kind != "0 to 1" && m.Kind != "0 to -1" {
			t.Errorf("a message is mutated: %+v", m)
		}
		got = append(got, m.Is)
	}
	for _, want := range []string{
		"if len(list) <= 2 && most > 0 {", "if len(list) >= 2 && most > 0 {", "if len(list) < 2 || most > 0 {",
		"if len(list) < 3 && most > 0 {", "if len(list) < 4 && most > 0 {", "if len(list) < 1 && most > 0 {",
		"if len(list) < 2 && most >= 0 {", "at := max(list[0], most-3)",
		"at := min(list[0], most+3)", "at := min(list[0], (3)-(most))", "at := min(list[0], most-6)", "at--", "",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no mutant %q among\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// Names of mutants outlast lines that come before them, and tell equal lines apart.
func TestMutants_HaveNamesThatLast(t *testing.T) {
	ids := func(text string) map[string]bool {
		all := map[string]bool{}
		for _, m := range parsed(t, text) {
			if all[m.ID] {
				t.Errorf("two mutants are called %s: %+v", m.ID, m)
			}
			all[m.ID] = true
		}
		return all
	}
	before := ids(sample)
	after := ids(strings.Replace(sample, "func", "// a comment\n\nfunc", 1))
	for id := range before {
		if !after[id] {
			t.Errorf("%s is gone", id)
		}
	}
	ids(sample + strings.Replace(sample[strings.Index(sample, "func"):], "Least", "Again", 1))
}

func TestEquivalents(t *testing.T) {
	if _, err := readEquivalents(equivalents); err != nil {
		t.Error(err)
	}
	got, err := readEquivalents("# a comment\n\na.go\tx < 1\tx <= 0\tx is whole\n")
	if err != nil || got["a.go\tx < 1\tx <= 0"] != "x is whole" {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"a.go\tx\ty\n", "a.go\tx\ty\t\n"} {
		if _, err := readEquivalents(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// A package's own tests come first, then the named ones, and packages that do not see it not at all.
func TestGuards_InOrder(t *testing.T) {
	all := []pkg{
		{ImportPath: "m/a", TestGoFiles: []string{"x"}, Deps: []string{"m/b"}},
		{ImportPath: "m/b", TestGoFiles: []string{"x"}},
		{ImportPath: "m/c", TestGoFiles: []string{"x"}},
		{ImportPath: "m/d", XTestGoFiles: []string{"x"}, XTestImports: []string{"m/a"}},
		{ImportPath: "m/golden", TestGoFiles: []string{"x"}, TestImports: []string{"m/b"}},
		{ImportPath: "m/untested", Deps: []string{"m/b"}},
	}
	if got := guards("m/b", all, []string{"/golden"}); !slices.Equal(got, []string{"m/b", "m/golden", "m/a", "m/d"}) {
		t.Error(got)
	}
}

// A run on a module of its own kills what is tested, lets survive what is not, leaves the tree alone, and goes on where it was.
func TestRun_Judges(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles dozens of programs")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module sample\n\ngo 1.26\n",
		"a.go":      "package sample\n\nfunc Tested(x int) int { return x + 1 }\n\nfunc Untested(x int) int { return x - 1 }\n",
		"a_test.go": "package sample\n\nimport \"testing\"\n\nfunc TestTested(t *testing.T) {\n\tif Tested(2) != 3 {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	run := func() map[string]verdict {
		o := options{n: 1000, log: filepath.Join(dir, "log"), packages: []string{"."}, judge: judge{timeout: time.Minute, skip: "None"}}
		if err := o.run(io.Discard, []string{"never"}); err != nil {
			t.Fatal(err)
		}
		log, err := readLog(o.log)
		if err != nil {
			t.Fatal(err)
		}
		return log
	}
	log := run()
	for _, v := range log {
		want := survived
		if strings.Contains(v.Was, "func Tested") {
			want = killed
		}
		if v.Status != want {
			t.Errorf("%s: %+v", v.Status, v.mutant)
		}
	}
	size := func() int64 {
		info, err := os.Stat(filepath.Join(dir, "log"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	if again := run(); len(log) != 7 || len(again) != len(log) || size() != before {
		t.Errorf("%d mutants, then %d", len(log), len(again))
	}
}

// A batch holds every kind of function, leaves out what does not compile, and judges as one mutant at a time would.
func TestBatch_HoldsEveryKindOfFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles programs")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module sample\n\ngo 1.26\n",
		"a.go": `package sample

type list[T any] struct{ all []T }

func (l *list[T]) push(x T, _ int, more ...T) { l.all = append(append(l.all, x), more[0:]...) }

func (list[T]) two() (n int, err error) { n = 2; return }

func least[T int | int64](a,
	b T, _ string) T {
	return min(a, b) - 1
}

func words(s string) string { return s + "!" }
`,
		"a_test.go": `package sample

import "testing"

func TestAll(t *testing.T) {
	l := &list[int]{}
	l.push(1, 0, 2, 3)
	if n, err := l.two(); len(l.all) != 3 || n != 2 || err != nil || least(3, 4, "") != 2 || words("a") != "a!" {
		t.Fail()
	}
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	o := options{n: 1000, log: filepath.Join(dir, "log"), packages: []string{"."}, judge: judge{timeout: time.Minute, skip: "None"}}
	if err := o.run(io.Discard, []string{"never"}); err != nil {
		t.Fatal(err)
	}
	log, err := readLog(o.log)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, v := range log {
		count[v.Status]++
		bad := strings.Contains(v.Is, "append(x,") || strings.Contains(v.Is, "[-1:]") || strings.Contains(v.Is, `s - "!"`)
		if v.Status == survived || v.Status == uncompiled != bad {
			t.Errorf("%s: %+v", v.Status, v.mutant)
		}
	}
	if count[killed] < 5 || len(o.judge.batch.number) < 8 {
		t.Errorf("%v, %d in the batch", count, len(o.judge.batch.number))
	}
}
