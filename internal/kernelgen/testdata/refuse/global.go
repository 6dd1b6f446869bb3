package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

var counter int32

func count() { counter++ }

func Global(_ lane.Thread, x []int32) {
	x[0] = counter // refused: the package-level variable counter is written, and a device would not see it; initialise it by constants and write it nowhere, or pass it as a parameter
}
