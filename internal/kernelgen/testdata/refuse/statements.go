package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Append(_ lane.Thread, x []int32) {
	x = append(x, 1) // refused: append grows memory, which a kernel has not; use an array of constant size, a slice parameter, or shared memory
	x[0] = 2
}

func Channel(_ lane.Thread, x []int32) {
	c := make(chan int32, 1) // refused: a kernel has no channels; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	c <- 1
	x[0] = <-c
}

func Defer(_ lane.Thread, x []int32) {
	defer sets(x) // refused: a kernel defers nothing; call it where the function ends
	x[1] = 2
}

func Goroutine(_ lane.Thread, x []int32) {
	go sets(x) // refused: a kernel starts no goroutines; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
}

func sets(x []int32) { x[0] = 1 }

func Make(_ lane.Thread, x []int32) {
	y := make([]int32, len(x)) // refused: make with a length known only at run time grows memory, which a kernel has not; use an array of constant size, a slice parameter, or shared memory
	x[0] = y[0]
}

func Map(_ lane.Thread, x []int32) {
	m := map[int32]int32{} // refused: a kernel has no maps; use an array or a slice indexed by the key
	m[1] = 2
	x[0] = m[1]
}

func Print(_ lane.Thread, x []int32) {
	println(x[0]) // refused: a kernel prints nothing; store what is to be seen in a slice
}

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

func RangeString(_ lane.Thread, x []int32) {
	for i, r := range "abc" { // refused: a kernel ranges over integers, slices and arrays, not over string; keep the elements in a slice
		x[i] = r
	}
}

func Recover(_ lane.Thread, x []int32) {
	if recover() != nil { // refused: a kernel recovers from nothing; test before the fault can happen
		x[0] = 1
	}
}

func Select(_ lane.Thread, x []int32) {
	var c chan int32
	select { // refused: a kernel has no channels; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	case x[0] = <-c:
	default:
	}
}
