// Package broken does not build: the type checker refuses a division by a constant zero.
package broken

import "github.com/multiwalk/multiwalk/kernel/lane"

func Zero(_ lane.Thread, x []int32) { x[0] = x[1] / 0 }
