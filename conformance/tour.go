package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// everyPair is the length up to which all pairs of cities are checked.
const everyPair = 200

// cityPairs calls f for all pairs of different cities, or for many random ones, until it returns an error.
func (k *problemKit) cityPairs(f func(i, j int32) error) error {
	n := int32(k.p.Space().Len())
	if n > everyPair {
		r := multiwalk.NewRand(k.seed, 4)
		for range 20 * k.moves {
			if i, j := int32(r.IntN(int(n))), int32(r.IntN(int(n))); i != j {
				if err := f(i, j); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for i := range n {
		for j := range n {
			if i != j {
				if err := f(i, j); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rotation checks that the cost is a cycle's, so that it does not matter where a solution begins.
func (k *problemKit) rotation() error {
	for _, x := range k.x {
		cost := k.p.Cost(x)
		for at := 1; at < len(x); at += 1 + len(x)/everyPair {
			if c := k.p.Cost(slices.Concat(x[at:], x[:at])); c != cost {
				return fmt.Errorf("the tour %s costs %d, and %d if it begins at position %d; "+
					"use Permutation where positions matter", show(x), cost, c, at)
			}
		}
	}
	return nil
}

func (k *problemKit) edgeCost(p multiwalk.EdgeCoster) error {
	if s := k.p.Space(); s.Kind() != multiwalk.KindTour {
		return fmt.Errorf("the space is %v; edges are for a tour", s)
	}
	for _, x := range k.x {
		sum := int64(0)
		for i := range x {
			if len(x) > 1 {
				sum += p.EdgeCost(x[i], x[(i+1)%len(x)])
			}
		}
		if c := k.p.Cost(x); len(x) > 1 && sum != c {
			return fmt.Errorf("the edges of %s cost %d, the tour %d", show(x), sum, c)
		}
	}
	symmetric, differ := p.Symmetric(), false
	err := k.cityPairs(func(i, j int32) error {
		if there, back := p.EdgeCost(i, j), p.EdgeCost(j, i); there != back {
			differ = true
			if symmetric {
				return fmt.Errorf("Symmetric() is true, but from %d to %d costs %d and back %d", i, j, there, back)
			}
		}
		return nil
	})
	if err == nil && !symmetric && !differ && len(k.x[0]) <= everyPair && len(k.x[0]) > 1 {
		return errors.New("Symmetric() is false, but all edges cost the same back and forth, so methods take needless care")
	}
	return err
}

func (k *problemKit) edgeMatrix(p multiwalk.EdgeMatrixer) error {
	e, ok := k.p.(multiwalk.EdgeCoster)
	if !ok {
		return errors.New("the problem has no EdgeCost, without which nobody asks for the matrix")
	}
	m, n := p.EdgeMatrix(), k.p.Space().Len()
	if m == nil {
		return nil
	}
	if len(m) != n*n {
		return fmt.Errorf("it has %d elements, want %d*%d", len(m), n, n)
	}
	return k.cityPairs(func(i, j int32) error {
		if got, want := int64(m[int(i)*n+int(j)]), e.EdgeCost(i, j); got != want {
			return fmt.Errorf("element (%d, %d) is %d, EdgeCost says %d", i, j, got, want)
		}
		return nil
	})
}

// neighbours checks shapes, and the order where costs are the same both ways.
func (k *problemKit) neighbours(p multiwalk.NeighbourLister) error {
	n := k.p.Space().Len()
	e, ok := k.p.(multiwalk.EdgeCoster)
	sorted := ok && e.Symmetric()
	for _, want := range []int{1, 5, 10, min(n+3, everyPair)} {
		width := min(want, n-1)
		lists := p.Neighbours(want)
		if len(lists) != n*width {
			return fmt.Errorf("Neighbours(%d) has %d elements, want %d cities * %d", want, len(lists), n, width)
		}
		for c := range n {
			list := lists[c*width : (c+1)*width]
			for i, v := range list {
				if v < 0 || int(v) >= n || int(v) == c || slices.Contains(list[:i], v) {
					return fmt.Errorf("Neighbours(%d) of city %d has %d at place %d: %v", want, c, v, i, list)
				}
				if sorted && i > 0 && e.EdgeCost(int32(c), list[i-1]) > e.EdgeCost(int32(c), v) {
					return fmt.Errorf("Neighbours(%d) of city %d is not cheapest first: %v", want, c, list)
				}
			}
		}
	}
	return nil
}

func (k *problemKit) fixedEdges(p multiwalk.FixedEdger) error {
	degree := make([]int, k.p.Space().Len())
	for _, e := range p.FixedEdges() {
		for _, c := range e {
			if c < 0 || int(c) >= len(degree) || e[0] == e[1] {
				return fmt.Errorf("%v is no pair of different cities below %d", e, len(degree))
			}
			if degree[c]++; degree[c] > 2 {
				return fmt.Errorf("city %d has more than two fixed edges, so there is no tour", c)
			}
		}
	}
	return nil
}
