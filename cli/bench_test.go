package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
)

// Each run is made once, also by a command that was killed while it wrote one, and the records are those of solve.
func TestBench_GoesOnFromItsRecord(t *testing.T) {
	b := newBench(t)
	args := []string{"bench", ring, grid, "--methods=anneal,climb", "--devices=cpu:1,cpu:2", "--evaluations=2000", "--seeds=2", "--out=r.jsonl"}
	b.want(0, args...)
	told, made := b.out.String(), read(t, "r.jsonl")
	if n := strings.Count(made, `"line":"run"`); n != 16 || strings.Count(b.err.String(), "run ") != 16 {
		t.Errorf("%d runs, and\n%s", n, b.err.String())
	}
	for _, want := range []string{"tsp ring, n=12: cost at the limit, 2 runs each\n", "anneal, cpu:1  ", "climb, cpu:2  "} {
		if strings.Count(told, want) < 1 {
			t.Errorf("no %q in\n%s", want, told)
		}
	}
	b.want(0, "verify", "r.jsonl", "--replay")
	if n := strings.Count(b.out.String(), "its replay is equal\n"); n != 16 {
		t.Errorf("%d replays:\n%s", n, b.out.String())
	}
	for _, cut := range []int{0, 10, 800} {
		write(t, "r.jsonl", made[:len(made)-cut])
		b.want(0, args...)
		if again := read(t, "r.jsonl"); b.out.String() != told || strings.Count(again, `"line":"end"`) != 16 || cut == 0 && again != made {
			t.Errorf("cut by %d: %s", cut, b.out.String())
		}
	}
	b.want(0, append(args[:len(args)-2:len(args)-2], "--seeds=3", "--out=r.jsonl", "-q")...)
	if n := strings.Count(read(t, "r.jsonl"), `"line":"run"`); n != 24 || b.err.Len() > 0 {
		t.Errorf("%d runs with another seed; %s", n, b.err.String())
	}
}

// After an interrupt the command says how to go on, and what was cut short is no run.
func TestBench_Interrupted(t *testing.T) {
	b := newBench(t)
	b.signals <- os.Interrupt
	b.want(1, "bench", ring, "--methods=anneal", "--device=cpu:1", "--time=20s", "--target=none", "--out=r.jsonl")
	if !strings.Contains(b.err.String(), "the same command goes on from r.jsonl") || read(t, "r.jsonl") != "" {
		t.Errorf("%s, and %s", b.err.String(), read(t, "r.jsonl"))
	}
}

func TestBench_Places(t *testing.T) {
	for devices, want := range map[string]string{
		"cpu:1,cpu:4,cpu:16,gpu:0,gpu:0,1": "cpu:1 cpu:4 cpu:16 gpu:0 gpu:0,1",
		"gpu:2,3,cpu:8+gpu:0,1,cpu":        "gpu:2,3 cpu:8+gpu:0,1 cpu",
		"1,cpu":                            "1 cpu", // refused as a device
	} {
		f := benchFlags{Devices: []string{devices}, Seeds: 1}
		if list, err := f.places(); err != nil || strings.Join(list, " ") != want {
			t.Errorf("%s: %q, %v", devices, list, err)
		}
	}
	for place, want := range map[string]string{"cpu:3": "cpu 3", "gpu:0,2": "gpu 2", "gpu": "gpu 1", "auto": " 0", "cpu:1+gpu:0": " 0"} {
		if kind, n := kindOf(place); fmt.Sprint(kind, " ", n) != want {
			t.Errorf("%s: %s %d", place, kind, n)
		}
	}
}

func TestBench_Refuses(t *testing.T) {
	b := newBench(t)
	for want, args := range map[string][]string{
		"ring.tsp, auto, cpu:0: device":           {ring, "--devices=cpu:0"},
		"name them once":                          {ring, "--devices=cpu:1,cpu:1"},
		"--seeds 0 is no number of runs":          {ring, "--seeds=0"},
		"--set changes one method":                {ring, "--methods=anneal,tabu", "--set=sweeps=3"},
		"name its file in place of -":             {"-"},
		"--out . is no plain file":                {ring, "--out=."},
		"no best known cost of this instance":     {ring, "--target=bks"},
		"--plot draws one method on one instance": {"scale", ring, grid, "--plot=a.svg"},
		`no picture format ".gif"`:                {"scale", ring, "--plot=a.gif"},
		"name a record, or a":                     {ring, "--out=" + grid},
	} {
		if code := b.run(append([]string{"bench"}, args...)...); code == 0 || !strings.Contains(b.err.String(), want) {
			t.Errorf("%v: exit %d, %s", args, code, b.err.String())
		}
	}
}

// timedSeries is runs that reached cost 7 at these times, or were over at 100 s without it where a time is 0.
func timedSeries(place string, times ...float64) *benchSeries {
	s := &benchSeries{file: "f", method: "auto", place: place}
	s.header = record.Header{Problem: "tsp", Instance: "f", N: 5, Method: record.Method{Name: "ils"}, Stop: []multiwalk.Stop{multiwalk.Target(7)}}
	for i, at := range times {
		r := record.Run{Header: s.header, End: &record.End{Cost: 9, Elapsed: 100, Status: multiwalk.TimeLimit}}
		if r.Seed = uint64(i); at > 0 {
			r.History = []record.Incumbent{{Cost: 7, Elapsed: at}}
			r.End = &record.End{Cost: 7, Elapsed: at, Status: multiwalk.TargetReached}
		}
		s.runs = append(s.runs, r)
	}
	return s
}

// scaled is the row of each place, without the columns before the last two.
func scaled(t *testing.T, target *string, series ...*benchSeries) (rows [][2]string, table *exhibit.Table) {
	t.Helper()
	v := must.Have(newBenchView(series, target))(t)
	table = (&benchScale{benchView: v, bases: map[int]benchBase{}}).table()
	for _, r := range table.Rows {
		var row [2]string
		for i, c := range r.Cells[len(r.Cells)-2:] {
			if row[i] = c.Missing; c.Has() {
				row[i] = fmt.Sprintf("%s%.3g", c.Mark, c.Value)
			}
		}
		rows = append(rows, row)
	}
	return rows, table
}

// How much sooner a place is goes by the medians, against the first place, and independent runs are those of the first of their kind. Runs
// that missed the target make bounds.
func TestBenchScale_TimesSooner(t *testing.T) {
	target := "7"
	rows, table := scaled(t, &target, timedSeries("cpu:1", 40, 10, 20, 30), timedSeries("cpu:2", 5, 6, 4, 5), timedSeries("cpu:64", 2, 2, 2, 2),
		timedSeries("gpu:0", 1, 0, 2, 0), timedSeries("gpu:0,1", 1, 0, 0, 0), timedSeries("cpu:1+gpu:0", 0, 0, 0, 0))
	// Of 2 runs of cpu:1 the faster one has a median at the share 1-sqrt(1/2) of single ones, of 64 at 0.01, before any; of 2 of gpu:0 at 1 s or 2 s.
	if got := fmt.Sprint(rows); got != "[[1 -] [4 1] [10 >2] [10 -] [<0.2 10] [<0.2 -]]" {
		t.Errorf("%s\n%+v", got, table)
	}
	notes := strings.Join(table.Notes, "\n")
	for _, want := range []string{"gpu:0: 2 runs ended without the target", "cpu:1+gpu:0: 4 runs", "runs of gpu:0 side by side", "told by the runs themselves"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	// Exponential times have no memory, so twice the runs are twice as soon.
	var times []float64
	for i := range 40 {
		times = append(times, -10*math.Log1p(-(float64(i)+0.5)/40))
	}
	rows, table = scaled(t, &target, timedSeries("cpu:1", times...), timedSeries("cpu:100", times...))
	var independent float64
	if _, err := fmt.Sscan(rows[1][1], &independent); err != nil || independent < 60 || independent > 160 || !strings.Contains(table.Notes[0], "the best fit of their times, ") {
		t.Errorf("%v, %v", rows, table.Notes)
	}
}

// Without a target places are compared by their median costs, and one that is worse than a smaller one is named.
func TestBenchScale_Better(t *testing.T) {
	of := func(place string, costs ...int64) *benchSeries {
		s := timedSeries(place, make([]float64, len(costs))...)
		for i, c := range costs {
			s.runs[i].End.Cost = c
		}
		return s
	}
	rows, table := scaled(t, nil, of("cpu:1", 200, 180, 220), of("cpu:2", 190, 150, 200), of("cpu:4", 240, 230, 250))
	if got := fmt.Sprint(rows); got != "[[0 -] [5 >10] [-20 >10]]" {
		t.Errorf("%s\n%+v", got, table)
	}
	if notes := strings.Join(table.Notes, "\n"); strings.Count(notes, "cpu:4 is worse than ") != 2 || !strings.Contains(notes, "probability 0.1 (rank sum)") {
		t.Error(notes)
	}
}

// The same runs are told as text, in Markdown and as JSON, and drawn.
func TestBenchScale_Forms(t *testing.T) {
	b := newBench(t)
	args := []string{"bench", "scale", grid, "--method=anneal", "--devices=cpu:1", "--devices=cpu:2", "--target=1e9", "--seeds=2", "--out=r.jsonl", "-q"}
	b.want(0, append(args, "--plot=a.svg")...)
	if out := b.out.String(); !strings.Contains(out, "qap grid, n=8: time to cost 1000000000, 2 runs each, method anneal\n") || !strings.Contains(out, "\ncpu:2        2  ") {
		t.Error(out)
	}
	if svg := read(t, "a.svg"); !strings.Contains(svg, "share of runs at the target") || !strings.Contains(svg, "cpu, independent") {
		t.Errorf("%.200s", svg)
	}
	b.want(0, append(args, "--markdown")...)
	b.prints("\n| cpu:1 | 2 | ")
	b.want(0, append(args, "--json")...)
	var r benchReport
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || len(r.Tables) != 1 || r.Tables[0].Rows[1].Name != "cpu:2" {
		t.Errorf("%v: %s", err, b.out.String())
	}
	b.want(0, "bench", "scale", grid, "--method=anneal", "--devices=cpu:1", "--evaluations=2000", "--target=none", "--seeds=2", "--plot=b.svg", "-q")
	if svg := read(t, "b.svg"); !strings.Contains(svg, "median cost") {
		t.Errorf("%.200s", svg)
	}
}
