package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/examples/queens/counting"
	"github.com/multiwalk/multiwalk/internal/console"
)

func TestNQueensCount_PrintsTheNumber(t *testing.T) {
	b := newBench(t)
	b.want(0, "count", "15")
	if first, rest, _ := strings.Cut(b.out.String(), "\n"); first != "2279184" || !strings.Contains(rest, "285053 of them are fundamental") ||
		!strings.Contains(rest, "as published") || !strings.Contains(rest, "on cpu with ") {
		t.Errorf("says %s", b.out.String())
	}
	b.want(0, "count", "2", "--quiet")
	if !strings.HasPrefix(b.out.String(), "0\n") || b.err.Len() > 0 {
		t.Errorf("says %s, %s", b.out.String(), b.err.String())
	}
	b.want(0, "count", "9", "--json", "--workers=1")
	var r countReport
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.Solutions != 352 || !r.Complete || *r.Fundamental != 46 || !*r.Agrees ||
		*r.Published != 352 || r.Workers != 1 || r.Done != r.Tasks || b.err.Len() > 0 {
		t.Errorf("%v in %s, %s", err, b.out.String(), b.err.String())
	}
	b.want(0, "count", "10", "--device=emulator", "--json")
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.Solutions != 724 || r.Device != "emulator" {
		t.Errorf("%v in %s", err, b.out.String())
	}
}

func TestNQueensCount_Refuses(t *testing.T) {
	b := newBench(t)
	write(t, "file", "not a state")
	for _, args := range [][]string{{"0"}, {"33"}, {"-1"}, {"eight"}, {"8", "--workers=-1"}, {"8", "--device=gpu:x"}, {},
		{"8", "--state=file"}, {"28", "--device=emulator"}} {
		b.want(2, append([]string{"count"}, args...)...)
		if b.out.Len() > 0 || strings.Count(b.err.String(), "\n") != 1 {
			t.Errorf("%v: %q, %q", args, b.out.String(), b.err.String())
		}
	}
	b.want(2, "--none")
	for _, state := range []string{"none/state", "."} {
		b.want(3, "count", "8", "--state", state)
		if !strings.Contains(b.err.String(), "--state "+state+": ") || !strings.Contains(b.err.String(), "; ") {
			t.Error(b.err.String())
		}
	}
}

// A count of ages stops at the first interrupt, says how far it is, and goes on from its state.
func TestNQueensCount_Interrupted(t *testing.T) {
	b := newBench(t)
	interrupt := func(after time.Duration) {
		time.Sleep(after)
		b.signals <- os.Interrupt
	}
	go interrupt(300 * time.Millisecond)
	b.want(1, "count", "24")
	if !strings.Contains(b.out.String(), "so far") || !strings.Contains(b.err.String(), "--state") {
		t.Errorf("says %s, %s", b.out.String(), b.err.String())
	}
	var first, second countReport
	for _, r := range []*countReport{&first, &second} {
		go interrupt(time.Second)
		b.want(1, "count", "22", "--workers=1", "--state=s", "--json")
		if err := json.Unmarshal(b.out.Bytes(), r); err != nil || r.Complete || r.Fundamental != nil || r.Agrees != nil ||
			!strings.Contains(b.err.String(), "goes on from s") {
			t.Errorf("%v in %s, %s", err, b.out.String(), b.err.String())
		}
	}
	if second.Resumed != first.Done || second.Done < first.Done || second.Solutions < first.Solutions || second.Elapsed < first.Elapsed {
		t.Errorf("%+v goes on with %+v", first, second)
	}
}

func TestTally_Shows(t *testing.T) {
	var w strings.Builder
	columns := 0
	shown := tally{LiveLine: console.LiveLine{W: &w}, width: func() int { return columns }}
	at := func(d time.Duration, done int) counting.Progress {
		return counting.Progress{Done: done, Tasks: 400, All: uint64(done) * 1e6, Elapsed: d}
	}
	shown.observe(at(0, 0))
	shown.observe(at(900*time.Millisecond, 50))
	shown.observe(at(2*time.Second, 100))
	if got := w.String(); got != "    2.00s  25.00 % | 100 of 400 tasks | 100M solutions | about 6s left\n" {
		t.Errorf("log: %q", got)
	}
	w.Reset()
	shown.observe(at(100*time.Second, 200))
	shown.observe(at(109*time.Second, 210)) // a tenth of the time has not gone by
	if strings.Count(w.String(), "\n") != 1 {
		t.Errorf("log: %q", w.String())
	}
	w.Reset()
	columns = 31
	shown.observe(at(120*time.Second, 300))
	shown.Erase()
	if got := w.String(); got != "\r75.00 % | 300 of 400 tasks | 3\r\r"+strings.Repeat(" ", 30)+"\r" {
		t.Errorf("live line: %q", got)
	}
}
