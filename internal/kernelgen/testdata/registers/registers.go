// Package registers has kernels with bounds on their registers.
package registers

import "github.com/multiwalk/multiwalk/kernel/lane"

// Bound has one.
//
//lane:registers 40
func Bound(t lane.Thread, x []int32) { x[t.ThreadID()]++ }

// Generic has one too.
//
//lane:registers 64
func Generic[T int32 | int64](t lane.Thread, x []T) { x[t.ThreadID()]++ }

// Free has none.
func Free(t lane.Thread, x []int32) { x[t.ThreadID()]-- }
