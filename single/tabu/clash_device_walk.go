package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
)

// machineClash is the searches of one machine, all in the same iteration.
type machineClash struct {
	fleet.Crowd[tabu.TabuClashes, tabu.ClashWalk]
	bans *gpu.Array[tabu.ClashBan]
}

// clashIteration is how long an iteration takes, in nanoseconds, when the machine holds as many searches as it can: an estimate, by which
// launches get their length.
const clashIteration = 2000

// machine makes those of a machine. The searches begin with the solutions of the same walks on cores. An iteration is a change, and counts as
// a delta for each element, though it looks at those alone that clash, and at all their values.
func (f *clashFleet) machine() *machineClash {
	n, values, c := f.N, int(f.launch.Values), &machineClash{}
	c.Plan, c.Costs = f.launch, func(s *tabu.ClashWalk) (int64, int64) { return s.Cost, s.Least }
	c.Room = func(warps int) int { return tabu.ClashRoom(n, values, warps) }
	c.Bytes, c.Most = 4*n*(tabu.ClashSets+1)+8*tabu.ClashRing+64, math.MaxInt32/(tabu.ClashSets*n)
	c.Each, c.Lasts = int64(n), func() int64 { return c.Paced(clashIteration, emulatedIterations/int64(c.Size)) }
	c.Opens, c.Keeps = c.First, []any{&c.Plan.Adopt, &c.End}
	c.Arrays = func() []any {
		states, sets := c.Track(), fleet.Array[int32](&c.Memory, c.Size*n*tabu.ClashSets)
		c.Aims, c.bans = fleet.ArrayOf(&c.Memory, c.Solutions()), fleet.Array[tabu.ClashBan](&c.Memory, c.Size*tabu.ClashRing)
		c.Present = fleet.Rows{In: sets, From: presentSet * c.Size * n, Step: n}
		c.Found = fleet.Rows{In: sets, From: incumbentSet * c.Size * n, Step: n}
		return []any{states, sets, c.bans, c.Aims}
	}
	return c
}
