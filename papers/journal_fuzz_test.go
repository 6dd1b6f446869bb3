package papers

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// A byte order mark, which an editor may have put before a journal, is passed over, and counts where a cut line is taken off.
func TestJournal_ByteOrderMark(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	const head = "\xef\xbb\xbf" + `# {"seed":1,"processor":"Abacus","cores":8,"device":"no GPU"}` + "\nname,cost\n"
	must.Do(t, os.WriteFile(file, []byte(head+"a,1\nb,"), 0o644))
	j, err := OpenJournal(file, machine{1, "Abacus", 8, "no GPU"}, []string{"name", "cost"})
	if err != nil || len(j.known) != 1 {
		t.Fatal(j, err)
	}
	must.Do(t, errors.Join(j.Add([]string{"c", "2"}), j.Close()))
	if text, err := os.ReadFile(file); err != nil || string(text) != head+"a,1\nc,2\n" {
		t.Errorf("holds %q, %v", text, err)
	}
	if e, err := Source(file); err != nil || e.Processor != "Abacus" {
		t.Errorf("is of %+v, %v", e, err)
	}
}

func TestSource_EndlessLineIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	must.Do(t, os.WriteFile(file, []byte(settingsMark+strings.Repeat(" ", 2*mostSettings)), 0o644))
	boundedtest.Linear(t, mostSettings, func() {
		must.Fail(t, "more than 1048576 bytes; give the folder of a run")(Source(file))
	})
}

// Whatever a journal holds, it is refused, or what it knows is whole lines of it.
func FuzzJournal(f *testing.F) {
	const first = settingsMark + "{}\n"
	columns := []string{"name", "cost"}
	f.Add([]byte(first + "name,cost\na,1\nb,2\nc"))
	f.Add([]byte("\xef\xbb\xbf" + first + "a,\"1\n2\"\n"))
	f.Add([]byte(first + "a,1\n\x00\x00\x00"))
	for _, s := range boundedtest.Seeds(first+"name,cost\n#,#\n", settingsMark+"{\"seed\":#}\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		j := &Journal{name: "f"}
		var err error
		boundedtest.Linear(t, len(content), func() { err = j.take(content, first, columns) })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "multiwalk: f: ") {
				t.Error(err)
			}
			return
		}
		if j.whole > j.size || j.size != int64(len(content)) || content[j.whole-1] != '\n' {
			t.Fatalf("%d of %d bytes are whole lines, of a size of %d", j.whole, len(content), j.size)
		}
		again := &Journal{name: "f"}
		if err := again.take(content[:j.whole], first, columns); err != nil || again.whole != again.size || !slices.EqualFunc(j.known, again.known, slices.Equal) {
			t.Fatalf("without what was cut: %v, %v and %v", err, j.known, again.known)
		}
	})
}
