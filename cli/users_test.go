package cli

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// What users bring is solved with no flag, drawn, written, verified and replayed, resumed, and begun from.
func TestUsersProblems(t *testing.T) {
	unraced.Test(t)
	for _, name := range []string{"cvrp:20", "colouring:30", "ordering:20", "scheduling:30", "timetable:1", "knapsack:30x3", "flowshop:20x5", "jobshop:6x4", "tardiness:20"} {
		b := newBench(t)
		b.want(0, "solve", name, "--evaluations=20000", "--workers=1", "--quiet", "--target=none", "--out=a.sol", "--plot=a.svg", "--record=a.jsonl",
			"--checkpoint=a.ck")
		if said := b.out.String(); !strings.Contains(said, "\nverified: ") || !strings.HasSuffix(read(t, "a.svg"), "</svg>\n") {
			t.Errorf("%s: %s", name, said)
		}
		b.want(0, "verify", "--replay", "a.jsonl")
		b.want(0, "solve", name, "--evaluations=100", "--workers=1", "--quiet", "--target=none", "--start=a.sol")
		b.want(0, "resume", "a.ck", "--evaluations=40000", "--quiet")
		write(t, "a.jsonl", strings.Replace(read(t, "a.jsonl"), `"solution":[`, `"solution":[0,`, 1))
		b.want(1, "verify", "a.jsonl")
	}
}

// A problem that has no kernels by itself says with which flags it has some, and with these it runs.
func TestUsersProblems_OnMachines(t *testing.T) {
	b := newBench(t)
	for name, flags := range map[string]string{"cvrp:20": "--problem cvrp:penalty", "knapsack:30x3": "--problem knapsack:flips"} {
		b.want(2, "solve", name, "--device=emulator", "--evaluations=500")
		if said := b.err.String(); !strings.Contains(said, "; "+flags+" has kernels, or use --device cpu") {
			t.Errorf("%s: %s", name, said)
		}
		b.want(0, append([]string{"solve", name, "--device=emulator", "--evaluations=500", "--quiet"}, strings.Fields(flags)...)...)
	}
	b.want(0, "solve", "scheduling:30", "--device=emulator", "--evaluations=500", "--quiet")
	b.want(0, "solve", "scheduling:30", "--device=emulator", "--evaluations=500", "--quiet", "--problem=scheduling:squares", "--method=iterated-greedy")
}

// The costs of real vectors are real ones, also where the program does not say so.
func TestUsersProblems_RealsTellThemselves(t *testing.T) {
	b := newBench(t)
	write(t, "hill.txt", "hill")
	p := Of("hill", Problem{Name: "hill", Read: func([]byte, string) (multiwalk.Problem, error) {
		return continuous.Of(continuous.Func{Lower: []float64{3, 4}, Upper: []float64{3, 4}, F: func(x []float64) float64 { return x[0]*x[1] - 4.5 }})
	}})
	for _, c := range []struct{ args, want string }{
		{"solve hill.txt --evaluations=100 --method=cmaes --record=r.jsonl -q", "n=2: cost 7.5\n"}, {"verify r.jsonl", ", cost 7.5, "},
		{"bench hill.txt --evaluations=100 --method=cmaes --seeds=1 -q", " 7.50000  "},
	} {
		b.out.Reset()
		if code := p.Run(strings.Fields(c.args), console.Console{Out: &b.out, Err: &b.err}); code != 0 || !strings.Contains(b.out.String(), c.want) {
			t.Errorf("%s: exit %d, %s%s", c.args, code, b.out.String(), b.err.String())
		}
	}
}

// What names no instance says which part of it is wrong, and how to write one.
func TestUsersProblems_WrongNames(t *testing.T) {
	b := newBench(t)
	for name, want := range map[string]string{
		"knapsack:wrong":  `knapsack:wrong: "wrong" is no number of items; give`,
		"knapsack:20x3:x": `"x" is no seed; give`,
		"bbob:f99":        `multiwalk: "bbob:f99": there is no function 99; write one from 1 to 24 behind f`,
		"bbob:f1:i3:d4:q": `multiwalk: "bbob:f1:i3:d4:q" names no function, as its part "q" is none; write bbob:f15`,
	} {
		b.want(2, "solve", name)
		b.says(want)
	}
}
