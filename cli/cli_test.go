package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
)

const (
	// ring is 12 cities on a circle of radius 1000; going around is optimal.
	ring     = "ring.tsp"
	ringBest = 6216
	// grid is a QAP of 8 facilities on 2 rows of 4 places.
	grid = "grid.dat"
)

// testProgram is a program with all problems of the catalogue.
var testProgram = Program{Catalogue: catalogue.All(), Samples: catalogue.Samples}

// bench is a place with instances, and a console that keeps what the command says.
type bench struct {
	t        *testing.T
	out, err bytes.Buffer
	width    int
	signals  chan os.Signal
	exited   chan int
	args     []string // of the last command
}

func newBench(t *testing.T) *bench {
	t.Chdir(t.TempDir())
	write(t, ring, ringText())
	write(t, grid, gridText())
	return &bench{t: t, signals: make(chan os.Signal, 2), exited: make(chan int, 1)}
}

// ringText is twelve cities around a circle, no city with two edges of the least cost: a run ends at its limit, not at a bound.
func ringText() string {
	at := [][2]int{{1000, 0}, {868, 500}, {500, 866}, {0, 1000}, {-500, 866}, {-866, 500},
		{-1000, 0}, {-866, -500}, {-500, -866}, {0, -1000}, {500, -866}, {866, -500}}
	var b strings.Builder
	fmt.Fprintf(&b, "NAME: ring\nTYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", len(at))
	for i := range at {
		p := at[i*5%len(at)] // not in order, or the identity would be optimal
		fmt.Fprintf(&b, "%d %d %d\n", i+1, p[0], p[1])
	}
	return b.String() + "EOF\n"
}

func gridText() string {
	const n = 8
	var flow, dist strings.Builder
	for i := range n {
		for j := range n {
			f := 0
			if i != j {
				f = (i*j*7 + 3*(i+j)) % 10
			}
			fmt.Fprintf(&flow, "%d ", f)
			dx, dy := i%4-j%4, i/4-j/4
			fmt.Fprintf(&dist, "%d ", max(dx, -dx)+max(dy, -dy))
		}
		flow.WriteByte('\n')
		dist.WriteByte('\n')
	}
	return fmt.Sprintf("%d\n%s\n%s", n, flow.String(), dist.String())
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
}

func read(t *testing.T, file string) string {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	return string(text)
}

// run runs the command and returns its exit code; out and err then hold what it printed.
func (b *bench) run(args ...string) int {
	b.out.Reset()
	b.err.Reset()
	b.args = args
	return testProgram.Run(args, console.Console{In: strings.NewReader(ringText()), Out: &b.out, Err: &b.err,
		Width:      func() int { return b.width },
		Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} },
		Exit:       func(code int) { b.exited <- code },
	})
}

// want runs the command and fails the test unless it exits with the code.
func (b *bench) want(code int, args ...string) {
	b.t.Helper()
	if got := b.run(args...); got != code {
		b.t.Fatalf("multiwalk %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, b.out.String(), b.err.String())
	}
}

// prints and says fail the test unless the command has said all of that where it prints, or beside it.
func (b *bench) prints(texts ...string) {
	b.t.Helper()
	b.tells("prints", b.out.String(), texts)
}

func (b *bench) says(texts ...string) {
	b.t.Helper()
	b.tells("says", b.err.String(), texts)
}

func (b *bench) tells(where, told string, texts []string) {
	b.t.Helper()
	for _, want := range texts {
		if !strings.Contains(told, want) {
			b.t.Errorf("multiwalk %s %s\n%s\nwant %q", strings.Join(b.args, " "), where, told, want)
		}
	}
}

// quick keeps a run short, and equal on all machines.
var quick = []string{"--evaluations=20000", "--seed=3"}

func TestUsage_OneLineWithTheRemedy(t *testing.T) {
	b := newBench(t)
	write(t, "empty.tsp", "")
	write(t, "junk.tsp", "\x7fELF\x00\x01\x02\x03")
	write(t, "bad.tsp", strings.Replace(ringText(), "500", "5oo", 1))
	must.Do(t, os.Mkdir("dir", 0o755))
	for _, c := range []struct{ args, want string }{
		{"", ""},
		{"frobnicate", `unexpected argument frobnicate`},
		{"solve", `expected "<file>"; see multiwalk solve --help`},
		{"solve ring.tsp --bogus", "unknown flag --bogus"},
		{"solve none.tsp", "none.tsp: no such file"},
		{"solve dir", "dir: is a directory"},
		{"solve empty.tsp", "empty.tsp: the file is empty"},
		{"solve junk.tsp", "junk.tsp: it is no text: byte 5 is 0; give a text file"},
		{"solve bad.tsp", "bad.tsp:"},
		{"solve ring.tsp --problem sat", `unknown problem "sat"; known are tsp`},
		{"solve ring.tsp --problem qap", "ring.tsp:1"},
		{"solve ring.tsp --method psychic", `unknown method "psychic"; known are`},
		{"solve ring.tsp --set a=1", "--set needs a --method"},
		{"solve ring.tsp --method tabu --set tenur=3", `method tabu has no setting "tenur", did you mean "tenure"?; it has tenure (whole number), `},
		{"solve ring.tsp --method tabu --set tenure", "write key=value"},
		{"solve ring.tsp --method tabu --set tenure=100", "tenure 100"},
		{"solve ring.tsp --device tpu", `unknown device "tpu"`},
		{"solve ring.tsp --device cpu:0", "from 1 to"},
		{"solve ring.tsp --time 0s", "time 0s must be above 0"},
		{"solve ring.tsp --time", "--time: there is no value; give a time, such as 10s, 2m or 1h30m; see multiwalk solve --help"},
		{"solve ring.tsp --time -1s", "time -1s must be above 0"},
		{"solve ring.tsp --time soon", `"soon" is no time; write seconds, such as 10 or 2.5`},
		{"solve ring.tsp --evaluations=-5", "must be above 0"},
		{"solve ring.tsp --walks=-1", "walks -1 is outside"},
		{"solve ring.tsp --walks=2000000000", "at most 1000000 walks"},
		{"solve ring.tsp --workers=-1", "workers -1 is outside [0, 65536]"},
		{"solve ring.tsp --seed=-1", "--seed"},
		{"solve ring.tsp --target lots", `--target "lots" is no cost`},
		{"solve ring.tsp --target bks", "no best known cost of this instance"},
		{"solve ring.tsp --start none.tour", "none.tour"},
		{"solve ring.tsp --start grid.dat", "grid.dat:1"},
		{"solve ring.tsp --plot a.jpg", `no picture format ".jpg"; use .svg or .png`},
		{"solve perceptron:5x5 --plot a.svg", "problem perceptron has no picture"},
		{"solve ring.tsp --out ring.tsp", "a file that the run uses otherwise"},
		{"solve ring.tsp --out ./a --record a", "a file that the run uses otherwise"},
		{"solve ring.tsp --logical", "--logical needs a --record"},
		{"verify none.jsonl", "none.jsonl"},
		{"verify ring.tsp", "ring.tsp:1: not JSON"},
		{"verify empty.tsp", "no run in it"},
		{"methods psychic", `unknown method "psychic"`},
	} {
		args := strings.Fields(c.args)
		if len(args) == 0 {
			b.want(0)
			continue
		}
		b.want(2, args...)
		if got := b.err.String(); !strings.HasPrefix(got, "multiwalk: ") || strings.HasPrefix(got, "multiwalk: multiwalk") ||
			strings.Count(got, "\n") != 1 || !strings.Contains(got, c.want) {
			t.Errorf("multiwalk %s says %q, want one line with %q", c.args, got, c.want)
		}
		if b.out.Len() > 0 {
			t.Errorf("multiwalk %s prints %q beside its error", c.args, b.out.String())
		}
	}
}

func TestEnvironment_Exit3(t *testing.T) {
	b := newBench(t)
	fake := cudatest.New()
	fake.RemoveDevices()
	t.Cleanup(gpu.Substitute(fake.Open))
	b.want(3, "solve", ring, "--device", "gpu:0,1")
	if got, want := b.err.String(), "multiwalk: no GPU: counting devices: no NVIDIA GPU; "+
		"see nvidia-smi and CUDA_VISIBLE_DEVICES; use --device cpu\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, flag := range []string{"--out", "--record", "--plot"} {
		b.want(3, "solve", ring, flag, filepath.Join("no", "such.svg"))
		b.says("there is no directory no; make it first")
	}
	b.want(3, "solve", ring, "--out", filepath.Join(".", "..")) // a directory
}

func TestVerify_AcceptsAndRejects(t *testing.T) {
	b := newBench(t)
	b.want(0, append([]string{"solve", ring, "--record=run.jsonl"}, quick...)...)
	good := read(t, "run.jsonl")
	b.want(0, "verify", "run.jsonl")
	if got, want := b.out.String(), "run.jsonl:1: ring, cost 6216, "; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, ": accepted\n") {
		t.Errorf("says %q, want %q ... accepted", got, want)
	}
	at := strings.LastIndex(good, `"solution":[`) + len(`"solution":[`)
	swapped := regexp.MustCompile(`^(\d+),(\d+)`).ReplaceAllString(good[at:], "$2,$1")
	old, digit := regexp.MustCompile(`[0-9]`).FindString(good[at:]), "7"
	if old == digit {
		digit = "8"
	}
	for name, text := range map[string]string{
		"a digit":    good[:at] + strings.Replace(good[at:], old, digit, 1),
		"an order":   good[:at] + swapped,
		"the cost":   strings.ReplaceAll(good, `"cost":6216`, `"cost":6215`),
		"the killed": good[:strings.LastIndex(good, `{"line":"end"`)],
	} {
		write(t, "bad.jsonl", good+text)
		b.want(1, "verify", "bad.jsonl")
		if !strings.Contains(b.out.String(), "accepted\n") || !strings.Contains(b.out.String(), "REJECTED: ") ||
			!strings.Contains(b.err.String(), "1 of 2 runs rejected") {
			t.Errorf("%s: says %s%s", name, b.out.String(), b.err.String())
		}
	}
	write(t, "other.tsp", strings.Replace(ringText(), "1000", "1001", 1))
	b.want(1, "verify", "run.jsonl", "--instance=other.tsp", "--json")
	b.prints("differs: the record has sha256:")
	must.Do(t, os.Remove(ring))
	b.want(1, "verify", "run.jsonl")
	b.prints("name the instance with --instance")
}

func TestRecord_LogicalIsTheSameForAnyWorkers(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	for _, m := range methods() {
		if m == (population.EAX{}) { // for GPUs alone
			b.want(2, "solve", ring, "--method=eax", "--device=cpu")
			continue
		}
		files := []string{ring, grid}
		if m == (population.Beam{}) { // for problems with bounds on partial solutions
			b.want(2, "solve", ring, "--method=beam")
			files = []string{"flowshop:20x5"}
		}
		if m == (successor.IteratedGreedy{}) { // for heuristics, and for orders that price insertions
			b.want(2, "solve", ring, "--method=iterated-greedy")
			files = []string{"flowshop:20x5"}
		}
		if m == (single.MinConflict{}) { // for problems of conflicts alone
			b.want(2, "solve", ring, "--method=minconflict")
			files = []string{"nqueens:50"}
		}
		if m == (single.Focused{}) || m == (single.Weighting{}) || m == (population.Quantum{}) { // for clauses alone, and for bits
			b.want(2, "solve", ring, "--method="+m.Name())
			files = []string{"sat:n50-r5"}
		}
		if m == (single.MessagePassing{}) { // for rows of signs alone
			b.want(2, "solve", ring, "--method=message-passing")
			files = []string{"perceptron:81x81"}
		}
		if strings.HasSuffix(reflect.TypeOf(m).PkgPath(), "/continuous") { // for real vectors alone
			b.want(2, "solve", ring, "--method="+m.Name())
			files = []string{"rastrigin:d4"}
		}
		for _, file := range files {
			for _, workers := range []string{"1", "2"} {
				b.want(0, "solve", file, "--method="+m.Name(), "--walks=3", "--workers="+workers, "--evaluations=9000",
					"--record="+workers+".jsonl", "--logical")
			}
			if one, two := read(t, "1.jsonl"), read(t, "2.jsonl"); one != two {
				t.Errorf("method %s on %s: records of 1 and 2 workers differ:\n%s\n%s", m.Name(), file, one, two)
			}
		}
	}
}

func TestLists(t *testing.T) {
	b := newBench(t)
	for _, list := range []string{"problems", "methods", "devices", "version"} {
		b.want(0, list)
		if b.out.Len() == 0 || b.err.Len() > 0 {
			t.Errorf("multiwalk %s prints %q and %q", list, b.out.String(), b.err.String())
		}
		b.want(0, list, "--json")
		if !json.Valid(b.out.Bytes()) {
			t.Errorf("multiwalk %s --json prints %s", list, b.out.String())
		}
		b.want(0, list, "--help")
	}
	for _, m := range methods() {
		b.want(0, "methods", m.Name())
		if !strings.HasPrefix(b.out.String(), m.Name()+"\n") {
			t.Errorf("multiwalk methods %s prints %s", m.Name(), b.out.String())
		}
	}
}
