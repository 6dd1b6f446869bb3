package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type teller interface{ tell() int32 }

type dumb struct{ v int32 }

func tells[T any](v T) int32 {
	return any(v).(teller).tell() // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
}

// Undecided asserts what fails, and asks of values that are joined at run time.
func Undecided(_ lane.Thread, x []int32, k int32) {
	x[0] = tells(dumb{k})
	v := any(k) // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
	if k > 0 {
		v = any(x[1]) // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
	}
	if _, ok := v.(teller); ok {
		x[2] = 1 // refused: a kernel has no interface values, and any is one; make the function generic over a type parameter, whose methods are known at compile time
	}
}
