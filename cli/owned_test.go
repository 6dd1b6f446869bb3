package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// forge writes a checkpoint after a change to its header and its state, with the checksum made anew.
func forge(t *testing.T, from, to string, change func(*checkpoint.Saved)) {
	t.Helper()
	saved := must.Have(checkpoint.Read(from))(t)
	change(saved)
	content := must.Have(saved.Encode())(t)
	write(t, to, string(content))
}

// own changes what the command keeps in a checkpoint.
func own(from, to string) func(*checkpoint.Saved) {
	return func(s *checkpoint.Saved) { s.Own = bytes.Replace(s.Own, []byte(from), []byte(to), 1) }
}

// contents are those of the files in the folder.
func contents(t *testing.T) map[string]string {
	t.Helper()
	list := must.Have(os.ReadDir("."))(t)
	all := map[string]string{}
	for _, e := range list {
		if info, err := os.Stat(e.Name()); err == nil && info.Mode().IsRegular() {
			all[e.Name()] = read(t, e.Name())
		}
	}
	return all
}

// leaves runs the command and fails the test unless it exits with the code, says what it must, and leaves all files as they were.
func (b *bench) leaves(code int, says string, args ...string) {
	b.t.Helper()
	before := contents(b.t)
	b.want(code, args...)
	if !strings.Contains(b.err.String(), says) || strings.Count(b.err.String(), "\n") != 1 {
		b.t.Errorf("%q says %s, want %s", args, b.err.String(), says)
	}
	after := contents(b.t)
	for name := range after {
		if before[name] != after[name] {
			b.t.Errorf("%q has changed or made %s", args, name)
		}
	}
	if len(before) != len(after) {
		b.t.Errorf("%q: there were %d files, and there are %d", args, len(before), len(after))
	}
}

// A limit that the run has passed, or a time that is over, is refused before anything is touched.
func TestResume_LimitsThatArePassed(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--target=none", "--work=5", "--time=60s", "--checkpoint=run.state",
		"--record=run.jsonl", "--out=run.tour")
	for flag, says := range map[string]string{"--evaluations=9": "up to 9 evaluations: it has made ", "--work=1": "up to 1 rounds: it has done ",
		"--no-improvement=1": "up to 1 units without a new incumbent: it has done "} {
		b.leaves(2, "the run cannot be resumed "+says, "resume", "run.state", flag, "-q")
	}
	forge(t, "run.state", "late.state", func(s *checkpoint.Saved) { s.Elapsed += 61e9 })
	b.leaves(2, "the run cannot be resumed up to 1m0s: it has gone on for 1m", "resume", "late.state")
	b.want(0, "verify", "run.jsonl")
	b.want(0, "resume", "run.state", "--work=9")
	b.want(0, "verify", "run.jsonl")
}

// A run that cannot be taken up leaves its outputs alone, whatever is found out late.
func TestResume_NotTakenUp(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--target=none", "--checkpoint=run.state", "--record=run.jsonl",
		"--out=run.tour", "--plot=run.svg")
	forge(t, "run.state", "other.state", func(s *checkpoint.Saved) {
		at := bytes.LastIndex(s.State, []byte("anneal"))
		copy(s.State[at:], "anneax")
	})
	b.leaves(2, `of "anneax" where this program's method has`, "resume", "other.state", "--work=9", "-q")
	forge(t, "run.state", "other.state", func(s *checkpoint.Saved) { s.State = s.State[:len(s.State)-3] })
	b.leaves(2, "its state ends before the method has all of it", "resume", "other.state", "--work=9", "-q")
	b.want(0, "verify", "run.jsonl")
}

// What resume was not told to replace, it replaces only where the run has written it, or the user had named it while it was so.
func TestResume_OutputsOfOthers(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	write(t, "run.tour", "of a run before\n") // and named for this one
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--target=none", "--checkpoint=run.state", "--out=run.tour",
		"--record=run.jsonl", "--plot=run.svg")
	b.want(0, "resume", "run.state", "--work=5")
	b.want(0, "resume", "run.state", "--work=6")
	if text := b.err.String(); strings.Contains(text, "run.tour") {
		t.Errorf("says %s", text)
	}
	const says = "does not show that its run wrote what is there; give "
	write(t, "victim", "precious")
	write(t, "victim.svg", "precious")
	for from, to := range map[string]string{`"Out":"run.tour"`: `"Out":"victim"`, `"Record":"run.jsonl"`: `"Record":"victim"`,
		`"Plot":"run.svg"`: `"Plot":"victim.svg"`} {
		forge(t, "run.state", "foreign.state", own(from, to))
		b.leaves(2, says+"--", "resume", "foreign.state", "--work=9")
	}
	b.want(0, "resume", "foreign.state", "--work=9", "--out=a", "--record=b", "--plot=c.svg")

	// A checkpoint of an earlier program knows none of its files, but a record is known by its content.
	forge(t, "run.state", "old.state", own(`"prints"`, `"unknown"`))
	b.leaves(2, says+"--out run.tour to replace it", "resume", "old.state", "--work=9")
	b.leaves(2, says+"--plot run.svg to replace it", "resume", "old.state", "--work=9", "--out=run.tour")
	b.want(0, "resume", "old.state", "--work=9", "--out=run.tour", "--plot=run.svg")

	write(t, "run.jsonl", read(t, "run.jsonl")+read(t, "run.jsonl")) // of two runs
	b.leaves(2, says+"--record run.jsonl to replace it", "resume", "old.state", "--work=11")
	must.Do(t, os.Remove("run.jsonl"))
	b.want(0, "resume", "old.state", "--work=11")
}

// That a checkpoint is there is said only where one is.
func TestSolve_SaysWhereTheCheckpointIs(t *testing.T) {
	b := newBench(t)
	b.signals <- os.Interrupt
	b.want(0, "solve", ring, "--method=anneal", "--target=none", "--time=60s", "--checkpoint=run.state")
	saved, err := checkpoint.Read("run.state")
	if err != nil || !strings.Contains(b.out.String(), "checkpoint in run.state\n") {
		t.Fatalf("%v: says %s", err, b.out.String())
	}
	b.want(0, "resume", "run.state", fmt.Sprintf("--work=%d", saved.Rounds+9))
}

// A limit that leaves a run nothing to do is refused, as its record would contradict itself.
func TestResume_RefusesToDoNothing(t *testing.T) {
	b := newBench(t)
	time.AfterFunc(100*time.Millisecond, func() { b.signals <- os.Interrupt })
	b.want(0, "solve", ring, "--method=anneal", "--target=none", "--time=60s", "--checkpoint=run.state")
	done := must.Have(checkpoint.Read("run.state"))(t).Rounds
	if done > 0 {
		b.leaves(2, "give a limit above that", "resume", "run.state", fmt.Sprintf("--work=%d", done))
	}
	b.want(0, "resume", "run.state", fmt.Sprintf("--work=%d", done+1))
}

// A header with what no run has is refused when it is read.
func TestResume_RefusesHeadersOfNoRun(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--checkpoint=run.state")
	for _, c := range []struct {
		says   string
		change func(*checkpoint.Saved)
	}{
		{"its field elapsed_ns is -5", func(s *checkpoint.Saved) { s.Elapsed = -5 }},
		{"its field rounds is 4611686018427387904", func(s *checkpoint.Saved) { s.Rounds = 1 << 62 }},
		{"its field walks is -1", func(s *checkpoint.Saved) { s.Walks = -1 }},
		{"stop criterion work -4 must be above 0", own(`"kind":"work","value":4`, `"kind":"work","value":-4`)},
	} {
		forge(t, "run.state", "other.state", c.change)
		b.leaves(2, "no run has written it: "+c.says, "resume", "other.state", "--work=9")
	}
}
