package successor

import "fmt"

// What a heuristic may have beside, for cores, where a call takes longer than most weights do: methods that do in one call what another
// one does for one possibility. They must give the same, to the last bit: Kind.Check and -tags invariants compare them.

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

// compare panics with a lie of heuristic h if calls for many give possibilities from first on others than calls for one.
func compare[T any](h any, many, one string, first int32, got []T, want func(i int) T) {
	for i, g := range got {
		if w := want(i); !same(g, w) {
			at := first + int32(i)
			panic(&lie{at, fmt.Sprintf("%T: %s gives %+v for possibility %d, and %s gives %+v; make them the same", h, many, g, at, one, w)})
		}
	}
}

// same compares plain values. One that is not a number is like another one.
func same[T any](a, b T) bool {
	x, y := any(a), any(b)
	return x == y || x != x && y != y
}
