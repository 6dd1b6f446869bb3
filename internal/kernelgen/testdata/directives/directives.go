// Package directives has kernels with directives.
package directives

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

// Rolled is both bound and rolled.
//
//lane:registers 32
//lane:rolled
func Rolled(t lane.Thread, x []int32) { x[t.ThreadID()]++ }
