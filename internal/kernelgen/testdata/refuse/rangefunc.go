package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func upTo(n int32) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func RangeFunc(_ lane.Thread, x []int32) {
	for i := range upTo(3) { // refused: a kernel does not range over functions; range over an integer, a slice or an array
		x[i] = i
	}
}
