package docs_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/papers/fang"
	"github.com/multiwalk/multiwalk/papers/nqueens"
	"github.com/multiwalk/multiwalk/papers/pspm"
	"github.com/multiwalk/multiwalk/papers/qap"
)

// named are the names in backquotes of a text.
func named(text string) []string {
	var list []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// between returns what stands between two strings.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, text, ok := strings.Cut(text, from)
	text, _, ends := strings.Cut(text, to)
	if !ok || !ends {
		t.Fatalf("repro.md has no %q up to %q", from, to)
	}
	return text
}

// firstCells are the names in the first cells of the table that begins with a head.
func firstCells(t *testing.T, text, head string) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(between(t, text, head+"\n|---|---|\n", "\n\n")) {
		list = append(list, named(strings.Split(line, "|")[1])...)
	}
	return list
}

// ids are the names of a list of the program's.
func ids[T any](list []T, of func(T) string) []string {
	var names []string
	for _, v := range list {
		names = append(names, of(v))
	}
	return names
}

// TestRepro_NamesAreTheProgrammes compares the experiments and systems that repro.md lists with those that there are.
func TestRepro_NamesAreTheProgrammes(t *testing.T) {
	text := read(t, "repro.md")
	section := func(from, to string) string { return between(t, text, "\n## "+from+"\n", to) }
	onPSPM, onQueens := section("PSPM", "\n## N queens\n"), section("N queens", "\n## QAP\n")
	onQAP := section("QAP", "### What the paper")
	_, onFANG, _ := strings.Cut(text, "\n## FANG\n")
	const experiments = "| experiment | what it measures |"

	queens := ids(nqueens.Systems(), func(s nqueens.System) string { return s.ID })
	gpu := func(id string) bool { return strings.HasPrefix(id, "gpu-") }
	assignment := ids(qap.Systems(), func(s qap.System) string { return s.ID })
	for _, c := range []struct {
		what      string
		doc, have []string
	}{
		{"experiments of pspm", named(between(t, onPSPM, experiments, "\n\n")),
			ids(pspm.Experiments(), func(e pspm.Experiment) string { return e.Name })},
		{"systems of pspm", firstCells(t, onPSPM, "| system | what it is |"),
			ids(pspm.Systems(), func(s pspm.System) string { return s.ID })},
		{"experiments of nqueens", firstCells(t, onQueens, experiments),
			ids(nqueens.Experiments(), func(e nqueens.Experiment) string { return e.Name })},
		{"schemes of nqueens on cores", named(between(t, onQueens, "The schemes are ", " on cores")),
			slices.DeleteFunc(queens, gpu)},
		{"experiments of qap", firstCells(t, onQAP, experiments),
			ids(qap.Experiments(), func(e qap.Experiment) string { return e.Name })},
		{"variants of qap", firstCells(t, onQAP, "| variant | what it is |"),
			ids(qap.Variants(), func(s qap.System) string { return s.ID })},
		{"experiments of fang", firstCells(t, onFANG, experiments),
			ids(fang.Experiments(), func(e fang.Experiment) string { return e.Name })},
		{"systems of fang", firstCells(t, onFANG, "| system | what it is |"),
			ids(fang.Systems(), func(s fang.System) string { return s.ID })},
		{"systems of qap", systemsOfQAP(t, onQAP), assignment},
	} {
		slices.Sort(c.doc)
		slices.Sort(c.have)
		if !slices.Equal(c.doc, c.have) {
			t.Errorf("%s: repro.md has %v, the program %v", c.what, c.doc, c.have)
		}
	}
}

// systemsOfQAP reads the sentence on systems: those by name, and methods with each place behind their names.
func systemsOfQAP(t *testing.T, text string) []string {
	t.Helper()
	sentence := between(t, text, "The systems, for `--systems`, are ", "\ntheir names.")
	whole, methods, _ := strings.Cut(sentence, ", and ")
	methods, places, _ := strings.Cut(methods, " with ")
	var list []string
	for _, name := range named(whole) {
		if !strings.HasPrefix(name, "--") {
			list = append(list, name)
		}
	}
	for _, method := range named(methods) {
		for _, place := range named(places) {
			list = append(list, method+place)
		}
	}
	return list
}

// TestRepro_FlagsAreTheProgrammes looks for flags in repro.md that a command of the program does not have.
func TestRepro_FlagsAreTheProgrammes(t *testing.T) {
	labs, err := filepath.Glob("../papers/*/lab.go")
	if err != nil || len(labs) == 0 {
		t.Fatal(labs, err)
	}
	source := read(t, "../cmd/multiwalk/repro.go")
	for _, file := range labs {
		source += read(t, file)
	}
	for _, m := range regexp.MustCompile("--([a-z][a-z-]*)").FindAllStringSubmatch(read(t, "repro.md"), -1) {
		field := "(?i)\n\t(" + strings.ReplaceAll(m[1], "-", "") + ") +[a-z0-9.\\[\\]]+ +`"
		if !regexp.MustCompile(field).MatchString(source) && !strings.Contains(source, `name:"`+m[1]+`"`) {
			t.Errorf("repro.md has the flag --%s, which no reproduction has", m[1])
		}
	}
}
