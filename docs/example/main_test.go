package main

import "testing"

func Example() {
	main()
	// Output: cost 80 in the order [6 2 4 7 9 0 5 1 8 3]
}

// TestWeek_Optimum tries all orders.
func TestWeek_Optimum(t *testing.T) {
	best := int64(1 << 60)
	var try func(x []int32, k int)
	try = func(x []int32, k int) {
		if k == len(x) {
			best = min(best, week.Cost(x))
			return
		}
		for i := k; i < len(x); i++ {
			x[k], x[i] = x[i], x[k]
			try(x, k+1)
			x[k], x[i] = x[i], x[k]
		}
	}
	try([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0)
	if best != 80 {
		t.Errorf("the optimum is %d, the example prints 80", best)
	}
}
