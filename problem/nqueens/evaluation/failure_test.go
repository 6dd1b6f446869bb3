package evaluation_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
	"github.com/multiwalk/multiwalk/single"
)

// Whatever call of the driver fails, the error comes back, the next evaluation is right, and all memory is freed.
func TestDriverFails(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, name := range evaluation.Names() {
		t.Run(name, func(t *testing.T) {
			fake := computer(t)
			first := open(t, device.GPU(), setting{name, evaluation.Options{Timed: true}})
			agree(t, first, candidate(r, 20, "random"), name)
			must.Do(t, first.Close())
			before := fake.Misuse() // what belongs to the machine
			n := 21                 // another size each time: buffers are made anew
			for _, symbol := range []string{"cuStreamCreate", "cuEventCreate", "cuMemAlloc", "cuMemHostAlloc", "cuMemcpyHtoDAsync", "cuMemsetD8Async",
				"cuEventRecord", "cuLaunchKernel", "cuMemcpyDtoHAsync", "cuEventSynchronize", "cuEventElapsedTime"} {
				for after := range 2 {
					n++
					x := candidate(r, n, "random")
					fake.Fail(symbol, after, cuda.OutOfMemory)
					s, err := evaluation.New(device.GPU(), name, evaluation.Options{Timed: true})
					if err == nil {
						s.SetChunk(n) // a chunk a candidate, so that both slots work
						err = s.EvaluateBatch(make([]int64, 3), slices.Concat(x, x, x), n)
						if idle := fake.Forget(symbol) > 0 && symbol == "cuEventSynchronize"; err == nil && !idle {
							t.Errorf("call %d of %s failed, and nobody noticed", after, symbol)
						} // else the fake was done so soon that nobody had to sleep
						agree(t, s, x, name+" after "+symbol)
						must.Do(t, s.Close())
					}
					if err != nil && (!errors.Is(err, cuda.ErrOutOfMemory) || !strings.HasPrefix(err.Error(), "multiwalk: ")) {
						t.Errorf("%s: %v", symbol, err)
					}
				}
			}
			if got := fake.Misuse(); !slices.Equal(got, before) {
				t.Errorf("misuse of the driver: %q, at first %q", got, before)
			}
		})
	}
}

// A candidate whose pairs do not fit is refused before anything is allocated for them.
func TestFine1_RefusesWhatDoesNotFit(t *testing.T) {
	s := open(t, device.Emulator(), setting{"fine-1", evaluation.Options{}})
	x := make([]int32, 30_000)
	_, err := s.Evaluate(x)
	if says := "the pairs of 30000 queens take 1799940000 bytes, and emulator 0 has room for 1073741824; " +
		"use at most 23170 queens"; err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v, want an error that says %q", err, says)
	}
	agree(t, s, x[:40], "fine-1")
	computer(t)
	s = open(t, device.GPU(), setting{"fine-1", evaluation.Options{}})
	_, err = s.Evaluate(make([]int32, 300_000))
	if says := "the pairs of 300000 queens take 359998800000 bytes"; err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v, want an error that says %q", err, says)
	}
}

// waited is a context that is done from when it is first waited for.
type waited struct {
	context.Context
	asked bool
}

func (w *waited) Done() <-chan struct{} {
	w.asked = true
	done := make(chan struct{})
	close(done)
	return done
}

func (w *waited) Err() error {
	if w.asked {
		return context.Canceled
	}
	return nil
}

// An evaluation is broken off at once, others go on after it, and nothing is lost.
func TestEvaluateContext(t *testing.T) {
	x := candidate(multiwalk.NewRand(1, 0), 60, "random")
	for _, name := range evaluation.Names() {
		t.Run(name, func(t *testing.T) {
			fake := computer(t)
			first := open(t, device.GPU(), setting{name, evaluation.Options{}})
			agree(t, first, []int32{0, 1}, name)
			must.Do(t, first.Close())
			before := fake.Misuse()
			s := open(t, device.GPU(), setting{name, evaluation.Options{}})
			cancelled := func() {
				t.Helper() // on a busy machine a launch may be over before anybody looks at the context
				if err := s.EvaluateContext(&waited{Context: t.Context()}, make([]int64, 1), x, len(x)); err != nil &&
					!errors.Is(err, context.Canceled) {
					t.Errorf("%v, want that it was cancelled", err)
				}
			}
			cancelled()
			cancelled()
			agree(t, s, []int32{1, 1, 0}, "after that")
			cancelled()
			must.Do(t, s.Close())
			for deadline := time.Now().Add(time.Minute); !slices.Equal(fake.Misuse(), before); time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("misuse of the driver: %q, at first %q", fake.Misuse(), before)
				}
			}
		})
	}
}

// A search that evaluates by a scheme of a device goes the way that it goes with any other scheme.
func TestForSearch(t *testing.T) {
	run := func(s nqueens.Scheme) *multiwalk.Result {
		return must.Have(multiwalk.Minimize(t.Context(), nqueens.Evaluated{N: 12, Scheme: s}, single.Anneal{}, multiwalk.Settings{Seed: 3, Walks: 1,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(300)}}))(t)
	}
	want := run(nil)
	for _, name := range []string{"linear", "coarse"} {
		s := evaluation.ForSearch(open(t, device.Emulator(), setting{name, evaluation.Options{}}))
		if got := run(s); got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) || s.Name() != name {
			t.Errorf("%s: cost %d of %v, want %d of %v", s.Name(), got.Cost, got.Best, want.Cost, want.Best)
		}
	}
}

// brief closes its scheme after some evaluations.
type brief struct {
	nqueens.Scheme
	s    *evaluation.Scheme
	left int
}

func (b *brief) Conflicts(x []int32) int64 {
	if b.left--; b.left == 0 {
		b.s.Close()
	}
	return b.Scheme.Conflicts(x)
}

// A device that fails in a search ends it with the error and the best solution so far.
func TestForSearch_Failure(t *testing.T) {
	s := open(t, device.Emulator(), setting{"linear", evaluation.Options{}})
	r, err := multiwalk.Minimize(t.Context(), nqueens.Evaluated{N: 12, Scheme: &brief{evaluation.ForSearch(s), s, 100}}, single.Anneal{},
		multiwalk.Settings{Seed: 3, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(300)}})
	must.Fail(t, "scheme linear: it is closed")(err)
	if len(r.Best) != 12 || (nqueens.Serial{}).Conflicts(r.Best) != r.Cost {
		t.Errorf("the best is lost: %s", fmt.Sprint(r.Best, r.Cost))
	}
}

// Without NVIDIA's device runtime the dynamic scheme is an error that says so, and all others work.
func TestDynamic_Unavailable(t *testing.T) {
	computer(t)
	t.Setenv("CUDA_HOME", t.TempDir())
	t.Setenv("CUDA_PATH", "")
	s, err := evaluation.New(device.GPU(), "dynamic", evaluation.Options{})
	if err == nil {
		t.Skip("this computer has it")
	}
	if s != nil || !errors.Is(err, evaluation.ErrUnavailable) || !strings.HasPrefix(err.Error(), "multiwalk: gpu:0: no CUDA device runtime: ") ||
		!strings.Contains(err.Error(), "cudadevrt") || !strings.Contains(err.Error(), "set CUDA_HOME") {
		t.Errorf("%v", err)
	}
	agree(t, open(t, device.GPU(), setting{"coarse", evaluation.Options{}}), []int32{0, 1, 3, 3}, "coarse")
}
