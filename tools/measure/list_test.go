package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/pspm"
)

// The whole of a class fits its time, and each part of it one call on a machine that ends calls after ten minutes.
func TestList_FitsItsTime(t *testing.T) {
	total := map[string]int{}
	for _, m := range list {
		if !m.Optional {
			total[m.Class] += m.Seconds
		}
		if m.Seconds > 540 {
			t.Errorf("%s takes %d s", m.ID, m.Seconds)
		}
	}
	if total["cores"] > 20*60 || total["gpu"] > 25*60 || len(total) != 2 {
		t.Errorf("it takes %v s", total)
	}
}

func TestList_IsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range list {
		if seen[m.ID] || m.What == "" || m.Seconds < 1 || len(m.Code) == 0 {
			t.Errorf("%s: a name twice, or something missing: %+v", m.ID, m)
		}
		seen[m.ID] = true
		if m.Package != "" {
			must.Have(os.Stat(filepath.Join(root, m.Package)))(t)
		}
		if (m.Kind == "solve" || m.Kind == "scale") != (len(m.Instances) > 0 && m.Device != "" && m.Time != "") || (m.Kind == "log") != (m.Pattern != nil) {
			t.Errorf("%s: what a %s needs", m.ID, m.Kind)
		}
		if m.Package != "" && m.Kind == "bench" && !hasBenchmark(t, m) {
			t.Errorf("%s: %s has no such benchmark", m.ID, m.Package)
		}
	}
}

// The systems that are compared are those of the reproduction.
func TestList_SystemsOfPSPM(t *testing.T) {
	systems := must.Have(pspm.SystemsNamed(strings.Split(find("pspm-table2").Args[3], ",")))(t)
	if !slices.ContainsFunc(systems, func(s pspm.System) bool { return s.Where == papers.GPU }) {
		t.Error("none runs on a GPU")
	}
}

// hasBenchmark says whether the tests of a package have the benchmarks that a measurement names.
func hasBenchmark(t *testing.T, m measurement) bool {
	t.Helper()
	files := must.Have(filepath.Glob(filepath.Join(root, m.Package, "*_test.go")))(t)
	source := ""
	for _, f := range files {
		text := must.Have(os.ReadFile(f))(t)
		source += string(text)
	}
	pattern := groups.ReplaceAllString(strings.TrimPrefix(m.Args[0], "-test.bench="), "")
	for name := range strings.SplitSeq(pattern, "|") {
		name, _, _ = strings.Cut(name, "/")
		if !strings.Contains(source, "func Benchmark"+strings.TrimSuffix(name, "$")) {
			return false
		}
	}
	return true
}

var groups = regexp.MustCompile(`\([^)]*\)`)

func TestMeasurement_Commands(t *testing.T) {
	for id, want := range map[string]string{
		"queens-one-core": "go test ./single/minconflict -run '^$' '-bench=MinConflict/^(1000000|10000000)$' -benchtime=10x -count=3 -cpu=1",
		"qap-one-core":    "multiwalk solve INSTANCE --method METHOD --device cpu:1 --time 20s --target bks --seed SEED",
		"queens-largest":  "multiwalk solve nqueens:100000000 --device cpu:1 --time 60s --target 0 --seed SEED",
		"twins": "nvcc -O3 -arch=sm_90 -cubin -o internal/kernelproof/cuda/twins.cubin internal/kernelproof/cuda/twins.cu\n" +
			"go test ./internal/kernelproof -v -run=TestTwins -twins=internal/kernelproof/cuda/twins.cubin",
		"scale":           "multiwalk bench scale INSTANCE --devices cpu:1,cpu:2 --target TARGET --time 30s --seeds 5",
		"qap-genetic-gpu": "multiwalk repro qap table3 --systems ga-gpu --blocks 30 --budget 2s",
	} {
		if got := strings.Join(find(id).commands(options{}), "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", id, got, want)
		}
	}
	if got := strings.Join(find("pspm-table2").trials(options{full: true}), " "); !strings.Contains(got, "--trials 10 ") {
		t.Error(got)
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		o    options
		want int
	}{{options{class: "cores"}, len(listed.Cores) - 9}, {options{only: "twins,launch"}, 2}, {options{only: "twin"}, -1}, {options{}, -1}, {options{class: "x"}, -1}} {
		got, err := choose(c.o)
		if (err != nil) != (c.want < 0) || err == nil && len(got) != c.want {
			t.Errorf("%+v: %d, %v", c.o, len(got), err)
		}
	}
}

// Only what is compiled counts, and not a comment.
func TestWithoutComments(t *testing.T) {
	a := withoutComments([]byte("package x\n\n// F is one.\nfunc F() int { return 1 }\n"))
	b := withoutComments([]byte("package x\nfunc F() int {\n\treturn 1 // one\n}\n"))
	c := withoutComments([]byte("package x\nfunc F() int { return 2 }\n"))
	if string(a) == string(c) {
		t.Error("1 and 2 are alike")
	}
	if strings.ReplaceAll(string(a), "; \n", "") != strings.ReplaceAll(string(b), "; \n", "") {
		t.Errorf("%s\n%s", a, b)
	}
}

// A measurement's hash holds what its packages import of this module, and no other package's code.
func TestHashes_HoldWhatIsImported(t *testing.T) {
	code := must.Have(hashes(root))(t)
	if code["tsp-kicks"] == code["tsp-reading"] || code["tsp-kicks"] == "" || code["tsp-one-core"] == code["qap-one-core"] {
		t.Error(code)
	}
	if code["q3ap-gpu"] != code["q3ap-16-cores"] {
		t.Error("the same packages have two hashes")
	}
}

// tree is a module in which a imports b and the root, and nobody imports c.
var tree = map[string]string{
	"go.mod":      "module " + module + "\n\ngo 1.26\n",
	"engine.go":   "package multiwalk\n\nfunc Run() int { return 1 }\n",
	"a/a.go":      "package a\n\nimport (\n\t_ \"" + module + "\"\n\t\"" + module + "/b\"\n)\n\n// A is one.\nfunc A() int { return b.B() }\n",
	"a/a_test.go": "package a\n\nvar unused = 2\n",
	"b/b.go":      "package b\n\nimport _ \"embed\"\n\n//go:embed k.ptx\nvar kernel string\n\nfunc B() int { return 3 }\n\nfunc bare()\n",
	"b/b_amd64.s": "// 4\n",
	"b/b_arm64.s": "// 5\n",
	"b/k.ptx":     "ptx 6\n",
	"b/none.txt":  "7\n",
	"c/c.go":      "package c\n\nfunc C() int { return 8 }\n",
}

// hashOf is that of package a, where a file has another text.
func hashOf(t *testing.T, file, old, now string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range tree {
		if name == file {
			if !strings.Contains(text, old) {
				t.Fatalf("%s has no %q", name, old)
			}
			text = strings.Replace(text, old, now, 1)
		}
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	c := must.Have(loadCode(dir, []string{"./a", "./c"}))(t)
	return must.Have(c.hash([]string{"./a"}))(t)
}

// What a package and those that it imports are compiled of changes the hash: Go, assembly of the platform, embedded files. Comments,
// tests, and packages that nobody imports do not.
func TestHash_IsOfWhatIsCompiled(t *testing.T) {
	before := hashOf(t, "", "", "")
	for _, c := range []struct {
		file, old, now string
		changes        bool
	}{
		{"engine.go", "return 1", "return 10", true},
		{"a/a.go", "b.B()", "b.B() + 1", true},
		{"b/b.go", "return 3", "return 30", true},
		{"b/b_amd64.s", "4", "40", true},
		{"b/k.ptx", "6", "60", true},
		{"a/a.go", "is one", "is two", false},
		{"a/a_test.go", "2", "20", false},
		{"b/b_arm64.s", "5", "50", false},
		{"b/none.txt", "7", "70", false},
		{"c/c.go", "8", "80", false},
	} {
		if got := hashOf(t, c.file, c.old, c.now) != before; got != c.changes {
			t.Errorf("%s: %q for %q changes it: %v", c.file, c.now, c.old, got)
		}
	}
}
