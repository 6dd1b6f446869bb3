package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

// HugeLocal has a variable larger than any memory.
func HugeLocal(t lane.Thread, x []int64) {
	var a [1 << 40]int64 // refused: [1099511627776]int64 takes more than 1099511627776 bytes, which no GPU has; use a slice, whose length is known at launch
	for i := range x {
		a[x[i]]++
	}
}

// LargeLocal has a variable larger than a thread's own memory.
func LargeLocal(t lane.Thread, x []int64) {
	var a [1 << 17]int64 // refused: a variable of type [131072]int64 takes 1048576 bytes, and a thread has 524288; use shared memory, or a slice parameter with a part for each thread
	for i := range x {
		a[x[i]]++
	}
}

// HugePointer is given what no GPU can hold.
func HugePointer(t lane.Thread, x *[1 << 58]int64, y []int64) {
	x[y[0]]++ // refused: [288230376151711744]int64 takes more than 1099511627776 bytes, which no GPU has; use a slice, whose length is known at launch
}

// HugeElements has them in a slice.
func HugeElements(t lane.Thread, x [][1 << 60]int64, y []int64) { // refused: [1152921504606846976]int64 takes more than 1099511627776 bytes, which no GPU has; use a slice, whose length is known at launch
	x[y[0]][1]++
}
