package qap

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/papers"
)

func TestJournal_GoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	open := func(runs int) *Lab {
		c := tiny()
		c.Runs = runs
		l := newLab(t, c)
		if err := l.Open(file, papers.Machine{}); err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open(3)
	if err := runTable1(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	l.Close()
	l = open(5)
	had := len(l.Results(nil))
	l.Log = func(line string) { t.Log(line) }
	if err := runTable1(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if had != 2*2*3 || len(l.Results(nil)) != 2*2*5 {
		t.Errorf("had %d runs, has %d", had, len(l.Results(nil)))
	}
	l.Close()
	before := l
	l = open(5)
	defer l.Close()
	l.Log = func(line string) { t.Errorf("runs again: %s", line) }
	if err := runTable1(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	for _, r := range l.Results(nil) {
		if was, _ := before.Result(r.Trial); r != was {
			t.Errorf("%+v was read as %+v", was, r)
		}
	}
}

// Of a batch whose writing was cut the journal gets the runs that it lacks, and none twice.
func TestJournal_GoesOnWithinABatch(t *testing.T) {
	in, file := ring(2, 4), filepath.Join(t.TempDir(), "runs.csv")
	single := func() []string {
		l := newLab(t, Config{Instances: []Instance{in}, Setup: Setup{Accelerator: device.Emulator()}, Singles: 2, Budget: time.Minute})
		if err := l.Open(file, papers.Machine{}); err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := l.series(t.Context(), in, lone(in, 0), 1, 2, time.Minute); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitAfter(string(content), "\n")
	}
	lines := single()
	if len(lines) != 2+2+1 {
		t.Fatalf("%q", lines)
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines[:3], "")+lines[3][:9]), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := single(); len(again) != len(lines) || again[2] != lines[2] || !strings.HasPrefix(again[3], "single,ring8,ga-gpu,1,0,1,") {
		t.Errorf("the journal goes on with %q, was %q", again, lines)
	}
}

// Journals that were written before there was one lab for all papers are read, and go on as they began.
func TestJournal_AsItAlwaysWas(t *testing.T) {
	const head = `# {"seed":5,"limit":"5s","mutation":0.9,"processor":"Abacus","cores":2,"device":"no GPU"}` + "\n" +
		"kind,instance,system,blocks,length,number,walks,cost,reached,generations,elapsed_s\n"
	const line = "target,ring6,model-2,30,0,2,31,12,true,99,0.001234567\n"
	file := filepath.Join(t.TempDir(), "runs.csv")
	if err := os.WriteFile(file, []byte(head+line), 0o644); err != nil {
		t.Fatal(err)
	}
	c := tiny()
	c.Limit = 5 * time.Second
	l := newLab(t, c)
	if err := l.Open(file, papers.Machine{Processor: "Abacus", Cores: 2, Device: "no GPU"}); err != nil {
		t.Fatal(err)
	}
	want := Run{Trial: Trial{Kind: ToTarget, Instance: "ring6", System: modelII, Size: 30, Number: 2}, Walks: 31, Cost: 12, Reached: true, Generations: 99, Elapsed: 1234567}
	got := l.Results(nil)
	if len(got) != 1 || got[0] != want {
		t.Fatalf("reads %+v, want %+v", got, want)
	}
	want.Number++
	if err := errors.Join(l.Keep(want), l.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if again := strings.Replace(line, "30,0,2", "30,0,3", 1); err != nil || string(text) != head+line+again {
		t.Errorf("holds %q, %v", text, err)
	}
}
