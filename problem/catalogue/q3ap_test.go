package catalogue

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A file of QAPLIB's form is of qap unless its name, or the text, says otherwise.
func TestQ3AP_IsToldByItsName(t *testing.T) {
	folder := t.TempDir()
	file, marked := filepath.Join(folder, "tiny.dat"), filepath.Join(folder, "marked.dat")
	text := "2\n0 1\n2 0\n\n0 3\n4 0\n"
	for name, content := range map[string]string{file: text, marked: "q3ap-df\n" + text} {
		must.Do(t, os.WriteFile(name, []byte(content), 0o600))
	}
	for _, c := range []struct {
		file, format, is, name string
		cost                   int64 // of p = 0, 1 and q = 1, 0; -1: of no interest
	}{
		{file, "", "qap", "tiny", -1}, {file, "q3ap", "q3ap", "tiny", 60}, {"q3ap:" + file, "", "q3ap", "tiny", 60},
		{"q3ap-df:" + file, "", "q3ap", "tiny", 50}, {marked, "", "q3ap", "marked", 50}, {"q3ap:" + marked, "", "q3ap", "marked", 50},
		{"q3ap:2:5", "", "q3ap", "q3ap:2:5", -1},
	} {
		content := must.Have(all.Content(c.file, nil))(t)
		in, err := all.Parse(content, c.file, c.format)
		if err != nil || in.Format.Name != c.is || in.Name != c.name {
			t.Fatalf("%s: %+v, %v", c.file, in, err)
		}
		if c.is == "qap" {
			continue
		}
		x := []int32{0, 1, 1, 0}
		if cost := in.Problem.Cost(x); c.cost >= 0 && cost != c.cost {
			t.Errorf("%s costs %d, want %d", c.file, cost, c.cost)
		}
		var b bytes.Buffer
		must.Do(t, in.WriteSolution(&b, x))
		if y, err := in.ReadSolution(&b, "f"); err != nil || !slices.Equal(x, y) {
			t.Errorf("%s: %v comes back as %v, %v", c.file, x, y, err)
		}
	}
	for name, want := range map[string]string{"q3ap:" + filepath.Join(folder, "none"): "no such file", "q3ap:0": "with N from 1"} {
		must.Fail(t, want)(all.Content(name, nil))
	}
}
