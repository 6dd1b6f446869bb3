package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// places asks for the best places of elements in whole orders, and compares with the costs of all places; and in partial ones, where
// one that has answered much must say what a new one says, and that an element has no better place than its best.
func (k *problemKit) places(p multiwalk.PartialOrderer) error {
	if k.p.Space().Kind() != multiwalk.KindPermutation {
		return errors.New("it is for problems over one permutation")
	}
	r, often := multiwalk.NewRand(k.seed, 13), p.NewPlaces()
	for _, x := range k.x {
		for try := range 8 {
			part := x
			if try%2 == 0 {
				part = x[:1+r.IntN(len(x))]
			}
			was, i := slices.Clone(part), int32(r.IntN(len(part)))
			j, d := often.Best(part, i)
			if err := unchanged(fmt.Sprintf("Best(x, %d)", i), part, was); err != nil {
				return err
			}
			if again, same := p.NewPlaces().Best(part, i); again != j || same != d {
				return fmt.Errorf("Best(%s, %d) says %d and %d, and others that were asked less say %d and %d", show(part), i, j, d, again, same)
			}
			if j < 0 || int(j) >= len(part) || d > 0 {
				return fmt.Errorf("Best(%s, %d) says %d and %d: no place, or a worse one", show(part), i, j, d)
			}
			placed := moved(part, i, j)
			if _, left := often.Best(placed, j); left != 0 {
				return fmt.Errorf("Best(%s, %d) says %d, and there that another place is better by %d", show(part), i, j, -left)
			}
			if len(part) == len(x) {
				if err := k.bestPlace(x, placed, i, j, d); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// bestPlace compares an answer about a whole order with the costs of all places.
func (k *problemKit) bestPlace(x, placed []int32, i, j int32, d int64) error {
	now := k.p.Cost(x)
	if cost := k.p.Cost(placed); cost-now != d {
		return fmt.Errorf("Best(%s, %d) says %d and %d, but the delta is %d", show(x), i, j, d, cost-now)
	}
	for to := range int32(len(x)) {
		if cost := k.p.Cost(moved(x, i, to)); cost-now < d {
			return fmt.Errorf("Best(%s, %d) says %d and %d, but at %d the delta is %d", show(x), i, j, d, to, cost-now)
		}
	}
	return nil
}

// moved is an order with the element at i moved to j.
func moved(x []int32, i, j int32) []int32 {
	y := slices.Delete(slices.Clone(x), int(i), int(i)+1)
	return slices.Insert(y, int(j), x[i])
}
