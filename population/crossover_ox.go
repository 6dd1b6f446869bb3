package population

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/cross"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
)

// orderAnywhere is order crossover between two random cuts.
func orderAnywhere(v *variation, child, own, other []int32, r *multiwalk.Rand) {
	cut1, cut2 := cuts(r, len(own))
	cross.Ordered(team.Single{}, child, own, other, v.at[:len(own)], cut1, cut2)
}
