package successor

import (
	"fmt"
	"reflect"

	"github.com/multiwalk/multiwalk/kernel"
)

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

// Check looks in state x, for tests, at what the heuristic says of each variable: the number of possibilities must be one that may be,
// and calls for many possibilities must give the same as calls for one. The error is a *HeuristicError. A method that has the name of
// one for many possibilities, but not its type, is one too, since nothing would call it.
func (k Kind[E]) Check(x []E) error {
	if err := k.methods(); err != nil {
		return err
	}
	h := k.worker()
	for v := range int32(k.variables) {
		if f := k.checkVariable(h, x, v); f.Code != 0 {
			return f.err(k.most)
		}
	}
	return nil
}

func (k *Kind[E]) checkVariable(h heuristic[E], x []E, variable int32) (f fault) {
	defer func() {
		if cause := recover(); cause != nil {
			f = recovered(cause, variable, 0, 0)
		}
	}()
	n := h.Possibilities(x, variable)
	if n < 0 || int(n) > k.most {
		return fault{Fault: kernel.Fault{Code: kernel.FaultCount, Variable: variable, Value: int64(n)}}
	}
	h.begin(x, variable, n)
	for _, step := range []int32{1, 5, room} { // of some lengths, and from several possibilities on
		h.check(n, step)
	}
	return fault{}
}

// methods refuses methods that are nearly those for many possibilities.
func (k *Kind[E]) methods() error {
	t := reflect.TypeOf(k.heuristic)
	for _, want := range k.batches {
		name := want.Method(0).Name
		if m, has := t.MethodByName(name); has && !t.Implements(want) {
			return fmt.Errorf("multiwalk: method %s of %v is of type %v, and nothing calls it: see %v, or give it another name",
				name, t, m.Type, want)
		}
	}
	return nil
}
