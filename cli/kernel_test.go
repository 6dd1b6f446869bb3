package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/kernelfile"
	"github.com/multiwalk/multiwalk/internal/kernelgen"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// ordering is a package of a user's, whose kernels are not generated yet.
const ordering = "../internal/kernelfile/testdata/ordering"

// skipLoading skips a test that loads packages, which takes seconds.
func skipLoading(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("loading packages takes long")
	}
}

// orderingReports is what check says of types of that package, which is loaded once.
var orderingReports []kernelfile.Report

func checkedOrdering(t *testing.T) []kernelfile.Report {
	t.Helper()
	if orderingReports == nil {
		b := &bench{t: t}
		b.want(1, "kernel", "check", ordering, "-type", "Grown,Sorted,Ordering", "--type=Lazy", "--type", "Careless", "--json")
		err := json.Unmarshal(b.out.Bytes(), &orderingReports)
		if err != nil || len(orderingReports) != 5 || len(orderingReports[3].Methods) != 2 {
			t.Fatalf("%v: %s", err, b.out.String())
		}
	}
	return orderingReports
}

// The commands take a package of a user's: check tells what runs, and with which exit code.
func TestKernelCheck(t *testing.T) {
	skipLoading(t)
	b, reports := &bench{t: t}, checkedOrdering(t)
	grown, sorted, lazy := reports[:1], reports[1:3], reports[3:4]
	b.checks(1, kernelCheckCmd{}, grown)
	b.says("ordering.Grown cannot run on a device as it is, and kernel gen refuses it: it satisfies Evolve, Explore, Genetic, Rotate, StartSwap")
	if out := b.out.String(); strings.Count(out, "\n") != 4 || !strings.Contains(out, "ordering.Grown cannot run on a device as it is\n") ||
		!strings.Contains(out, "  method Cost cannot run on a device:\n") ||
		!strings.Contains(out, "others.go:59: append grows memory, which a kernel has not; use an array") {
		t.Errorf("prints\n%s", out)
	}
	b.checks(1, kernelCheckCmd{All: true}, grown)
	b.prints("method SwapDelta            runs on a device", "method String               is left to the CPU",
		"method Cost                 cannot run on a device", "others.go:59: append grows memory, which a kernel has not; use an array",
		"kernel AnnealSwap           runs on a device", "kernel StartSwap            cannot run on a device")
	b.want(2, "kernel", "gen", "-package", ordering, "-type", "Grown") // as check said
	b.checks(0, kernelCheckCmd{}, sorted)
	b.checks(1, kernelCheckCmd{}, lazy)
	if !strings.Contains(b.out.String(), "ordering.Lazy gets no kernel: ") ||
		!strings.Contains(b.out.String(), "have Cost([]int32) float64") {
		t.Errorf("prints %s", b.out.String())
	}
	b.says("ordering.Lazy gets no kernel")
}

// checks has the command check say what it found, and end with the code.
func (b *bench) checks(code int, k kernelCheckCmd, reports []kernelfile.Report) {
	b.t.Helper()
	b.out.Reset()
	b.err.Reset()
	c := console.Console{Out: &b.out, Err: &b.err}
	if got := c.Report(k.tell(&c, reports)); got != code {
		b.t.Fatalf("exit %d, want %d\n%s%s", got, code, b.out.String(), b.err.String())
	}
}

// The three lines follow from the space, which is read from the source.
func TestKernelCheck_LooksAtTheSpace(t *testing.T) {
	skipLoading(t)
	b := &bench{t: t}
	b.want(0, "kernel", "check", "../internal/sample", "--type=Order,Labels,Bits,Mixed")
	at := "github.com/multiwalk/multiwalk/internal/sample."
	b.prints(at+"Order over permutation gets the kernels ", "; by kernel gen -with Evolve,Genetic,TabuAlone,TabuMoves these too\n", at+"Labels over integers gets the kernels Explore",
		"  methods that can search it on a GPU: climb, anneal, late-acceptance, threshold, record-to-record, great-deluge, vns, ils, cellular, generational, tabu and iterated-tabu; what a move costs they ask ChangeDelta\n",
		at+"Bits over binary gets the kernels Explore", "; what a move costs they ask FlipDelta\n", at+"Mixed over permutation, binary, integers, product gets the kernels Explore",
		"; what a move costs they find by a whole Cost for each move\n",
		"  give it a method SwapDelta(x []int32, i int32, j int32) int64 (see go doc kernel.Swapper), and pspm and parallel-tempering can search it on a GPU too\n  give it a method Correction(")
	if got := strings.Count(b.out.String(), "\n"); got > 16 {
		t.Errorf("four types in %d lines:\n%s", got, b.out.String())
	}
}

// A heuristic of package successor need not be a problem; one that is has the lines of both.
func TestKernelCheck_Heuristic(t *testing.T) {
	b := &bench{t: t}
	r := kernelfile.Report{Type: "p.Cells", Kernels: []kernelfile.Kernel{{Name: "AssignWeighed", Device: true}}}
	b.checks(0, kernelCheckCmd{}, []kernelfile.Report{r})
	if want := "p.Cells gets the kernels AssignWeighed\n  it is a heuristic of package successor, on cores and devices\n"; b.out.String() != want {
		t.Errorf("says\n%s, want\n%s", b.out.String(), want)
	}
	r.Problem, r.Spaces = true, []string{"integers"}
	r.Kernels = append(r.Kernels, kernelfile.Kernel{Name: "Explore", Device: true})
	b.checks(0, kernelCheckCmd{}, []kernelfile.Report{r})
	b.prints("p.Cells over integers gets the kernels AssignWeighed, Explore\n", "  it is a heuristic", "  methods that can search it on a GPU: climb")
}

// What the lines say a kernel is for is what methods take of a problem that has it.
func TestKernelUses_AreWhatIsPlaced(t *testing.T) {
	// Methods made of methods, and searches over clauses and signs, whose kernels come with them and not with the problem.
	others := map[string]bool{"independent": true, "restart": true, "islands": true, "exchange": true, "portfolio": true, "halving": true, "by-device": true,
		"focused": true, "weighting": true, "message-passing": true}
	for _, p := range testProgram.samples() {
		carrier, ok := p.(kernel.Carrier)
		if !ok {
			continue
		}
		module := must.Have(carrier.Kernels())(t)
		r, gets := kernelfile.Report{Spaces: []string{p.Space().Kind().String()}}, map[string]bool{}
		for name := range module.Entries {
			gets[name] = true
		}
		listed := methodsFor(r, gets)
		for _, m := range methods() {
			placed := walk.Place(p, m, device.Emulator()) == nil
			c, ok := p.(multiwalk.Constrained)
			if tabu := m.Name() == "tabu" || m.Name() == "iterated-tabu"; tabu && ok && c.Constraints() != nil {
				continue // its kernels know none
			}
			if !others[m.Name()] && placed != slices.Contains(listed, m.Name()) {
				t.Errorf("%T over %v: %s is placed: %v, and listed are %v", p, p.Space(), m.Name(), placed, listed)
			}
		}
	}
}

// IR needs no clang; PTX without one is a matter of the machine.
func TestKernelDump(t *testing.T) {
	skipLoading(t)
	b := &bench{t: t}
	b.want(0, "kernel", "dump", ordering, "-type", "Sorted", "-ir", "-kernel", "StartSwap")
	b.prints("define ptx_kernel void @StartSwap_Sorted(")
	b.want(2, "kernel", "dump", ordering, "-type", "Mapped", "-ir")
	if !strings.Contains(b.err.String(), "others.go:6:21: field W of Mapped") ||
		!strings.Contains(b.err.String(), "outside what a device can run") {
		t.Errorf("said %q", b.err.String())
	}
	path := must.Have(exec.LookPath("go"))(t)
	t.Setenv("PATH", filepath.Dir(path))
	b.want(3, "kernel", "dump", ordering, "-type", "Ordering")
	if said := b.err.String(); !strings.Contains(said, "apt-get install clang-19") || strings.Count(said, "\n") != 1 {
		t.Errorf("said %q", said)
	}
}

// gen writes both files, and what it writes builds.
func TestKernelGen(t *testing.T) {
	skipLoading(t)
	if _, err := exec.LookPath(kernelgen.DefaultClang); err != nil {
		t.Skip(err)
	}
	dir := must.Have(os.MkdirTemp("../internal/kernelfile/testdata", "made-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	write(t, filepath.Join(dir, "p.go"), "package p\n\nimport \"github.com/multiwalk/multiwalk/kernel\"\n\ntype T struct{ W int64 }\n"+
		"\nfunc (p T) Cost(x []int32) int64 { return p.W * int64(x[0]) }\n"+
		"\nfunc (p T) SwapDelta(x []int32, i, j int32) int64 {\n\tif i == 0 {\n\t\treturn p.W * int64(x[j]-x[0])\n\t}\n\treturn 0\n}\n"+
		"\nvar _ kernel.Carrier = T{}\n")
	b := &bench{t: t}
	b.want(0, "kernel", "gen", "-package", dir, "-type", "T")
	if ptx := read(t, filepath.Join(dir, "zkernel_t.ptx")); !strings.Contains(ptx, "AnnealSwap_T") {
		t.Errorf("PTX: %.200s", ptx)
	}
	if out, err := exec.Command("go", "build", dir).CombinedOutput(); err != nil {
		t.Errorf("what was generated does not build: %s", out)
	}
}

// A type with much in the way has a line for each cause, whose place is the first, and no more than five.
func TestKernelCheck_OneLineACause(t *testing.T) {
	skipLoading(t)
	b, reports := &bench{t: t}, checkedOrdering(t)[4:]
	b.checks(1, kernelCheckCmd{}, reports)
	lines := strings.Split(strings.TrimSpace(b.out.String()), "\n")
	if len(lines) > 3+maxCauses || !strings.Contains(lines[1], "methods Cost, InsertDelta and SwapDelta cannot run on a device:") {
		t.Errorf("prints\n%s", b.out.String())
	}
	wayOut := map[string]bool{}
	for _, line := range lines[2:] {
		if _, way, ok := strings.Cut(line, "; "); ok {
			way, _, _ = strings.Cut(way, " (line")
			if wayOut[way] {
				t.Errorf("%q is told twice", way)
			}
			wayOut[way] = true
		}
	}
	if field := lines[2]; !strings.Contains(field, "careless.go:11: field Name of Careless, of type string, cannot be moved") ||
		!strings.HasSuffix(field, "(lines 12, 13 and 14 as well)") {
		t.Errorf("of the fields it says %q", field)
	}
	if last := lines[len(lines)-1]; !regexp.MustCompile(`^    and \d causes? more; --all has every place$`).MatchString(last) {
		t.Errorf("it ends with %q", last)
	}
}

// --all has each place once.
func TestKernelCheck_AllHasEachPlaceOnce(t *testing.T) {
	skipLoading(t)
	b, reports := &bench{t: t}, checkedOrdering(t)[4:]
	b.checks(1, kernelCheckCmd{All: true}, reports)
	places := map[string]bool{}
	for line := range strings.Lines(b.out.String()) {
		if strings.HasPrefix(line, "    ") && places[line] {
			t.Errorf("--all has twice:\n%s", line)
		}
		places[line] = true
	}
	b.prints("field Rules of Careless, of type *multiwalk.Constraints, cannot be moved to a device")
	for _, cause := range causesOf(reports[0]) {
		for _, r := range cause {
			if !places["    "+placed(r)+"\n"] {
				t.Errorf("--all lacks %s", placed(r))
			}
		}
	}
}

// Types that gen refuses while it reads them make check exit with 1, as docs/kernels.md says, and an empty name is none.
func TestKernelCheck_RefusedByLoading(t *testing.T) {
	skipLoading(t)
	b := &bench{t: t}
	const large = "../internal/kernelfile/testdata/large"
	b.want(1, "kernel", "check", large, "--type", "Wide")
	b.says("large.go:7:", "make it a slice")
	for _, args := range [][]string{{"check", large, "--type", ""}, {"gen", "--type="}, {"check", large, "--type=A,,B"}, {"dump", large, "--type", ""}} {
		b.want(2, append([]string{"kernel"}, args...)...)
		b.says("--type: the value is empty")
	}
}
