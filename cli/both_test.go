package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
)

// A run on cores and machines says what each did, in words, as JSON and in its record, and these agree.
func TestSolve_OnBoth(t *testing.T) {
	b := newBench(t)
	args := []string{"solve", grid, "--method=tabu", "--device=cpu:2+emulator", "--walks=6", "--evaluations=20000", "--target=none", "--quiet"}
	b.want(0, append(args, "--record=run.jsonl")...)
	b.prints("device cpu:2+emulator, seed 1, 6 walks on 2 cores and 1 emulator", "\ncpu:2: tabu, 2 walks, ", "\nemulator: tabu, 4 walks, ", "% of all)")
	b.want(0, append(args, "--json")...)
	var r report
	must.Do(t, json.Unmarshal(b.out.Bytes(), &r))
	run := readRecord(t, "run.jsonl")
	if len(r.Sides) != 2 || len(run.End.Sides) != 2 || r.Sides[0] != run.End.Sides[0] || r.Sides[1] != run.End.Sides[1] || len(r.Balance) != 1 {
		t.Errorf("JSON has %+v, the record %+v", r.Sides, run.End.Sides)
	}
	if r.Sides[0].Evaluations() == 0 || r.Sides[1].Evaluations() == 0 || r.Sides[0].Evaluations()+r.Sides[1].Evaluations() != r.Evaluations {
		t.Errorf("%+v of %d evaluations", r.Sides, r.Evaluations)
	}
	b.want(0, "solve", grid, "--method=tabu", "--evaluations=2000", "--json", "--quiet", "--target=none")
	b.prints("\"sides\": null")
}

// The command chooses a method for each side, and says which; what serves one side alone is refused, with what serves both.
func TestSolve_OnBothChooses(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", grid, "--device=cpu:1+emulator", "--walks=5", "--evaluations=5000", "--target=none", "--record=run.jsonl")
	if run := readRecord(t, "run.jsonl"); run.Method.Name != "by-device" || run.End.Sides[1].Method != "memetic" ||
		!strings.Contains(b.err.String(), "CPU cores run "+run.End.Sides[0].Method+", and emulator runs memetic") {
		t.Errorf("%+v, %s", run.End.Sides, b.err.String())
	}
	b.want(console.ExitUsage, "solve", "nqueens:20", "--device=cpu:1+emulator")
	b.says("use --device cpu")
	for _, c := range []struct{ method, says string }{
		{"memetic", "method memetic cannot run on emulator"}, {"eax", "method eax runs on GPUs alone"},
	} {
		b.want(console.ExitUsage, "solve", ring, "--device=cpu:1+emulator", "--method="+c.method, "--work=2")
		if err := b.err.String(); !strings.Contains(err, c.says) || !strings.Contains(err, "this problem is for --method") ||
			strings.Contains(err, " eax or") || strings.Contains(err, " or memetic ") {
			t.Errorf("%s: %s", c.method, err)
		}
	}
	b.want(console.ExitUsage, "solve", grid, "--device=cpu:2+emulator", "--walks=2", "--work=2")
}

// A record on cores and machines whose shares are forged is rejected, and its replay tells.
func TestVerify_OnBoth(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", grid, "--method=tabu", "--device=cpu:2+emulator", "--walks=6", "--work=3", "--record=run.jsonl", "--quiet")
	rewrite(t, "run.jsonl", "forged.jsonl", func(r *record.Run) {
		r.End.Sides[0].Moves, r.End.Sides[1].Moves = r.End.Sides[1].Moves, r.End.Sides[0].Moves
	})
	b.want(console.ExitMissed, "verify", "--replay", "forged.jsonl")
	b.prints("DIFFERS: cpu:2 had 2 walks")
	rewrite(t, "run.jsonl", "forged.jsonl", func(r *record.Run) { r.End.Sides[0].Moves++ })
	b.want(console.ExitMissed, "verify", "forged.jsonl")
}

// A run on cores and machines goes on from its checkpoint, also under the name of another GPU or number of cores, and ends with
// the record of the uninterrupted one. On another kind of device it is refused.
func TestResume_OnBoth(t *testing.T) {
	b := newBench(t)
	args := []string{"solve", grid, "--method=exchange", "--set=method=tabu", "--set=every=2", "--device=cpu:2+emulator", "--walks=6", "--logical",
		"--quiet", "--target=none"}
	b.want(0, append(args, "--work=5", "--record=whole.jsonl")...)
	b.want(0, append(args, "--work=3", "--record=run.jsonl", "--checkpoint=run.state")...)
	b.want(console.ExitUsage, "resume", "run.state", "--work=5", "--device=cpu:2")
	if err := b.err.String(); !strings.Contains(err, "begun with cpu+emulator, and this is cpu") {
		t.Error(err)
	}
	b.want(0, "resume", "run.state", "--work=5", "--device=cpu:9+emulator") // it keeps its two walks on cores
	must.Do(t, readRecord(t, "whole.jsonl").Compare(readRecord(t, "run.jsonl")))
}
