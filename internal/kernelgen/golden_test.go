package kernelgen

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// The IR of small sources is what the golden files say, in both builds; -update rewrites them. It becomes PTX, which reads
// numbers whole.
func TestGolden_IR(t *testing.T) {
	for _, build := range []struct {
		suffix  string
		checked bool
	}{{".ll", false}, {".checked.ll", true}} {
		mods := must.Have(Compile(".", "./testdata/golden/...", Options{IROnly: true, Checked: build.checked}))(t)
		if len(mods) != 4 {
			t.Fatalf("%d modules, want 4", len(mods))
		}
		for _, m := range mods {
			name := path.Base(m.Package)
			file := filepath.Join("testdata", "golden", name, name+build.suffix)
			if *update {
				must.Do(t, os.WriteFile(file, []byte(m.IR), 0o644))
				continue
			}
			assembleGolden(t, m)
			want := must.Have(os.ReadFile(file))(t)
			if m.IR != string(want) {
				t.Errorf("%s: the IR has changed; look at it, and run go test -update", file)
			}
		}
	}
}

// assembleGolden makes PTX of a golden source.
func assembleGolden(t *testing.T, m Module) {
	t.Helper()
	if _, err := exec.LookPath(DefaultClang); err != nil {
		return // other tests say that clang is missing
	}
	ptx := must.Have(assemble(m, Options{}))(t)
	if strings.Contains(ptx, "ld.global.u8") {
		t.Errorf("%s: reads memory byte by byte", m.Package)
	}
}
