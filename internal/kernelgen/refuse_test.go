package kernelgen

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Every function of testdata/refuse is refused on the lines that say so, with the reason and the way out written there; all
// of it is reported together.
func TestRefuse_EachConstruct(t *testing.T) {
	_, err := Compile(".", "./testdata/refuse", Options{IROnly: true})
	var rs Refusals
	if !errors.As(err, &rs) {
		t.Fatalf("got %v, want refusals", err)
	}
	got := map[string]string{} // by file and line
	for _, r := range rs {
		at := fmt.Sprintf("%s:%d", filepath.Base(r.Pos.Filename), r.Pos.Line)
		if r.Pos.Column == 0 || r.WayOut == "" {
			t.Errorf("%v: no column or no way out", r)
		}
		got[at] = strings.TrimPrefix(got[at]+" | "+r.Reason+"; "+r.WayOut, " | ")
	}
	files := must.Have(filepath.Glob("testdata/refuse/*.go"))(t)
	for _, file := range files {
		checkRefusals(t, file, got)
	}
	for at, text := range got {
		t.Errorf("%s: refused without being marked: %s", at, text)
	}
}

// checkRefusals compares the refusals of one file with its marks, and takes them out of got.
func checkRefusals(t *testing.T, file string, got map[string]string) {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		code, want, marked := strings.Cut(line, "// refused")
		if !marked {
			continue
		}
		at := fmt.Sprintf("%s:%d", filepath.Base(file), i+1)
		if *update {
			lines[i] = code + "// refused: " + got[at]
		} else if want = strings.TrimPrefix(want, ": "); got[at] != want || want == "" {
			t.Errorf("%s: refused with %q, want %q", at, got[at], want)
		}
		delete(got, at)
	}
	if *update {
		must.Do(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644))
	}
}
