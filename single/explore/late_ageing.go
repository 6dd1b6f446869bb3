package explore

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
)

// ageing is the history of a late acceptance that knows its budget. As in any late acceptance, a proposal is compared with what the walk's
// solution cost some time ago. But here the share of worse proposals that are accepted decides how long ago. The longer ago, the slower the
// walk comes to rest. That share is to fall over the budget as in annealing (sharing.wanted). While it is too great, the walk looks back
// less far. So it comes to rest when the budget ends, whatever costs are measured in, and however large the problem is.
//
// The history is a list of 1024 entries, however long a time they cover. Time is counted in laps: a lap goes round the list once, so a walk
// that makes v laps in the whole budget looks back on 1/v of it. An entry is what the walk's solution cost when its turn ended, but never
// more than before: the final form of Burke and Bykov.
type ageing struct {
	list           []int64 // nil: it has not begun
	turns          float64 // of entries so far
	limit          int64   // the entry whose turn it is
	at             float64 // progress
	worse, taken   float64 // worse proposals of late, and those of them that were taken
	newly, newTook int64   // those of the present unit
}

const (
	// entries is the length of the list. A unit has 256 proposals, and a walk that takes as much as is wanted looks back on
	// thousands of units in a second.
	entries = 1024
	// laps is how many laps the budget has while the accepted share is the wanted one. While the share is twice as great, there are
	// 2^steepness times as many.
	laps, steepness = 40, 2.0
	// slowest bounds the laps in a budget from below.
	slowest = 1.0 / 8
	// resting is how far the logarithm of the wanted share falls from freezing to the end, so that little is taken then.
	resting = 4
)

// begin fills the list with what the walk's solution costs.
func (a *ageing) begin(part float64, cost int64) {
	*a = ageing{list: make([]int64, entries), limit: cost, at: part}
	for i := range a.list {
		a.list[i] = cost
	}
}

// note counts a proposal.
func (a *ageing) note(delta int64, taken bool) {
	if delta <= 0 {
		return
	}
	if a.newly++; taken {
		a.newTook++
	}
}

// age goes on to a progress, at which the walk's solution costs that much.
func (a *ageing) age(part float64, cost int64) {
	if a.list == nil || part < a.at { // progress begins anew
		a.begin(part, cost)
		return
	}
	gone := part - a.at
	keep := metropolis.Exp2(max(cooling.Hopeless, -float64(gone/cooling.Lately*math.Log2E)))
	a.worse, a.taken = float64(keep*a.worse)+float64(a.newly), float64(keep*a.taken)+float64(a.newTook)
	a.newly, a.newTook, a.at = 0, 0, part
	turns := min(1, float64(a.speed(part)*gone)) * entries
	for k := int64(a.turns); k < int64(a.turns+turns); k++ {
		entry := &a.list[k%entries]
		*entry = min(*entry, cost)
	}
	a.turns += turns
	a.limit = a.list[int64(a.turns)%entries]
}

// speed is how many laps the whole budget would have at the present share. Where little was proposed, one more proposal, accepted with the
// wanted share, stands for what is not known.
func (a *ageing) speed(part float64) float64 {
	want := (&cooling.Sharing{}).Wanted(max(cooling.Melting, part)) - resting*max(0, part-cooling.Freezing)/(1-cooling.Freezing)
	share := cooling.Log2((a.taken + 1) / (a.worse + metropolis.Exp2(-want)))
	return max(slowest, laps*metropolis.Exp2(min(-cooling.Hopeless, float64(steepness*(share-want)))))
}

// bound is the delta up to which a walk at a cost takes a proposal.
func (a *ageing) bound(cost int64) int64 { return max(0, a.limit-cost-1) }

func (a *ageing) Save(c *checkpoint.Archive) {
	c.Fields("ageing", &a.list, &a.turns, &a.limit, &a.at, &a.worse, &a.taken, &a.newly, &a.newTook)
}
