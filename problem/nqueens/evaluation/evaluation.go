package evaluation

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// Options are settings of schemes. The zero value is each scheme's defaults; what a scheme does not know it ignores.
type Options struct {
	// Machine is the number of the device's machine to evaluate on.
	Machine int
	// Threads is the size of a block, a multiple of 32 up to 1024; 0 means the scheme's own: 512 for the paper's schemes,
	// as in the paper.
	Threads int
	// Threshold is the number of pairs from which a queen's task is divided, of scheme dynamic; 0 means 32,768.
	Threshold int
	// Timed has the kernels' own time measured too, by two more calls of the driver.
	Timed bool
}

// Timing is how long an evaluation took.
type Timing struct {
	Kernel time.Duration // the kernels on the device, where Options.Timed asks for it; of kernels side by side, the sum
	Total  time.Duration // all, from host memory to host memory
}

// Scheme is a way to evaluate candidates on a machine. Make one with New. It may be used by several goroutines, which
// take turns. It keeps its buffers from call to call, until Close.
type Scheme struct {
	name   string
	o      Options
	m      *gpu.Machine
	mu     sync.Mutex
	slots  [2]*slot // two chunks of a batch at a time: while one is copied the other is evaluated
	timing Timing
	closed bool

	chunk     int // queens of a chunk, but for a larger candidate
	residents map[residence]int
}

// Names returns the schemes' names: those of the paper in its order, then ours.
func Names() []string {
	var list []string
	for _, a := range algorithms {
		list = append(list, a.name)
	}
	return list
}

// New makes a scheme for a machine of a device that package device made. The error names what is wrong with the options,
// or wraps device.ErrNoGPU or ErrUnavailable.
func New(d multiwalk.Device, name string, o Options) (*Scheme, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("multiwalk: no evaluation scheme %q; there are %s", name, strings.Join(Names(), ", "))
	}
	if o.Threads < 0 || o.Threads > 1024 || o.Threads%32 != 0 {
		return nil, fmt.Errorf("multiwalk: scheme %s: %d threads a block; use a multiple of 32 up to 1024", name, o.Threads)
	}
	if o.Threshold < 0 {
		return nil, fmt.Errorf("multiwalk: scheme %s: a threshold of %d pairs; use 1 or more", name, o.Threshold)
	}
	m, err := gpu.Of(d, o.Machine)
	if err != nil {
		return nil, err
	}
	s := &Scheme{name: name, o: o, m: m, chunk: chunkQueens, residents: map[residence]int{}}
	s.slots[0], err = newSlot(s)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Name is the scheme's word in tables.
func (s *Scheme) Name() string { return s.name }

// Timing is that of the last successful evaluation.
func (s *Scheme) Timing() Timing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.timing
}

// Evaluate returns the number of attacking pairs of the queens in rows x, each from 0 to len(x)-1. It leaves x as it is.
// A candidate too large for the machine is an error that says how large one may be.
func (s *Scheme) Evaluate(x []int32) (int64, error) {
	var conflicts [1]int64
	err := s.EvaluateBatch(conflicts[:], x, len(x))
	return conflicts[0], err
}

// EvaluateBatch sets conflicts[c] to the number of attacking pairs of candidate c, which is x[c*n : c*n+n]. What does not
// fit the device's buffers goes in chunks, one copied while another is evaluated.
func (s *Scheme) EvaluateBatch(conflicts []int64, x []int32, n int) error {
	return s.EvaluateContext(context.Background(), conflicts, x, n)
}

// EvaluateContext is EvaluateBatch until a context is done, whose error it then returns. What was launched goes on for as
// long as it takes; Close does not wait for it, but another evaluation does.
func (s *Scheme) EvaluateContext(ctx context.Context, conflicts []int64, x []int32, n int) error {
	if n < 0 || len(x) != n*len(conflicts) {
		return fmt.Errorf("multiwalk: scheme %s: %d rows are not %d candidates of %d queens", s.name, len(x), len(conflicts), n)
	}
	if n > MaxN {
		return fmt.Errorf("multiwalk: scheme %s: %d queens; it takes up to %d", s.name, n, MaxN)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fmt.Errorf("multiwalk: scheme %s: it is closed", s.name)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if n < 2 {
		clear(conflicts)
		s.timing = Timing{}
		return nil
	}
	began := time.Now()
	kernel, err := s.chunks(ctx, conflicts, x, n)
	if err == nil {
		s.timing = Timing{Kernel: kernel, Total: time.Since(began)}
	}
	return err
}

// Close frees the scheme's memory on the device, once it is not in use. A second Close does nothing.
func (s *Scheme) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.free()
}

// ForSearch makes a scheme one for searches. Its Conflicts panics with the error of a device that fails, which ends a
// search with that error, and the best solution found.
func ForSearch(s *Scheme) nqueens.Scheme { return searched{s} }

type searched struct{ *Scheme }

func (s searched) Conflicts(x []int32) int64 {
	conflicts, err := s.Evaluate(x)
	if err != nil {
		panic(err)
	}
	return conflicts
}
