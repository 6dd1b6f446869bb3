package neighbourhood

import "math/bits"

// Ops is the kinds of move that a list of members makes. It is part of what a kernel is compiled for: what serves other kinds is left
// out then, and takes neither registers nor time to compile.
type Ops struct {
	Set  uint32 `launch:"settled"` // 1<<Op of each kind
	Sole uint32 `launch:"settled"` // the Op, if there is one kind; else 0
}

// OpsOf returns the kinds of the members.
func OpsOf(members []Member) (o Ops) {
	for i := range members {
		o.Set |= 1 << members[i].Op
	}
	if bits.OnesCount32(o.Set) == 1 {
		o.Sole = uint32(bits.TrailingZeros32(o.Set))
	}
	return o
}

// Has tells whether a kind is one of them.
func (o Ops) Has(op Op) bool { return o.Set>>op&1 != 0 }

// Of returns op, which must be one of them.
func (o Ops) Of(op Op) Op {
	if o.Sole != 0 {
		return Op(o.Sole)
	}
	return op
}
