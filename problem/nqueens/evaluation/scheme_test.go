package evaluation_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
)

// setting is a scheme with options.
type setting struct {
	name string
	o    evaluation.Options
}

// label names it in tests and benchmarks.
func (s setting) label() string {
	l := s.name
	if s.o.Threshold > 0 {
		l += fmt.Sprintf("-%d", s.o.Threshold)
	}
	if s.o.Threads > 0 {
		l += fmt.Sprintf("-of-%d", s.o.Threads)
	}
	return l
}

// settings are the schemes with their defaults, and with options that make small candidates go the
// ways of large ones.
func settings() []setting {
	var list []setting
	for _, name := range evaluation.Names() {
		list = append(list, setting{name, evaluation.Options{}})
	}
	return append(list,
		setting{"dynamic", evaluation.Options{Threshold: 1}},
		setting{"dynamic", evaluation.Options{Threshold: 7, Threads: 64}},
		setting{"coarse", evaluation.Options{Threads: 32}},
		setting{"linear", evaluation.Options{Threads: 32}})
}

// everywhere runs a test on the emulator, on a GPU of the fake driver, and on a real one where there is one. dear says
// that the work may be.
func everywhere(t *testing.T, test func(t *testing.T, d multiwalk.Device, dear bool)) {
	t.Run("emulator", func(t *testing.T) { test(t, device.Emulator(), false) })
	t.Run("fake", func(t *testing.T) {
		if testing.Short() {
			t.Skip("takes seconds")
		}
		computer(t)
		test(t, device.GPU(), false)
	})
	t.Run("gpu", func(t *testing.T) {
		d := must.Ready(t, device.GPU())
		test(t, d, true)
	})
}

// computer makes this machine one with a small GPU of the fake driver, which runs the kernels as Go.
func computer(t *testing.T) *cudatest.Fake {
	small := cudatest.H200()
	small.SMs = 2
	fake := cudatest.New(small)
	for symbol, fn := range evaluation.Kernels() {
		fake.Kernel(symbol, cudatest.Emulate(fn))
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // compiled kernels of a fake are good for nothing else
	toolkit := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(toolkit, "lib"), 0o700))
	for _, name := range []string{"libcudadevrt.a", "cudadevrt.lib"} {
		must.Do(t, os.WriteFile(filepath.Join(toolkit, "lib", name), []byte("!<arch>\n"), 0o600))
	}
	t.Setenv("CUDA_HOME", toolkit)
	t.Cleanup(gpu.Substitute(fake.Open))
	return fake
}

// open makes a scheme for the length of a test, which it skips where the scheme is not to be had.
func open(t testing.TB, d multiwalk.Device, s setting) *evaluation.Scheme {
	t.Helper()
	e, err := evaluation.New(d, s.name, s.o)
	if errors.Is(err, evaluation.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// kinds of candidates.
var kinds = []string{"random", "permutation", "equal", "rising", "falling", "two rows", "solution"}

// candidate makes one of n queens.
func candidate(r *multiwalk.Rand, n int, kind string) []int32 {
	x := make([]int32, n)
	if kind == "solution" {
		if s, err := nqueens.Hoffman(n); err == nil {
			return s
		}
	}
	if kind == "permutation" {
		multiwalk.Permutation(n).Random(r, x)
		return x
	}
	for i := range x {
		switch kind {
		case "random":
			x[i] = int32(r.IntN(n))
		case "equal":
			x[i] = int32(n - 1)
		case "rising":
			x[i] = int32(i)
		case "falling":
			x[i] = int32(n - 1 - i)
		case "two rows":
			x[i] = int32(i % 2 * (n - 1))
		}
	}
	return x
}

// agree checks a scheme on a candidate.
func agree(t *testing.T, s *evaluation.Scheme, x []int32, what string) {
	t.Helper()
	was := slices.Clone(x)
	got, err := s.Evaluate(x)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if want := (nqueens.Serial{}).Conflicts(x); got != want {
		t.Errorf("%s: %d conflicts, want %d (seed 1)", what, got, want)
	}
	if !slices.Equal(x, was) {
		t.Errorf("%s: the candidate was changed", what)
	}
}

func TestSchemes_AgreeWithSerial(t *testing.T) {
	everywhere(t, func(t *testing.T, d multiwalk.Device, dear bool) {
		r := multiwalk.NewRand(1, 0)
		sizes := []int{0, 1, 2, 3, 31, 32, 33, 5 + r.IntN(100)}
		if testing.Short() {
			sizes = []int{1, 2, 3, 32, 33}
		}
		if dear {
			sizes = append(sizes, 255, 256, 257, 1000, 1+r.IntN(3000), 1+r.IntN(3000), 4096, 5000)
		}
		for _, setting := range settings() {
			t.Run(setting.label(), func(t *testing.T) {
				s := open(t, d, setting)
				if s.Name() != setting.name {
					t.Errorf("its name is %s", s.Name())
				}
				for _, n := range sizes {
					for _, kind := range kinds {
						agree(t, s, candidate(r, n, kind), fmt.Sprintf("n=%d, %s", n, kind))
					}
				}
			})
		}
	})
}

// Larger ones, where the emulator has the time: beyond a band, a byte's counters and half a byte's.
func TestSchemes_AgreeOnLargerCandidates(t *testing.T) {
	for _, c := range []struct {
		setting setting
		sizes   []int
		dear    bool
	}{
		{setting{"linear", evaluation.Options{}}, []int{128, 129, 130, 257, 300, 1000}, false},
		{setting{"linear", evaluation.Options{}}, []int{60_000}, true}, // two bands
		{setting{"coarse", evaluation.Options{}}, []int{513}, false},
		{setting{"dynamic", evaluation.Options{Threshold: 2}}, []int{2100}, true}, // more launches than may wait
		{setting{"fine-1", evaluation.Options{}}, []int{500}, true},
		{setting{"fine-2", evaluation.Options{}}, []int{500}, true},
	} {
		if c.dear && testing.Short() {
			continue
		}
		r, began := multiwalk.NewRand(1, 0), time.Now()
		s := open(t, device.Emulator(), c.setting)
		for _, n := range c.sizes {
			of := []string{"random", "permutation", "equal"}
			if c.dear || testing.Short() {
				of = []string{"permutation"}
			}
			for _, kind := range of {
				agree(t, s, candidate(r, n, kind), fmt.Sprintf("%s, n=%d, %s", c.setting.label(), n, kind))
			}
		}
		t.Logf("%s %d: %v", c.setting.label(), c.sizes, time.Since(began))
	}
}

// A batch gives what its candidates give one by one, in one chunk and in many, and sizes may change between calls.
func TestEvaluateBatch(t *testing.T) {
	everywhere(t, func(t *testing.T, d multiwalk.Device, _ bool) {
		for _, setting := range settings()[:len(evaluation.Names())] {
			setting.o.Threads = 64
			t.Run(setting.label(), func(t *testing.T) { evaluateBatches(t, open(t, d, setting)) })
		}
	})
}

func evaluateBatches(t *testing.T, s *evaluation.Scheme) {
	for _, chunk := range []int{1 << 20, 40} {
		s.SetChunk(chunk)
		r := multiwalk.NewRand(1, 0)
		for _, n := range []int{20, 7} {
			var x []int32
			var want []int64
			for c := range 5 {
				y := candidate(r, n, kinds[c])
				x, want = append(x, y...), append(want, nqueens.Serial{}.Conflicts(y))
			}
			got := make([]int64, len(want))
			if err := s.EvaluateBatch(got, x, n); err != nil || !slices.Equal(got, want) {
				t.Fatalf("n=%d, chunks of %d queens: %d, want %d, %v", n, chunk, got, want, err)
			}
		}
	}
	if err := s.EvaluateBatch(nil, nil, 5); err != nil {
		t.Errorf("no candidates: %v", err)
	}
}

func TestTiming(t *testing.T) {
	everywhere(t, func(t *testing.T, d multiwalk.Device, _ bool) {
		x := candidate(multiwalk.NewRand(1, 0), 40, "permutation")
		for _, name := range evaluation.Names() {
			t.Run(name, func(t *testing.T) {
				timed, plain := open(t, d, setting{name, evaluation.Options{Timed: true}}), open(t, d, setting{name, evaluation.Options{}})
				for _, s := range []*evaluation.Scheme{timed, plain} {
					agree(t, s, x, name)
				}
				if got := timed.Timing(); got.Kernel <= 0 || got.Total < got.Kernel {
					t.Errorf("timed as %+v", got)
				}
				if got := plain.Timing(); got.Kernel != 0 || got.Total <= 0 {
					t.Errorf("timed as %+v though not asked to", got)
				}
			})
		}
	})
}

func TestNew_Refuses(t *testing.T) {
	for _, c := range []struct {
		d    multiwalk.Device
		name string
		o    evaluation.Options
		says string
	}{
		{device.Emulator(), "fine", evaluation.Options{}, `no evaluation scheme "fine"; there are fine-1, `},
		{device.Emulator(), "coarse", evaluation.Options{Threads: 33}, "33 threads a block; use a multiple of 32 up to 1024"},
		{device.Emulator(), "coarse", evaluation.Options{Threads: 1056}, "1056 threads a block"},
		{device.Emulator(), "coarse", evaluation.Options{Threads: -32}, "-32 threads a block"},
		{device.Emulator(), "dynamic", evaluation.Options{Threshold: -1}, "a threshold of -1 pairs; use 1 or more"},
		{device.Emulator(), "coarse", evaluation.Options{Machine: 1}, "has no machine 1"},
		{device.CPU(0), "coarse", evaluation.Options{}, "runs no kernels"},
	} {
		s, err := evaluation.New(c.d, c.name, c.o)
		if s != nil || err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %+v: %v, want an error that says %q", c.name, c.o, err, c.says)
		}
	}
}

func TestEvaluate_Refuses(t *testing.T) {
	for _, name := range evaluation.Names() {
		s := open(t, device.Emulator(), setting{name, evaluation.Options{}})
		refuses := func(says string, err error) {
			t.Helper()
			if err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want an error that says %q", name, err, says)
			}
		}
		_, err := s.Evaluate([]int32{0, 3, 1})
		refuses("candidate 0 of 3 queens: the queen in column 1 is in row 3, outside [0, 2]", err)
		_, err = s.Evaluate([]int32{0, 1, -1})
		refuses("the queen in column 2 is in row -1", err)
		refuses("candidate 1 of 2 queens", s.EvaluateBatch(make([]int64, 2), []int32{0, 1, 0, 2}, 2))
		refuses("5 rows are not 2 candidates of 3 queens", s.EvaluateBatch(make([]int64, 2), make([]int32, 5), 3))
		refuses("are not 1 candidates of -1 queens", s.EvaluateBatch(make([]int64, 1), nil, -1))
		agree(t, s, []int32{0, 1, 2, 1}, name+" after errors")
		must.Do(t, s.Close())
		_, err = s.Evaluate([]int32{0, 1})
		refuses("it is closed", err)
	}
}

func TestScheme_ConcurrentUse(t *testing.T) {
	for _, name := range []string{"linear", "coarse", "fine-1"} {
		s := open(t, device.Emulator(), setting{name, evaluation.Options{Timed: true}})
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				r := multiwalk.NewRand(1, g)
				for _, n := range []int{20, 35} {
					x := candidate(r, n, "random")
					if got, err := s.Evaluate(x); err != nil || got != (nqueens.Serial{}).Conflicts(x) {
						t.Errorf("%s: %d, %v", name, got, err)
					}
					s.Timing()
				}
			})
		}
		wg.Wait()
	}
}

// The PTX in the tree has the kernels of the Go functions.
func TestPTX(t *testing.T) {
	entries := strings.Count(evaluation.PTX, ".visible .entry ")
	if entries != len(evaluation.Kernels()) {
		t.Errorf("%d entries for %d kernels; run go generate", entries, len(evaluation.Kernels()))
	}
	for symbol := range evaluation.Kernels() {
		if !strings.Contains(evaluation.PTX, ".visible .entry "+symbol+"(") {
			t.Errorf("there is no entry %s; run go generate", symbol)
		}
	}
}
