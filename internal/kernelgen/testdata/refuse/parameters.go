package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func ArrayOfSlices(_ lane.Thread, x [2][]int32, y []int32) { // refused: a launch cannot pass an array of slices; use one flat slice, or a struct with a field for each
	y[0] = x[1][0]
}

func Assertion(_ lane.Thread, v any, x []int32) { // refused: a kernel has no interface values, and any is one; make the function generic over a type parameter, whose methods are known at compile time
	x[0] = v.(int32)
}

func ChannelParam(_ lane.Thread, c chan int32, x []int32) { // refused: a kernel has no channels; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	x[0] = <-c
}

type rule struct {
	apply func(int32) int32 // refused: a function kept in memory is called by its address, which a kernel cannot; call the function by its name, or pass it as a literal to a function that calls it
}

func FunctionField(_ lane.Thread, x []int32) {
	r := rule{apply: up}
	x[0] = r.apply(1)
}

func FunctionParam(_ lane.Thread, f func(int32) int32, x []int32) { // refused: a launch cannot pass a function; make the kernel generic over a type with the method
	x[0] = f(1)
}

type costs interface{ cost() int32 }

type one struct{}

func (one) cost() int32 { return 1 }

func of(c costs) int32 { return c.cost() }

func Interface(_ lane.Thread, x []int32) {
	x[0] = of(one{}) // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
}

func MapParam(_ lane.Thread, m map[int32]bool, x []int32) { // refused: a kernel has no maps; use an array or a slice indexed by the key
	if m[1] {
		x[0] = 1
	}
}

type nest0 struct{ A, B int32 }
type nest1 struct{ A, B nest0 }
type nest2 struct{ A, B nest1 }
type nest3 struct{ A, B nest2 }
type nest4 struct{ A, B nest3 }
type nest5 struct{ A, B nest4 }
type nest6 struct{ A, B nest5 }
type nest7 struct{ A, B nest6 }
type nest8 struct{ A, B nest7 }
type nest9 struct{ A, B nest8 }
type nest10 struct{ A, B nest9 }
type nest11 struct{ A, B nest10 }
type nest12 struct{ A, B nest11 }
type nest13 struct{ A, B nest12 }
type nest14 struct{ A, B nest13 }

// Nested has 2^15 numbers in a struct, each of whose fields has two.
func Nested(t lane.Thread, x []nest14, y []int32) { // refused: refuse.nest14 has more than 1024 fields, those of its fields included; use arrays in place of fields, or several slices
	y[0] = int32(len(x))
}

type node struct{ next *node }

func Pointers(_ lane.Thread, x []node, y []int32) { // refused: []refuse.node has elements that hold pointers; keep numbers, or arrays and structs of numbers, in the slice
	if x[0].next == nil {
		y[0] = 1
	}
}

func Slices(_ lane.Thread, x [][]int32, y []int32) { // refused: a slice of slices lies scattered in the host's memory; use one flat slice and compute the index, as in a[i*n+j]
	y[0] = x[0][0]
}

type table struct{ Rows [][]int32 } // refused: a slice of slices lies scattered in the host's memory; use one flat slice and compute the index, as in a[i*n+j]

func SlicesField(_ lane.Thread, t *table, y []int32) {
	y[0] = t.Rows[0][0]
}

func String(_ lane.Thread, s string, x []int32) { // refused: a kernel has no strings; leave text to the host, and number what the kernel tells apart
	x[0] = int32(len(s))
}

func takes(s string) int32 { return int32(len(s)) }

func StringConst(_ lane.Thread, x []int32) {
	x[0] = takes("abc") // refused: a kernel has no strings; leave text to the host, and number what the kernel tells apart
}

func Complex(_ lane.Thread, c complex128, x []float64) { // refused: a kernel has no complex numbers; use a struct of two floats
	x[0] = real(c)
}
