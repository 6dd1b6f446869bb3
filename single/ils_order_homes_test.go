package single

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/own"
)

// A local optimum takes the place of the one that was perturbed, if it costs less and no other costs as much.
func TestHomes_TakeWhatIsBetter(t *testing.T) {
	h := newHomes()
	h.size = 2
	for _, c := range []struct {
		cost  int64
		costs []int64
		lost  int
	}{
		{10, []int64{10}, 0},
		{20, []int64{10, 20}, 0},
		{9, []int64{9, 20}, 0},  // for the first
		{9, []int64{9, 20}, 1},  // for the second, but there is one
		{19, []int64{9, 20}, 2}, // better than the other one only
		{19, []int64{9, 19}, 0},
	} {
		h.take([]int32{int32(c.cost), 0}, c.cost)
		if !slices.Equal(h.costs, c.costs) || h.fruitless != c.lost {
			t.Fatalf("after %d: %v, %d in vain; want %v, %d", c.cost, h.costs, h.fruitless, c.costs, c.lost)
		}
		for k, cost := range h.costs {
			if int64(h.home(k, 2)[0]) != cost {
				t.Fatalf("home %d of %v is %v", k, h.costs, h.home(k, 2))
			}
		}
	}
}

// How many there are follows from the budget, once that is measured, and from what is left of it; without one it doubles.
func TestHomes_FitTheBudget(t *testing.T) {
	h := newHomes()
	if h.fruitless = homesPatience*firstHomes + 1; !h.ended(0, false) || h.size != 2*firstHomes {
		t.Errorf("without a budget there are %d", h.size)
	}
	h = newHomes()
	if !h.ended(0.2, true) || h.size != fewHomes || h.measured {
		t.Errorf("a budget is measured by %d", h.size)
	}
	h.descents = 500
	if h.ended(0.204, true) || h.measured {
		t.Error("half of a hundredth of what was left is enough")
	}
	if !h.ended(0.21, true) || !h.measured || h.size != 500*79/descentsOfHome {
		t.Errorf("500 descents in a hundredth, and 79 to come: %d homes", h.size)
	}
	if h.ended(0.5, true) {
		t.Error("they are to begin anew though some find places")
	}
	if h.fruitless, h.descents = homesPatience*h.size+1, 15000; !h.ended(0.7, true) || h.size != 15000*3/5/descentsOfHome {
		t.Errorf("15000 descents in half of the budget, and 3 tenths to come: %d homes", h.size)
	}
	if !h.ended(0.1, true) || h.size != fewHomes || h.measured {
		t.Errorf("progress that begins anew is not measured anew")
	}
}

// An order becomes another one by as many insertions as it has elements beside a longest sequence that both have, each at its price.
func TestILS_OrderIsRearranged(t *testing.T) {
	const n = 14
	p := own.NewOrdering(n, 2)
	w := ilsOrderOf(t, p)
	r, y := multiwalk.NewRand(3, 0), make([]int32, n)
	for round := range 200 {
		copy(y, w.x)
		if round%2 == 0 {
			p.Space().Random(r, y)
		} else { // near
			i, j := r.IntN(n), r.IntN(n)
			y[i], y[j] = y[j], y[i]
		}
		least, before := int64(n-shared(w.x, y)), w.work.Moves
		w.rearrange(y)
		if !slices.Equal(w.x, y) || w.cost != p.Cost(y) || w.work.Moves-before != least {
			t.Fatalf("%d moves, at least %d, lead to %v, which costs %d and not %d; want %v", w.work.Moves-before, least, w.x, p.Cost(w.x), w.cost, y)
		}
		for i, e := range w.x {
			if w.place[e] != int32(i) || w.taken[e] {
				t.Fatalf("element %d stands at %d and not at %d, or is still marked", e, i, w.place[e])
			}
		}
	}
}

// shared is the length of the longest sequence that two orders have.
func shared(x, y []int32) int {
	length := make([][]int, len(x)+1)
	for i := range length {
		length[i] = make([]int, len(y)+1)
	}
	for i, a := range x {
		for j, b := range y {
			length[i+1][j+1] = max(length[i][j+1], length[i+1][j])
			if a == b {
				length[i+1][j+1] = length[i][j] + 1
			}
		}
	}
	return length[len(x)][len(y)]
}

// A perturbation leaves all elements in their places but those of a run of another local optimum, which follow each other as there.
func TestHomes_PerturbByARun(t *testing.T) {
	const n = 12
	p := own.NewOrdering(n, 2)
	w := ilsOrderOf(t, p)
	r, a, b := multiwalk.NewRand(4, 0), make([]int32, n), make([]int32, n)
	p.Space().Random(r, a)
	p.Space().Random(r, b)
	w.homes.size = 2
	for !w.queue.empty() {
		w.queue.pop()
	}
	for range 100 {
		w.homes.x, w.homes.costs, w.homes.at = slices.Concat(a, b), []int64{p.Cost(a), p.Cost(b)}, 0
		w.perturb(multiwalk.NewSlice(1))
		var moved []int32 // in the order of the places
		for i, e := range w.x {
			if e != a[i] {
				moved = append(moved, e)
			}
		}
		at := positionsIn(b, make([]int32, n))
		if !slices.IsSortedFunc(moved, func(d, e int32) int { return int(at[d] - at[e]) }) || len(moved) > n/2 {
			t.Fatalf("of\n%v, and of\n%v\n%v, where %v have moved", a, b, w.x, moved)
		}
		if w.cost != p.Cost(w.x) {
			t.Fatalf("%v costs %d, and not %d", w.x, p.Cost(w.x), w.cost)
		}
		for !w.queue.empty() {
			if e := w.queue.first(); len(moved) > 0 && !slices.Contains(moved, e) {
				t.Fatalf("%d waits, and has not moved; %v have", e, moved)
			}
			w.queue.pop()
		}
	}
}
