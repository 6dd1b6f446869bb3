package kernelgen

import (
	"os"
	"path/filepath"
	"regexp"
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
	must.Fail(t, "wrong.go:8", "16 to 255")(Compile("testdata/directives/wrong", ".", Options{IROnly: true}))
}

// PTX that is known for a hash is taken as it is, and nothing is assembled.
func TestCompile_TakesKnownPTX(t *testing.T) {
	in := []Instance{{Kernel: "Generic", Types: []string{"int32"}}}
	src := must.Have(Load("testdata/directives", ".", in, nil))(t)
	hash := must.Have(src.Compile(Options{IROnly: true, Instances: in}))(t)[0].Hash
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, hash+".ptx"), []byte("known"), 0o644))
	t.Setenv("MULTIWALK_KNOWN_PTX", folder)
	if got := must.Have(src.Compile(Options{Instances: in}))(t)[0].PTX; got != "known" {
		t.Errorf("it is %q", got)
	}
}

// Of the seven loops of Strides, three have a sum that cannot wrap; the strides of two of these are no constants.
func TestStride_OnlyWhereNoSumWraps(t *testing.T) {
	src := loadSource(t, "./testdata/shapes", shapeInstances)
	for _, checked := range []bool{false, true} {
		mod := compileSource(t, src, Options{IROnly: true, Checked: checked, Instances: shapeInstances})
		body := regexp.MustCompile(`(?s)define internal void @shapes_Strides\(.*?\n}`).FindString(mod.IR)
		if body == "" {
			t.Fatal("no Strides")
		}
		sums, loops := strings.Count(body, "add nsw"), strings.Count(body, "!llvm.loop")
		if checked && (sums != 0 || loops != 0) || !checked && (sums != 3 || loops != 2) {
			t.Errorf("checked=%v: %d sums that do not wrap, %d loops to unroll", checked, sums, loops)
		}
	}
}
