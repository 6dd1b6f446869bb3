package tour

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// Fits reports, before anything is prepared, the edge for whose cost NewGraph or Double would refuse a problem of n cities
// with k neighbours of each. A problem with a matrix has costs of 32 bits by its type; one that lists neighbours is asked
// for these; else it takes O(n²).
func Fits(p multiwalk.EdgeCoster, n, k int) error {
	if _, ok := p.(multiwalk.EdgeMatrixer); ok || n < MinKick {
		return nil
	}
	k = min(k, n-1)
	if l, ok := p.(multiwalk.NeighbourLister); ok && p.Symmetric() {
		for i, to := range l.Neighbours(k) {
			from := int32(i / k)
			if c := p.EdgeCost(from, to); c != int64(int32(c)) {
				return tooLarge(from, to, c)
			}
		}
		return nil
	}
	if !p.Symmetric() {
		k = n - 1
	}
	for i := range int32(n) {
		if err := fitsFrom(p, i, int32(n), k); err != nil {
			return err
		}
	}
	return nil
}

// fitsFrom reports an edge of city i that does not fit and is among its k cheapest.
func fitsFrom(p multiwalk.EdgeCoster, i, n int32, k int) error {
	good, far, cost := 0, i, int64(0)
	for j := range n {
		if j == i {
			continue
		}
		switch c := p.EdgeCost(i, j); {
		case c < math.MinInt32:
			return tooLarge(i, j, c)
		case c > math.MaxInt32 && far == i:
			far, cost = j, c
		case c > math.MaxInt32:
		default:
			good++
		}
	}
	if good < k {
		return tooLarge(i, far, cost)
	}
	return nil
}
