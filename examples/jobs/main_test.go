package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/cli"
	"github.com/multiwalk/multiwalk/conformance"
)

func TestJobs(t *testing.T) {
	p, err := draw(9, 1)
	if err != nil {
		t.Fatal(err)
	}
	conformance.Problem(t, p)
}

// run is the program with a command line: its exit code, and all that it says.
func run(args string) (code int, said string) {
	var out bytes.Buffer
	code = cli.Of("jobs", jobs).Run(strings.Fields(args), cli.Console{Out: &out, Err: &out})
	return code, out.String()
}

func TestKernels_OfTheType(t *testing.T) {
	if testing.Short() {
		t.Skip("it loads the source of all packages")
	}
	if code, said := run("kernel check --type=Jobs"); code != 0 || !strings.Contains(said, "Jobs") {
		t.Errorf("exit %d, says\n%s", code, said)
	}
}

// Each command does for these jobs what it does for the problems of multiwalk, under the program's own name.
func TestCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	week := "3 20 4\n8 11 3\n2 6 9\n6 30 1\n4 9 7\n7 24 5\n1 2 2\n5 13 8\n9 41 6\n2 16 3\n"
	if err := os.WriteFile("week.jobs", []byte(week), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, says string }{
		{"solve week.jobs --evaluations=20000 --out=week.order --plot=week.svg --record=week.jsonl --checkpoint=week.state",
			"jobs week, n=10: cost 80\n"},
		{"solve week.jobs --evaluations=20 --start=week.order --json", `"cost": 80,`},
		{"verify week.jsonl --replay", "accepted; its replay is equal\n"},
		{"resume week.state --evaluations=30000", "jobs week, n=10: cost 80\n"},
		{"solve jobs:40:7 --evaluations=5000 --record=a.jsonl", "jobs jobs:40:7, n=40: cost "},
		{"solve jobs:40:7 --evaluations=5000 --seed=2 --record=b.jsonl", "verified: "},
		{"ttt a.jsonl b.jsonl --fits=none --resamples=40", "2 of 2 runs reached it"},
		{"tune jobs:40:7 --method=anneal --vary=sweeps=5,20 --rounds=3 --tests=3 --evaluations=2000", "flags"},
		{"methods", "\njobs methods NAME describes a method"},
		{"methods anneal", "On cores it searches permutations."},
		{"problems", "jobs       the order of jobs in which the least is late\n"},
		{"completion bash", "complete -o default -F _jobs jobs\n"},
		{"completion words -- solve --o", "--out\n"},
		{"solve jobs:x", "jobs: jobs:x: give a size and, if you like, a seed, such as jobs:100 or jobs:100:7"},
		{"solve none.jobs", "jobs: none.jobs: no such file, and no instance of that name; jobs problems lists the names"},
		{"solve week.svg", `jobs: week.svg:1: found "<svg`},
		{"solve week.jobs --open", "jobs: unknown flag --open"},
	} {
		code, said := run(c.args)
		if failed := strings.HasPrefix(c.says, "jobs: "); failed == (code == 0) || !strings.Contains(said, c.says) {
			t.Errorf("jobs %s: exit %d, says\n%s", c.args, code, said)
		}
	}
	if picture, err := os.ReadFile("week.svg"); err != nil || strings.Count(string(picture), "<rect ") != 10 {
		t.Errorf("%v: the picture is %s", err, picture)
	}
}

// The program is a server, a node and a run, and what it finds there is what it finds here.
func TestCommands_OnACluster(t *testing.T) {
	t.Chdir(t.TempDir())
	from, to := io.Pipe()
	stop, served := make(chan os.Signal, 1), make(chan int)
	go func() {
		served <- cli.Of("jobs", jobs).Run([]string{"serve", "--listen=localhost:0", "--cores=1"}, cli.Console{Out: to, Err: to,
			Interrupts: func() (<-chan os.Signal, func()) { return stop, func() {} }})
	}()
	said := bufio.NewScanner(from)
	where, joined := "", ""
	for !strings.HasPrefix(joined, "works for ") && said.Scan() {
		joined = said.Text()
		if line, ok := strings.CutPrefix(joined, "more machines: jobs join "); ok {
			where = line
		}
	}
	go io.Copy(io.Discard, from)
	solve := "solve jobs:40:7 --walks=2 --work=8 --logical --record="
	for _, args := range []string{solve + "here.jsonl", solve + "there.jsonl --device=cluster:" + where} {
		if code, said := run(args); code != 0 {
			t.Errorf("jobs %s: exit %d, says\n%s", args, code, said)
		}
	}
	stop <- os.Interrupt
	if code := <-served; code != 0 {
		t.Errorf("the server exits with %d", code)
	}
	here, err := os.ReadFile("here.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if there, err := os.ReadFile("there.jsonl"); err != nil || !bytes.Equal(here, there) {
		t.Errorf("%v: here it finds\n%s\nand there\n%s", err, here, there)
	}
}
