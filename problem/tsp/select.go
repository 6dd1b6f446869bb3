package tsp

import "cmp"

// selectAt partitions list so that the element at index k is where sorting by key would put it, in O(len(list)) on
// average (C. A. R. Hoare, "Find", 1961). Elements equal to the pivot go to both sides, so many equal ones do not make it
// quadratic.
func selectAt[E any, K cmp.Ordered](list []E, k int, key func(*E) K) {
	lo, hi := 0, len(list)-1
	for lo < hi {
		a, b, c := key(&list[lo]), key(&list[(lo+hi)/2]), key(&list[hi])
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for key(&list[i]) < pivot {
				i++
			}
			for key(&list[j]) > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
