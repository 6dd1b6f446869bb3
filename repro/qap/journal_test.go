package qap

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
)

func TestJournal_GoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	open := func(runs int, budget time.Duration) (*Lab, io.Closer) {
		j, err := OpenJournal(file, "settings")
		if err != nil {
			t.Fatal(err)
		}
		c := tiny()
		c.Journal, c.Runs, c.Budget = j, runs, budget
		return newLab(t, c), j
	}
	l, j := open(3, time.Minute)
	if err := runTable1(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	j.Close()
	l, j = open(5, time.Minute)
	had := len(l.runs)
	l.Log = func(line string) { t.Log(line) }
	if err := runTable1(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if had != 2*2*3 || len(l.runs) != 2*2*5 {
		t.Errorf("had %d runs, has %d", had, len(l.runs))
	}
	j.Close()
	before := l.runs
	l, j = open(5, time.Minute)
	defer j.Close()
	l.Log = func(line string) { t.Errorf("runs again: %s", line) }
	if err := runTable1(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	for trial, r := range l.runs {
		if r != before[trial] {
			t.Errorf("%+v was read as %+v", before[trial], r)
		}
	}
}

// Of a batch whose writing was cut the journal gets the runs that it lacks, and none twice.
func TestJournal_GoesOnWithinABatch(t *testing.T) {
	in, file := ring(2, 4), filepath.Join(t.TempDir(), "runs.csv")
	single := func() []string {
		j, err := OpenJournal(file, "settings")
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		l := newLab(t, Config{Instances: []Instance{in}, Accelerator: device.Emulator(), Singles: 2, Budget: time.Minute, Journal: j})
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

func TestParseRun_Refuses(t *testing.T) {
	good := Run{Trial: Trial{ToTarget, "ring8", gaGPU, 30, 0, 2}, Walks: 30, Cost: 16, Reached: true, Generations: 99, Elapsed: 1234567}.fields()
	if r, err := parseRun(good); err != nil || !slices.Equal(r.fields(), good) {
		t.Errorf("%v is read as %v, %v", good, r, err)
	}
	for i := 3; i < len(good); i++ {
		bad := slices.Clone(good)
		bad[i] = "x"
		if _, err := parseRun(bad); err == nil {
			t.Errorf("%v is read", bad)
		}
	}
	good[10] = "0"
	if _, err := parseRun(good); err == nil {
		t.Error("a run of no time is read")
	}
}
