package ils

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
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
		h.take([]int32{int32(c.cost), 0}, []int32{0, 1}, c.cost)
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

// What is nearer to a better home than homes are to be has no place, unless it is the one whose turn it is. The distance falls to 0.
func TestHomes_StayApart(t *testing.T) {
	h := newHomes()
	h.size = 2
	place := func(x []int32) []int32 { return positionsIn(x, make([]int32, len(x))) }
	one, two := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, []int32{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
	h.take(one, place(one), 10)
	h.take(two, place(two), 20)
	near := []int32{1, 0, 2, 3, 4, 5, 6, 7, 9, 8} // 4 from one; homes are to be 0.2*100/3 = 6 apart
	for _, c := range []struct {
		at   int
		cost int64
		gone float64
		want bool
	}{
		{1, 15, 0, false},
		{1, 9, 0, true}, // one is not better
		{0, 9, 0, true}, // it is one's turn
		{1, 15, 0.2, false},
		{1, 15, 0.4, true}, // 3 apart
		{1, 15, 0.95, true},
		{1, 25, 0.95, false},
	} {
		g := homes{x: slices.Clone(h.x), costs: slices.Clone(h.costs), size: 2, at: c.at, gone: c.gone}
		if g.take(near, place(near), c.cost); (g.fruitless == 0) != c.want {
			t.Errorf("%+v: %v", c, g.costs)
		}
	}
}

// How many there are follows from the looks in the budget, once these are counted, and from what is left of it; without one it doubles.
func TestHomes_FitTheBudget(t *testing.T) {
	const n = 10
	h := newHomes()
	if h.fruitless = homesPatience*firstHomes + 1; !h.ended(0, false, 500, n) || h.size != 2*firstHomes {
		t.Errorf("without a budget there are %d", h.size)
	}
	whole := looksOf(2*firstHomes, n)
	if h.fruitless = 0; h.ended(0, false, 500+int64(whole)/2, n) || h.gone < 0.49 || h.gone > 0.51 || homesOf(whole, n) != 2*firstHomes {
		t.Errorf("without a budget %v of the time of %d homes is over after half of their %v looks", h.gone, h.size, whole)
	}
	if !h.ended(0, true, 2000, n) || h.size != fewHomes || h.looks != 2000 || h.measured {
		t.Error("a budget that comes later is not measured")
	}
	h = newHomes()
	if !h.ended(0.2, true, 1000, n) || h.size != fewHomes || h.measured {
		t.Errorf("a budget is measured by %d", h.size)
	}
	if h.ended(0.204, true, 3000, n) || h.measured {
		t.Error("half of a hundredth of what was left is enough")
	}
	if !h.ended(0.21, true, 6000, n) || !h.measured || h.size != homesOf(5000*79, n) {
		t.Errorf("5000 looks in a hundredth, and 79 to come: %d homes", h.size)
	}
	if h.ended(0.605, true, 200_000, n) || h.gone < 0.49 || h.gone > 0.51 {
		t.Error("they are to begin anew though some find places, or half of their time is not over")
	}
	if h.fruitless = homesPatience*h.size + 1; !h.ended(0.7, true, 251_000, n) || h.size != homesOf(250_000*3./5, n) || h.gone != 0 {
		t.Errorf("250,000 looks in half of the budget, and 3 tenths to come: %d homes", h.size)
	}
	if !h.ended(0.1, true, 260_000, n) || h.size != fewHomes || h.measured {
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
		copy(y, w.X)
		if round%2 == 0 {
			p.Space().Random(r, y)
		} else { // near
			i, j := r.IntN(n), r.IntN(n)
			y[i], y[j] = y[j], y[i]
		}
		least, before := int64(n-shared(w.X, y)), w.Work.Moves
		w.rearrange(y)
		if !slices.Equal(w.X, y) || w.Cost != p.Cost(y) || w.Work.Moves-before != least {
			t.Fatalf("%d moves, at least %d, lead to %v, which costs %d and not %d; want %v", w.Work.Moves-before, least, w.X, p.Cost(w.X), w.Cost, y)
		}
		for i, e := range w.X {
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
		w.perturb(walk.NewSlice(1))
		var moved []int32 // in the order of the places
		for i, e := range w.X {
			if e != a[i] {
				moved = append(moved, e)
			}
		}
		at := positionsIn(b, make([]int32, n))
		if !slices.IsSortedFunc(moved, func(d, e int32) int { return int(at[d] - at[e]) }) || 10*len(moved) > 7*n {
			t.Fatalf("of\n%v, and of\n%v\n%v, where %v have moved", a, b, w.X, moved)
		}
		if w.Cost != p.Cost(w.X) {
			t.Fatalf("%v costs %d, and not %d", w.X, p.Cost(w.X), w.Cost)
		}
		for !w.queue.empty() {
			if e := w.queue.first(); len(moved) > 0 && !slices.Contains(moved, e) {
				t.Fatalf("%d waits, and has not moved; %v have", e, moved)
			}
			w.queue.pop()
		}
	}
}
