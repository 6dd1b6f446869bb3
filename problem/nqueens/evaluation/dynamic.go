package evaluation

import (
	"cmp"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation/nested"
)

// ErrUnavailable is wrapped by New's error for scheme dynamic on a computer without NVIDIA's device runtime, which comes with
// the CUDA toolkit; the error says where it was looked for.
var ErrUnavailable = gpu.ErrNoDeviceRuntime

// pendingLaunches is how many nested launches may wait for a place on the device. Tasks that find none are done by the
// thread that would have launched.
const pendingLaunches = 1 << 17

// dynamic launches nested.Tasks.
type dynamic struct {
	kernel    *gpu.Kernel
	threads   int
	threshold int32
}

func newDynamic(s *Scheme) (algorithm, error) {
	a := &dynamic{threads: s.threads(paperThreads), threshold: s.threshold()}
	p, err := s.m.LoadNested(gpu.NameOf("problem/nqueens/evaluation/nested", nested.PTX), nested.PTX, pendingLaunches)
	if err == nil {
		a.kernel, err = p.Kernel("Tasks", nested.Tasks)
	}
	return a, err
}

func (a *dynamic) prepare(int, int) error { return nil }
func (a *dynamic) bring(chunk) error      { return nil }
func (a *dynamic) free() error            { return nil }

func (a *dynamic) launch(c chunk) error {
	shape := gpu.Shape{Blocks: blocksFor(int64(c.n), a.threads), Threads: a.threads, Stream: c.stream}
	return c.each(func(of Candidate) error {
		return a.kernel.Launch(shape, of.From, of.N, of.At, a.threshold, c.x, c.counts)
	})
}

// defaultThreshold is a size in the middle of the paper's tables 3 and 4, which go from 1k to 128k pairs.
const defaultThreshold = 32 << 10

// threshold is the number of pairs from which a task is divided.
func (s *Scheme) threshold() int32 {
	return int32(min(cmp.Or(s.o.Threshold, defaultThreshold), MaxN))
}
