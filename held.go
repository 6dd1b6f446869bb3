package multiwalk

import "fmt"

// Fixer is a problem with elements that must not change: every solution holds the same values there. Searches by a
// neighbourhood make and look at only those moves that keep them, and populations cross and change the other elements. Kernels
// made for one method refuse the problem (see NoFixed). Random and constructed solutions are given the values (KeepFixed).
// Minimize checks the start solution and each incumbent.
//
// To fix elements of a problem that is there already, embed it:
//
//	type rest struct{ *qap.Instance }
//
//	func (rest) Fixed() []multiwalk.Fixed { return multiwalk.Hold(plan, 3, 4, 17) } // as they are in plan
//
// A tour has no fixed positions, as only the cyclic order counts there; it may have fixed edges (FixedEdger).
type Fixer interface {
	// Fixed returns what does not change, in any order. It must not change during a run.
	Fixed() []Fixed
}

// Fixed is a position and the value that every solution has there.
type Fixed struct{ Position, Value int32 }

// Hold returns these positions with the values that they have in x.
func Hold(x []int32, positions ...int32) []Fixed {
	list := make([]Fixed, len(positions))
	for i, at := range positions {
		list[i] = Fixed{at, x[at]}
	}
	return list
}

// NoFixed returns an error if the problem has fixed elements, else nil. A method that does not keep them calls it in Prepare,
// and one that does not keep them on a device in Place.
func NoFixed(method string, p Problem) error {
	fixed, err := FixedOf(p)
	if err == nil && len(fixed) > 0 {
		err = fmt.Errorf("multiwalk: method %s does not keep the problem's %d fixed elements here; use anneal, climb, threshold, "+
			"late-acceptance, record-to-record, great-deluge or vns, which keep them on every device, or any method on CPU cores: %w", method, len(fixed), ErrConstraint)
	}
	return err
}

// FixedOf returns the fixed elements of a problem, or an error if no solution has them all.
func FixedOf(p Problem) ([]Fixed, error) {
	f, ok := p.(Fixer)
	if !ok {
		return nil, nil
	}
	fixed, at := f.Fixed(), make(map[int32]int32)
	for _, k := range fixed {
		if before, twice := at[k.Position]; twice {
			return nil, fmt.Errorf("multiwalk: position %d is fixed twice, at %d and at %d", k.Position, before, k.Value)
		}
		at[k.Position] = k.Value
	}
	from := int32(0)
	for _, s := range p.Space().Parts() {
		if err := s.checkFixed(from, fixed); err != nil {
			return nil, err
		}
		from += int32(s.n)
	}
	for _, k := range fixed {
		if k.Position < 0 || k.Position >= from {
			return nil, fmt.Errorf("multiwalk: position %d is fixed, which is outside [0, %d]", k.Position, from-1)
		}
	}
	return fixed, nil
}

// checkFixed reports a fixed element that no solution can have, in a part that begins at position from.
func (s Space) checkFixed(from int32, fixed []Fixed) error {
	lo, hi := s.lo, s.hi
	ordered := s.kind == KindPermutation || s.kind == KindTour
	if ordered {
		lo, hi = 0, int32(s.n-1)
	}
	places := make(map[int32]int32)
	for _, k := range fixed {
		if k.Position < from || k.Position >= from+int32(s.n) {
			continue
		}
		before, twice := places[k.Value]
		places[k.Value] = k.Position
		switch {
		case s.kind == KindTour:
			return fmt.Errorf("multiwalk: position %d of a tour is fixed, and only the cyclic order of a tour counts; "+
				"use fixed edges (FixedEdger)", k.Position)
		case k.Value < lo || k.Value > hi:
			return fmt.Errorf("multiwalk: position %d is fixed at %d, outside [%d, %d]", k.Position, k.Value, lo, hi)
		case ordered && twice:
			return fmt.Errorf("multiwalk: positions %d and %d are both fixed at %d, and a permutation has it once", before, k.Position, k.Value)
		}
	}
	return nil
}

// hold gives x, a solution of the space, the fixed values; it is O(fixed), and O(n) for each value of a permutation that stands
// elsewhere. In a permutation each fixed value changes places with the value that stands at its position.
func (s Space) hold(x []int32, fixed []Fixed) {
	at := 0
	for _, p := range s.Parts() {
		part := x[at : at+p.n]
		for _, k := range fixed {
			i := int(k.Position) - at
			if i < 0 || i >= p.n {
				continue
			}
			if p.kind == KindPermutation && part[i] != k.Value {
				for j, v := range part {
					if v == k.Value {
						part[j] = part[i]
						break
					}
				}
			}
			part[i] = k.Value
		}
		at += p.n
	}
}

// KeepFixed gives x, a solution of the space, the fixed values of the problem, if it has any. A method calls it after what does
// not keep them: Space.Random, say, or a crossover of orders. In a permutation two elements change places.
func KeepFixed(p Problem, x []int32) {
	if f, ok := p.(Fixer); ok {
		p.Space().hold(x, f.Fixed())
	}
}
