package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/internal/wholefile/powercut"
)

// The power is cut at twenty moments of a run: its checkpoint then is not there yet, or goes on to the record of the uninterrupted run. A
// record that is there is whole.
func TestPowerCut(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	write(t, "square.dat", squareText(50))
	disk := powercut.New(t, 1)
	b.want(0, append(solved("run.jsonl"), "--checkpoint=run.state", "--checkpoint-every=1ns", "--quiet")...)
	want, r := read(t, "run.jsonl"), rand.New(rand.NewPCG(2, 0))
	if last := disk.Cuts[len(disk.Cuts)-1]; last["run.state"] == nil || string(last["run.jsonl"]) != want {
		t.Error("a cut after the end loses what the run wrote")
	}
	moments := r.Perm(len(disk.Cuts))
	for _, at := range moments[:min(20, len(moments))] {
		cut := disk.Cuts[at]
		if text, ok := cut["run.jsonl"]; ok && string(text) != want {
			t.Errorf("at moment %d of %d the record is another", at, len(disk.Cuts))
		}
		state, ok := cut["run.state"]
		if !ok {
			continue
		}
		again, record := fmt.Sprint(at, ".state"), fmt.Sprint(at, ".jsonl")
		must.Do(t, os.WriteFile(again, state, 0o666))
		b.want(0, "resume", again, "--logical", "--quiet", "--record="+record)
		if read(t, record) != want {
			t.Errorf("at moment %d of %d the checkpoint leads elsewhere", at, len(disk.Cuts))
		}
	}
}
