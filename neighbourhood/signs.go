package neighbourhood

import "github.com/multiwalk/multiwalk"

// Signed is a problem over bits that is solved where the products of rows of signs with a solution are given numbers, in any order:
// bit j stands for +1 where it is 1, and for -1 where it is 0. Its cost is 0 there, and above 0 elsewhere. Methods that infer the bits
// from the products take it as it is.
type Signed interface {
	multiwalk.Problem
	// Signs is read-only, and does not change.
	Signs() *Signs
}

// Signs is rows of signs, and the products that a solution has.
type Signs struct {
	N        int        // signs of a row
	Rows     [][]uint64 // bit j of a row is 1 where its sign is +1
	Products []int32    // one for each row, in increasing order; none is negative
}
