// Package wrong has a directive that cannot be.
package wrong

import "github.com/multiwalk/multiwalk/kernel/lane"

// Kernel asks for too many.
//
//lane:registers 9999
func Kernel(t lane.Thread, x []int32) { x[t.ThreadID()]++ }
