package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func RangeString(_ lane.Thread, x []int32) {
	for i, r := range "abc" { // refused: a kernel ranges over integers, slices and arrays, not over string; keep the elements in a slice
		x[i] = r
	}
}
