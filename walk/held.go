package walk

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
)

// NoFixed returns an error if the problem has fixed elements, else nil. A method that does not keep them calls it in Prepare,
// and one that does not keep them on a device in Place.
func NoFixed(method string, p multiwalk.Problem) error {
	fixed, err := FixedOf(p)
	if err == nil && len(fixed) > 0 {
		err = fmt.Errorf("multiwalk: method %s does not keep the problem's %d fixed elements here; use anneal, climb, threshold, "+
			"late-acceptance, record-to-record, great-deluge, vns or ils, which keep them on every device, or any method on CPU cores: %w",
			method, len(fixed), multiwalk.ErrConstraint)
	}
	return err
}

// FixedOf returns the fixed elements of a problem, or an error if no solution has them all.
func FixedOf(p multiwalk.Problem) ([]multiwalk.Fixed, error) {
	f, ok := p.(multiwalk.Fixer)
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
		if err := checkFixed(s, from, fixed); err != nil {
			return nil, err
		}
		from += int32(s.Len())
	}
	for _, k := range fixed {
		if k.Position < 0 || k.Position >= from {
			return nil, fmt.Errorf("multiwalk: position %d is fixed, which is outside [0, %d]", k.Position, from-1)
		}
	}
	return fixed, nil
}

// checkFixed reports a fixed element that no solution can have, in a part that begins at position from.
func checkFixed(s multiwalk.Space, from int32, fixed []multiwalk.Fixed) error {
	lo, hi := s.Bounds()
	ordered := s.Kind() == multiwalk.KindPermutation || s.Kind() == multiwalk.KindTour
	if ordered {
		lo, hi = 0, int32(s.Len()-1)
	}
	places := make(map[int32]int32)
	for _, k := range fixed {
		if k.Position < from || k.Position >= from+int32(s.Len()) {
			continue
		}
		before, twice := places[k.Value]
		places[k.Value] = k.Position
		switch {
		case s.Kind() == multiwalk.KindTour:
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
func hold(s multiwalk.Space, x []int32, fixed []multiwalk.Fixed) {
	at := 0
	for _, p := range s.Parts() {
		part := x[at : at+p.Len()]
		for _, k := range fixed {
			i := int(k.Position) - at
			if i < 0 || i >= p.Len() {
				continue
			}
			if p.Kind() == multiwalk.KindPermutation && part[i] != k.Value {
				for j, v := range part {
					if v == k.Value {
						part[j] = part[i]
						break
					}
				}
			}
			part[i] = k.Value
		}
		at += p.Len()
	}
}

// KeepFixed gives x, a solution of the space, the fixed values of the problem, if it has any. A method calls it after what does
// not keep them: Space.Random, say, or a crossover of orders. In a permutation two elements change places.
func KeepFixed(p multiwalk.Problem, x []int32) {
	if f, ok := p.(multiwalk.Fixer); ok {
		hold(p.Space(), x, f.Fixed())
	}
}
