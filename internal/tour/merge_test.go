package tour

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// Merged tours are tours, cost what the gain says, are no longer than before, and have no edge that neither parent has.
func TestSearch_Merge(t *testing.T) {
	gained, between, drawn := 0, 0, 0
	for seed := range uint64(300) {
		n := MinKick + int(seed)%120
		p := newGrid(n, seed)
		if n > 12 && seed%3 == 0 {
			p.fixed = [][2]int32{{0, 5}, {5, 9}, {3, 4}}
		}
		g := mustGraph(t, p, 6)
		r := multiwalk.NewRand(seed, 1)
		first, second := NewKOpt(g, 2), NewOrOpt(g)
		for _, s := range []*Search{first, second} {
			x := identity(n)
			if p.fixed == nil {
				r.Shuffle(x)
			} else {
				x = fixedTour(n)
			}
			s.Set(x)
			s.Optimise(int(r.Uint32N(3)) * n)
		}
		x, y := make([]int32, n), make([]int32, n)
		first.Copy(x)
		second.Copy(y)
		before := first.Length()
		first.Keep()
		for _, draws := range []*multiwalk.Rand{nil, r} {
			gain, _ := first.Merge(y, draws, never)
			z := make([]int32, n)
			first.Copy(z)
			if err := p.Space().Check(z); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if after := first.Length(); after != before-gain || gain < 0 {
				t.Fatalf("seed %d: from %d to %d, gain %d", seed, before, after, gain)
			}
			if !keeps(z, p.fixed) {
				t.Fatalf("seed %d: a fixed edge is gone", seed)
			}
			if best := min(before, p.Cost(y)); draws == nil && before-gain < best {
				between++
			}
			if draws == nil && gain > 0 {
				gained++
			} else if gain > 0 {
				drawn++
			}
			first.Undo()
			if first.Length() != before {
				t.Fatalf("seed %d: undone to %d, was %d", seed, first.Length(), before)
			}
		}
	}
	if gained < 100 || between < 25 || drawn < 50 {
		t.Errorf("%d of 300 merges gained, %d came below both parents", gained, between)
	}
}

// fixedTour has the edges 0-5, 5-9 and 3-4.
func fixedTour(n int) []int32 {
	x := []int32{0, 5, 9, 3, 4, 1, 2, 6, 7, 8}
	for i := 10; i < n; i++ {
		x = append(x, int32(i))
	}
	return x
}

// Two tours that differ in two places, each of which is better in one of them, merge to a tour that is better in both.
func TestSearch_MergeTakesTheBetterOfEach(t *testing.T) {
	p := &grid{}
	for i := range 20 { // two rows of cities, one above the other
		p.x, p.y = append(p.x, int32(i)), append(p.y, 0)
	}
	for i := range 20 {
		p.x, p.y = append(p.x, int32(19-i)), append(p.y, 1)
	}
	s := NewKOpt(mustGraph(t, p, 6), 3)
	x, y := identity(40), identity(40)
	x[5], x[6] = x[6], x[5]
	y[30], y[31] = y[31], y[30]
	s.Set(x)
	if gain, _ := s.Merge(y, nil, never); s.Length() != 40 || gain != p.Cost(x)-40 {
		t.Errorf("merged to %d by %d, want 40", s.Length(), gain)
	}
	if gain, _ := s.Merge(x, nil, never); gain != 0 || s.Length() != 40 {
		t.Errorf("gained %d by what is worse everywhere", gain)
	}
}

func BenchmarkSearch_Merge(b *testing.B) {
	for _, n := range []int{1000, 3000, 30000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := multiwalk.NewRand(1, 0)
			p := newGrid(n, 1)
			for i := range p.x {
				p.x[i], p.y[i] = int32(r.IntN(1000000)), int32(r.IntN(1000000))
			}
			s := NewKOpt(mustGraph(b, p, 6), 3)
			x, y := make([]int32, n), make([]int32, n)
			for _, z := range [][]int32{x, y} {
				start := identity(n)
				r.Shuffle(start)
				s.Set(start)
				for !s.Optimal() {
					s.Optimise(1000)
				}
				s.Keep()
				s.Copy(z)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.SetOptimal(x)
				s.Merge(y, nil, never)
			}
		})
	}
}
