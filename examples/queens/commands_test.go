package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
)

// bench is an empty folder, and a console that keeps what the command says.
type bench struct {
	t        *testing.T
	out, err bytes.Buffer
	width    int
	signals  chan os.Signal
}

func newBench(t *testing.T) *bench {
	t.Chdir(t.TempDir())
	return &bench{t: t, signals: make(chan os.Signal, 2)}
}

// into runs the command with a standard output and returns its exit code.
func (b *bench) into(out io.Writer, args ...string) int {
	b.out.Reset()
	b.err.Reset()
	return run(args, console.Console{Out: out, Err: &b.err, Width: func() int { return b.width },
		Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }})
}

// want runs the command and fails the test unless it exits with the code, and says all that is wanted on either output.
func (b *bench) want(code int, args string, says ...string) {
	b.t.Helper()
	got := b.into(&b.out, strings.Fields(args)...)
	for _, want := range says {
		if !strings.Contains(b.out.String()+b.err.String(), want) {
			b.t.Errorf("queens %s does not say %s:\n%s%s", args, want, b.out.String(), b.err.String())
		}
	}
	if got != code {
		b.t.Fatalf("queens %s: exit %d, want %d\n%s%s", args, got, code, b.out.String(), b.err.String())
	}
}

func TestCommands_Say(t *testing.T) {
	b := newBench(t)
	must.Do(t, os.WriteFile("file", []byte("not a state"), 0o644))
	must.Do(t, os.WriteFile("twice", []byte("2 4 1 3\n2 4 1 3\n"), 0o644))
	for _, c := range []struct {
		code int
		args string
		says string
	}{
		{0, "count 12 --device=cpu:1", "14200\nsolutions of 12 queens, as published; 1787 of them are fundamental"},
		{0, "count 9", " on cpu, "}, {0, "count 2 -q", "0\n"}, {0, "count 10 --device=emulator", "724\nsolutions"},
		{2, "count 0", "from 1 to 32"}, {2, "count 33", "from 1 to 32"}, {2, "count eight", "see queens count --help"},
		{2, "count 8 --device=gpu:x", "gpu:x"}, {2, "count", `expected "<n>"`},
		{2, "count 8 --device=cpu:2+emulator", "not on"}, {2, "count 28 --device=emulator", "up to 27 queens"},
		{2, "count 8 --state=file", "is no state"}, {3, "count 8 --state none/s", "--state none/s: "}, {3, "count 8 --state .", "--state .: "},
		{0, "solutions 1", "1\n1 queen: 1 solution, all different and verified; as many as asked for"},
		{0, "solutions 20 --count=30 --workers=3", "20 queens: 30 solutions"},
		{1, "solutions 6 --count=5", "6 queens have 4 solutions in all, fewer than the 5 asked for"},
		{1, "solutions 3", "no solution exists"}, {2, "solutions 0", "the number must be from 1"}, {2, "solutions 8 --count=-1", "ask for 1 or more"},
		{2, "solutions 8 --time=-1s", "--time -1s is no time"}, {2, "solutions 8 --workers=-1", "1 or more"},
		{0, "solutions 100000 --time=1ns", "100000 queens: 0 solutions, all different and verified; stopped"},
		{1, "check twice", "twice:2: not all are different solutions"}, {2, "check file", "where a row should be"}, {2, "check none", "none: "},
	} {
		if b.want(c.code, c.args, c.says); c.code > 1 && (b.out.Len() > 0 || strings.Count(b.err.String(), "\n") != 1) {
			t.Errorf("%s: %q, %q", c.args, b.out.String(), b.err.String())
		}
	}
	b.want(0, "solutions 5 --count=0 -q")
	if strings.Count(b.out.String(), "\n") != 10 || b.err.Len() > 0 {
		t.Errorf("%q, %q", b.out.String(), b.err.String())
	}
	must.Do(t, os.WriteFile("all", b.out.Bytes(), 0o644))
	b.want(0, "check all", "all: 10 solutions of 5 queens, all different\n")
}

// A count of ages stops at the first interrupt, says how far it is, and goes on from its state.
func TestCount_Interrupted(t *testing.T) {
	b := newBench(t)
	for range 2 {
		time.AfterFunc(300*time.Millisecond, func() { b.signals <- os.Interrupt })
		b.want(1, "count 20 --device=cpu:1 --state=s", "solutions of 20 queens so far, in ", "goes on from s")
	}
	time.AfterFunc(100*time.Millisecond, func() { b.signals <- os.Interrupt })
	b.want(1, "count 24", "nothing is kept; a count with --state FILE")
}

func TestProgress_Shows(t *testing.T) {
	var w strings.Builder
	columns := 0
	p := progress{LiveLine: console.LiveLine{W: &w}, width: func() int { return columns }}
	for _, ms := range []time.Duration{50, 900, 1500, 1600, 100_000, 109_000} { // at last a tenth of the time has not gone by
		p.show(ms*time.Millisecond, func() string { return "a line" })
	}
	if got := w.String(); got != "    1.50s  a line\n  100.00s  a line\n" {
		t.Errorf("log: %q", got)
	}
	w.Reset()
	columns = 5
	p.show(120*time.Second, func() string { return "a line" })
	p.Erase()
	if got := w.String(); got != "\ra li\r\r    \r" {
		t.Errorf("live line: %q", got)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A command whose output goes nowhere fails, whichever it is.
func TestCommands_StandardOutputThatFails(t *testing.T) {
	b := newBench(t)
	must.Do(t, os.WriteFile("qs", []byte("2 4 1 3\n"), 0o644))
	for _, args := range [][]string{{"count", "8"}, {"solutions", "8"}, {"solutions", "300", "--count=1000"}, {"check", "qs"}} {
		if code := b.into(broken{}, slices.Clone(args)...); code != console.ExitEnvironment ||
			strings.Count(b.err.String(), "standard output: no space left on device") != 1 {
			t.Errorf("queens %v: exit %d, says %s", args, code, b.err.String())
		}
	}
}
