package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

// begin makes a live record at path that writes each incumbent.
func begin(t *testing.T, path string, h Header, logical bool) *Live {
	t.Helper()
	live, err := NewLive(path, logical)
	if err == nil {
		t.Cleanup(live.Close)
		err = live.Begin(h)
	}
	if err != nil {
		t.Fatal(err)
	}
	return live
}

func TestLive_SurvivesAKillAndEndsAsTheHistory(t *testing.T) {
	for _, logical := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "run.jsonl")
		live := begin(t, file, header(t), logical)
		live.found.gap = 0
		res := solve(t, 1, live.Observe)
		checkKilled(t, file, res.Cost)
		run := New(header(t), res)
		must.Do(t, live.Finish(run))
		if logical {
			run = run.Logical()
		}
		if got, _ := os.ReadFile(file); string(got) != text(t, run) {
			t.Errorf("logical %v: finished record is\n%s\nwant\n%s", logical, got, text(t, run))
		}
	}
}

// A record that is there is replaced by one that is whole, and by nothing else.
func TestLive_KeepsAnOlderRecordUntilItsOwnIsWhole(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	file := filepath.Join(t.TempDir(), "run.jsonl")
	old := text(t, New(header(t), solve(t, 2, nil)))
	wantOld := func(when string) {
		t.Helper()
		if got, err := os.ReadFile(file); string(got) != old {
			t.Fatalf("%s the older record holds %.100q, %v", when, got, err)
		}
	}
	must.Do(t, os.WriteFile(file, []byte(old), 0o644))
	live := begin(t, file, header(t), false)
	live.found.gap = 0
	res := solve(t, 1, live.Observe)
	wantOld("during a run")
	checkKilled(t, file+".live", res.Cost)

	run := New(header(t), res)
	lift := fulldisk.After(t, 300)
	must.Fail(t, "run.jsonl.live")(live.Finish(run))
	lift()
	wantOld("after a full disk")
	checkKilled(t, file+".live", res.Cost)
	live.Close()

	again := begin(t, file, header(t), false)
	must.Do(t, again.Finish(run))
	if got, _ := os.ReadFile(file); string(got) != text(t, run) {
		t.Errorf("the record is\n%s\nwant\n%s", got, text(t, run))
	}
	checkKilled(t, file+".live", res.Cost) // that of the run which found the disk full
	if _, err := os.Stat(file + ".live2"); err == nil {
		t.Error("a finished run leaves its live lines behind")
	}
}

// A run that begins again, because its device failed, has one header, of what it then runs on.
func TestLive_BeginsAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.jsonl")
	h := header(t)
	h.Device = "emulator"
	live := begin(t, file, h, false)
	live.found.gap = 0
	x := []int32{0, 1, 2, 3, 4, 6, 5}
	live.Observe(multiwalk.Event{Kind: multiwalk.EventIncumbent, Cost: 2, Best: x})
	h.Device = "cpu"
	must.Do(t, live.Begin(h))
	live.found.gap = 0
	live.Observe(multiwalk.Event{Kind: multiwalk.EventIncumbent, Cost: 2, Best: x})
	content, _ := os.ReadFile(file)
	runs, err := Read(bytes.NewReader(content), "r")
	if err != nil || len(runs) != 1 || runs[0].Device != "cpu" || runs[0].Last == nil {
		t.Errorf("reads as %+v, %v", runs, err)
	}
}

func TestLive_IsOfOneRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.jsonl")
	live, err := NewLive(file, false)
	if err != nil {
		t.Fatal(err)
	}
	held := (*wholefile.HeldError)(nil)
	if _, err := NewLive(file, false); !errors.As(err, &held) || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("claimed twice: %v", err)
	}
	live.Close()
	if live, err = NewLive(file, false); err != nil {
		t.Fatal(err)
	}
	live.Close()
	if list, _ := os.ReadDir(filepath.Dir(file)); len(list) != 0 {
		t.Errorf("a claim leaves %v behind", list)
	}
}

// checkKilled reads a live record as a killed run leaves it behind.
func checkKilled(t *testing.T, file string, cost int64) {
	t.Helper()
	content := must.Have(os.ReadFile(file))(t)
	runs, err := Read(bytes.NewReader(content), "killed")
	if err != nil || len(runs) != 1 || runs[0].End != nil || runs[0].Last == nil || runs[0].Last.Cost != cost {
		t.Fatalf("live record reads as %+v, %v; want a last snapshot of cost %d", runs, err, cost)
	}
	if err := Verify(runs[0], displaced(7), Hash([]byte(instance))); err != nil {
		t.Error(err)
	}
}

func TestLive_HoldsBackLongSolutions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.jsonl")
	h := header(t)
	h.N = 100_000 // a second between lines
	live := begin(t, file, h, false)
	x := []int32{0}
	for i, at := range []time.Duration{0, 300, 600, 900, 1200} {
		x[0] = int32(min(i, 3))
		kind := multiwalk.EventIncumbent
		if i == 4 {
			kind = multiwalk.EventProgress
		}
		live.Observe(multiwalk.Event{Kind: kind, Elapsed: at * time.Millisecond, Cost: -int64(x[0]), Best: x})
	}
	content, _ := os.ReadFile(file)
	runs := must.Have(Read(bytes.NewReader(content), "r"))(t)
	if lines := strings.Count(string(content), `"live"`); lines != 2 || runs[0].Last.Cost != -3 || runs[0].Last.Solution[0] != 3 {
		t.Errorf("%d live lines, last %+v; want the first and, after a second, the fourth incumbent", lines, runs[0].Last)
	}
}
