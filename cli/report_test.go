package cli

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
)

// writeRuns writes a record of runs on instances that are nowhere: by instance and method the costs, a seed each.
func writeRuns(t *testing.T, file string, costs map[string]map[string][]int64, order ...string) {
	t.Helper()
	var text strings.Builder
	for _, instance := range order {
		for _, method := range []string{"a", "b", "c"} {
			for seed, cost := range costs[instance][method] {
				h := record.Header{Program: "v1", Problem: "tsp", Instance: instance, File: instance + ".tsp", Hash: record.Hash([]byte(instance)),
					N: 5, Method: record.Method{Name: method, Settings: json.RawMessage("{}")}, Device: "cpu:1",
					Stop: []multiwalk.Stop{multiwalk.Evaluations(100), multiwalk.Target(100)}}
				res := &multiwalk.Result{Seed: uint64(seed + 1), Walks: 1, Workers: 1, Status: multiwalk.EvaluationLimit, Cost: cost,
					Best: []int32{0, 1, 2, 3, 4}, Rounds: 1, Elapsed: 2 * time.Second, Counters: multiwalk.Counters{FullEvaluations: 100, Units: 1},
					History: []multiwalk.Point{{Cost: cost, Round: 1, Evaluations: 50, Elapsed: time.Second}}}
				if cost <= 100 {
					res.Status = multiwalk.TargetReached
				}
				must.Do(t, record.Write(&text, record.New(h, res)))
			}
		}
	}
	write(t, file, text.String())
}

// four are three methods on four instances: a ranks 1, 1, 1, 2, b ranks 2, 3, 2, 1, and c ranks 3, 2, 3, 3.
var four = map[string]map[string][]int64{
	"p": {"a": {100, 102, 104}, "b": {110, 110, 110}, "c": {120, 119, 121}},
	"q": {"a": {100, 100}, "b": {130, 130}, "c": {115, 117}},
	"r": {"a": {200, 200}, "b": {220, 220}, "c": {230, 230}},
	"s": {"a": {310}, "b": {300}, "c": {330}},
}

// What the tables say was computed by hand.
func TestReport_SaysWhatTheRunsWere(t *testing.T) {
	b := newBench(t)
	writeRuns(t, "r.jsonl", four, "p", "q", "r", "s")
	b.want(0, "report", "r.jsonl", "--out=r.md")
	if out := b.out.String(); out != "24 runs of 4 instances with 3 settings in r.md\n" {
		t.Error(out)
	}
	text := read(t, "r.md")
	for _, want := range []string{
		"| tsp p, n=5: a | 3 | 100 | 102 | 104 | 2.000 | 2.000 | 1 | &gt;2.00 | 100 |\n", // two of three ended without the target
		"| tsp p, n=5: c | 3 | 119 | 120 | 121 | 20.000 | 20.000 | 0 | &gt;2.00 | 100 |\n",
		"| tsp q, n=5: a | 2 | 100 | 100 | 100 | 0.000 | 0.000 | 2 | 1.00 | 100 |\n",
		"tsp p, n=5: gaps are from the best cost of any run, 100, in %.",
		"| a | 1.250 |\n| b | 2.000 |\n| c | 2.750 |\n",
		"chi-square 4.500; by Iman and Davenport F 3.857, p = 0.0837", // (1+2*F/6)^-3
		"Critical difference of Nemenyi at 95 %: 1.657.",              // 2.343*sqrt(3*4/(6*4))
		"| a / b | 3 | 1 | 0.2500 | 0.5000 |\n",                       // differences -8, -30, -10, 3.3: a rank of 1 above 0
		"| a / c | 4 | 0 | 0.1250 | 0.3750 |\n",
		"| b / c | 3 | 1 | 0.8750 | 0.8750 |\n", // -10, 14, -5, -10: ranks of 4 above 0, of 10
		"The solutions of 24 runs were not evaluated again",
		"| a | 8 | cpu:1 | 1 | 1 | 100 evaluations | v1 | go",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	b.want(0, "report", "r.jsonl", "--out=r.csv")
	rows, err := csv.NewReader(strings.NewReader(read(t, "r.csv"))).ReadAll()
	if err != nil || len(rows) != 25 {
		t.Fatal(err, len(rows))
	}
	for i, want := range map[int]string{
		1: "tsp,p,5,a,a,{},cpu:1,1,1,1,100,0,%,target_reached,2,100,1", 2: "tsp,p,5,a,a,{},cpu:1,1,1,2,102,2,%,evaluation_limit,2,100,"} {
		if got := strings.Join(rows[i], ","); got != want {
			t.Errorf("row %d is %s, want %s", i, got, want)
		}
	}
}

// The page is one well-formed file without scripts, which asks nobody for anything, and has a chart of ranks and one for each instance.
func TestReport_IsOnePage(t *testing.T) {
	b := newBench(t)
	writeRuns(t, "r.jsonl", four, "p", "q", "r", "s")
	b.want(0, "report", "r.jsonl", "--title=<Mine> & yours")
	text := read(t, "report.html")
	if n := strings.Count(text, "<svg"); n != 5 {
		t.Errorf("%d charts", n)
	}
	if !strings.Contains(text, "<h1>&lt;Mine&gt; &amp; yours</h1>") {
		t.Error("the title is not escaped")
	}
	for _, bad := range []string{"<script", "<link", "src=", "url(", "#FFFFFF", "#000000"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	_, body, _ := strings.Cut(text, "<body>")
	d := xml.NewDecoder(strings.NewReader("<body>" + strings.TrimSuffix(strings.TrimSpace(body), "</html>")))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A single instance is compared by its runs, and real runs are verified and known.
func TestReport_OfBench(t *testing.T) {
	b := newBench(t)
	b.want(0, "bench", ring, "--methods=anneal,climb", "--devices=cpu:1,cpu:2", "--evaluations=2000", "--seeds=3", "--out=r.jsonl", "-q")
	b.want(0, "report", "r.jsonl", "--target=6300", "--out=r.md")
	text := read(t, "r.md")
	for _, want := range []string{"| tsp ring, n=12: anneal, cpu:1 | 3 | ", "rank sum test of Wilcoxon", "anneal, cpu:1 / climb, cpu:2"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Friedman") || strings.Contains(text, "not evaluated again") {
		t.Error(text)
	}
}

// The page's commands print what stands there.
func TestReport_Documented(t *testing.T) {
	_, page, _ := strings.Cut(read(t, "../docs/statistics.md"), "## Reports")
	_, page, _ = strings.Cut(page, "```console\n")
	page, _, _ = strings.Cut(page, "```")
	b := newBench(t)
	for _, part := range strings.Split(page, "$ multiwalk ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		before, title, titled := strings.Cut(command, " --title ")
		args := strings.Fields(before)
		if titled {
			args = append(args, "--title", strings.Trim(title, `"`))
		}
		if b.want(0, args...); want != "…\n" && b.out.String() != want {
			t.Errorf("%s prints\n%s", command, b.out.String())
		}
	}
	if text := read(t, "report.html"); strings.Count(text, "<svg") != 5 || !strings.Contains(text, "<h1>Three methods</h1>") {
		t.Error("the page is another")
	}
}

func TestReport_Refuses(t *testing.T) {
	b := newBench(t)
	writeRuns(t, "r.jsonl", map[string]map[string][]int64{"p": {"a": {100}}}, "p")
	write(t, "empty.jsonl", "")
	write(t, "twice.jsonl", read(t, "r.jsonl")+read(t, "r.jsonl"))
	write(t, "bad.jsonl", strings.Replace(read(t, "r.jsonl"), `"cost":100`, `"cost":90`, 1))
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{2, "no form of a report has that ending; use .html, .md or .csv", []string{"r.jsonl", "--out=r.pdf"}},
		{2, "is one of the records; name another file", []string{"r.md", "--out=r.md"}},
		{2, "no run in it", []string{"empty.jsonl"}},
		{2, "are runs with one seed, 1, and so one run", []string{"twice.jsonl"}},
		{1, "does not verify", []string{"bad.jsonl"}},
	} {
		b.want(c.code, append([]string{"report"}, c.args...)...)
		b.says(c.want)
	}
	if _, err := os.Stat("report.html"); err == nil {
		t.Error("a report was written")
	}
	b.want(0, "report", "r.jsonl", "--out=one.md")
	if text := read(t, "one.md"); strings.Contains(text, "Pairs") || !strings.Contains(text, "| tsp p, n=5: a | 1 | 100 |") {
		t.Error(text)
	}
}

// Runs of a document are told in its units.
func TestReport_InTheUnitsOfADocument(t *testing.T) {
	b := newBench(t)
	write(t, "half.json", `{"tour": {"matrix": [[0, 1.5, 4], [1.5, 0, 5], [4, 5, 0]]}}`)
	b.want(0, "solve", "half.json", "--record=r.jsonl", "-q")
	b.want(0, "report", "r.jsonl", "--out=r.csv")
	if text := read(t, "r.csv"); !strings.Contains(text, ",10.5,") {
		t.Error(text)
	}
}
