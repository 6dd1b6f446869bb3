package refuse

import (
	"unsafe"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

func Unsafe(_ lane.Thread, x []int32) {
	p := unsafe.Pointer(&x[0]) // refused: a kernel has no unsafe pointers; use math.Float64bits and its kin, or a slice of the type that is meant
	*(*float32)(p) = 1
}
