package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
)

// One of the solution and the record can go to the standard output, where it is then alone.
func TestSolve_StandardOutput(t *testing.T) {
	b := newBench(t)
	solve := func(flags ...string) []string { return append(append([]string{"solve", ring}, quick...), flags...) }
	b.want(0, solve("--out=a.tour")...)
	b.want(0, solve("--out", "-")...)
	if got, want := b.out.String(), read(t, "a.tour"); got != want {
		t.Errorf("the standard output has\n%s\nand the file\n%s", got, want)
	}
	b.says("tsp ring, n=12: cost 6216\n")
	b.want(0, solve("--record=a.jsonl", "--logical")...)
	b.want(0, solve("--record=-", "--logical", "--quiet")...)
	if got, want := b.out.String(), read(t, "a.jsonl"); got != want {
		t.Errorf("the standard output has\n%s\nand the file\n%s", got, want)
	}
	b.want(0, solve("--record", "-")...)
	if runs, err := record.Read(bytes.NewReader(b.out.Bytes()), "-"); err != nil || len(runs) != 1 || runs[0].End.Cost != ringBest {
		t.Errorf("%v, %d runs: %s", err, len(runs), b.out.String())
	}
	for flags, want := range map[string]string{
		"--out=- --record=-": "--out - and --record - would all go to the standard output",
		"--out=- --json":     "--out - and --json would all go to the standard output",
		"--record=- --json":  "--record - and --json would",
		"--checkpoint=-":     "--checkpoint - is no file",
	} {
		b.want(2, solve(strings.Fields(flags)...)...)
		if b.out.Len() > 0 || !strings.Contains(b.err.String(), want) {
			t.Errorf("%s: says %s, want %s", flags, b.err.String(), want)
		}
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("there is a file of the name -")
	}
}

// A run may start from what an earlier one recorded: the best of its solutions, whether the run ended or was killed.
func TestSolve_StartsFromARecord(t *testing.T) {
	b := newBench(t)
	kept := func(file string, flags ...string) (cost int64) {
		b.want(0, append([]string{"solve", grid, "--method=anneal", "--record=" + file}, flags...)...)
		runs := must.Have(record.Read(strings.NewReader(read(t, file)), file))(t)
		return runs[0].End.Cost
	}
	good, poor := kept("good.jsonl", quick...), kept("poor.jsonl", "--evaluations=2")
	if good >= poor {
		t.Fatalf("the good run found %d and the poor one %d", good, poor)
	}
	b.want(0, "solve", ring, "--evaluations=100", "--record=other.jsonl")
	write(t, "both.jsonl", read(t, "other.jsonl")+read(t, "good.jsonl")+read(t, "poor.jsonl"))
	killed := read(t, "good.jsonl")
	write(t, "killed.jsonl", killed[:strings.Index(killed, "\n")+1]+fmt.Sprintf(`{"line":"live","cost":%d,"walk":0,"round":1,`, good)+
		`"full_evaluations":1,"delta_evaluations":20,"moves":9,"units":9,"restarts":0,`+killed[strings.LastIndex(killed, `"solution"`):])
	from := func(file string) []string {
		return []string{"solve", grid, "--method=anneal", "--start=" + file, "--evaluations=2", fmt.Sprintf("--target=%d", good)}
	}
	b.want(0, from("both.jsonl")...)
	b.want(0, from("killed.jsonl")...)
	b.want(1, from("poor.jsonl")...)
	b.want(2, from("other.jsonl")...)
	b.says("other.jsonl has no solution of grid: none of its runs, 1 in all")
	b.want(2, "solve", "-", "--start=-")
	b.says("name a file for one of them")
}
