package cli

import (
	"strings"
	"testing"
)

// What users bring is solved with no flag, drawn, written, verified and replayed, resumed, and begun from.
func TestUsersProblems(t *testing.T) {
	for _, name := range []string{"cvrp:20", "colouring:30", "ordering:20", "scheduling:30", "timetable:1", "knapsack:30x3"} {
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
