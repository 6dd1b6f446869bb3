package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// engine is a module with what a measurement of package a can come to, and what it cannot.
var engine = map[string]string{
	"go.mod":    "module " + module + "\n\ngo 1.26\n",
	"engine.go": "package multiwalk\n\ntype Walk interface{ Step() int }\n\nfunc Run(w Walk) int { return w.Step() }\n",
	"a/a.go": "package a\n\nimport (\n\tm \"" + module + "\"\n\t\"" + module + "/b\"\n\t_ \"" + module + "/c\"\n)\n\nvar _ m.Walk = b.Idle{}\n\n" +
		"func A() int { return m.Run(b.New()) }\n",
	"b/b.go": "package b\n\nimport _ \"embed\"\n\n//go:embed k.ptx\nvar kernel string\n\nconst (\n\tone = iota\n\ttwo\n)\n\n" +
		"type Fast[T any] struct{ inner }\n\ntype inner struct{}\n\nfunc (inner) Step() int { return two + len(kernel) + bare() }\n\n" +
		"func New() Fast[int] { return Fast[int]{} }\n\ntype Idle struct{}\n\nfunc (Idle) Step() int { return 3 }\n\nfunc other() int { return 4 }\n\n" +
		"var count int\n\nfunc init() { count = 5 }\n\nvar _ = register()\n\nfunc register() int { return 6 }\n\nfunc bare() int\n",
	"c/c.go":      "package c\n\nfunc init() { one() }\n\nfunc one() {}\n\nfunc two() { one() }\n",
	"b/b_amd64.s": "// 7\n",
	"b/k.ptx":     "ptx 8\n",
	"b/none.txt":  "9\n",
}

func hashOf(t *testing.T, file, old, now string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range engine {
		if name == file {
			if !strings.Contains(text, old) {
				t.Fatalf("%s has no %q", name, old)
			}
			text = strings.Replace(text, old, now, 1)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := loadCode(dir, []string{".", "./a"})
	if err != nil {
		t.Fatal(err)
	}
	h, err := c.hash([]string{"./a"})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// The hash is of what runs: methods that only an interface calls, what packages do when they are imported, constants, assembly and
// embedded files. It is not of functions that nobody calls, of comments, or of what only the compiler is to check.
func TestReach_IsWhatRuns(t *testing.T) {
	before := hashOf(t, "", "", "")
	for _, c := range []struct {
		file, old, now string
		changes        bool
	}{
		{"engine.go", "w.Step()", "w.Step() + 1", true},
		{"a/a.go", "m.Run(b.New())", "m.Run(b.New()) + 1", true},
		{"b/b.go", "return two", "return one", true},
		{"b/b.go", "one = iota", "one = iota + 1", true},
		{"b/b.go", "count = 5", "count = 6", true},
		{"b/b.go", "return 6", "return 7", true},
		{"b/b_amd64.s", "// 7", "// 8", true},
		{"b/k.ptx", "ptx 8", "ptx 9", true},
		{"c/c.go", "func one() {}", "func one() { one() }", true},
		{"c/c.go", "func two() { one() }", "func two() {}", false},
		{"b/b.go", "return 3", "return 4", false},
		{"b/b.go", "return 4", "return 5", false},
		{"b/b.go", "func New", "// New is new.\nfunc New", false},
		{"b/none.txt", "9", "10", false},
	} {
		if after := hashOf(t, c.file, c.old, c.now); (after != before) != c.changes {
			t.Errorf("%s with %q in the place of %q: changed is %v, want %v", c.file, c.now, c.old, after != before, c.changes)
		}
	}
}

// Package single has dozens of methods. The paper of PSPM measures lightweight annealing, and not what the others do.
func TestReach_IsNotAllOfAPackage(t *testing.T) {
	c, err := loadCode(root, []string{"./repro/pspm"})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := c.reach([]string{module + "/repro/pspm"})
	if err != nil {
		t.Fatal(err)
	}
	here := 0
	for _, l := range lines {
		if strings.HasPrefix(l, module+"/single ") {
			here++
		}
	}
	if all := len(c.all[module+"/single"]); here < 10 || 4*here > all {
		t.Errorf("%d of %d declarations of package single", here, all)
	}
}

// Message passing runs where a problem may have signs. Tours never come to it.
func TestReach_LeavesSpecialistsOut(t *testing.T) {
	for problem, comes := range map[string]bool{"tsp": false, "perceptron": true} {
		roots := []string{"./auto", "./problem/" + problem}
		c, err := loadCode(root, roots)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := c.reach([]string{module + "/auto", module + "/problem/" + problem})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/single", "/internal/passing"} {
			special, here := 0, 0
			for _, part := range c.all[module+path] {
				line, err := part.text()
				if err != nil {
					t.Fatal(err)
				}
				if part.needs() == "Signs" {
					special++
					if slices.Contains(lines, line) {
						here++
					}
				}
			}
			if special == 0 || comes && 2*here < special || !comes && here > 0 {
				t.Errorf("%s comes to %d of %d declarations of message passing in %s", problem, here, special, path)
			}
		}
	}
}
