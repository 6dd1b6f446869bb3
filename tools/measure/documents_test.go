package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

const root = "../.."

func load(t *testing.T) (*figures, *page) {
	t.Helper()
	f := must.Have(readFigures(filepath.Join(root, figuresFile)))(t)
	p := must.Have(readPeers(root))(t)
	return f, &page{figures: f, peers: p, absent: map[string]bool{}}
}

func document(t *testing.T, name string) string {
	t.Helper()
	text := must.Have(os.ReadFile(filepath.Join(root, filepath.FromSlash(name))))(t)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// The blocks are what the data files give. The one of old figures is so in a release alone: elsewhere it tells of an earlier commit.
func TestDocuments_AreMadeOfTheData(t *testing.T) {
	f, p := load(t)
	if os.Getenv(releaseVariable) != "" {
		var err error
		if p.stale, err = judged(root, f); err != nil {
			t.Fatal(err)
		}
	}
	shown := map[string]bool{}
	for _, name := range pages {
		text := document(t, name)
		want := must.Have(p.fill(text))(t)
		if text != want {
			t.Errorf("%s has figures that the data file has not: run go run ./tools/measure -tables", name)
		}
		for _, m := range block.FindAllStringSubmatch(text, -1) {
			shown[m[2]] = true
		}
		if strings.Count(text, "<!-- figures: ") != len(block.FindAllString(text, -1)) {
			t.Errorf("%s: a mark of a block without its end", name)
		}
	}
	for what := range p.absent {
		t.Errorf("an entry lacks the figure %s", what)
	}
	all := must.Have(blocks.ReadDir("blocks"))(t)
	for _, b := range all {
		if name := strings.TrimSuffix(b.Name(), ".md"); !shown[name] {
			t.Errorf("no document shows the block %s", name)
		}
	}
}

// Every figure comes from the data files: none stands in prose, nor in the words of a template.
func TestDocuments_HoldNoOtherFigures(t *testing.T) {
	used := ""
	for _, name := range documents {
		text := document(t, name)
		used += text
		for _, f := range strayFigures(text) {
			t.Errorf("%s: the figure %q is of no measurement: show it in a block, or name it in constants with a reason", name, f)
		}
	}
	all, _ := blocks.ReadDir("blocks")
	for _, b := range all {
		text := must.Have(blocks.ReadFile("blocks/" + b.Name()))(t)
		used += string(text)
		for _, f := range strayInTemplate(string(text)) {
			t.Errorf("blocks/%s: the figure %q is of no measurement", b.Name(), f)
		}
	}
	for c := range constants {
		if !strings.Contains(strings.ReplaceAll(used, "\n", " "), c) {
			t.Errorf("no document has the constant %q", c)
		}
	}
}

func TestStrayFigures(t *testing.T) {
	for text, want := range map[string]string{
		"It takes 3.5 s on a core.":                                          "3.5 s",
		"It is 0.4 % off, 1.2e9 a time and 12 times sooner":                  "0.4 % 1.2e9 12 times",
		"# 3 s\n\n    sleep 4 s\n\n```\n5 s\n```\n\n1. is 6 ms":              "3 s 4 s 5 s 6 ms",
		"```go\nx := 1000\n```\n```console\ncost 213388\n```":                "",
		"<!-- figures: x -->\n4 ms\n<!-- /figures -->\nafter 20 s":           "",
		"makes 4.4 million a second, 64 MB, 17 µs":                           "4.4 million 64 MB 17 µs",
		"compute capability 8.0, Go 1.26, N = 300, 20 instances, 2 cores":    "",
		"| instance | gap |\n|---|---:|\n| pcb442 | 0.021 |\n| d18512 | 7 |": "0.021",
		"a gap of 5, speed-up of 12.5, and a factor 40":                      "5 12.5 40",
		"12x as fast, 12 x, 40-fold":                                         "12x 12 x 40-fold",
		"4,700 kicks a second, 300,000 evaluations a second, 12 per second":  "4,700 kicks a second 300,000 evaluations a second 12 per second",
		"1.2 billion, 3 percent, 3 per cent, 3 h, 2.1 min":                   "1.2 billion 3 percent 3 per cent 3 h 2.1 min",
		"10⁹ and 10^9 and 1e9":                                               "10⁹ 10^9 1e9",
		"999 of them, 1000 of them, 1,000":                                   "1000 1,000",
		"73 of 100 runs":                                                     "73 of 1",
		"five times as fast":                                                 "five times",
		"`0.021` and `12 ms`, but `solve nqueens:1000000 --time 2.5s`":       "0.021 12 ms",
		"usa13509, uf20-01, x-n1001-k43, 1 to 1000, -0.5, [2.5](1.5.md)":     "1000 0.5 2.5",
	} {
		if got := strings.Join(strayFigures(text), " "); got != want {
			t.Errorf("%q has the figures %q, not %q", text, got, want)
		}
	}
}

// Each entry says where it comes from, and is of a measurement of the list. What is older than its code, and what a document shows
// as not measured yet, is named; in a release there must be nothing of either kind.
func TestFigures_SayWhereTheyComeFrom(t *testing.T) {
	f, _ := load(t)
	for id, e := range f.Entries {
		if e.Commit == "" || e.Date == "" || e.Machine.CPU == "" || e.Machine.Cores < 1 || e.Go == "" || len(e.Commands) == 0 || e.Code == "" ||
			e.Repeats < 1 || e.Quick || find(id) == nil {
			t.Errorf("%s: %+v", id, e)
		} else if find(id).Class == "gpu" && (e.Machine.GPU == "" || e.Machine.Driver == "") {
			t.Errorf("%s was measured without a GPU", id)
		}
	}
	told := t.Log
	if os.Getenv(releaseVariable) != "" {
		told = t.Error
	}
	stale := must.Have(unfit(f))(t)
	for _, line := range stale {
		told(line)
	}
}

// releaseVariable is the environment variable that the tests of a release have: see CONTRIBUTING.md.
const releaseVariable = "MULTIWALK_RELEASE"

// unfit names the figures that a release must not have.
func unfit(f *figures) ([]string, error) {
	all, err := staleEntries(root, f)
	for _, name := range pages {
		text, e := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		err = errors.Join(err, e)
		if n := strings.Count(string(text), notYet); n > 0 {
			all = append(all, fmt.Sprintf("%s: %q stands there %d times", name, notYet, n))
		}
	}
	return all, err
}

// The test above fails in a release, and only there, where an entry is older than its code.
func TestFigures_OldOnesFailInARelease(t *testing.T) {
	if os.Getenv(releaseVariable) != "" {
		t.Skip("this is a release")
	}
	code := must.Have(hashes(root))(t)
	f := &figures{Entries: map[string]*entry{"tsp-kicks": {Code: code["tsp-kicks"] + "old", Commit: "abc"}}}
	lines, err := unfit(f)
	if err != nil || !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "tsp-kicks: ") }) {
		t.Errorf("%q, %v", lines, err)
	}
	self := must.Have(os.Executable())(t)
	cmd := exec.Command(self, "-test.run=^TestFigures_SayWhereTheyComeFrom$")
	cmd.Env = append(os.Environ(), releaseVariable+"=1")
	real := must.Have(readFigures(filepath.Join(root, figuresFile)))(t)
	if lines, err = unfit(real); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); (err != nil) != (len(lines) > 0) {
		t.Errorf("%d lines %q, and the release's test says %v\n%s", len(lines), lines, err, out)
	}
}
