package evaluation

import "github.com/multiwalk/multiwalk/internal/gpu"

// maxBlocks is the most blocks of a launch.
const maxBlocks = 1<<31 - 1

// blocksFor is how many blocks the threads fill, or the most that a launch may have.
func blocksFor(threads int64, block int) int {
	return int(min((threads+int64(block)-1)/int64(block), maxBlocks))
}

// direct launches the schemes that are one kernel and need nothing but the candidate.
type direct struct {
	kernel  *gpu.Kernel
	threads int               // of a block
	work    func(n int) int64 // threads of a launch
}

func newDirect(symbol string, fn any, work func(n int) int64) func(s *Scheme) (algorithm, error) {
	return func(s *Scheme) (algorithm, error) {
		k, err := s.kernel(symbol, fn)
		return &direct{k, s.threads(paperThreads), work}, err
	}
}

func aThreadAQueen(n int) int64 { return int64(n) }
func aThreadAPair(n int) int64  { return pairsOf(int32(n)) }

func (a *direct) prepare(int, int) error { return nil }
func (a *direct) bring(chunk) error      { return nil }
func (a *direct) free() error            { return nil }

func (a *direct) launch(c chunk) error {
	shape := gpu.Shape{Blocks: blocksFor(a.work(c.n), a.threads), Threads: a.threads, Stream: c.stream}
	return c.each(func(of Candidate) error { return a.kernel.Launch(shape, of, c.x, c.counts) })
}

// residence is a shape of block of a kernel.
type residence struct {
	kernel          *gpu.Kernel
	threads, shared int
}

// resident returns how many such blocks the machine holds at once. The driver is asked once.
func (s *Scheme) resident(k *gpu.Kernel, threads, shared int) (int, error) {
	r := residence{k, threads, shared}
	if n := s.residents[r]; n > 0 {
		return n, nil
	}
	each, err := k.Resident(threads, shared)
	if err != nil {
		return 0, err
	}
	s.residents[r] = max(1, each) * s.m.Multiprocessors()
	return s.residents[r], nil
}
