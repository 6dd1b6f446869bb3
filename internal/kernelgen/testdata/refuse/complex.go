package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func Complex(_ lane.Thread, c complex128, x []float64) { // refused: a kernel has no complex numbers; use a struct of two floats
	x[0] = real(c)
}
