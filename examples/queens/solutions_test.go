package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

func TestNQueensSolutions_AreFoundAndChecked(t *testing.T) {
	b := newBench(t)
	for _, args := range [][]string{{"--format=text"}, {"--format=binary"}, {"--symmetric"}, {"--device=emulator", "--walks=2"}, {"--workers=3", "--quiet"}} {
		b.want(0, append([]string{"solutions", "20", "--count=30", "--out=found"}, args...)...)
		if said := b.out.String(); !strings.Contains(said, "20 queens: 30 solutions, all different and verified; as many as asked for") {
			t.Errorf("%v: %s", args, said)
		}
		b.want(0, "check", "found")
		if said := b.out.String(); !strings.Contains(said, "found: 30 solutions of 20 queens, all different") {
			t.Errorf("%v: %s", args, said)
		}
	}
}

func TestNQueensSolutions_GoToTheStandardOutput(t *testing.T) {
	b := newBench(t)
	b.want(0, "solutions", "1")
	if b.out.String() != "1\n" || !strings.Contains(b.err.String(), "1 queen: 1 solution, all different") {
		t.Errorf("%q, %q", b.out.String(), b.err.String())
	}
	b.want(0, "solutions", "5", "--count=0", "-q")
	write(t, "all", b.out.String())
	if strings.Count(b.out.String(), "\n") != 10 || b.err.Len() > 0 {
		t.Errorf("%q, %q", b.out.String(), b.err.String())
	}
	b.want(0, "check", "all")
	b.want(0, "solutions", "1000", "--seed=4")
	one := b.out.String()
	b.want(0, "solutions", "1000", "--seed=4", "--workers=2")
	if b.out.String() != one || strings.Count(one, " ") != 999 {
		t.Error("the same seed gave another solution")
	}
}

func TestNQueensSolutions_JSON(t *testing.T) {
	b := newBench(t)
	b.want(0, "solutions", "12", "--count=7", "--json")
	var r solutionsReport
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.Found != 7 || *r.Count != 7 || *r.All != 14_200 ||
		r.Out != nil || r.End != "enough" {
		t.Errorf("%v: %s", err, b.out.String())
	}
	b.want(0, "solutions", "30", "--time=50ms", "--json", "--out=s", "--format=binary")
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.End != "cancelled" || *r.Out != "s" {
		t.Errorf("%v: %s", err, b.out.String())
	}
	b.want(0, "check", "s", "--json")
	var c checkReport
	if err := json.Unmarshal(b.out.Bytes(), &c); err != nil || !c.Sound || c.Solutions != r.Found || c.Format != "binary" {
		t.Errorf("%v: %s", err, b.out.String())
	}
}

// Where fewer exist than were asked for, all are written and the exit code says so.
func TestNQueensSolutions_ThatDoNotExist(t *testing.T) {
	b := newBench(t)
	b.want(1, "solutions", "6", "--count=5", "--out=s")
	if !strings.Contains(b.err.String(), "6 queens have 4 solutions in all, fewer than the 5 asked for") {
		t.Errorf("%s", b.err.String())
	}
	b.want(0, "check", "s")
	for _, n := range []string{"2", "3"} {
		b.want(1, "solutions", n)
		if !strings.Contains(b.err.String(), "no solution exists") {
			t.Errorf("%s", b.err.String())
		}
	}
}

func TestNQueensSolutions_Refuses(t *testing.T) {
	b := newBench(t)
	for want, args := range map[string][]string{
		"the number must be from 1":    {"0"},
		"ask for 1 or more":            {"8", "--count=-1"},
		"unknown format \"json\"":      {"8", "--format=json"},
		"unknown device":               {"8", "--device=tpu"},
		"--time -1s is no time":        {"8", "--time=-1s"},
		"at most 1000000 walks":        {"8", "--walks=1000001"},
		"numbers must not be negative": {"8", "--workers=-1"},
		"at most 1048576 there":        {"2000000", "--device=emulator"},
		"see queens solutions --help":  {"eight"},
		"expected \"<n>\"":             {},
	} {
		b.want(2, append([]string{"solutions"}, args...)...)
		if !strings.Contains(b.err.String(), want) {
			t.Errorf("%v: %s, want ... %s ...", args, b.err.String(), want)
		}
	}
	b.want(3, "solutions", "8", "--out=there/is/none")
	b.want(0, "solutions", "100000", "--time=1ns", "--out=empty")
	if text := read(t, "empty"); text != "" {
		t.Errorf("%q in no time", text)
	}
	b.want(3, "solutions", "8", "--out=.")
	if b.want(2, "solutions", "8", "--out="); !strings.Contains(b.err.String(), "the value is empty; give it one") {
		t.Error(b.err.String())
	}
}

// A GPU, here of the fake driver, makes solutions; one that fails is told of, and what to do.
func TestNQueensSolutions_OnAGPU(t *testing.T) {
	b := newBench(t)
	fake := gputest.Computer(t, 1, map[string]any{"FindSolutions": solutions.FindSolutions})
	b.want(0, "solutions", "20", "--count=10", "--walks=1", "--device=gpu", "--out=s")
	if !strings.Contains(b.out.String(), " on gpu:0, seed 1: ") {
		t.Errorf("%s", b.out.String())
	}
	b.want(0, "check", "s")
	fake.Fail("cuMemHostAlloc", 0, cuda.OutOfMemory)
	b.want(3, "solutions", "20", "--count=10", "--walks=1", "--device=gpu", "--out=s")
	if !strings.Contains(b.err.String(), "use --device cpu") {
		t.Errorf("%s", b.err.String())
	}
	gputest.Computer(t, 0, nil)
	b.want(3, "solutions", "20", "--device=gpu", "--out=s")
	b.want(0, "check", "s")
	if !strings.Contains(b.out.String(), "s: 10 solutions") {
		t.Errorf("what was there is gone: %s", b.out.String())
	}
}

// A GPU is not started for a run that is over before it is.
func TestNQueensSolutions_GainsInTime(t *testing.T) {
	for limit, want := range map[time.Duration]bool{0: true, 100 * time.Millisecond: false, time.Second: true} {
		q := solutionsCmd{N: 1000}
		if limit > 0 {
			q.Time = &limit
		}
		if got := q.gains(0); got != want {
			t.Errorf("limit %v: %v", limit, got)
		}
	}
}

func TestNQueensCheck_NamesTheFlaw(t *testing.T) {
	b := newBench(t)
	write(t, "twice", "2 4 1 3\n3 1 4 2\n2 4 1 3\n")
	write(t, "wrong", "2 4 1 3\n1 2 3 4\n")
	write(t, "short", "2 4 1 3\n2 4 1\n")
	b.want(1, "check", "twice")
	if !strings.Contains(b.err.String(), "twice:3: not all are different solutions: it repeats twice:1") {
		t.Errorf("%s", b.err.String())
	}
	b.want(1, "check", "wrong", "--json")
	var c checkReport
	if err := json.Unmarshal(b.out.Bytes(), &c); err != nil || c.Sound || c.Solutions != 1 || !strings.Contains(c.Flaw, "wrong:2: ") {
		t.Errorf("%v: %s", err, b.out.String())
	}
	b.want(2, "check", "short")
	for _, file := range []string{"none", "."} {
		b.want(2, "check", file)
		if !strings.Contains(b.err.String(), file+": ") || !strings.Contains(b.err.String(), "queens solutions --out makes one") {
			t.Error(b.err.String())
		}
	}
	write(t, "one", "2 4 1 3\n")
	out, err := os.Open("one") // cannot be written
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for _, json := range []bool{false, true} {
		var f console.Failure
		if err := (&checkCmd{File: "one", JSON: json}).Run(&console.Console{Out: out}); !errors.As(err, &f) || f.Code != console.ExitEnvironment {
			t.Errorf("a closed output: %v", err)
		}
	}
	write(t, "empty", "")
	if b.want(0, "check", "empty"); b.out.String() != "empty: no solution in it\n" {
		t.Errorf("%q", b.out.String())
	}
}

func TestNQueensSolutions_ShowsProgress(t *testing.T) {
	b := newBench(t)
	b.width = 60
	b.shows("solutions/s | 0 duplicates | ", "400ms", "4s")
	if !strings.HasSuffix(b.err.String(), "\r") {
		t.Errorf("on a terminal: %q", b.err.String())
	}
	b.width = 0
	b.shows(" of 1.00G solutions | ", "1300ms", "13s", "--count=1000000000")
}

// shows wants progress shown within a time, or within another one on a busy machine.
func (b *bench) shows(want, time, busy string, args ...string) {
	b.t.Helper()
	for _, limit := range []string{time, busy} {
		b.want(0, append([]string{"solutions", "500", "--out=s", "--time=" + limit}, args...)...)
		if strings.Contains(b.err.String(), want) {
			return
		}
	}
	b.t.Errorf("in %s no %q in %q", busy, want, b.err.String())
}

// failing takes so many bytes of a Write and then fails.
type failing struct {
	w    io.Writer
	left int
}

func (f *failing) Write(p []byte) (int, error) {
	if len(p) <= f.left {
		f.left -= len(p)
		return f.w.Write(p)
	}
	k, _ := f.w.Write(p[:f.left])
	f.left = 0
	return k, errors.New("no room")
}

// A full disk leaves whole solutions behind, and what was there before alone.
func TestNQueensSolutions_FullDisk(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	b := newBench(t)
	for _, old := range []string{"", "2 4 1 3\n"} {
		if old != "" {
			write(t, "s", old)
		}
		q := &solutionsCmd{N: 4, Out: "s"}
		w, err := q.open(&console.Console{Out: &b.out})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("3 1 4 2\n")); err != nil {
			t.Fatal(err)
		}
		lift := fulldisk.After(t, 12)
		_, err = w.Write([]byte("2 4 1 3\n"))
		if err = w.end(err); err == nil || strings.Contains(err.Error(), "s.live") != (old != "") {
			t.Errorf("on a full disk: %v", err)
		}
		w.release()
		lift()
		if old == "" {
			if got := read(t, "s"); got != "3 1 4 2\n" {
				t.Errorf("left %q", got)
			}
			continue
		}
		if got, live := read(t, "s"), read(t, "s.live"); got != old || live != "3 1 4 2\n" {
			t.Errorf("left %q and %q", got, live)
		}
	}
	fulldisk.After(t, 10)
	b.want(3, "solutions", "8", "--out=t")
	if !strings.Contains(b.err.String(), "--out t: it cannot be written: ") {
		t.Errorf("says %s", b.err.String())
	}
}

// What stands in a file is replaced by a whole one, and two processes do not write one file.
func TestNQueensSolutions_ReplacesAFileWhole(t *testing.T) {
	b := newBench(t)
	write(t, "s", "precious")
	lock := must.Have(wholefile.NewLock("s"))(t)
	b.want(3, "solutions", "8", "--out=s")
	if !strings.Contains(b.err.String(), "s is being written by process ") || read(t, "s") != "precious" {
		t.Errorf("says %s", b.err.String())
	}
	lock.Release()
	b.want(0, "solutions", "8", "--count=5", "--out=s")
	b.want(0, "check", "s")
	if list, _ := filepath.Glob("s.*"); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
}

func TestNQueensSolutions_StandardOutputFails(t *testing.T) {
	w := &wholeSolutions{w: &failing{io.Discard, 3}}
	_, err := w.Write([]byte("1 2 3"))
	if err == nil || w.end(err) == nil {
		t.Error("a failure of the standard output went unnoticed")
	}
}
