package papers

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

type machine struct {
	Seed      int    `json:"seed"`
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	Device    string `json:"device"`
}

func TestJournal_WritesNothingBeforeBegin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	settings := machine{1, "Abacus", 8, "no GPU"}
	open := func() *Journal {
		return must.Have(OpenJournal(file, settings, []string{"name", "cost"}))(t)
	}
	content := func() string {
		text := must.Have(os.ReadFile(file))(t)
		return string(text)
	}
	must.Do(t, open().Close())
	if _, err := os.Stat(file); err == nil {
		t.Error("a journal is begun by opening it")
	}
	j := open()
	must.Do(t, errors.Join(j.Begin(), j.Begin(), j.Add([]string{"a", "1"}), j.Close()))
	const head = `# {"seed":1,"processor":"Abacus","cores":8,"device":"no GPU"}` + "\nname,cost\n"
	if got := content(); got != head+"a,1\n" {
		t.Errorf("holds %q", got)
	}
	const cut = head + "a,1\nb"
	must.Do(t, os.WriteFile(file, []byte(cut), 0o644))
	j = open()
	if len(j.known) != 1 || content() != cut {
		t.Errorf("knows %v, holds %q", j.known, content())
	}
	if err := errors.Join(j.Add([]string{"c", "2"}), j.Close()); err != nil || content() != head+"a,1\nc,2\n" {
		t.Errorf("holds %q, %v", content(), err)
	}
	if e, err := Source(file); err != nil || e != (Environment{Machine: Machine{Processor: "Abacus", Cores: 8, Device: "no GPU"}, Shown: true}) {
		t.Errorf("is of %+v, %v", e, err)
	}
}

func TestJournal_CannotBegin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "none", "runs.csv")
	j := must.Have(OpenJournal(file, 1, []string{"name"}))(t)
	for _, err := range []error{j.Begin(), j.Add([]string{"a"})} {
		must.Fail(t, fs.ErrNotExist)(err)
	}
	must.Fail(t, fs.ErrNotExist)(Source(file))
	if _, err := Source(t.TempDir()); err == nil || strings.Contains(err.Error(), "first line") {
		t.Errorf("a folder: %v", err)
	}
}

// A line that does not fit the disk is taken back, so that the next one does not continue it.
func TestJournal_FullDisk(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	file := filepath.Join(t.TempDir(), "runs.csv")
	open := func() *Journal {
		return must.Have(OpenJournal(file, 1, []string{"name"}))(t)
	}
	lift := fulldisk.After(t, 3)
	if err := open().Begin(); err == nil {
		t.Error("that the disk is full comes out after the runs")
	}
	lift()
	j := open()
	must.Do(t, j.Add([]string{"whole"}))
	lift = fulldisk.After(t, 20)
	if err := j.Add([]string{"longer than fits"}); err == nil {
		t.Error("a full disk takes all")
	}
	lift()
	must.Do(t, errors.Join(j.Add([]string{"after"}), j.Close()))
	if text, err := os.ReadFile(file); string(text) != "# 1\nname\nwhole\nafter\n" {
		t.Errorf("holds %q, %v", text, err)
	}
}

// Two processes that went on from one journal would both run what it lacks.
func TestJournal_OfOneProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	var journals [3]*Journal
	for i := range journals {
		var err error
		if journals[i], err = OpenJournal(file, 1, []string{"name"}); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, journals[0].Add([]string{"a"}))
	held := (*wholefile.HeldError)(nil)
	if err := journals[1].Begin(); !errors.As(err, &held) {
		t.Errorf("while another process writes it: %v", err)
	}
	must.Do(t, journals[0].Close())
	must.Fail(t, "another process has added to it")(journals[2].Add([]string{"b"}))
	if text, err := os.ReadFile(file); string(text) != "# 1\nname\na\n" {
		t.Errorf("holds %q, %v", text, err)
	}
}

func TestEnvironment_Lines(t *testing.T) {
	e := Environment{Version: "v1", Command: "multiwalk repro", Machine: Machine{"Abacus", 8, "no GPU"}}
	if s := e.String(); !strings.Contains(s, "machine: Abacus, 8 cores used, ") || !strings.Contains(s, "\nprogram: multiwalk v1, go") {
		t.Error(s)
	}
	e.Shown = true // here may be another machine
	if s := e.String(); !strings.HasPrefix(s, "machine: Abacus, 8 cores used\n") ||
		!strings.Contains(s, "\nprogram: shown by multiwalk v1, go") {
		t.Error(s)
	}
}
