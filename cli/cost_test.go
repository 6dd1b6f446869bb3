package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/unraced"
)

// tellCosts is the program of --cost-command: how far each number is from its place, weighted. After some solutions it goes wrong as told.
func tellCosts(how string) {
	lines := bufio.NewScanner(os.Stdin)
	told := 0
	for lines.Scan() {
		var q struct {
			Ticket    int         `json:"ticket"`
			Solutions [][]float64 `json:"solutions"`
		}
		if json.Unmarshal(lines.Bytes(), &q) != nil {
			os.Exit(1)
		}
		costs := []string{}
		for _, x := range q.Solutions {
			cost := 0.0
			for i, v := range x {
				cost += float64(i+1) * (v - float64(i)) * (v - float64(i))
			}
			costs = append(costs, fmt.Sprint(cost))
			told++
		}
		if told > 40 && how == "crashes" {
			fmt.Fprintln(os.Stderr, "out of cars")
			os.Exit(4)
		}
		if told > 40 && how == "hangs" || how == "silent" {
			time.Sleep(time.Hour)
		}
		fmt.Printf(`{"ticket":%d,"costs":[%s]}`+"\n", q.Ticket, strings.Join(costs, ","))
	}
	os.Exit(0)
}

// costCommand has this binary tell costs.
func costCommand(t *testing.T, how string) string {
	t.Setenv("MULTIWALK_TEST_COSTS", how)
	if runtime.GOOS == "windows" {
		return "--cost-command=" + os.Args[0]
	}
	return `--cost-command="` + os.Args[0] + `"`
}

// Whatever the space and however many children there are, the same is found, verified, replayed and gone on with.
func TestCost_RunsAreRuns(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	command := costCommand(t, "well")
	spaces := []string{`"permutation": 7`, `"bits": 9`, `"integers": [[0, 9], [-2, 3], [-2, 3], [1, 1]]`, `"reals": [[-3, 3.5], [0, 4]]`}
	for _, space := range spaces {
		t.Run(space, func(t *testing.T) {
			write(t, "own.json", `{"own": {`+space+`}}`)
			run := func(workers string) string {
				os.Remove("run.jsonl")
				b.want(0, "solve", "own.json", command, "--cost-workers="+workers, "--evaluations=600", "--record=run.jsonl", "--logical",
					"--walks=1", "-q")
				return read(t, "run.jsonl")
			}
			if one, three := run("1"), run("3"); one != three {
				t.Errorf("one child finds\n%s\nand three\n%s", one, three)
			}
			b.want(0, "verify", "run.jsonl", "--replay", command)
			b.prints("its replay is equal")
			b.want(0, "solve", "own.json", command, "--work=3", "--walks=1", "--checkpoint=run.state", "-q")
			b.want(2, "resume", "run.state", "--work=8")
			b.says("name that with --cost-command")
			b.want(0, "resume", "run.state", "--work=8", command, "--out=resumed.json", "-q")
			b.want(0, "solve", "own.json", command, "--work=8", "--walks=1", "--out=whole.json", "-q")
			if a, w := read(t, "resumed.json"), read(t, "whole.json"); a != w {
				t.Errorf("gone on with it finds %s, in one piece %s", a, w)
			}
			b.want(0, "solve", "own.json", command, "--start=whole.json", "--evaluations=40", "-q")
			if strings.Contains(read(t, "run.state"), os.Args[0]) {
				t.Error("the checkpoint names a program to run")
			}
			os.Remove("run.state")
		})
	}
}

// A child that goes wrong ends the run with its words, and the best so far is kept.
func TestCost_KeepsTheBestSoFar(t *testing.T) {
	for how, want := range map[string]string{
		"crashes": "it ended (exit status 4) and was not done; it said: out of cars", "hangs": "has not answered for 200ms",
	} {
		b := newBench(t)
		write(t, "own.json", `{"own": {"permutation": 8}}`)
		command := costCommand(t, how)
		b.want(1, "solve", "own.json", command, "--cost-timeout=200ms", "--cost-workers=1", "--time=1h", "--out=best.json",
			"--record=run.jsonl", "-q")
		if said := b.err.String(); !strings.Contains(said, "the best solution so far is kept") || !strings.Contains(said, want) {
			t.Errorf("%s: said %q", how, said)
		}
		if !strings.Contains(read(t, "best.json"), `"order"`) || !strings.Contains(b.out.String(), "verified: ") {
			t.Errorf("%s: nothing is kept: %s", how, b.out.String())
		}
		b.want(0, "verify", "run.jsonl", command)
	}
}

// What cannot be asked is refused, with the remedy.
func TestCost_Refuses(t *testing.T) {
	b := newBench(t)
	write(t, "own.json", `{"own": {"permutation": 8}}`)
	write(t, "half.json", `{"own": {"reals": [[0, 1]], "scale": 10}}`)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"another program tells what its solutions cost; name that with --cost-command", []string{"own.json"}},
		{"which knows its costs; leave --cost-command out", []string{ring, "--cost-command=true"}},
		{"is no way to ask", []string{"own.json", "--cost-command=true", "--cost-workers=-1"}},
		{"costs of reals are not rounded", []string{"half.json", "--cost-command=true"}},
	} {
		b.want(2, append([]string{"solve"}, c.args...)...)
		b.says(c.want)
	}
	b.want(1, "solve", "own.json", "--cost-command=exit 7", "--time=1h", "-q")
	if !strings.Contains(b.err.String(), "it ended (exit status 7) and was not done") || b.out.Len() > 0 {
		t.Errorf("said %q, printed %q", b.err.String(), b.out.String())
	}
	b.want(1, "solve", "own.json", costCommand(t, "silent"), "--time=100ms", "-q")
	b.says("had answered its first question; see that it writes a line")
}
