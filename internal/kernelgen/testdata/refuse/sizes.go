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

// HugeShared asks for more shared memory than a block has.
func HugeShared(t lane.Thread, y []int64) {
	s := lane.Shared[int64](t, 1<<30) // refused: lane.Shared makes 1 to 49152 bytes, and this is 1073741824 of int64; use lane.SharedAt, which is sized at launch, or fewer elements
	s[0] = y[0]
	y[1] = s[y[2]]
}

// EmptyShared asks for none.
func EmptyShared(t lane.Thread, y []int64) {
	s := lane.Shared[struct{}](t, 4) // refused: lane.Shared makes 1 to 49152 bytes, and this is 4 of struct{}; use lane.SharedAt, which is sized at launch, or fewer elements
	y[0] = int64(len(s))
}

var hugeTable = [1 << 21]int64{5: 3}

var endlessTable = [1 << 50]int64{5: 3}

// HugeTable reads tables that nobody would want to write out.
func HugeTable(t lane.Thread, y []int64) {
	y[0] = hugeTable[y[1]]    // refused: the package-level variable hugeTable has 2097152 numbers, and a table no more than 1048576; pass it as a slice
	y[2] = endlessTable[y[1]] // refused: [1125899906842624]int64 takes more than 1099511627776 bytes, which no GPU has; use a slice, whose length is known at launch
}

// numbers is too large for registers.
type numbers [2000]int64

func pick(b numbers, i int64) int64 {
	return b[i]
}

// HugeValue passes it.
func HugeValue(t lane.Thread, x []numbers, y []int64) {
	y[0] = pick(x[0], y[1]) // refused: a value of type refuse.numbers is 2000 numbers, and no more than 1024 are passed, returned or compared; pass a pointer to it, or a slice of it, and compare its elements in a loop
}

// HugeComparison compares it.
func HugeComparison(t lane.Thread, x []numbers, y []bool) {
	y[0] = x[0] == x[1] // refused: a value of type refuse.numbers is 2000 numbers, and no more than 1024 are passed, returned or compared; pass a pointer to it, or a slice of it, and compare its elements in a loop
}

// HugeArguments takes it as a parameter.
func HugeArguments(t lane.Thread, x numbers, y []int64) { // refused: the parameters of HugeArguments take 16016 bytes, and a launch passes up to 4096; pass a slice, or a pointer to an array
	y[0] = x[y[1]]
}

// EmptyParam is given a struct without fields.
func EmptyParam(t lane.Thread, e struct{}, y []int64) { // refused: a launch passes numbers, and e of type struct{} takes no memory; leave it out, or give it a field
	y[0] = 1
}

// EmptyArray is given an array without elements.
func EmptyArray(t lane.Thread, e [0]int64, y []int64) { // refused: a launch passes numbers, and e of type [0]int64 takes no memory; leave it out, or give it a field
	y[0] = 1
}

// EmptyField is given a struct of which one field has no size, beside a slice.
func EmptyField(t lane.Thread, p struct { // refused: a launch passes numbers, and p.Empty of type struct{} takes no memory; leave it out, or give it a field
	Of    []int64
	Empty struct{}
	N     int64
}) {
	p.Of[0] = p.N
}

type tailed struct {
	A int32
	B struct{}
}

func EmptyTail(_ lane.Thread, x []tailed, y []int32) { // refused: Go pads refuse.tailed after its last field, which has no size; put a field that has a size last
	y[0] = x[1].A
}
