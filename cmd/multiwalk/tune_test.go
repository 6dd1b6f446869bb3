package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
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
		if !strings.Contains(b.out.String(), want) {
			t.Errorf("no %q in\n%s", want, b.out.String())
		}
	}
	flags := strings.Fields(strings.TrimSpace(between(b.out.String(), "flags", "\n")))
	first := b.out.String()
	b.want(0, append([]string{"solve", "r.tsp", "--evaluations=2000", "-q"}, flags...)...)
	log, err := os.ReadFile("race.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	b.out.Reset()
	b.want(0, append(args, "--json")...)
	if !strings.Contains(b.out.String(), `, End: 1e-91}"`) {
		t.Errorf("%s\nafter\n%s", b.out.String(), first)
	}
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
		train, test, err := c.cmd.instances(&console.Console{})
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
		if !strings.Contains(b.err.String(), c.want) {
			t.Errorf("%s: %q, want %q", c.args, b.err.String(), c.want)
		}
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
