// Package foreign has methods that call what their author cannot change: C, and package multiwalk.
package foreign

// static int twice(int x) { return 2 * x; }
import "C"

import "github.com/multiwalk/multiwalk"

// Through calls C.
type Through struct{ W []int64 }

// Space is of 9 bits.
func (p *Through) Space() multiwalk.Space { return multiwalk.Binary(9) }

// Cost asks C.
func (p *Through) Cost(x []int32) int64 {
	return int64(C.twice(C.int(x[0])))
}

// Packed calls package multiwalk, which allocates there.
type Packed struct{ W []int64 }

// Space is of 9 bits.
func (p *Packed) Space() multiwalk.Space { return multiwalk.Binary(9) }

// Cost makes constraints anew.
func (p *Packed) Cost(x []int32) int64 {
	return rules.Pack(p.W[x[0]], 1)
}

var rules multiwalk.Constraints
