// Package cross has the crossovers: how a child comes about from two individuals. Each is written once, for a team of threads: a warp on
// a GPU, a single thread on a core. All threads of a team call it together, and its results do not depend on their number.
package cross

import "github.com/multiwalk/multiwalk/internal/kernels/team"

// Gene is an element of a solution as individuals hold it.
type Gene interface{ uint8 | uint16 | int32 }

// Team makes a child.
type Team interface {
	team.Team
	// Before counts the threads of lower rank that say so, and all that do.
	Before(v bool) (lower, all int32)
}

// Words gives the random words of a child by their number, the same to all threads, in any order.
type Words interface{ Word(k int32) uint32 }

// wrapped is a position below 2n on a ring of n.
func wrapped(k, n int32) int32 {
	if k >= n {
		return k - n
	}
	return k
}

// either tells by one random bit a position whether it is drawn.
func either[W Words](w W, k int32) bool { return w.Word(k>>5)>>(uint32(k)&31)&1 != 0 }
