package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
)

// machineShop is the searches of one machine, all in the same iteration.
type machineShop = fleet.Crowd[tabu.ShopPlan, tabu.ShopWalk]

// shopIteration is how long an iteration takes for each operation, in nanoseconds, when the machine holds as many searches as it can: an
// estimate, by which launches get their length.
const shopIteration = 20

// machine makes those of a machine. The searches begin with the solutions of the same walks on cores, and go on with the same random words.
// An iteration counts as a delta for each job: it looks at about so many moves.
func (f *shopFleet) machine() *machineShop {
	n, c := f.N, &machineShop{}
	c.Plan, c.Costs = f.launch, func(s *tabu.ShopWalk) (int64, int64) { return s.Cost, s.Least }
	c.Room = func(warps int) int { return tabu.ShopRoom(f.launch, isLong(f.shop), warps) }
	c.Bytes, c.Most = 4*n*(tabu.ShopSets+1)+4*tabu.ShopTraces(f.launch)+128, math.MaxInt32/max(tabu.ShopSets*n, tabu.ShopTraces(f.launch))
	c.Each = int64(f.shop.Jobs)
	c.Lasts = func() int64 { return c.Paced(shopIteration*float64(n), emulatedIterations/int64(c.Size)) }
	c.Opens, c.Keeps = c.First, []any{&c.Plan.Adopt, &c.End}
	c.Arrays = func() []any {
		begin := make([]int32, c.Size*n)
		fleet.Each(c.Size, func(i int) {
			r := multiwalk.NewRand(c.Run.Seed, int(c.Base)+i)
			c.Run.Begin(f.Problem, r, begin[i*n:][:n])
			c.States[i].Drawn = r.Drawn()
		})
		times, machines := tabu.ShopForm(f.shop.Jobs, f.shop.Machines, f.shop.Machine, f.shop.Times)
		on := &c.Memory
		states, sets := c.Track(), fleet.Array[int32](on, c.Size*n*tabu.ShopSets)
		c.Aims = fleet.ArrayOf(on, begin)
		c.Present = fleet.Rows{In: sets, From: presentSet * c.Size * n, Step: n}
		c.Found = fleet.Rows{In: sets, From: incumbentSet * c.Size * n, Step: n}
		return []any{fleet.ArrayOf(on, times), fleet.ArrayOf(on, machines), states, sets,
			fleet.Array[int32](on, c.Size*tabu.ShopTraces(f.launch)), c.Aims}
	}
	return c
}
