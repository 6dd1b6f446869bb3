package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/tuning"
)

// Each parameter is measured, one of each kind here; an emulator's times are not written.
func TestKernelTune_MeasuresAndWritesNothingForAnEmulator(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator takes seconds for the largest")
	}
	out := filepath.Join(t.TempDir(), "tuning.json")
	b := &bench{t: t}
	b.want(0, "kernel", "tune", "--device", "emulator", "--time", "1ms", "--out", out)
	for _, want := range append([]trial{{name: "says nothing of a GPU"}}, trials...) {
		if !strings.Contains(b.out.String(), want.name) {
			t.Errorf("no %s in\n%s", want.name, b.out.String())
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("it wrote the rows")
	}
}

// What counts nanoseconds grows with what a launch took, what counts iterations falls.
func TestTrial_Scale(t *testing.T) {
	for _, c := range []struct {
		rate   bool
		took   time.Duration
		factor float64
		better bool
	}{
		{false, 40 * time.Millisecond, 4, true}, {true, 40 * time.Millisecond, 0.25, true}, {false, 2 * time.Millisecond, 0.2, true},
		{true, 2 * time.Millisecond, 5, true}, {false, 19 * time.Millisecond, 1, false}, {true, 6 * time.Millisecond, 1, false},
	} {
		if factor, better := (trial{rate: c.rate}).scale(c.took); factor != c.factor || better != c.better {
			t.Errorf("%+v: %v, %v", c, factor, better)
		}
	}
}

func TestLoadTuning_RefusesABadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tuning.json")
	t.Setenv("MULTIWALK_TUNING", path)
	if err := tuning.Load(); err != nil {
		t.Errorf("no file: %v", err)
	}
	must.Do(t, os.WriteFile(path, []byte(`[{"name": "tabu.wraps", "capability": 90, "values": [{"value": 1}]}]`), 0o644))
	b := &bench{t: t}
	b.want(2, "devices")
	if !strings.Contains(b.err.String(), "tabu.wraps") || !strings.Contains(b.err.String(), "remove the file") {
		t.Errorf("said %q", b.err.String())
	}
}
