package gpu

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

const twoKernels = `.version 7.8
.target sm_80
.address_size 64
.shared .align 4 .b8 room[16];
	// .globl	First                   // .entry in a comment begins nothing
.visible .entry First(
	.param .u32 First_param_0
)
.maxnreg 64
{
	ret;
	{
	}
}
	// .globl	FirstOfAll
.visible .entry FirstOfAll()
{
	trap;
}
.global .align 4 .u32 after = 3;
`

func TestAlone_KeepsOneKernelAndWhatIsOutside(t *testing.T) {
	for symbol, body := range map[string]string{"First": "ret;", "FirstOfAll": "trap;"} {
		got := must.Have(alone([]byte(twoKernels), symbol))(t)
		text := string(got)
		for _, want := range []string{".version 7.8", "room[16]", ".entry " + symbol + "(", body, "after = 3"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", symbol, want, text)
			}
		}
		if n := strings.Count(text, ".visible .entry"); n != 1 || strings.Contains(text, "ret;") == strings.Contains(text, "trap;") {
			t.Errorf("%s comes with %d kernels:\n%s", symbol, n, text)
		}
	}
	must.Fail(t, "no kernel Fir")(alone([]byte(twoKernels), "Fir"))
}

// PTX is text, or text packed as a release has it; what is missing, damaged or of another source says what to do.
func TestText(t *testing.T) {
	const made = "// by\n// Made from 0a1b2c\n.version 7.8\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(made))
	w.Close()
	for name, c := range map[string]struct {
		ptx  string
		said string
	}{
		"a.T@0a1b": {made, ""}, "b.T@0a1b": {packed.String(), ""}, "c": {made, ""},
		"d.T@0a1b": {"", "d.T is built without kernels for GPUs: run go generate"},
		"e.T@0a1b": {packed.String()[:20], "e.T cannot be unpacked: "},
		"f.T@1a1b": {packed.String(), "f.T for GPUs are of another source: run go generate"},
	} {
		got, err := text(name, []byte(c.ptx))
		if c.said == "" && (err != nil || string(got) != made) || c.said != "" && (err == nil || !strings.Contains(err.Error(), c.said)) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// Of every file that kernelgen wrote, the kernels one by one are the file.
func TestAlone_LosesNothing(t *testing.T) {
	files, err := filepath.Glob("../../problem/*/z*.ptx")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		ptx := must.Have(os.ReadFile(file))(t)
		outside, sum := -1, 0
		for line := range bytes.Lines(ptx) {
			name, ok := entryName(line)
			if !ok {
				continue
			}
			own := must.Have(alone(ptx, string(name)))(t)
			without, _ := alone(own, string(name))
			if !bytes.Equal(own, without) || bytes.Count(own, []byte(".entry ")) != 1 {
				t.Errorf("%s: %s is not alone", file, name)
			}
			size := bytes.LastIndex(own, []byte("\n}\n")) + len("\n}\n") - bytes.Index(own, line)
			rest := len(own) - size
			if outside >= 0 && rest != outside {
				t.Errorf("%s: %d bytes outside of %s, and %d outside of the one before", file, rest, name, outside)
			}
			outside, sum = rest, sum+size
		}
		if outside+sum != len(ptx) {
			t.Errorf("%s: kernels of %d bytes and %d outside, of %d", file, sum, outside, len(ptx))
		}
	}
}
