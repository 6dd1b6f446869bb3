package gpu

import "fmt"

// Need is the least number of elements that an array must have for a launch.
type Need struct {
	Array string // the name of the kernel's parameter
	Have  int
	Least int64
}

// Fits refuses a launch with an array that is too short. A kernel without tests writes past the end of an array unnoticed,
// into what lies there. So that the test is worth something, a host computes what is needed from the plan that the kernel
// itself is given, not from what it has allocated by.
func Fits(kernel string, needs ...Need) error {
	for _, n := range needs {
		if int64(n.Have) < n.Least {
			return fmt.Errorf("multiwalk: kernel %s needs %d elements in %s, and there are %d: a fault of the program; report it, "+
				"and use --device cpu meanwhile", kernel, n.Least, n.Array, n.Have)
		}
	}
	return nil
}
