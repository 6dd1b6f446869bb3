package successor

import (
	"fmt"

	"github.com/multiwalk/multiwalk/kernel"
)

// What a heuristic may have beside, for cores, where a call takes longer than most weights do: methods that do in one call what another
// one does for one possibility. They must give the same, to the last bit: Kind.Check and -tags invariants compare them, and the calls
// for four possibilities that a device makes.

// FourWeigher is a Weigher that weighs four possibilities in one call, for devices.
type FourWeigher[E any] = kernel.FourWeigher[E]

// FourRater is a Rater that rates four possibilities in one call, for devices.
type FourRater[E, R any] = kernel.FourRater[E, R]

// WeightsBatcher is a Weigher that weighs successive possibilities in one call.
type WeightsBatcher[E any] interface {
	// Weights sets weights[i] to what Weigh gives possibility first+i.
	Weights(x []E, variable, first int32, weights []int64)
}

// RatingsBatcher is a Rater that rates successive possibilities in one call.
type RatingsBatcher[E, R any] interface {
	// Ratings sets ratings[i] to what Rate gives possibility first+i.
	Ratings(x []E, variable, first int32, ratings []R)
}

// AddBatcher is a Rater that adds many ratings to an aggregator in one call.
type AddBatcher[R, A any] interface {
	// AddAll is what Add makes of a and all the ratings.
	AddAll(a A, ratings []R) A
}

// MapBatcher is a Rater that maps many ratings in one call.
type MapBatcher[R, A any] interface {
	// MapAll sets weights[i] to what Map makes of ratings[i].
	MapAll(ratings []R, a A, weights []int64)
}

// lie is what a call for many possibilities gives otherwise than calls for one.
type lie struct {
	possibility int32
	text        string
}

// compare panics with a lie of heuristic h if calls for many give possibilities, steps apart from first on, others than calls for one.
func compare[T any](h any, many, one string, first, step int32, got []T, want func(at int32) T) {
	for i, g := range got {
		at := first + int32(i)*step
		if w := want(at); !same(g, w) {
			panic(&lie{at, fmt.Sprintf("%T: %s gives %+v for possibility %d, and %s gives %+v; make them the same", h, many, g, at, one, w)})
		}
	}
}

// compareFours is compare for calls for four of n possibilities, some steps apart.
func compareFours[T any](h any, many, one string, n, step int32, got func(first int32) [4]T, want func(at int32) T) {
	for first := int32(0); first+3*step < n; first += 4 * step {
		four := got(first)
		compare(h, many, one, first, step, four[:], want)
	}
}

// same compares plain values. One that is not a number is like another one.
func same[T any](a, b T) bool {
	x, y := any(a), any(b)
	return x == y || x != x && y != y
}
