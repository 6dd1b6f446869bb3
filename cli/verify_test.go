package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/record"
)

// rewrite writes the runs of a record after a change to the first.
func rewrite(t *testing.T, from, to string, change func(*record.Run)) {
	t.Helper()
	runs := must.Have(record.Read(strings.NewReader(read(t, from)), from))(t)
	change(&runs[0])
	var b strings.Builder
	must.Do(t, record.Merge(&b, runs))
	write(t, to, b.String())
}

// Genuine records of every kind verify, and where a run can be repeated its replay is equal.
func TestVerify_GenuineAndReplayed(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	merged := ""
	for i, c := range []struct{ args, replay string }{
		{"ring.tsp --evaluations=5000", "equal"},
		{"ring.tsp --evaluations=5000 --logical", "equal"},
		{"ring.tsp --evaluations=1 --walks=3", "equal"},
		{"ring.tsp --method=anneal --walks=3 --work=7", "equal"},
		{"ring.tsp --method=tabu --target=6216 --walks=4 --time=5m", "equal"},
		{"grid.dat --method=tabu --target=446 --walks=3 --logical --time=5m", "equal"},
		{"grid.dat --method=anneal --no-improvement=3000 --walks=2", "equal"},
		{"ring.tsp --method=climb", "equal"},
		{"ring.tsp --method=climb --start=start.tour --walks=2", "equal"},
		{"ring.tsp --start=start.tour --target=1000000", "equal"},
		{"grid.dat --method=portfolio --set=methods=anneal,genetic,tabu --set=shares=1,2,1 --set=exchange=2 --evaluations=9000 --walks=2", "equal"},
		{"grid.dat --method=restart --set=method=anneal --set=method.alpha=0.9 --set=policy=luby --evaluations=9000 --walks=2", "equal"},
		{"grid.dat --method=halving --walks=2 --time=300ms", ""}, // its last round may be broken off
		{"grid.dat --method=halving --evaluations=30000", "equal"},
		{"grid.dat --method=memetic --evaluations=20000", "equal"},
		{"nqueens:50 --walks=2 --time=5m", "equal"},
		{"grid.dat --method=tabu --device=emulator --evaluations=5000", "equal"},
		{"grid.dat --method=islands --device=emulator:2 --evaluations=20000", "equal"},
		{"ring.tsp --method=eax --device=emulator --evaluations=3000", "equal"},
		{"grid.dat --method=parallel-tempering --device=emulator --target=446 --time=5m", "equal"},
		{"grid.dat --method=tabu --walks=4 --device=cpu:1+emulator --evaluations=20000", "equal"},
		{"grid.dat --walks=5 --device=cpu:2+emulator --target=446 --logical --time=5m", "equal"},
		{"grid.dat --method=tabu --walks=4 --device=cpu:2+emulator --time=100ms", ""}, // its last round may be broken off
		{"r.tsp --method=ils --walks=2 --time=60ms", ""},                              // its last round may be broken off
	} {
		write(t, "start.tour", "TYPE: TOUR\nTOUR_SECTION\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n-1\n")
		write(t, "r.tsp", scattered(100))
		args := append([]string{"solve"}, strings.Fields(c.args)...)
		b.want(0, append(args, "-q", "--record=run.jsonl", fmt.Sprint("--seed=", i))...)
		merged += read(t, "run.jsonl")
		b.want(0, "verify", "run.jsonl")
		if c.replay == "" {
			continue
		}
		b.want(0, "verify", "run.jsonl", "--replay")
		if !strings.HasSuffix(b.out.String(), ": accepted; its replay is equal\n") {
			t.Errorf("%s: %s", c.args, b.out.String())
		}
	}
	write(t, "all.jsonl", merged)
	b.want(0, "verify", "all.jsonl", "--json")
	var verdicts []verdict
	if err := json.Unmarshal(b.out.Bytes(), &verdicts); err != nil || len(verdicts) != strings.Count(merged, `"line":"run"`) {
		t.Errorf("%v\n%s", err, b.out.String())
	}
}

// scattered is a TSPLIB instance of n cities in no order.
func scattered(n int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", n)
	for i := range n {
		fmt.Fprintln(&s, i+1, i*i*7919%1009, i*i*i*104729%1013)
	}
	return s.String()
}

// Timed runs are equal to their replays, unless their last round was broken off, and that is said.
func TestReplay_Timed(t *testing.T) {
	b := newBench(t)
	write(t, "r.tsp", scattered(100))
	b.want(0, "solve", "r.tsp", "--method=anneal", "--walks=3", "--time=150ms", "--record=run.jsonl", "-q")
	want, says := 0, "its replay is equal"
	rewrite(t, "run.jsonl", "run.jsonl", func(r *record.Run) {
		if r.End.Partial { // on a machine that was busy
			want, says = console.ExitUsage, "NOT replayed: the run's last round was broken off"
		}
	})
	b.want(want, "verify", "--replay", "run.jsonl")
	b.prints(says)
}

func TestVerify_RefusesForgedHeaders(t *testing.T) {
	b := newBench(t)
	for _, file := range []string{ring, grid} {
		b.want(0, append([]string{"solve", file, "--record=run.jsonl"}, quick...)...)
		name := strings.TrimSuffix(strings.TrimSuffix(file, ".tsp"), ".dat")
		for _, c := range []struct {
			want  string
			forge func(*record.Run)
		}{
			{"", func(*record.Run) {}},
			{"", func(r *record.Run) { r.File = `C:\data\` + file }}, // and --instance
			{"the record calls its instance pla85900, but its name is " + name, func(r *record.Run) { r.Instance = "pla85900" }},
			{`the record has problem "", its instance is one of`, func(r *record.Run) { r.Problem = "" }},
			{`unknown problem "sat"`, func(r *record.Run) { r.Problem = "sat" }},
			{"the record contradicts itself: its status is target_reached, but", func(r *record.Run) { r.End.Status = "target_reached" }},
		} {
			rewrite(t, "run.jsonl", "forged.jsonl", c.forge)
			if c.want == "" {
				write(t, "moved"+file, read(t, file))
				b.want(0, "verify", "forged.jsonl", "--instance=moved"+file)
				continue
			}
			b.want(1, "verify", "forged.jsonl")
			b.prints("REJECTED: ", c.want)
		}
	}
}

// A record may name any file, and any instance that is drawn by its name: verify tells nothing of the one and does not draw the other.
func TestVerify_RecordsThatNameOtherFiles(t *testing.T) {
	b := newBench(t)
	b.want(0, append([]string{"solve", ring, "--record=run.jsonl"}, quick...)...)
	write(t, "secret", "pass")
	for name, says := range map[string]string{"secret": "and the file secret is another; name the instance with --instance",
		"q3ap:4096:1": "the record has n=12, and solutions of q3ap:4096:1 have n=8192"} {
		rewrite(t, "run.jsonl", "forged.jsonl", func(r *record.Run) { r.File = name })
		b.want(1, "verify", "forged.jsonl")
		if out := b.out.String(); !strings.Contains(out, says) || strings.Contains(out, strings.TrimPrefix(record.Hash([]byte("pass")), "sha256:")) {
			t.Errorf("%s: says %s", name, out)
		}
	}
}

// What a record says reaches the terminal quoted: one line a run, whatever stands in it.
func TestVerify_QuotesWhatItPrints(t *testing.T) {
	b := newBench(t)
	const evil = "\x1b[2J\rfine: accepted\n\u202e"
	b.want(0, append([]string{"solve", ring, "--record=run.jsonl"}, quick...)...)
	for name, forge := range map[string]func(*record.Run){
		"instance": func(r *record.Run) { r.Instance = evil },
		"file":     func(r *record.Run) { r.File = evil },
		"problem":  func(r *record.Run) { r.Problem = evil },
		"hash":     func(r *record.Run) { r.Hash = evil },
		"status":   func(r *record.Run) { r.End.Status = evil },
		"stop":     func(r *record.Run) { r.Stop[0].Kind = evil },
		"method":   func(r *record.Run) { r.Method.Name = evil },
		"device":   func(r *record.Run) { r.Device = evil },
	} {
		rewrite(t, "run.jsonl", "evil\n.jsonl", forge)
		if code := b.run("verify", "evil\n.jsonl", "--replay"); code == 0 {
			t.Errorf("%s: accepted: %s", name, b.out.String())
		}
		if got := b.out.String() + b.err.String(); strings.ContainsAny(got, "\x1b\r\u202e") || strings.Count(got, "\n") != 2 {
			t.Errorf("%s: prints %q", name, got)
		}
		b.run("ttt", "evil\n.jsonl", "--fits=none", "--unit=evaluations")
		if got := b.out.String() + b.err.String(); strings.ContainsAny(got, "\x1b\r\u202e") {
			t.Errorf("%s: ttt prints %q", name, got)
		}
	}
}

// A replay denies what evaluating alone cannot; what cannot be repeated says why, with the exit code of the reason.
func TestReplay_Refuses(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	fake := cudatest.New()
	fake.RemoveDevices()
	t.Cleanup(gpu.Substitute(fake.Open))
	b.want(0, "solve", ring, "--method=anneal", "--evaluations=5000", "--walks=2", "--record=run.jsonl", "-q")
	for _, c := range []struct {
		code  int
		want  string
		forge func(*record.Run)
	}{
		{1, "its replay DIFFERS: ", func(r *record.Run) { r.Seed++ }},
		{1, "(it is of multiwalk v0, this is ", func(r *record.Run) { r.Seed++; r.Program = "v0" }},
		{1, "its replay DIFFERS: ", func(r *record.Run) { r.Method.Settings = json.RawMessage(`{"Alpha":0.5}`) }},
		{1, "its replay DIFFERS: counted were", func(r *record.Run) { r.End.Moves++ }},
		{2, `NOT replayed: method "psychic" of the record: this program has no method "psychic"`, func(r *record.Run) { r.Method.Name = "psychic" }},
		{2, `no setting "Coffee"`, func(r *record.Run) { r.Method.Settings = json.RawMessage(`{"Coffee":1}`) }},
		{2, `NOT replayed: unknown device "tpu"`, func(r *record.Run) { r.Device = "tpu" }},
		{2, "NOT replayed: the run's last round was broken off", func(r *record.Run) { r.End.Partial = true }},
		{2, "the run was killed", func(r *record.Run) {
			r.Last = &record.Snapshot{Cost: r.End.Cost, Solution: r.End.Solution}
			r.History, r.End = nil, nil
		}},
		{2, "2000000 walks are too many", func(r *record.Run) { r.Walks, r.Stop[0].Value, r.End.Pace[0].Evaluations = 2_000_000, 4999, 4999 }},
		{3, "NOT replayed: no GPU", func(r *record.Run) { r.Device = "gpu:0" }},
	} {
		rewrite(t, "run.jsonl", "forged.jsonl", c.forge)
		b.want(0, "verify", "forged.jsonl")
		b.want(c.code, "verify", "forged.jsonl", "--replay")
		b.prints(c.want)
		b.want(c.code, "verify", "forged.jsonl", "--replay", "--json")
		var got []verdict
		if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || !got[0].Verified || got[0].Replay == replayEqual || got[0].Why == "" {
			t.Errorf("%v\n%s", err, b.out.String())
		}
	}
}

// An interrupted replay is none.
func TestReplay_Interrupted(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--work=3", "--record=run.jsonl", "-q")
	rewrite(t, "run.jsonl", "long.jsonl", func(r *record.Run) {
		r.Stop[0].Value, r.End.Rounds = 1<<40, 1<<40
	})
	b.signals <- os.Interrupt
	b.want(2, "verify", "long.jsonl", "--replay")
	b.prints("NOT replayed: interrupted")
}

// Every method is restored from its record with all settings.
func TestReplay_RestoresEveryMethod(t *testing.T) {
	for _, m := range methods() {
		made := must.Have(record.MethodOf(m))(t)
		if got, err := made.Restore(methods()); err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s is restored as %+v, %v; want %+v", m.Name(), got, err, m)
		}
	}
}

// Beside a record that is gone may lie what a killed run has left.
func TestVerify_PointsToLiveLines(t *testing.T) {
	b := newBench(t)
	b.want(0, append([]string{"solve", ring, "--record=run.jsonl.live"}, quick...)...)
	for _, command := range []string{"verify", "ttt"} {
		b.want(2, command, "run.jsonl")
		b.says("run.jsonl: no such file, but a run that was killed or goes on has left its lines in run.jsonl.live\n")
	}
}

func TestTTT_RefusesWhatDoesNotVerify(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	files := b.recordRuns(6, 20000)
	args := append([]string{"ttt", "--unit=evaluations", "--resamples=40"}, files...)
	for _, c := range []struct {
		want  string
		forge func(*record.Run)
	}{
		{"run03.jsonl:1 does not verify: the record contradicts itself: incumbent 1 is of round 1, with -7", func(r *record.Run) { r.History[0].Evaluations = -7 }},
		{"run03.jsonl:1 does not verify: the record claims cost 446", func(r *record.Run) {
			r.End.Solution[0], r.End.Solution[1] = r.End.Solution[1], r.End.Solution[0]
		}},
		{"but no solution of any; its end is missing; leave it out", func(r *record.Run) { r.End = nil }},
	} {
		good := read(t, "run03.jsonl")
		rewrite(t, "run03.jsonl", "run03.jsonl", c.forge)
		b.want(1, args...)
		b.says(c.want)
		write(t, "run03.jsonl", good)
	}
	b.want(0, args...)
	if strings.Contains(b.out.String(), "not evaluated again") {
		t.Errorf("says %s", b.out.String())
	}
	must.Do(t, os.Rename(grid, "elsewhere.dat"))
	b.want(0, args...)
	if want := "The solutions of 6 runs were not evaluated again, only their records checked: grid.dat: no such"; !strings.Contains(strings.Join(strings.Fields(b.out.String()), " "), want) {
		t.Errorf("says %s, want %s", b.out.String(), want)
	}
	b.want(0, append(args, "--instance=elsewhere.dat")...)
	if strings.Contains(b.out.String(), "not evaluated again") {
		t.Errorf("says %s", b.out.String())
	}
}
