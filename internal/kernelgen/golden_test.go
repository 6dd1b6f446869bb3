package kernelgen

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// The IR of small sources is what the golden files say, in both builds; -update rewrites them. It becomes PTX, which reads
// numbers whole.
func TestGolden_IR(t *testing.T) {
	for _, build := range []struct {
		suffix  string
		checked bool
	}{{".ll", false}, {".checked.ll", true}} {
		mods, err := Compile(".", "./testdata/golden/...", Options{IROnly: true, Checked: build.checked})
		if err != nil {
			t.Fatal(err)
		}
		if len(mods) != 4 {
			t.Fatalf("%d modules, want 4", len(mods))
		}
		for _, m := range mods {
			name := path.Base(m.Package)
			file := filepath.Join("testdata", "golden", name, name+build.suffix)
			if *update {
				if err := os.WriteFile(file, []byte(m.IR), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			assembleGolden(t, m)
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
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
	ptx, err := assemble(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(ptx, "ld.global.u8") {
		t.Errorf("%s: reads memory byte by byte", m.Package)
	}
}
