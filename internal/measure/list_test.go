package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/repro"
	"github.com/multiwalk/multiwalk/repro/pspm"
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
			if _, err := os.Stat(filepath.Join(root, m.Package)); err != nil {
				t.Error(err)
			}
		}
		if (m.Kind == "solve") != (len(m.Instances) > 0 && m.Device != "" && m.Time != "") || (m.Kind == "log") != (m.Pattern != nil) {
			t.Errorf("%s: what a %s needs", m.ID, m.Kind)
		}
		if m.Package != "" && m.Kind == "bench" && !hasBenchmark(t, m) {
			t.Errorf("%s: %s has no such benchmark", m.ID, m.Package)
		}
	}
	for _, r := range strings.Fields(rivalTours) {
		if !slices.Contains(find("tsp-gpu-command").Instances, "tsp/"+r) {
			t.Errorf("no time of %s on a GPU", r)
		}
	}
}

// The systems that are compared are those of the reproduction.
func TestList_SystemsOfPSPM(t *testing.T) {
	systems, err := pspm.SystemsNamed(strings.Split(pspmSystems, ","))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(systems, func(s pspm.System) bool { return s.Where == repro.GPU }) {
		t.Error("none runs on a GPU")
	}
}

// hasBenchmark says whether the tests of a package have the benchmarks that a measurement names.
func hasBenchmark(t *testing.T, m measurement) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, m.Package, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	source := ""
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
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
		"queens-one-core": "go test ./single -run '^$' '-bench=MinConflict/^(1000000|10000000)$' -benchtime=10x -count=3 -cpu=1",
		"qap-one-core":    "multiwalk solve INSTANCE --method METHOD --device cpu:1 --time 20s --target bks --seed SEED",
		"queens-largest":  "multiwalk solve nqueens:100000000 --device cpu:1 --time 60s --target 0 --seed SEED",
		"queens-count-18": "multiwalk nqueens count 18 --device cpu:2 --json --quiet",
		"twins": "nvcc -O3 -arch=sm_90 -cubin -o internal/kernelproof/cuda/twins.cubin internal/kernelproof/cuda/twins.cu\n" +
			"go test ./internal/kernelproof -v -run=TestTwins -twins=internal/kernelproof/cuda/twins.cubin",
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
	}{{options{class: "cores"}, len(onCores)}, {options{only: "twins,launch"}, 2}, {options{only: "twin"}, -1}, {options{}, -1}, {options{class: "x"}, -1}} {
		got, err := choose(c.o)
		if (err != nil) != (c.want < 0) || err == nil && len(got) != c.want {
			t.Errorf("%+v: %d, %v", c.o, len(got), err)
		}
	}
}

// Only what is compiled counts: not a comment, nor how the code is laid out.
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

// A package's hash holds what it imports of this module, and no other package's code.
func TestHashes_HoldWhatIsImported(t *testing.T) {
	code, err := hashes(root)
	if err != nil {
		t.Fatal(err)
	}
	if code["tsp-kicks"] == code["tsp-reading"] || code["tsp-kicks"] == "" || code["launch"] == code["twins"] {
		t.Error(code)
	}
	if code["queens-count-17"] != code["queens-count-18"] {
		t.Error("the same packages have two hashes")
	}
	paths, err := goList(root, []string{"./internal/tour"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(paths, module) || slices.Contains(paths, "fmt") || slices.Contains(paths, module+"/problem/qap") {
		t.Error("it should be the engine and this module alone", paths)
	}
}
