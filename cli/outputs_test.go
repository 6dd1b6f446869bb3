package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

// wantLeft fails the test unless the folder holds these files beside the instances.
func (b *bench) wantLeft(files ...string) {
	b.t.Helper()
	list, err := os.ReadDir(".")
	if err != nil {
		b.t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		if e.Name() != ring && e.Name() != grid {
			got = append(got, e.Name())
		}
	}
	if slices.Sort(files); !slices.Equal(got, files) {
		b.t.Errorf("there are %q, want %q", got, files)
	}
}

// atFirstProgress calls do when the command first writes to its standard error, which is when it has an incumbent.
type atFirstProgress struct {
	w  io.Writer
	do func()
}

func (a *atFirstProgress) Write(p []byte) (int, error) {
	if a.do != nil {
		do := a.do
		a.do = nil
		do()
	}
	return a.w.Write(p)
}

// runDuring runs the command and calls do while it runs.
func (b *bench) runDuring(do func(), args ...string) int {
	b.out.Reset()
	b.err.Reset()
	return testProgram.Run(args, console.Console{In: strings.NewReader(ringText()), Out: &b.out, Err: &atFirstProgress{&b.err, do},
		Width:      func() int { return 0 },
		Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} },
	})
}

// A disk that becomes full while a run lasts costs nothing that was there before it.
func TestSolve_DiskFullAtTheEnd(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	b := newBench(t)
	outputs := []string{"--out=a.tour", "--plot=a.svg", "--record=a.jsonl"}
	b.want(0, append(append([]string{"solve", ring}, outputs...), quick...)...)
	before := map[string]string{}
	for _, name := range []string{"a.tour", "a.svg", "a.jsonl"} {
		before[name] = read(t, name)
	}
	lift := func() {}
	code := b.runDuring(func() { lift = fulldisk.After(t, 100) },
		append(append([]string{"solve", ring, "--seed=9"}, outputs...), "--evaluations=20000")...)
	lift()
	for _, want := range []string{"solution: write a.tour: ", "picture: write a.svg: ", "record: write a.jsonl: ", "a.jsonl.live"} {
		if code != 3 || !strings.Contains(b.err.String(), want) {
			t.Errorf("exit %d, says %s; want 3 and %q", code, b.err.String(), want)
		}
	}
	b.prints("verified: ")
	for name, want := range before {
		if got := read(t, name); got != want {
			t.Errorf("%s was changed:\n%s", name, got)
		}
	}
	b.wantLeft("a.tour", "a.svg", "a.jsonl", "a.jsonl.live")
	b.want(0, "verify", "a.jsonl")
	b.want(0, "verify", "a.jsonl.live") // the snapshot
}

// That a file cannot be written is found out before the run, by writing.
func TestSolve_DiskFullBeforehand(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	b := newBench(t)
	write(t, "a", "precious")
	fulldisk.After(t, 100)
	for _, args := range [][]string{{"solve", ring, "--out=a"}, {"solve", ring, "--plot=b.svg"}, {"solve", ring, "--record=a"}} {
		b.want(3, args...)
		if !strings.Contains(b.err.String(), " cannot be written: ") || b.out.Len() > 0 {
			t.Errorf("%v: %s%s", args, b.out.String(), b.err.String())
		}
	}
	if got := read(t, "a"); got != "precious" {
		t.Errorf("a holds %q", got)
	}
	b.want(0, "solve", "demo", "--evaluations=1000") // nobody asked for its picture
	b.says("note: no picture in demo.svg: ")
	b.wantLeft("a")
}

// While a run lasts, no other can write its record, and what stands there stays until the new one is whole.
func TestSolve_RecordOfOneRun(t *testing.T) {
	b := newBench(t)
	b.want(0, append([]string{"solve", ring, "--record=a.jsonl"}, quick...)...)
	before := read(t, "a.jsonl")
	lock := must.Have(wholefile.NewLock("a.jsonl"))(t)
	b.want(3, append([]string{"solve", ring, "--record=a.jsonl"}, quick...)...)
	b.says("--record: ", "a.jsonl is being written by process ")
	lock.Release()
	during := ""
	if code := b.runDuring(func() { during = read(t, "a.jsonl") }, "solve", ring, "--record=a.jsonl", "--seed=4", "--evaluations=20000"); code != 0 {
		t.Fatal(b.err.String())
	}
	if during != before || read(t, "a.jsonl") == before {
		t.Error("the older record was replaced before the new one was whole, or never")
	}
	b.want(2, "solve", ring, "--record=b.jsonl", "--method=tabu", "--set=tenure=100")
	b.wantLeft("a.jsonl")
}

// Whatever becomes of the instance's file during a run, its answer is written and evaluated by what was read.
func TestSolve_InstanceThatGoes(t *testing.T) {
	for _, c := range []struct {
		name, note string
		do         func() error
	}{
		{"gone", "note: x.tsp is gone; ", func() error { return os.Remove("x.tsp") }},
		{"changed", "note: x.tsp has changed since it was read; ", func() error { return os.WriteFile("x.tsp", []byte("?"), 0o644) }},
		{"copied", "", func() error {
			return errors.Join(os.Remove("x.tsp"), os.WriteFile("x.tsp", []byte(ringText()), 0o644))
		}},
	} {
		b := newBench(t)
		write(t, "x.tsp", ringText())
		code := b.runDuring(func() {
			if err := c.do(); err != nil {
				t.Error(err)
			}
		}, "solve", "x.tsp", "--out=a.tour", "--record=a.jsonl", "--evaluations=20000")
		if code != 0 || !strings.Contains(b.out.String(), "verified: ") || strings.Contains(b.err.String(), "note: ") != (c.note != "") ||
			!strings.Contains(b.err.String(), c.note) {
			t.Errorf("%s: exit %d, says\n%s%s", c.name, code, b.out.String(), b.err.String())
		}
		b.want(0, "verify", "a.jsonl", "--instance", ring)
		b.want(0, "solve", ring, "--start=a.tour", "--evaluations=10")
	}
}

// broken fails every Write, as a full disk or /dev/full does.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A command whose output goes nowhere fails, whichever it is.
func TestCommands_StandardOutputThatFails(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", ring, "--target=6216", "--seed=3", "--record=a.jsonl")
	for _, args := range [][]string{{"methods"}, {"methods", "tabu"}, {"problems"}, {"devices"}, {"version"}, {"verify", "a.jsonl"},
		{"solve", ring, "--evaluations=1000"}, {"solve", ring, "--evaluations=1000", "--target=1"}, {"ttt", "a.jsonl", "--fits=none"},
		{"--help"}, {"solve", "--help"}, {}} {
		for _, json := range [][]string{nil, {"--json"}} {
			if len(args) == 0 || slices.Contains(args, "--help") {
				json = nil
			}
			all := append(slices.Clone(args), json...)
			b.err.Reset()
			code := testProgram.Run(all, console.Console{In: strings.NewReader(""), Out: broken{}, Err: &b.err, Width: func() int { return 0 },
				Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }})
			if code != 3 || strings.Count(b.err.String(), "standard output: no space left on device") != 1 {
				t.Errorf("multiwalk %s: exit %d, says %s", strings.Join(all, " "), code, b.err.String())
			}
		}
	}
}

// Names of files may be any bytes. They are read and written as they are, and shown so that no terminal obeys them.
func TestSolve_OddFileNames(t *testing.T) {
	unraced.Test(t)
	for _, name := range []string{"caf\xe9", "a\nb", "\x1b[2Jx", `"q"`} {
		b := newBench(t)
		if err := os.WriteFile(name+".tsp", []byte(strings.Replace(ringText(), "NAME: ring\n", "", 1)), 0o644); err != nil {
			t.Skipf("a file system without such names: %v", err)
		}
		b.want(0, append([]string{"solve", name + ".tsp", "--out", name + ".tour", "--record", name + ".jsonl"}, quick...)...)
		shown := b.out.String() + b.err.String()
		b.want(0, "verify", name+".jsonl")
		b.want(0, "solve", name+".tsp", "--json", "--evaluations=10", "--start", name+".tour")
		var r report
		if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || strings.ContainsRune(r.File, '\uFFFD') {
			t.Errorf("%q: %v, %s", name, err, b.out.String())
		}
		for _, args := range [][]string{{"solve", name}, {"verify", name}, {"solve", ring, "--out", filepath.Join(name, "a")},
			{"solve", ring, "--start", name}, {"solve", name + ".jsonl"}, {"solve", ring, "--start", name + ".jsonl"},
			{name}, {"methods", name}} {
			if b.run(args...) == 0 {
				t.Errorf("%q is nothing to use", args)
			}
			shown += b.err.String()
			if strings.Count(b.err.String(), "\n") != 1 {
				t.Errorf("%q: more than a line: %q", args, b.err.String())
			}
		}
		if bytes.ContainsAny([]byte(shown), "\x1b\xe9") || strings.Contains(shown, "a\nb") {
			t.Errorf("%q is shown as it is:\n%q", name, shown)
		}
	}
}
