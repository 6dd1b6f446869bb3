package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
)

// jointInstruction is how long a multiprocessor takes for an instruction of a warp, and jointAlone how long a warp by itself does, in
// nanoseconds: estimates, by which launches get their length.
const (
	jointInstruction = 0.25
	jointAlone       = 3.5
)

// crowd is the searches of one machine, all in the same iteration. They begin with the solutions of the same walks on cores. Each moves
// once an iteration, which brings all deltas up to date.
func (f *jointFleet) crowd() fleet.Machine {
	n, length := int(f.launch.N), f.N
	each := length * tabu.JointSets
	c := &fleet.Crowd[tabu.JointTabu, tabu.JointWalk]{}
	c.Plan, c.Costs = f.launch, func(s *tabu.JointWalk) (int64, int64) { return s.Cost, s.Least }
	c.Room = func(warps int) int { return tabu.JointRoom(n, warps) }
	c.Bytes, c.Most, c.Each = 4*(length*n+each)+64, math.MaxInt32, 3*int64(n)*int64(n-1)/2
	c.Opens, c.Keeps = c.First, []any{&c.Plan.Adopt}
	c.Lasts = func() int64 {
		resident := (c.Size + c.Machine.Multiprocessors() - 1) / c.Machine.Multiprocessors()
		instructions := 200 + 2.5*float64(n*n) // see tabu.TabuJoint
		return c.Paced(instructions*max(jointAlone, jointInstruction*float64(resident)), emulatedIterations/int64(c.Size))
	}
	c.Arrays = func() []any {
		begin := make([]int32, c.Size*each)
		fleet.Each(c.Size, func(i int) { c.BeginAt(i, begin[i*each+presentSet*length:][:length]) })
		states, sets := c.Track(), fleet.ArrayOf(&c.Memory, begin)
		expiry, elite := fleet.Array[int32](&c.Memory, c.Size*length*n), fleet.Array[int32](&c.Memory, length)
		c.Present = fleet.Rows{In: sets, From: presentSet * length, Step: each}
		c.Found = fleet.Rows{In: sets, From: incumbentSet * length, Step: each}
		c.Takes = func(x []int32) error { return elite.Write(x, 0) }
		return []any{states, sets, expiry, elite}
	}
	return c
}
