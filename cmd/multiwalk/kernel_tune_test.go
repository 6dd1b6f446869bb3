package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu"
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

// A row scaled by what a launch took makes the next launch as long as it should be.
func TestTrial_LaunchScalesItsRow(t *testing.T) {
	d := device.Emulator()
	m, err := gpu.Of(d, 0)
	if err != nil {
		t.Fatal(err)
	}
	var w strings.Builder
	for _, trial := range trials {
		if trial.name != "tabu.delta" && trial.name != "pspm.swap" {
			continue
		}
		row, better, err := trial.run(t.Context(), time.Millisecond, d, m, &w)
		if err != nil {
			t.Fatal(err)
		}
		now := tuning.Of(trial.name, 80, 50)
		if longer := row.Values[0].Value > now; better && longer == trial.rate {
			t.Errorf("%s became %v from %v, though a launch of the emulator takes over 20 ms", trial.name, row.Values[0].Value, now)
		}
	}
}

func TestLoadTuning_RefusesABadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tuning.json")
	t.Setenv("MULTIWALK_TUNING", path)
	if err := loadTuning(); err != nil {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte(`[{"name": "tabu.wraps", "capability": 90, "values": [{"value": 1}]}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t}
	b.want(2, "devices")
	if !strings.Contains(b.err.String(), "tabu.wraps") || !strings.Contains(b.err.String(), "remove the file") {
		t.Errorf("said %q", b.err.String())
	}
}
