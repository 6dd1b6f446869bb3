package counting

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
)

func TestCount_AsPublished(t *testing.T) {
	places := map[multiwalk.Device]int{nil: 14, device.CPU(1): 14, device.CPU(3): 14, device.Emulator(): 13}
	if g := device.GPU(0); g.Ready() == nil {
		places[g] = 18
	}
	for d, most := range places {
		if testing.Short() {
			most = 11
		}
		for n := 1; n <= most; n++ {
			last := Progress{}
			r, err := Count(t.Context(), n, Options{Device: d, Observe: func(p Progress) {
				if p.Done < last.Done || p.All < last.All || p.Elapsed < last.Elapsed {
					t.Errorf("n=%d: %+v after %+v", n, p, last)
				}
				last = p
			}})
			if agrees, known := r.Agrees(); err != nil || !agrees || !known || r.Fundamental == 0 && r.All > 0 || r.Found != r.All {
				t.Errorf("n=%d on %v: %+v, %v", n, d, r, err)
			}
		}
	}
}

// A wrong digit would show in the table itself: eight times the fundamental solutions are all and those once more that a
// half turn leaves as they are, which are about as many as the square root of all, and twice those that a quarter turn does.
func TestPublished_FitsTogether(t *testing.T) {
	most := 20
	if testing.Short() {
		most = 18
	}
	for n := 2; n < len(published); n++ {
		all, fundamental, _ := Published(n)
		symmetries := 8*fundamental - all
		if n <= most {
			half, quarter := symmetric(t.Context(), n)
			if symmetries != half+2*quarter {
				t.Errorf("n=%d: %d symmetries in the table, %d half turns and %d quarter turns", n, symmetries, half, quarter)
			}
		} else if root := math.Sqrt(float64(all)); float64(symmetries) < root/8 || float64(symmetries) > root {
			t.Errorf("n=%d: %d symmetries among %d solutions", n, symmetries, all)
		}
	}
}

// The largest board: words have no bit to spare, and a count of ages stops.
func TestCount_StopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	r, err := Count(ctx, MaxN, Options{})
	if err != nil || r.Complete || r.Fundamental != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestCount_Refuses(t *testing.T) {
	for _, n := range []int{-1, 0, 33} {
		if _, err := Count(t.Context(), n, Options{}); err == nil {
			t.Errorf("%d queens are accepted", n)
		}
	}
	wrong := Result{N: 8, Complete: true, Progress: Progress{All: 93}}
	if agrees, known := wrong.Agrees(); agrees || !known {
		t.Errorf("93 solutions of 8 queens: %v, %v", agrees, known)
	}
}
