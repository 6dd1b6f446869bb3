package deme

import (
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Evolving says what a launch of Evolve does: generations From to Until-1 follow from the ones before.
type Evolving struct {
	Rule   Rule
	N      int32 // length of a solution
	Room   int32 // bytes of shared memory of a warp
	Poll   int32 // generations between two looks at stop
	From   int64 // generations are counted from the one that is given, 0
	Until  int64
	Target int64  // the launch ends after the generation in which an individual comes to it
	Seed   uint64 // of the random numbers
	First  uint32 // number of the first individual among all of the run
}

// Bred is what a team of Evolve has found since the population began.
type Bred struct {
	Least      int64 // cost of the cheapest individual that the team made
	Generation int64 // when
	Individual int32 // and which, the first of several
	Taken      int64 // how many children took a place
}

// Evolve makes generations of one population, which all warps of a launch divide; all blocks must be on the machine at once. A warp
// makes an individual, in Evolving.Room bytes of shared memory. pool has the individuals of even and of odd generations, N elements each, and
// costs what they cost. After each generation all blocks meet at board. best has the cheapest individual that each warp made; bred tells
// of it. hits[0] becomes the generation in which an individual came to the target, as does goal[0]. If stop[0] is not 0, goal[0]
// becomes the generation after which the launch is broken off.
//
// Results do not depend on the blocks and warps of a launch, but for which warp found what.
func Evolve[P kernel.Coster](t lane.Thread, p P, a Evolving, parts []Part, fixed []Fixed, pool []int32, costs []int64, best []int32,
	bred []Bred, board []int32, hits, goal []int64, stop []uint32) {
	me, teams := t.GridWarpID(), t.GridDim()*t.Warps()
	scratch := lane.SharedAt[int32](t, a.Room*t.WarpID(), a.Room/4)
	b := Breeder[team.Warp, P]{T: team.Warp{T: t}, P: p, Rule: &a.Rule, Seed: a.Seed, First: a.First, Parts: parts, Fixed: fixed,
		Child: scratch[:a.N], Place: scratch[a.N:]}
	own, own0 := bred[me], best[me*a.N:(me+1)*a.N]
	size, half := a.Rule.Topology.Count, a.Rule.Topology.Count*a.N
	for g := a.From; g < a.Until; g++ {
		odd := int32(g & 1)
		now := PopulationOf(a.N, pool[odd*half:(odd+1)*half], costs[odd*size:(odd+1)*size])
		next, after := pool[(1-odd)*half:(2-odd)*half], costs[(1-odd)*size:(2-odd)*size]
		for i := me; i < size; i += teams {
			x := next[i*a.N : (i+1)*a.N]
			cost, taken := b.Next(&now, x, g, i)
			if taken {
				own.Taken++
			}
			if t.LaneID() == 0 {
				after[i] = cost
			}
			if cost < own.Least {
				own.Least, own.Generation, own.Individual = cost, g, i
				for k := t.LaneID(); k < a.N; k += lane.WarpSize {
					own0[k] = x[k]
				}
			}
			if cost <= a.Target && t.LaneID() == 0 {
				hits[0] = g
				lane.AtomicMin(t, &goal[0], g)
			}
		}
		if t.GridThreadID() == 0 && (g-a.From)%int64(a.Poll) == 0 && lane.AtomicLoad(t, &stop[0]) != 0 {
			lane.AtomicMin(t, &goal[0], g) // and not before: others may still be on their way to this meeting
		}
		drive.Meet(t, board)
		if lane.AtomicLoad(t, &goal[0]) <= g {
			break
		}
	}
	if t.LaneID() == 0 {
		bred[me] = own
	}
}

// Room is the bytes of shared memory of a warp, for solutions of n elements of a problem.
func (r *Rule) Room(n int, p any) int { return 4 * (n + max(2*n, r.TableOf(p))) }
