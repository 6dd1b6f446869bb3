package multiwalk

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Kind is the shape of a solution.
type Kind uint8

// The kinds of space.
const (
	KindPermutation Kind = iota + 1 // each of 0..n-1 once; positions matter
	KindTour                        // each of 0..n-1 once; only the cyclic order matters
	KindBinary                      // n of {0, 1}
	KindIntegers                    // n of {lo, ..., hi}
	KindProduct                     // the parts' solutions one after the other
	KindReals                       // n of float64 in a box, each as two words; see package continuous
)

var kindNames = [...]string{"", "permutation", "tour", "binary", "integers", "product", "reals"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Space is the set of a problem's solutions, each a []int32 of length Len. The zero Space has no solution and is
// refused by every method.
type Space struct {
	kind   Kind
	n      int
	lo, hi int32
	parts  []Space
	box    *box // of KindReals
}

// Permutation is the space of the orders of 0..n-1.
func Permutation(n int) Space { return Space{kind: KindPermutation, n: n} }

// Tour is the space of the cyclic orders of 0..n-1: rotating a solution does not change its cost.
func Tour(n int) Space { return Space{kind: KindTour, n: n} }

// Binary is the space of n zeros and ones.
func Binary(n int) Space { return Space{kind: KindBinary, n: n, hi: 1} }

// Integers is the space of n numbers from lo to hi, both included.
func Integers(n int, lo, hi int32) Space { return Space{kind: KindIntegers, n: n, lo: lo, hi: hi} }

// Product is the space whose solutions are a solution of each part, one after the other. No part may itself be a
// product.
func Product(parts ...Space) Space {
	s := Space{kind: KindProduct, parts: parts}
	for _, p := range parts {
		s.n += p.n
	}
	return s
}

// Kind returns what the solutions look like.
func (s Space) Kind() Kind { return s.kind }

// Len returns the length of a solution.
func (s Space) Len() int { return s.n }

// Bounds returns the least and the greatest value that an element of a Binary or Integers space may have.
func (s Space) Bounds() (lo, hi int32) { return s.lo, s.hi }

// Equal reports whether the spaces have the same solutions, described in the same way.
func (s Space) Equal(o Space) bool {
	return s.kind == o.kind && s.n == o.n && s.lo == o.lo && s.hi == o.hi && slices.EqualFunc(s.parts, o.parts, Space.Equal) &&
		s.box.equal(o.box)
}

// Parts returns the parts of a product. For any other space it returns the space itself as the only part.
func (s Space) Parts() []Space {
	if s.kind == KindProduct {
		return s.parts
	}
	return []Space{s}
}

// JointLength returns the length of the parts of a product of two permutations or more, all of one length, in which the
// same swap can be made at once (JointSwapEvaluator). For any other space it returns 0.
func (s Space) JointLength() int {
	if s.kind != KindProduct || len(s.parts) < 2 {
		return 0
	}
	for _, p := range s.parts {
		if p.kind != KindPermutation || p.n != s.parts[0].n {
			return 0
		}
	}
	return s.parts[0].n
}

// String describes the space, such as "tour of 442" or "integers of 8 in [0, 3]".
func (s Space) String() string {
	switch s.kind {
	case KindIntegers:
		return fmt.Sprintf("integers of %d in [%d, %d]", s.n, s.lo, s.hi)
	case KindProduct:
		names := make([]string, len(s.parts))
		for i, p := range s.parts {
			names[i] = p.String()
		}
		return "product of " + strings.Join(names, ", ")
	case KindReals:
		return s.box.String()
	}
	return fmt.Sprintf("%v of %d", s.kind, s.n)
}

// Validate reports why no search can run in the space: no kind, no elements, an empty range.
func (s Space) Validate() error {
	switch s.kind {
	case KindPermutation, KindTour, KindBinary:
	case KindIntegers:
		if s.lo > s.hi {
			return fmt.Errorf("multiwalk: space of %v has no values: lo %d is above hi %d", s.kind, s.lo, s.hi)
		}
	case KindProduct:
		for i, p := range s.parts {
			switch p.kind {
			case KindProduct:
				return fmt.Errorf("multiwalk: part %d of the product is itself a product; list its parts instead", i)
			case KindReals:
				return fmt.Errorf("multiwalk: part %d of the product is %v; let all be reals, and some of them whole numbers (continuous.Integer)", i, p)
			}
			if err := p.Validate(); err != nil {
				return err
			}
		}
	case KindReals:
		if err := s.box.validate(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("multiwalk: the zero Space has no solutions; use Permutation, Tour, Binary, Integers or Product")
	}
	if s.n < 1 || s.n > math.MaxInt32 {
		return fmt.Errorf("multiwalk: space of %v has length %d; it must be from 1 to %d", s.kind, s.n, math.MaxInt32)
	}
	return nil
}

// Check reports the first thing that is wrong with x as a solution of the space.
func (s Space) Check(x []int32) error {
	if len(x) != s.n {
		return fmt.Errorf("multiwalk: solution has %d elements, %v needs %d", len(x), s, s.n)
	}
	if s.kind == KindReals {
		return s.box.check(x)
	}
	at := 0
	for _, p := range s.Parts() {
		if err := p.checkPart(x[at:at+p.n], at); err != nil {
			return err
		}
		at += p.n
	}
	return nil
}

// checkPart checks a part that starts at position at of the whole solution.
func (s Space) checkPart(x []int32, at int) error {
	if s.kind != KindPermutation && s.kind != KindTour {
		for i, v := range x {
			if v < s.lo || v > s.hi {
				return fmt.Errorf("multiwalk: solution has %d at position %d, outside [%d, %d]", v, at+i, s.lo, s.hi)
			}
		}
		return nil
	}
	met := make([]uint64, (s.n+63)/64) // one bit for each value; with a word for each they would not fit the cache
	for i, v := range x {
		if v < 0 || int(v) >= s.n {
			return fmt.Errorf("multiwalk: solution has %d at position %d, outside [0, %d]", v, at+i, s.n-1)
		}
		w, bit := &met[v>>6], uint64(1)<<(v&63)
		if *w&bit != 0 {
			return fmt.Errorf("multiwalk: solution has %d twice, at positions %d and %d", v, at+slices.Index(x, v), at+i)
		}
		*w |= bit
	}
	return nil
}

// Random fills x with a uniformly random solution.
func (s Space) Random(r *Rand, x []int32) {
	if s.kind == KindReals {
		s.box.random(r, x)
		return
	}
	at := 0
	for _, p := range s.Parts() {
		p.randomPart(r, x[at:at+p.n])
		at += p.n
	}
}

func (s Space) randomPart(r *Rand, x []int32) {
	if s.kind == KindPermutation || s.kind == KindTour {
		for i := range x {
			x[i] = int32(i)
		}
		r.Shuffle(x)
		return
	}
	values := int64(s.hi) - int64(s.lo) + 1
	for i := range x {
		if values == 1<<32 {
			x[i] = int32(r.Uint32())
		} else {
			x[i] = int32(int64(s.lo) + int64(r.Uint32N(uint32(values))))
		}
	}
}
