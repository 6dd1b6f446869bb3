package kernelgen

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// The IR of small sources is what the golden files say; -update rewrites them. Both builds are compared.
func TestGolden_IR(t *testing.T) {
	for _, build := range []struct {
		suffix  string
		checked bool
	}{{".ll", false}, {".checked.ll", true}} {
		mods, err := Compile(".", "./testdata/golden/...", Options{IROnly: true, Checked: build.checked})
		if err != nil {
			t.Fatal(err)
		}
		if len(mods) != 3 {
			t.Fatalf("%d modules, want 3", len(mods))
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

// The golden sources become PTX in both builds.
func TestGolden_PTX(t *testing.T) {
	needClang(t)
	for _, checked := range []bool{false, true} {
		mods, err := Compile(".", "./testdata/golden/...", Options{Checked: checked})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mods {
			if strings.Contains(m.PTX, "ld.global.u8") {
				t.Errorf("%s: reads memory byte by byte", m.Package)
			}
			if len(m.PTX) == 0 || len(m.Hash) != 64 {
				t.Errorf("%s: no PTX, or a hash of %d digits", m.Package, len(m.Hash))
			}
		}
	}
}
