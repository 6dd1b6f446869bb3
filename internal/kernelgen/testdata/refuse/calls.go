package refuse

import (
	"os"
	"unsafe"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

func Dynamic(_ lane.Thread, x []int32) {
	f := up
	if x[0] > 3 {
		f = down
	}
	x[0] = f(x[0]) // refused: which function is called here is known only at run time; call the function by its name, or pass it as a literal to a function that calls it
}

func up(v int32) int32   { return v + 1 }
func down(v int32) int32 { return v - 1 }

func outside(x int32) int32

func External(_ lane.Thread, x []int32) {
	x[0] = outside(1) // refused: refuse.outside has no body in Go; write the function in the device subset, or call it on the host
}

var counter int32

func count() { counter++ }

func Global(_ lane.Thread, x []int32) {
	x[0] = counter // refused: the package-level variable counter is written, and a device would not see it; initialise it by constants and write it nowhere, or pass it as a parameter
}

var seed = double(21)

func double(v int32) int32 { return 2 * v }

func GlobalCall(_ lane.Thread, x []int32) {
	x[0] = seed // refused: the package-level variable seed is not a table of constants; initialise it by constants and write it nowhere, or pass it as a parameter
}

type launched struct{ p *int32 }

func inner(t lane.Thread, n int32) {}

func Inner2(t lane.Thread, l launched) {}

func Launches(t lane.Thread, x []int32) {
	lane.Launch(t, inner, 3, 1, 32)                // refused: what is launched here is no kernel of this module; name an exported kernel of the package that is compiled, which is not generic
	lane.Launch(t, Inner2, launched{&x[0]}, 1, 32) // refused: a nested launch cannot pass *int32; pass numbers, slices, and structs of these
}

func Library(_ lane.Thread, x []int32) {
	x[0] = int32(os.Getpid()) // refused: os.Getpid has no device form: syscall.Getpid has no device form: syscall.rawSyscallNoError has no body in Go; write the function in the device subset, or call it on the host
}

func factorial(n int32) int32 {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1) // refused: factorial calls itself, and a kernel has no stack to grow; write the recursion as a loop, with an array as its stack where it needs one
}

func Recursion(_ lane.Thread, x []int32) {
	x[0] = factorial(x[0])
}

func RecursionClosure(_ lane.Thread, x []int32) {
	var f func(int32) int32 // refused: the function that f holds is assigned more than once, or calls itself; declare a function for it, or write recursion as a loop
	f = func(n int32) int32 {
		if n < 2 {
			return 1
		}
		return n * f(n-1)
	}
	x[0] = f(4)
}

func Several(_ lane.Thread, x []int32) {
	y := append(x, 1) // refused: append grows memory, which a kernel has not; use an array of constant size, a slice parameter, or shared memory
	y[0] = 2
	go sets(x) // refused: a kernel starts no goroutines; a kernel's threads are its goroutines: share through slices, barriers and atomics of lane
	println(1) // refused: a kernel prints nothing; store what is to be seen in a slice
}

func Unsafe(_ lane.Thread, x []int32) {
	p := unsafe.Pointer(&x[0]) // refused: a kernel has no unsafe pointers; use math.Float64bits and its kin, or a slice of the type that is meant
	*(*float32)(p) = 1
}
