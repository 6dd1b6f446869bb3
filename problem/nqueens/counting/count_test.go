package counting

import (
	"context"
	"testing"
)

// fundamentals is the published number of solutions up to reflections and rotations, A002562, from n = 1.
var fundamentals = []uint64{1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053}

// plain counts by backtracking over rows and lists of columns, without symmetry.
func plain(n int) uint64 {
	var cols []int
	var count uint64
	var place func()
	place = func() {
		if len(cols) == n {
			count++
			return
		}
	next:
		for c := range n {
			for r, other := range cols {
				if d := len(cols) - r; other == c || other == c-d || other == c+d {
					continue next
				}
			}
			cols = append(cols, c)
			place()
			cols = cols[:len(cols)-1]
		}
	}
	place()
	return count
}

func TestCount_AsWithoutSymmetry(t *testing.T) {
	for n := 1; n <= 10; n++ {
		r, err := Count(t.Context(), n, Options{})
		if want := plain(n); err != nil || !r.Complete || r.All != want {
			t.Errorf("n=%d: %d solutions, complete %v, %v; want %d", n, r.All, r.Complete, err, want)
		}
	}
}

func TestCount_AsPublished(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 11
	}
	for n := 1; n <= most; n++ {
		r, err := Count(context.Background(), n, Options{})
		want, ok := Published(n)
		if err != nil || !ok || r.All != want || r.Fundamental != fundamentals[n-1] {
			t.Errorf("n=%d: %d solutions, %d fundamental, %v; want %d and %d", n, r.All, r.Fundamental, err, want, fundamentals[n-1])
		}
	}
}
