package tabu

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
)

// Parents are the best, of equal ones the first, and none of them twice.
func TestBestDifferent(t *testing.T) {
	var walks []tabu.FlipWalk
	for _, least := range []int64{-5, 3, -7, 3, -7, -5, -1 << 36, 0} {
		walks = append(walks, tabu.FlipWalk{Least: least})
	}
	if got := bestDifferent(walks, []uint64{1, 2, 3, 4, 3, 5, 6, 7}); !slices.Equal(got, []int32{6, 2, 0, 5, 7, 1, 3}) {
		t.Errorf("%v", got)
	}
	walks = make([]tabu.FlipWalk, 3*mostParents)
	prints := make([]uint64, len(walks))
	for i := range walks {
		walks[i].Least, prints[i] = int64(-i), uint64(i/2)
	}
	got := bestDifferent(walks, prints)
	for k, i := range got {
		if want := len(walks) - 1 - 2*k; int(i) != want {
			t.Fatalf("parent %d is walk %d, want %d", k, i, want)
		}
	}
	if len(got) != mostParents {
		t.Errorf("%d parents", len(got))
	}
}
