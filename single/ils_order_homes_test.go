package single

import (
	"slices"
	"testing"
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
