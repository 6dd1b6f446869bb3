package qap

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
)

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
