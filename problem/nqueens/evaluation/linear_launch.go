package evaluation

import "github.com/multiwalk/multiwalk/internal/gpu"

// linear launches Linear.
type linear struct {
	s      *Scheme
	kernel *gpu.Kernel
}

func newLinear(s *Scheme) (algorithm, error) {
	k, err := s.kernel("Linear", Linear)
	return &linear{s, k}, err
}

func (a *linear) prepare(int, int) error { return nil }
func (a *linear) bring(chunk) error      { return nil }
func (a *linear) free() error            { return nil }

func (a *linear) launch(c chunk) error {
	lines := 5 * c.n
	if c.permutations {
		lines = 4 * c.n
	}
	b := Bands{N: int32(c.n), Candidates: int32(c.candidates), Lines: int32(lines),
		Width: int32(bandWidth(lines, a.s.m.SharedPerBlock()))}
	threads := a.s.threads(bandThreads(c.n))
	resident, err := a.s.resident(a.kernel, threads, int(b.Width))
	if err != nil {
		return err
	}
	blocks := int(min(int64(resident), int64(b.Candidates)*int64(b.bands())))
	return a.kernel.Launch(gpu.Shape{Blocks: blocks, Threads: threads, Shared: int(b.Width), Stream: c.stream}, b, c.x, c.counts)
}

// forReductions is the shared memory of a block that is left for its reductions.
const forReductions = 1 << 10

// bandWidth returns the width of bands, all of about the same width, for lines whose counters take a byte each.
func bandWidth(lines, shared int) int {
	bands := (lines + shared - forReductions - 1) / (shared - forReductions)
	return ((lines+bands-1)/bands + 15) &^ 15
}

// bandThreads is the size of a block for candidates of n queens: some queens for each thread, and enough threads to hide
// what an atomic operation takes where a multiprocessor has room for one block alone.
func bandThreads(n int) int {
	switch {
	case n <= 256:
		return 32
	case n <= 1024:
		return 128
	case n <= 8192:
		return 256
	}
	return 1024
}
