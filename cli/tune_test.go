package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem"
)

// What walks at random is beaten, and the winner is printed as flags that solve takes, and as Go. An end above the start, which the
// method refuses, is no candidate.
func TestTune_PrintsTheWinner(t *testing.T) {
	b := newBench(t)
	write(t, "r.tsp", scattered(60))
	args := []string{"tune", "r.tsp", "--method=anneal", "--set=start=1e9", "--set=end=1e8", "--vary=start=1e9,1e-90", "--vary=end=1e8,1e-91",
		"--evaluations=2000", "--log=race.jsonl"}
	b.want(0, args...)
	for _, want := range []string{"1 of 3 candidates left", "flags     --method=anneal --set=start=1e9 --set=end=1e8 --set=start=1e", "--set=end=1e-91\n", ", End: 1e-91}", "better than the default"} {
		b.prints(want)
	}
	flags := strings.Fields(strings.TrimSpace(between(b.out.String(), "flags", "\n")))
	b.want(0, append([]string{"solve", "r.tsp", "--evaluations=2000", "-q"}, flags...)...)
	log := must.Have(os.ReadFile("race.jsonl"))(t)
	b.out.Reset()
	b.want(0, append(args, "--json")...)
	b.prints(`, End: 1e-91}"`)
	if again, err := os.ReadFile("race.jsonl"); err != nil || string(again) != string(log) {
		t.Errorf("a race that was over ran again: %v", err)
	}
}

// between is the text from behind one string to before another.
func between(s, from, to string) string {
	_, s, _ = strings.Cut(s, from)
	s, _, _ = strings.Cut(s, to)
	return s
}

func TestTune_KeepsInstancesForTheTest(t *testing.T) {
	newBench(t)
	for i := range 3 {
		write(t, fmt.Sprintf("r%d.tsp", i), scattered(10+i))
	}
	for _, c := range []struct {
		cmd         tuneCmd
		train, test string
	}{
		{tuneCmd{Files: []string{"r0.tsp", "r1.tsp", "r2.tsp"}}, "r0.tsp r2.tsp", "r1.tsp"},
		{tuneCmd{Files: []string{"r0.tsp", "r1.tsp"}, Test: []string{"r2.tsp"}}, "r0.tsp r1.tsp", "r2.tsp"},
		{tuneCmd{Files: []string{"r0.tsp"}}, "r0.tsp", ""},
	} {
		train, test, _, err := c.cmd.instances(&console.Console{}, &testProgram)
		names := [2]string{}
		for _, in := range train {
			names[0] += " " + in.Name
		}
		for _, in := range test {
			names[1] += " " + in.Name
		}
		if err != nil || strings.TrimSpace(names[0]) != c.train || strings.TrimSpace(names[1]) != c.test {
			t.Errorf("%v: %q, %v", c.cmd.Files, names, err)
		}
	}
}

func TestTune_Refuses(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--method=anneal --vary=alpha", "write key=value,value"},
		{"--method=anneal --vary=beta=1", "has no setting"},
		{"--method=anneal --vary=alpha=hot", "is no number"},
		{"--method=anneal --vary=alpha=7,8", "alpha 7 is not between"},
		{"--method=aneal --vary=alpha=0.9", "unknown method"},
		{"--method=anneal --set=alpha=0.9 --vary=alpha=0.9", "a race of 1 candidates"},
		{"--method=anneal --vary=alpha=0.9 --evaluations=0", "evaluations 0 must be above 0"},
	} {
		b := newBench(t)
		b.want(2, append([]string{"tune", ring}, strings.Fields(c.args)...)...)
		b.says(c.want)
	}
}

// As many combinations as there may be, each once, and the same ones each time.
func TestDrawn(t *testing.T) {
	if got := fmt.Sprint(drawn(4, 4, 1)); got != "[0 1 2 3]" {
		t.Error(got)
	}
	some := drawn(1<<62, 9, 5)
	if len(some) != 9 || fmt.Sprint(drawn(1<<62, 9, 5)) != fmt.Sprint(some) || fmt.Sprint(drawn(1<<62, 9, 6)) == fmt.Sprint(some) {
		t.Error(some)
	}
	for i, v := range some {
		if v < 0 || v >= 1<<62 || i > 0 && v == some[i-1] {
			t.Error(some)
		}
	}
}

// A value that the method takes in no combination is refused by name, never left out in silence; a key may be varied twice.
func TestTune_NamesWhatItDoesNotTry(t *testing.T) {
	b := newBench(t)
	args := []string{"tune", grid, "--method=tabu", "--evaluations=300", "--rounds=3", "--tests=2"}
	b.want(2, append(args, "--vary=tenure=5,20,40")...)
	b.says("--vary tenure=20: ")
	b.want(0, append(args, "--vary=tenure=5", "--vary=tenure=6", "--json")...)
	var r tuneReport
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || len(r.Candidates) != 3 || r.Candidates[1].Settings != "tenure=5" || r.Candidates[2].Settings != "tenure=6" {
		t.Errorf("%v: %s", err, b.out.String())
	}
	b.want(0, "tune", ring, "--method=anneal", "--vary=start=100,1", "--vary=end=10,0.5", "--evaluations=300", "--rounds=3", "--tests=2")
	if !strings.Contains(b.err.String(), "note: start=1 end=10 is no candidate: ") || strings.Contains(b.out.String(), "start=1 end=10") {
		t.Errorf("says\n%s%s", b.out.String(), b.err.String())
	}
}

// The report has each candidate with its figures, the losers too.
func TestTune_ReportIsATable(t *testing.T) {
	b := newBench(t)
	write(t, "r.tsp", scattered(60))
	b.want(0, "tune", "r.tsp", "--method=anneal", "--set=start=1e-90", "--set=end=1e-91", "--vary=start=1e9", "--vary=end=1e8", "--evaluations=2000", "--json")
	var r tuneReport
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || len(r.Candidates) != 2 {
		t.Fatalf("%v: %s", err, b.out.String())
	}
	best, worst := r.Candidates[0], r.Candidates[1]
	if r.Leader != best.Flags || !worst.GivenUp || worst.Rounds != 5 || worst.Losses != 5 || worst.Wins != 0 || worst.Mean <= worst.LeaderMean ||
		best.GivenUp || best.Rounds != 5 || best.Mean != best.LeaderMean || best.Mean != worst.LeaderMean || r.LeaderMean != nil {
		t.Errorf("%+v", r)
	}
	var out strings.Builder
	r.leader = 0
	if err := r.print(&out, problem.Format{}); err != nil || !strings.Contains(out.String(), "given up after 5 rounds\n") ||
		!strings.Contains(out.String(), fmt.Sprintf("%.8g", worst.Mean)) || !strings.HasPrefix(out.String(), "candidate ") {
		t.Errorf("%v:\n%s", err, out.String())
	}
}

// What is maximised is told so in the report.
func TestTune_TellsACutAsOne(t *testing.T) {
	b := newBench(t)
	b.want(0, "tune", "maxcut:30", "--method=anneal", "--vary=sweeps=3", "--evaluations=500", "--rounds=2", "--tests=2")
	if !strings.Contains(b.out.String(), "mean cut") || regexp.MustCompile(`\s-\d`).MatchString(b.out.String()) {
		t.Errorf("says\n%s", b.out.String())
	}
}

// The log of another content, or of another version, is refused, and left as it is.
func TestTune_LogOfAChangedFile(t *testing.T) {
	b := newBench(t)
	args := []string{"tune", grid, "--method=tabu", "--vary=tenure=5", "--evaluations=300", "--rounds=2", "--tests=2", "--log=g"}
	b.want(0, args...)
	write(t, grid, strings.Replace(gridText(), "3", "4", 1))
	log := read(t, "g")
	b.want(2, args...)
	if !strings.Contains(b.err.String(), "the log g is of another race: grid.dat has changed since, from sha256:") ||
		!strings.Contains(b.err.String(), "give another file, or remove this one") || read(t, "g") != log {
		t.Errorf("says %s", b.err.String())
	}
	write(t, grid, gridText())
	write(t, "g", strings.Replace(log, programBuild(builtFrom()), "v0.0.1", 1))
	b.want(2, args...)
	b.says("it is by version v0.0.1, and this is " + programBuild(builtFrom()))
}
