package flock

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Tally is what becomes of some vectors of a population in a generation. Costs are those of package reals.
type Tally struct {
	Least, Most int64 // cost of the best and of the worst
	Who         int32 // the best, of several the first
	Taken       int32 // how many are better than before
	Refused     int32 // how many candidates had no finite cost
	_           int32
}

// none is the tally of no vectors.
func none() Tally { return Tally{Least: math.MaxInt64, Most: math.MinInt64, Who: math.MaxInt32} }

// TallyOf is the tally of a first generation.
func TallyOf(costs []float64) Tally {
	a := none()
	for k, f := range costs {
		a = a.and(Tally{Least: reals.Cost(f), Most: reals.Cost(f), Who: int32(k)})
	}
	return a
}

// and is the tally of the vectors of both.
func (a Tally) and(b Tally) Tally {
	if b.Least < a.Least || b.Least == a.Least && b.Who < a.Who {
		a.Least, a.Who = b.Least, b.Who
	}
	a.Most = max(a.Most, b.Most)
	a.Taken += b.Taken
	a.Refused += b.Refused
	return a
}

// gather is what the lanes of a warp make of a list of tallies: the greatest number is the least of those with all bits turned round.
func gather(t lane.Thread, list []Tally) Tally {
	a := none()
	for i := t.LaneID(); i < int32(len(list)); i += lane.WarpSize {
		a = a.and(list[i])
	}
	who := int32(math.MaxInt32)
	_, least := team.LeastDelta(t, a.Least)
	if a.Least == least {
		who = a.Who
	}
	_, most := team.LeastDelta(t, ^a.Most)
	return Tally{Least: least, Most: ^most, Who: lane.WarpMin(t, who), Taken: lane.WarpAdd(t, a.Taken), Refused: lane.WarpAdd(t, a.Refused)}
}
