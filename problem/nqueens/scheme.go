package nqueens

import (
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
)

// Scheme is a way to evaluate a candidate. All schemes give the same number for the same candidate.
type Scheme interface {
	// Name is the scheme's word in tables.
	Name() string
	// Conflicts returns the number of attacking pairs of the queens in rows x, each from 0 to len(x)-1. Rows may come
	// several times. It is safe for concurrent use and leaves x as it is.
	Conflicts(x []int32) int64
}

// Stopper is a scheme that can be broken off, as those are that compare all pairs on processor cores: of a million queens
// that takes minutes.
type Stopper interface {
	Scheme
	// ConflictsUntil is Conflicts, but once stop is set it returns soon, with a number that means nothing.
	ConflictsUntil(stop *atomic.Bool, x []int32) int64
}

// never is a stop that is not set.
var never atomic.Bool

// Schemes returns the schemes for processor cores with their defaults: those of the paper first, in its order.
func Schemes() []Scheme {
	return []Scheme{Serial{}, Adaptive{}, Reduce{}, ForkJoin{}, Linear{}, LinearParallel{}}
}

// attackedAfter returns how many queens behind column i the one there attacks, by g(i, j) of formula (2): the inner loop
// of Algorithms 1, 2, 4 and 6. Inlined, it would share the registers of its caller, and go through memory at each queen.
//
//go:noinline
func attackedAfter(x []int32, i int) (conflicts int64) {
	row := x[i]
	distance := int32(0)
	for _, v := range x[i+1:] {
		distance++
		if d := v - row; d == 0 || d == distance || d == -distance {
			conflicts++
		}
	}
	return conflicts
}

// Serial compares all pairs, one after the other: Algorithm 1 of the paper, its section 2.1. O(N*N).
type Serial struct{}

func (Serial) Name() string                { return "serial" }
func (s Serial) Conflicts(x []int32) int64 { return s.ConflictsUntil(&never, x) }

func (Serial) ConflictsUntil(stop *atomic.Bool, x []int32) (conflicts int64) {
	for i := 0; i < len(x) && !stop.Load(); i++ {
		conflicts += attackedAfter(x, i)
	}
	return conflicts
}

// ForkJoin divides the columns by halves down to a threshold and adds up what the halves return: Algorithm 6 of the
// paper, its section 2.4. The Go scheduler steals the forked halves for idle cores.
type ForkJoin struct {
	// Threshold is the number of columns from which a task is divided; 0 means 2, the paper's choice.
	Threshold int
}

func (ForkJoin) Name() string                { return "fork-join" }
func (s ForkJoin) Conflicts(x []int32) int64 { return s.ConflictsUntil(&never, x) }

func (s ForkJoin) ConflictsUntil(stop *atomic.Bool, x []int32) int64 {
	threshold := s.Threshold
	if threshold <= 0 {
		threshold = 2
	}
	return forked(stop, x, 0, len(x)-2, threshold)
}

// forked evaluates columns start to end, both included; the last column of all has no queen behind it. The left half is
// forked, the right one done here, which saves the paper's second fork.
func forked(stop *atomic.Bool, x []int32, start, end, threshold int) (conflicts int64) {
	if end-start < threshold || stop.Load() {
		for i := start; i <= end && !stop.Load(); i++ {
			conflicts += attackedAfter(x, i)
		}
		return conflicts
	}
	middle := start + (end-start)/2
	left := make(chan int64, 1)
	go func() { left <- forked(stop, x, start, middle, threshold) }()
	right := forked(stop, x, middle+1, end, threshold)
	return right + <-left
}

// Evaluated is the problem of N queens as a search sees it that knows nothing but the evaluation of a whole candidate: it
// offers no delta, so a method evaluates in full, by the scheme. That is the paper's simulated annealing; with the
// Instance itself the same method prices a swap in O(1).
//
// All schemes give the same numbers, so they change how long a run takes and nothing else.
type Evaluated struct {
	N      int
	Scheme Scheme // nil means Serial
}

// Name returns "nqueens:" and the number.
func (e Evaluated) Name() string { return (&Instance{N: e.N}).Name() }

// Space returns the permutations of N.
func (e Evaluated) Space() multiwalk.Space { return multiwalk.Permutation(e.N) }

// LowerBound returns the least cost, which is 0 where there is a solution.
func (e Evaluated) LowerBound() int64 { return (&Instance{N: e.N}).LowerBound() }

// Cost returns the number of attacking pairs, counted by the scheme.
func (e Evaluated) Cost(x []int32) int64 {
	if e.Scheme == nil {
		return Serial{}.Conflicts(x)
	}
	return e.Scheme.Conflicts(x)
}
