package counting

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
)

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
		if want := plain(n); err != nil || !r.Complete || r.All != want || r.Found != want || r.Done != r.Tasks || r.N != n {
			t.Errorf("n=%d: %+v, %v; want %d", n, r, err, want)
		}
	}
}

func TestCount_AsPublished(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 11
	}
	for n := 1; n <= most; n++ {
		for _, workers := range []int{0, 1, 3} {
			r, err := Count(t.Context(), n, Options{Workers: workers})
			all, fundamental, ok := Published(n)
			if err != nil || !ok || r.All != all || r.Fundamental != fundamental {
				t.Errorf("n=%d: %d solutions, %d fundamental, %v; want %d and %d", n, r.All, r.Fundamental, err, all, fundamental)
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
	if _, _, ok := Published(28); ok {
		t.Error("28 queens are published")
	}
	if _, _, ok := Published(-1); ok {
		t.Error("-1 queens are published")
	}
}

func TestCount_Refuses(t *testing.T) {
	for n, says := range map[int]string{0: "from 1 to 32", 33: "from 1 to 32"} {
		if _, err := Count(t.Context(), n, Options{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("n=%d: %v", n, err)
		}
	}
	if _, err := Count(t.Context(), 8, Options{Workers: -1}); err == nil {
		t.Error("-1 workers are accepted")
	}
}

// Observe hears of what there is in order, and of the end.
func TestCount_Observed(t *testing.T) {
	var seen []Progress
	r, err := Count(t.Context(), 12, Options{Device: device.CPU(2), Observe: func(p Progress) { seen = append(seen, p) }})
	if err != nil || len(seen) == 0 {
		t.Fatalf("%d reports, %v", len(seen), err)
	}
	last := Progress{}
	for _, p := range seen {
		if p.Done < last.Done || p.All < last.All || p.Elapsed < last.Elapsed || p.Tasks != r.Tasks {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if last.Done != r.Tasks || last.All != published[12].all {
		t.Errorf("at the end %+v", last)
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

func TestResult_Agrees(t *testing.T) {
	right := Result{N: 8, Complete: true, Fundamental: 12, Progress: Progress{All: 92}}
	for _, c := range []struct {
		change        func(*Result)
		agrees, known bool
	}{
		{func(r *Result) {}, true, true},
		{func(r *Result) { r.Fundamental = 0 }, true, true}, // not known
		{func(r *Result) { r.Fundamental++ }, false, true},
		{func(r *Result) { r.All++ }, false, true},
		{func(r *Result) { r.Complete = false }, true, false},
		{func(r *Result) { r.N = 28 }, false, false},
	} {
		r := right
		c.change(&r)
		if agrees, known := r.Agrees(); agrees != c.agrees || known != c.known {
			t.Errorf("%+v: %v, %v", r, agrees, known)
		}
	}
}
