package evaluation

import (
	"context"
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

//go:generate go run ../../../internal/kernelgen/gen

//go:embed zkernels.ptx
var ptx []byte

// MaxN is the greatest board: twice its lines fit int32, and its pairs int64.
const MaxN = nqueens.MaxN

// algorithm is what differs between schemes. Each slot has one, with buffers of its own.
type algorithm interface {
	// prepare makes ready for chunks of that number of candidates of n queens, n at least 2. Work in flight is over.
	prepare(n, candidates int) error
	// bring copies to the device what a chunk needs besides its candidates; that is no kernel's time.
	bring(c chunk) error
	// launch submits to the slot's stream what adds the conflicts of its candidates to their counts, which are 0.
	launch(c chunk) error
	free() error
}

// chunk is candidates of n queens, one after the other in the slot's array.
type chunk struct {
	*slot
	ctx           context.Context // of the evaluation
	n, candidates int
	permutations  bool // no two queens of a candidate are in one row
}

// algorithms are the schemes.
var algorithms = []struct {
	name string
	make func(s *Scheme) (algorithm, error)
}{
	{"fine-1", newListed},
	{"fine-2", newDirect("Fine2", Fine2, aThreadAPair)},
	{"coarse", newDirect("Coarse", Coarse, aThreadAQueen)},
	{"dynamic", newDynamic},
	{"linear", newLinear},
}

// Candidate says which candidate of a chunk a launch evaluates.
type Candidate struct {
	From, N int32 // its rows are x[From : From+N]
	At      int32 // and its count is conflicts[At]
}

// each launches for one candidate after the other.
func (c chunk) each(launch func(of Candidate) error) error {
	for k := range c.candidates {
		if err := launch(Candidate{From: int32(k * c.n), N: int32(c.n), At: int32(k)}); err != nil {
			return err
		}
	}
	return nil
}

// kernel finds a kernel of this package.
func (s *Scheme) kernel(symbol string, fn any) (*gpu.Kernel, error) {
	p, err := s.m.Load(gpu.NameOf("problem/nqueens/evaluation", ptx), ptx)
	if err != nil {
		return nil, err
	}
	return p.Kernel(symbol, fn)
}

// threads is the size of a block: the one asked for, or the scheme's own.
func (s *Scheme) threads(own int) int {
	if s.o.Threads > 0 {
		return s.o.Threads
	}
	return own
}

// paperThreads is the paper's size of a block, section 3.1.
const paperThreads = 512
