package kernelproof

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/must"
)

var (
	twinsPath   = flag.String("twins", "", "the CUDA C++ twins as cubin or PTX (see cuda/README.md); without it TestTwins skips")
	kernelsPath = flag.String("kernels", "", "PTX of the Go kernels in place of zkernels.ptx, to try a change of the compiler")
	twinRounds  = flag.Int("rounds", 15, "how often each kernel of TestTwins is timed")
)

// A contest is a kernel with a launch that fills the chip.
type contest struct {
	kernel                  string
	blocks, threads, shared int
	args                    []any
	outputs                 []output
	work                    float64 // what a launch does, in units; 0: the sum of its output, which is int32
	unit                    string
}

// An output is memory that a kernel writes.
type output struct {
	clear func() error
	read  func() ([]byte, error)
}

// outputOf gives device memory to a contest.
func outputOf[T any](b *cuda.Buffer[T]) output {
	return output{
		clear: b.Zero,
		read: func() ([]byte, error) {
			host := make([]T, b.Len())
			var zero T
			return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(host))), len(host)*int(unsafe.Sizeof(zero))), b.CopyTo(host, 0)
		},
	}
}

// TestTwins runs each kernel beside its CUDA C++ twin: equal outputs, and the medians of their times, taken in turn.
func TestTwins(t *testing.T) {
	if *twinsPath == "" {
		t.Skip("without -twins there is nothing to compare with")
	}
	g := openGPU(t)
	source := ptx
	if *kernelsPath != "" {
		source = readFile(t, *kernelsPath)
	}
	ours := must.Have(g.c.LoadModule("kernels", source, cuda.ModuleOptions{NoCache: true}))(t)
	theirs := must.Have(g.c.LoadModule("twins", readFile(t, *twinsPath), cuda.ModuleOptions{NoCache: true}))(t)
	table := fmt.Sprintf("%-13s %10s %10s %7s  %-22s %s\n", "kernel", "Go, ms", "CUDA, ms", "ratio", "rate of Go", "registers")
	for _, c := range contests(t, g) {
		t.Run(c.kernel, func(t *testing.T) { table += c.hold(t, g, ours, theirs) })
	}
	t.Logf("ratio is the speed of Go over that of CUDA C++\n%s", table)
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text := must.Have(os.ReadFile(path))(t)
	return text
}

// hold compares the two and returns a line of the table.
func (c *contest) hold(t *testing.T, g *gpu, ours, theirs *cuda.Module) string {
	t.Helper()
	var f [2]*cuda.Function
	var results [2][][]byte
	for i, m := range []*cuda.Module{ours, theirs} {
		var err error
		f[i], err = m.Function(c.kernel)
		must.Do(t, err)
		results[i] = c.results(t, f[i])
	}
	for i := range c.outputs {
		if !slices.Equal(results[0][i], results[1][i]) {
			t.Errorf("%s: output %d differs between Go and CUDA C++", c.kernel, i)
		}
	}
	if c.work == 0 {
		for _, v := range unsafe.Slice((*int32)(unsafe.Pointer(&results[0][0][0])), len(results[0][0])/4) {
			c.work += float64(v)
		}
	}
	var times [2][]time.Duration
	for round := range *twinRounds {
		for k := range 2 {
			i := (round + k) % 2
			times[i] = append(times[i], c.time(t, g, f[i]))
		}
	}
	slices.Sort(times[0])
	slices.Sort(times[1])
	a, b := times[0][len(times[0])/2], times[1][len(times[1])/2]
	return fmt.Sprintf("%-13s %10.3f %10.3f %7.3f  %-22s %d, %d\n", c.kernel, ms(a), ms(b), ms(b)/ms(a),
		fmt.Sprintf("%.1fe9 %s/s", c.work/a.Seconds()/1e9, c.unit), f[0].Attributes().Registers, f[1].Attributes().Registers)
}

func ms(d time.Duration) float64 { return d.Seconds() * 1e3 }

func (c *contest) launch(t *testing.T, f *cuda.Function) {
	t.Helper()
	must.Do(t, f.Launch(cuda.Config{Grid: cuda.Dim{X: c.blocks}, Block: cuda.Dim{X: c.threads}, Shared: c.shared}, c.args...))
}

// results are the outputs of one launch on cleared memory.
func (c *contest) results(t *testing.T, f *cuda.Function) [][]byte {
	t.Helper()
	for _, o := range c.outputs {
		must.Do(t, o.clear())
	}
	c.launch(t, f)
	var all [][]byte
	for _, o := range c.outputs {
		r := must.Have(o.read())(t)
		all = append(all, r)
	}
	return all
}

// time is how long a launch takes on the device.
func (c *contest) time(t *testing.T, g *gpu, f *cuda.Function) time.Duration {
	t.Helper()
	before := must.Have(g.c.NewEvent())(t)
	after := must.Have(g.c.NewEvent())(t)
	must.Do(t, before.Record(nil))
	c.launch(t, f)
	must.Do(t, after.Record(nil))
	must.Do(t, after.Sync())
	took := must.Have(after.Since(before))(t)
	must.Do(t, before.Free())
	must.Do(t, after.Free())
	return took
}

// contests are the five kernels in sizes that fill the chip.
func contests(t *testing.T, g *gpu) []contest {
	t.Helper()
	const elements, swaps, starts, n, cities, iterations, warps = 1 << 28, 10_000_000, 10_000_000, 100, 493, 20_000, 8448
	r := rand.New(rand.NewPCG(1, 2))
	in := newInputs(1, n, cities, iterations, warps)
	o := newOutputs(in)
	x, total := upload(t, g, words(r, elements)), upload(t, g, o.total)
	scan := upload(t, g, make([]int32, elements))
	flow, dist, perm := upload(t, g, in.flow), upload(t, g, in.dist), upload(t, g, in.perm)
	pairs, deltas := upload(t, g, somePairs(r, in.pairs, swaps)), upload(t, g, make([]int64, swaps))
	from := make([]uint64, starts)
	for i := range from {
		from[i] = 1 + r.Uint64N(1<<32)
	}
	begin, steps := upload(t, g, from), upload(t, g, make([]int32, starts))
	px, py := upload(t, g, in.plane.X), upload(t, g, in.plane.Y)
	tours, costs := upload(t, g, o.tours), upload(t, g, o.costs)
	const resident = 132 * 8 // blocks of 256 threads that an H200 holds at once
	return []contest{
		{"Sum", resident, 256, 0, []any{x, total}, []output{outputOf(total)}, 4 * elements, "bytes"},
		{"Scan", elements / 512, 512, 0, []any{x, scan}, []output{outputOf(scan)}, 8 * elements, "bytes"},
		{"SwapDeltas", resident, 256, 0, []any{in.n, flow, dist, perm, pairs, deltas}, []output{outputOf(deltas)}, swaps, "deltas"},
		{"Hailstones", resident, 256, 0, []any{begin, steps}, []output{outputOf(steps)}, 0, "steps"},
		{"Anneal_Plane", warps / 4, 128, 4 * 4 * cities, []any{px, py, in.cities, in.iterations, o.start, o.alpha, o.seed, tours, costs},
			[]output{outputOf(tours), outputOf(costs)}, iterations * warps * 32, "moves"},
	}
}

// words are n random numbers.
func words(r *rand.Rand, n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(r.Uint32())
	}
	return x
}

// somePairs draws n of the pairs.
func somePairs(r *rand.Rand, pairs []int32, n int) []int32 {
	some := make([]int32, 0, 2*n)
	for range n {
		k := r.IntN(len(pairs) / 2)
		some = append(some, pairs[2*k], pairs[2*k+1])
	}
	return some
}
