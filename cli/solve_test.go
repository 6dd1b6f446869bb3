package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

func TestSolve_JSON(t *testing.T) {
	b := newBench(t)
	b.want(0, append([]string{"solve", ring, "--workers=3", "--json"}, quick...)...)
	var fields map[string]any
	if err := json.Unmarshal(b.out.Bytes(), &fields); err != nil {
		t.Fatalf("%v in %s", err, b.out.String())
	}
	for key, want := range map[string]any{"problem": "tsp", "instance": "ring", "n": 12.0, "device": "cpu", "seed": 3.0, "walks": 1.0,
		"workers": 3.0, "cost": float64(ringBest), "best_known": nil, "gap_percent": nil, "status": nil, "evaluations": nil, "method": nil,
		"full_evaluations": nil, "delta_evaluations": nil, "moves": nil, "rounds": nil, "elapsed_seconds": nil, "verified": true, "version": nil} {
		got, ok := fields[key]
		if !ok || want != nil && got != want || strings.HasPrefix(key, "best") && got != nil {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	if b.err.Len() > 0 {
		t.Errorf("progress beside --json: %s", b.err.String())
	}
	var whole report
	in, err := testProgram.Parse([]byte(ringText()), ring, "")
	must.Do(t, errors.Join(err, json.Unmarshal(b.out.Bytes(), &whole)))
	if err := walk.Feasible(in.Problem, whole.Solution); err != nil || in.Problem.Cost(whole.Solution) != whole.Cost {
		t.Errorf("%v: the solution is %v, of cost %d", err, whole.Solution, whole.Cost)
	}
}

func TestSolve_Files(t *testing.T) {
	b := newBench(t)
	b.want(0, append([]string{"solve", ring, "--workers=3", "--out=a.tour", "--plot=a.svg", "--record=a.jsonl"}, quick...)...)
	if got := read(t, "a.tour"); !strings.Contains(got, "TOUR_SECTION\n") || !strings.Contains(got, fmt.Sprint(ringBest)) {
		t.Errorf("a.tour is %s", got)
	}
	if got := read(t, "a.svg"); !strings.HasPrefix(got, "<svg") {
		t.Errorf("a.svg begins %.20s", got)
	}
	out := regexp.MustCompile(`[0-9.]+(ms|µs|s)\b`).ReplaceAllString(b.out.String(), "TIME")
	for _, want := range []string{"tsp ring, n=12: cost 6216\n", "seed 3, 1 walk on 3 workers\n", "verified: ", "solution in a.tour\n",
		"record in a.jsonl\n", "picture in a.svg\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the summary lacks %q:\n%s", want, out)
		}
	}
	b.want(0, "solve", ring, "--start=a.tour", "--evaluations=10", "--target=6216", "--json")
	b.want(0, append([]string{"solve", grid, "--out=a.sln", "--record=b.jsonl"}, quick...)...)
	if got := read(t, "a.sln"); !strings.HasPrefix(got, "8 ") {
		t.Errorf("a.sln is %s", got)
	}
	b.want(2, "solve", ring, "--start=a.sln")
	b.want(0, append([]string{"solve", "-", "--json"}, quick...)...)
}

func TestSolve_RefusedLeavesFilesAlone(t *testing.T) {
	b := newBench(t)
	write(t, "a.jsonl", "precious")
	b.want(2, "solve", ring, "--record=a.jsonl", "--method=tabu", "--set=tenure=100")
	if got := read(t, "a.jsonl"); got != "precious" {
		t.Errorf("a run that was refused overwrote its record: %s", got)
	}
}

func TestSolve_Target(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", ring, "--target=6216", "--time=5m", "--quiet")
	b.prints("target reached")
	b.want(1, append([]string{"solve", ring, "--target=6215"}, quick...)...)
	b.says("multiwalk: target 6215 missed by 1; ")
}

func TestSolve_Demo(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", "demo", "--work=5")
	if !strings.Contains(b.out.String(), "picture in demo.svg\n") || !strings.HasPrefix(read(t, "demo.svg"), "<svg") {
		t.Errorf("says %s", b.out.String())
	}
	b.want(1, "solve", "demo", "--evaluations=1000", "--target=bks", "--json")
	write(t, "demo.svg", "mine")
	b.want(0, "solve", "demo", "--evaluations=1000")
	if read(t, "demo.svg") != "mine" || !strings.Contains(b.err.String(), "demo.svg is there already") {
		t.Errorf("a picture of the user's is replaced, or nothing is said: %s", b.err.String())
	}
}

// A shell's variable that is not set is no file name.
func TestSolve_EmptyValues(t *testing.T) {
	for _, flag := range []string{"--checkpoint", "--out", "--record", "--plot", "--method"} {
		for _, args := range [][]string{{flag, ""}, {flag + "="}} {
			b := newBench(t)
			b.want(2, append([]string{"solve", "demo", "--evaluations=1000"}, args...)...)
			b.says("the value is empty; give it one, or leave it out")
		}
	}
}
