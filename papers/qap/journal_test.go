package qap

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
)

func TestJournal_GoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	open := func(runs int) *Lab {
		c := tiny()
		c.Runs = runs
		l := newLab(t, c)
		must.Do(t, l.Open(file, papers.Machine{}))
		return l
	}
	l := open(3)
	must.Do(t, runTable1(t.Context(), l))
	l.Close()
	l = open(5)
	had := len(l.Results(nil))
	l.Log = func(line string) { t.Log(line) }
	must.Do(t, runTable1(t.Context(), l))
	if had != 2*2*3 || len(l.Results(nil)) != 2*2*5 {
		t.Errorf("had %d runs, has %d", had, len(l.Results(nil)))
	}
	l.Close()
	before := l
	l = open(5)
	defer l.Close()
	l.Log = func(line string) { t.Errorf("runs again: %s", line) }
	must.Do(t, runTable1(t.Context(), l))
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
		must.Do(t, l.Open(file, papers.Machine{}))
		defer l.Close()
		must.Do(t, l.series(t.Context(), in, lone(in, 0), 1, 2, time.Minute))
		content := must.Have(os.ReadFile(file))(t)
		return strings.SplitAfter(string(content), "\n")
	}
	lines := single()
	if len(lines) != 2+2+1 {
		t.Fatalf("%q", lines)
	}
	must.Do(t, os.WriteFile(file, []byte(strings.Join(lines[:3], "")+lines[3][:9]), 0o644))
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
	must.Do(t, os.WriteFile(file, []byte(head+line), 0o644))
	c := tiny()
	c.Limit = 5 * time.Second
	l := newLab(t, c)
	must.Do(t, l.Open(file, papers.Machine{Processor: "Abacus", Cores: 2, Device: "no GPU"}))
	want := Run{Trial: Trial{Kind: ToTarget, Instance: "ring6", System: modelII, Size: 30, Number: 2}, Walks: 31, Cost: 12, Reached: true, Generations: 99, Elapsed: 1234567}
	got := l.Results(nil)
	if len(got) != 1 || got[0] != want {
		t.Fatalf("reads %+v, want %+v", got, want)
	}
	want.Number++
	must.Do(t, errors.Join(l.Keep(want), l.Close()))
	text, err := os.ReadFile(file)
	if again := strings.Replace(line, "30,0,2", "30,0,3", 1); err != nil || string(text) != head+line+again {
		t.Errorf("holds %q, %v", text, err)
	}
}
