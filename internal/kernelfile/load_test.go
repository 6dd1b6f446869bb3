package kernelfile

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// What is not there, or is of a kind that gets no kernels, is refused in a line before anything is compiled.
func TestLoad_RefusesNames(t *testing.T) {
	for _, c := range []struct{ dir, pattern, name, want string }{
		{".", "./testdata/ordering", "ordering", `has no type ordering, did you mean "Ordering"?`},
		{".", "./testdata/ordering", "Nothing", "has no type Nothing"},
		{".", "...", "Ordering", "... is not one package with Go files; name a folder, such as ./problem"},
		{".", "./testdata/...", "Ordering", "name a folder"},
		{t.TempDir(), ".", "T", ". is in no Go module; go there, and run go mod init first"},
	} {
		_, err := Load(c.dir, c.pattern, c.name)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s of %s: %v, want %q", c.name, c.pattern, err, c.want)
		}
	}
}

// What a method calls and its author cannot change is refused where it is called.
func TestCheck_NamesTheUsersPlace(t *testing.T) {
	needTime(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("cgo needs a compiler: ", err)
	}
	t.Setenv("CGO_ENABLED", "1")
	p := must.Have(Load(".", "./testdata/foreign", "Through", "Packed"))(t)
	reports := must.Have(p.Check())(t)
	for i, want := range []struct {
		line   int
		reason string
	}{{17, "C.twice is a function of C, which is called through cgo"}, {28, "multiwalk.Constraints.Pack has no device form: "}} {
		found := false
		for _, m := range reports[i].Methods {
			for _, r := range m.Refusals {
				if filepath.Base(r.File) != "foreign.go" {
					t.Errorf("%s: a place in %s: %s", reports[i].Type, r.File, r.Reason)
				}
				found = found || m.Name == "Cost" && r.Line == want.line && strings.Contains(r.Reason, want.reason)
			}
		}
		if !found {
			t.Errorf("%s: %+v, want %+v", reports[i].Type, reports[i].Methods, want)
		}
	}
}
