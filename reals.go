package multiwalk

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/reals"
)

// Reals is the space of the real vectors x with lower[i] <= x[i] <= upper[i]. An element is two words of a solution, the lower half of its
// bits first. Package continuous states problems over it and has the methods that search it; the others refuse it. The bounds are copied.
func Reals(lower, upper []float64) Space {
	return Space{kind: KindReals, n: reals.Words * len(lower), box: &box{slices.Clone(lower), slices.Clone(upper)}}
}

// Box returns the bounds of a space of reals, which are read-only; nil for any other space.
func (s Space) Box() (lower, upper []float64) {
	if s.box == nil {
		return nil, nil
	}
	return s.box.lower, s.box.upper
}

// box is the bounds of real vectors.
type box struct{ lower, upper []float64 }

func (b *box) equal(o *box) bool {
	return b == o || b != nil && o != nil && slices.Equal(b.lower, o.lower) && slices.Equal(b.upper, o.upper)
}

// String tells the interval where all elements have the same.
func (b *box) String() string {
	n := len(b.lower)
	other := func(list []float64) bool {
		return slices.ContainsFunc(list, func(v float64) bool { return v != list[0] })
	}
	if n == 0 || len(b.upper) != n || other(b.lower) || other(b.upper) {
		return fmt.Sprintf("reals of %d in a box", n)
	}
	return fmt.Sprintf("reals of %d in [%v, %v]", n, b.lower[0], b.upper[0])
}

func (b *box) validate() error {
	if len(b.lower) != len(b.upper) {
		return fmt.Errorf("multiwalk: a space of reals has %d lower and %d upper bounds; give one of each for every element",
			len(b.lower), len(b.upper))
	}
	if len(b.lower) == 0 {
		return errors.New("multiwalk: a space of reals has no elements; give a lower and an upper bound for each")
	}
	for i, lo := range b.lower {
		hi := b.upper[i]
		if !(lo <= hi) || !(math.Abs(hi-lo) <= math.MaxFloat64) {
			return fmt.Errorf("multiwalk: element %d of a space of reals lies in [%v, %v], which is no range of finite numbers; "+
				"give bounds that are, in their order", i, lo, hi)
		}
	}
	return nil
}

// check reports the first element that is outside, or no number.
func (b *box) check(words []int32) error {
	var v [1]float64
	for i, lo := range b.lower {
		reals.Unpack(words[reals.Words*i:], v[:])
		if !(v[0] >= lo && v[0] <= b.upper[i]) {
			return fmt.Errorf("multiwalk: solution has %v at element %d, outside [%v, %v]", v[0], i, lo, b.upper[i])
		}
	}
	return nil
}

// random draws each element uniformly.
func (b *box) random(r *Rand, words []int32) {
	for i, lo := range b.lower {
		v := lo + float64(r.Float64()*(b.upper[i]-lo))
		reals.Pack([]float64{min(v, b.upper[i])}, words[reals.Words*i:])
	}
}
