package kernelgen

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A kernel's directives reach the IR, and so PTX; one that makes no sense is refused at its place.
func TestCompile_Directives(t *testing.T) {
	needTime(t)
	ms := must.Have(Compile("testdata/directives", ".", Options{IROnly: true, Instances: []Instance{{Kernel: "Generic", Types: []string{"int32"}}}}))(t)
	for _, want := range []string{`!{ptr @Bound, !"kernel", i32 1, !"maxnreg", i32 40}`, `!{ptr @Generic_int32, !"kernel", i32 1, !"maxnreg", i32 64}`,
		`!{ptr @Free, !"kernel", i32 1}`, `!{ptr @Rolled, !"kernel", i32 1, !"maxnreg", i32 32, !"rolled", i32 1}`} {
		if !strings.Contains(ms[0].IR, want) {
			t.Errorf("the module lacks %s", want)
		}
	}
	if got := rolledKernels(ms[0].IR); len(got) != 1 || !got["Rolled"] {
		t.Errorf("kept rolled: %v", got)
	}
	if _, err := Compile("testdata/directives/wrong", ".", Options{IROnly: true}); err == nil ||
		!strings.Contains(err.Error(), "wrong.go:8") || !strings.Contains(err.Error(), "16 to 255") {
		t.Errorf("a directive for 9999 registers: %v", err)
	}
}
