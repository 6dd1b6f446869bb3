package jobshop

import (
	"slices"

	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Shop implements neighbourhood.Shopper.
func (p *Instance) Shop() neighbourhood.Shop {
	return neighbourhood.Shop{Jobs: p.Jobs, Machines: p.Machines, Machine: p.Machine, Times: p.Times,
		Near: int32(slices.Index([]Near{N5, N6, N7}, p.near))}
}
