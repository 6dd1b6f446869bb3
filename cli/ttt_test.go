package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// gridBest is the optimum of grid, which tabu search finds in some hundreds of evaluations.
const gridBest = 446

// recordRuns makes real runs on grid and returns their records: seeds 1 to n. Those that take more evaluations than the limit miss
// the target.
func (b *bench) recordRuns(n, limit int, flags ...string) []string {
	b.t.Helper()
	var files []string
	for seed := 1; seed <= n; seed++ {
		file := fmt.Sprintf("run%02d.jsonl", seed)
		args := append([]string{"solve", grid, "--method=tabu", "--device=cpu", "--walks=1", fmt.Sprint("--target=", gridBest),
			fmt.Sprint("--evaluations=", limit), fmt.Sprint("--seed=", seed), "--quiet", "--record=" + file}, flags...)
		if code := b.run(args...); code != 0 && code != console.ExitMissed {
			b.t.Fatalf("%v: exit %d\n%s", args, code, b.err.String())
		}
		files = append(files, file)
	}
	return files
}

// What is maximised is told with its own sign.
func TestTTT_TellsWhatIsMaximised(t *testing.T) {
	b := newBench(t)
	runs := func(target string, code int) {
		for _, seed := range []string{"1", "2", "3"} {
			b.want(code, "solve", "ordering:12:1", "--target="+target, "--evaluations=9000", "--workers=1", "--seed="+seed, "--record=run"+seed+".jsonl")
		}
	}
	runs("7000", 0)
	b.want(0, "ttt", "run1.jsonl", "run2.jsonl", "run3.jsonl", "--fits=none")
	b.prints("n=12: time to target 7000 (where the runs stop)")
	runs("99999", console.ExitMissed)
	b.want(console.ExitMissed, "ttt", "run1.jsonl", "run2.jsonl", "run3.jsonl")
	if said := b.err.String(); !strings.Contains(said, "the target 99999: the best sum is 7") || !strings.Contains(said, "a --target of at most that") {
		t.Error(said)
	}
}

// golden compares a text with a file in testdata; -update rewrites it. folder is where the test began.
func golden(t *testing.T, folder, file, got string) {
	t.Helper()
	path := filepath.Join(folder, "testdata", file)
	if *update {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		write(t, path, got)
	}
	if want := strings.ReplaceAll(read(t, path), "\r\n", "\n"); got != want {
		t.Errorf("%s differs; go test -update writes it anew. Got\n%s\nwant\n%s", file, got, want)
	}
}

func TestTTT_Golden(t *testing.T) {
	unraced.Test(t)
	folder := must.Have(os.Getwd())(t)
	b := newBench(t)
	files := b.recordRuns(30, 600) // some of which end without the target
	b.want(0, append([]string{"ttt", "--unit=evaluations", "--resamples=100"}, files...)...)
	golden(t, folder, "ttt.txt", b.out.String())
	whole := b.out.String()
	b.want(0, append([]string{"ttt", "--unit=evaluations", "--resamples=40", "--fits=exponential,weibull", "--head=0.5"}, files...)...)
	if got := b.out.String(); got == whole || !strings.Contains(got, "to the fastest 50 % of the runs (--head)") {
		t.Errorf("--head changes nothing:\n%s", got)
	}
	b.want(0, append([]string{"ttt", "--unit=evaluations", "--resamples=40", "--fits=gamma,normal", "--estimator=both", "--walks=1,30", "--target=460"}, files...)...)
}

func TestTTT_WritesAFewForms(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	files := b.recordRuns(12, 1500)
	args := append([]string{"ttt", "--unit=evaluations", "--resamples=40", "--walks=1,30", "--plot=ttt.svg", "--csv=ttt.csv", "--json", "--log-time"}, files...)
	b.want(0, args...)
	var r struct {
		Instance, Method, Unit string
		Target                 int64
		Runs, Reached          int
		Fits                   []struct {
			Family     string
			Parameters []struct {
				Name  string
				Value float64
			}
			AIC   *float64
			Limit *float64 `json:"speedup_limit"`
			Low   *float64 `json:"speedup_limit_low"`
		}
		Best     *int `json:"best_fit"`
		Expected []struct {
			Walks   float64
			Time    struct{ Value, Low *float64 }
			Speedup struct{ Value *float64 }
			ByFit   []struct{ Time struct{ Value *float64 } } `json:"by_fit"`
		}
	}
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil {
		t.Fatalf("%v\n%s", err, b.out.String())
	}
	if r.Instance != "grid" || r.Method != "tabu" || r.Unit != "evaluations" || r.Target != gridBest || r.Runs != 12 || len(r.Fits) != 6 {
		t.Errorf("%+v", r)
	}
	if len(r.Expected) != 2 || r.Expected[1].Walks != 30 || len(r.Expected[1].ByFit) != 6 ||
		r.Expected[1].Time.Low != nil || r.Expected[0].Time.Low == nil {
		t.Errorf("%+v", r.Expected)
	}
	exponential := r.Fits[0].Parameters[0].Value
	if got := *r.Expected[1].ByFit[0].Time.Value; math.Abs(got-exponential/30) > 1e-9*exponential {
		t.Errorf("the exponential fit of mean %g expects %g of 30 walks", exponential, got)
	}
	for _, f := range r.Fits { // of the shifted exponential alone speed-ups have a limit
		if none := f.Family != "shifted"; (f.Limit == nil) != none || !none && !(*f.Low > 1 && *f.Low <= *f.Limit) {
			t.Errorf("%+v", f)
		}
	}
	lines, err := csv.NewReader(strings.NewReader(read(t, "ttt.csv"))).ReadAll()
	if err != nil || len(lines) != 13 || len(lines[0]) != 10 {
		t.Errorf("%v\n%s", err, read(t, "ttt.csv"))
	}
	if svg := read(t, "ttt.svg"); !strings.HasPrefix(svg, "<?xml") || !strings.Contains(svg, "weibull") {
		t.Errorf("no picture: %.100s", svg)
	}
	b.want(0, append([]string{"ttt", "--unit=evaluations", "--resamples=40", "--fits=none", "--plot=ttt.png"}, files...)...)
	if png := read(t, "ttt.png"); !strings.HasPrefix(png, "\x89PNG") || strings.Contains(b.out.String(), "AIC") {
		t.Errorf("%.20q\n%s", png, b.out.String())
	}
}

// TestTTT_TakesRecordsTogether wants one file of all runs to say what many say.
func TestTTT_TakesRecordsTogether(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	files := b.recordRuns(8, 20000)
	together := ""
	for _, f := range files {
		together += read(t, f)
	}
	write(t, "all.jsonl", together)
	common := []string{"ttt", "--unit=evaluations", "--resamples=40"}
	b.want(0, append(common, files...)...)
	apart := b.out.String()
	b.want(0, append(common, "all.jsonl")...)
	if b.out.String() != apart {
		t.Errorf("one file:\n%s\nmany:\n%s", b.out.String(), apart)
	}
	b.want(0, append(common, "--unit=work", "--fits=none", "all.jsonl")...)
	b.want(0, append(common, "--unit=seconds", "--fits=none", "all.jsonl")...)
}

func TestTTT_Refuses(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	files := b.recordRuns(6, 20000)
	all := strings.Join(files, " ")
	b.run("solve", ring, "--method=ils", "--device=cpu", "--walks=1", "--evaluations=2000", "--record=ring.jsonl")
	b.run("solve", grid, "--method=anneal", "--device=cpu", "--walks=1", "--evaluations=2000", "--record=anneal.jsonl")
	b.run("solve", grid, "--method=tabu", "--device=cpu", "--walks=1", "--target=500", "--seed=70", "--evaluations=2000", "--record=easy.jsonl")
	b.run("solve", grid, "--method=tabu", "--device=cpu", "--walks=1", "--target=446", "--seed=71", "--evaluations=2000", "--logical", "--record=logical.jsonl")
	write(t, "damaged.jsonl", strings.Replace(read(t, files[0]), `{"line":"incumbent"`, `{"line":"incum`, 1))
	write(t, "empty.jsonl", "")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"ttt", `expected "<records> ..."`, console.ExitUsage},
		{"ttt none.jsonl", "none.jsonl: no such file", console.ExitUsage},
		{"ttt -", "standard input:1: not JSON", console.ExitUsage},
		{"ttt empty.jsonl", "no run in it", console.ExitUsage},
		{"ttt " + all + " damaged.jsonl", "damaged.jsonl:2: not JSON at byte", console.ExitUsage},
		{"ttt " + all + " ring.jsonl", "run01.jsonl:1 and ring.jsonl:1 differ in problem: qap and tsp; give records of one instance", console.ExitUsage},
		{"ttt " + all + " anneal.jsonl", "run01.jsonl:1 and anneal.jsonl:1 differ in method: tabu and anneal; give them apart, or --mixed", console.ExitUsage},
		{"ttt " + all + " run03.jsonl", "run03.jsonl:1 and run03.jsonl:1 are runs with one seed, 3, and so one run", console.ExitUsage},
		{"ttt " + all + " easy.jsonl", "the runs stop at different targets, or some at none; choose one with --target", console.ExitUsage},
		{"ttt --target=446 " + all + " easy.jsonl", "easy.jsonl:1: the run stopped at its own target 500", console.ExitUsage},
		{"ttt logical.jsonl", "logical.jsonl:1: a logical record, without the times of the wall clock; measure in evaluations or work", console.ExitUsage},
		{"ttt --target=400 --mixed anneal.jsonl", "none of 1 run reached the target 400: the best cost is", console.ExitMissed},
		{"ttt --unit=evaluations run01.jsonl run02.jsonl", "2 of 2 runs reached the target; a fit needs 5", console.ExitUsage},
		{"ttt --unit=work " + all, "all runs that reached the target took 1, so there is no distribution to fit", console.ExitUsage},
		{"ttt --unit=years " + all, `no unit "years"; there are seconds, evaluations and work`, console.ExitUsage},
		{"ttt --fits=cauchy " + all, `no distribution "cauchy"; there are exponential, `, console.ExitUsage},
		{"ttt --fits=none,gamma " + all, "--fits none stands alone", console.ExitUsage},
		{"ttt --walks=0 " + all, "--walks 0 is not from 1 to 1e9", console.ExitUsage},
		{"ttt --walks=NaN " + all, "--walks NaN is not from 1 to 1e9", console.ExitUsage},
		{"ttt --head=0 " + all, "--head 0 is no share; give more than 0 and up to 1", console.ExitUsage},
		{"ttt --resamples=1 " + all, "--resamples 1 is not from 40", console.ExitUsage},
		{"ttt --target=cheap " + all, `--target "cheap" is no cost`, console.ExitUsage},
		{"ttt --target=bks " + all, "no best known cost of this instance", console.ExitUsage},
		{"ttt --target=bks --instance=ring.tsp " + all, "ring.tsp", console.ExitUsage},
		{"ttt --target=bks --instance=none.dat " + all, "none.dat: no such file", console.ExitUsage},
		{"ttt --plot=a.gif " + all, `no picture format ".gif"; use .svg or .png`, console.ExitUsage},
		{"ttt --plot=none/a.svg " + all, "there is no directory none; make it first", console.ExitEnvironment},
		{"ttt --csv=run01.jsonl " + all, "--csv run01.jsonl is named twice; name another file", console.ExitUsage},
	} {
		if got := b.run(strings.Fields(c.args)...); got != c.code || !strings.Contains(b.err.String(), c.want) {
			t.Errorf("multiwalk %s: exit %d, want %d and %q\n%s", c.args, got, c.code, c.want, b.err.String())
		}
	}
}

// TestTTT_DefaultTargets: without a target of the runs' own it is the best cost of any.
func TestTTT_DefaultTargets(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	var files []string
	for seed := range 6 {
		file := fmt.Sprintf("r%d.jsonl", seed)
		b.want(0, "solve", grid, "--method=tabu", "--device=cpu", "--walks=1", fmt.Sprint("--seed=", seed), "--evaluations=5000", "--record="+file, "-q")
		files = append(files, file)
	}
	b.want(0, append([]string{"ttt", "--unit=evaluations", "--resamples=40"}, files...)...)
	b.prints("time to target 446 (the best cost of any run)")
}

// TestTTT_Kra30a is what the command is for: 30 runs of a published instance give fits and a plot.
func TestTTT_Kra30a(t *testing.T) {
	if testing.Short() {
		t.Skip("30 runs")
	}
	file := must.Have(filepath.Abs(benchdata.File(t, "qap", "kra30a.dat")))(t)
	b := newBench(t)
	all := ""
	for seed := 1; seed <= 30; seed++ {
		b.want(0, "solve", file, "--device=cpu", "--target=bks", "--time=60s", "-q", fmt.Sprint("--seed=", seed), "--record=run.jsonl")
		all += read(t, "run.jsonl")
	}
	write(t, "all.jsonl", all)
	b.want(0, "ttt", "all.jsonl", "--target=bks", "--plot=ttt.svg", "--resamples=100")
	b.prints("qap kra30a, n=30: time to target 88900 (bks), in seconds",
		"30 of 30 runs reached it", "gamma", " *", "speed-up")
	if svg := read(t, "ttt.svg"); !strings.Contains(svg, "kra30a: time to target 88900") {
		t.Errorf("no picture: %.100s", svg)
	}
}

// TestTTT_Documented makes the runs that docs/statistics.md tells of, and wants ttt to print what stands there.
func TestTTT_Documented(t *testing.T) {
	if testing.Short() {
		t.Skip("30 runs of the demo")
	}
	folder := must.Have(os.Getwd())(t)
	text := strings.ReplaceAll(read(t, filepath.Join(folder, "..", "docs", "statistics.md")), "\r\n", "\n")
	_, console, found := strings.Cut(text, "```console\n$ multiwalk ttt demo-*.jsonl ")
	flags, rest, _ := strings.Cut(console, "\n")
	want, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("docs/statistics.md shows no multiwalk ttt demo-*.jsonl")
	}
	if want := "multiwalk solve demo --device cpu --quiet --walks 1 --seed $seed --target bks+0.3% --no-improvement 10000000 --record demo-$seed.jsonl"; !strings.Contains(text, want) {
		t.Errorf("docs/statistics.md makes its runs otherwise than by %s", want)
	}
	b := newBench(t)
	args := append([]string{"ttt"}, strings.Fields(flags)...)
	for seed := 1; seed <= 30; seed++ {
		file := fmt.Sprintf("demo-%d.jsonl", seed)
		b.want(0, "solve", "demo", "--device=cpu", "--quiet", "--walks=1", fmt.Sprint("--seed=", seed), "--target=bks+0.3%", "--no-improvement=10000000", "--record="+file)
		args = append(args, file)
	}
	if b.want(0, args...); b.out.String() != want {
		t.Errorf("prints\n%s\nwant\n%s", b.out.String(), want)
	}
}
