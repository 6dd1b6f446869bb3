package nqueens

import "sync/atomic"

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
