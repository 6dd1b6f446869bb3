package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

// Whenever it is interrupted, the file holds whole solutions.
func TestSolutions_Interrupted(t *testing.T) {
	for _, format := range []string{"text", "binary"} {
		b := newBench(t)
		go func() {
			for {
				if info, err := os.Stat("s"); err == nil && info.Size() > 10_000 || t.Context().Err() != nil {
					b.signals <- os.Interrupt
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
		b.want(0, "solutions", "300", "--count=100000000", "--out=s", "--format="+format)
		if !strings.Contains(b.out.String(), "all different and verified; stopped") {
			t.Errorf("says %s", b.out.String())
		}
		b.want(0, "check", "s")
	}
}

// What never ends is not read to its end.
func TestEndless_Files(t *testing.T) {
	const zero = "/dev/zero"
	if _, err := os.Stat(zero); err != nil {
		t.Skip(err)
	}
	b := newBench(t)
	for args, want := range map[string]string{"check ": `'\x00' is in no row`, "count 8 --state ": "state file /dev/zero: it is no text"} {
		boundedtest.Linear(t, 1<<20, func() { b.want(console.ExitUsage, strings.Fields(args+zero)...) })
		if text := b.err.String(); !strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %s\nwant %s", args, text, want)
		}
	}
}

// That a file cannot be written is found out before the count, by writing.
func TestCount_DiskFullBeforehand(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	b := newBench(t)
	fulldisk.After(t, 100)
	b.want(console.ExitEnvironment, "count", "8", "--state=c")
	if !strings.Contains(b.err.String(), " cannot be written: ") || b.out.Len() > 0 {
		t.Errorf("says %s%s", b.out.String(), b.err.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A command whose output goes nowhere fails, whichever it is.
func TestCommands_StandardOutputThatFails(t *testing.T) {
	b := newBench(t)
	write(t, "qs", "2 4 1 3\n")
	for _, args := range [][]string{{"count", "8"}, {"solutions", "8"}, {"solutions", "8", "--out=s"}, {"check", "qs"}} {
		for _, json := range [][]string{nil, {"--json"}} {
			all := append(slices.Clone(args), json...)
			b.err.Reset()
			if code := b.into(broken{}, all...); code != console.ExitEnvironment ||
				strings.Count(b.err.String(), "standard output: no space left on device") != 1 {
				t.Errorf("queens %s: exit %d, says %s", strings.Join(all, " "), code, b.err.String())
			}
		}
	}
}

// Cores and GPUs together are for searches.
func TestCommands_RefuseBoth(t *testing.T) {
	b := newBench(t)
	b.want(console.ExitUsage, "count", "8", "--device=cpu:2+emulator")
	b.want(console.ExitUsage, "solutions", "8", "--device=cpu:2+emulator")
}
