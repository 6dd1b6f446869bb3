package tabu

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// clashFleet is tabu search of a problem of clashes, iterated or not, on the machines of an accelerator: thousands of searches by kernel
// TabuClash, which race.
type clashFleet struct {
	fleet.Fleet
	launch tabu.TabuClashes // what all launches have in common
}

// mostClashRoom is the shared memory that a search may take: there is as much in a block of every GPU.
const mostClashRoom = 99 << 10

// clashModule returns the kernels for tabu search of clashes. The error says what is missing.
func clashModule(p multiwalk.Problem) (kernel.Module, error) {
	m, err := fleet.ModuleOf(p, "TabuClash")
	if err != nil {
		return m, err
	}
	n, values := p.Space().Len(), clashValues(p)
	switch room := tabu.ClashRoom; {
	case values < 2 || values > tabu.MostClashValues:
		err = fmt.Errorf("they take 2 to %d values, and there are %d", tabu.MostClashValues, values)
	case n > 1<<16 || room(n, values, 1) > mostClashRoom:
		err = fmt.Errorf("a search of %d elements with %d values takes more than %d bytes of shared memory", n, values, mostClashRoom)
	case n > tabu.MostAlike*(values-1):
		err = fmt.Errorf("they take %d elements with one value, and of %d elements with %d values there may be more", tabu.MostAlike, n, values)
	}
	return m, err
}

// clashValues is how many values an element can have.
func clashValues(p multiwalk.Problem) int {
	low, high := p.Space().Bounds()
	return int(int64(high) - int64(low) + 1)
}

// prepareClash prepares for clashes on the accelerator of the plan; bursts has its defaults filled in, or is nil for a search that is not
// iterated. The tenure by default is that on cores.
func (m Tabu) prepareClash(method string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error) {
	if err := m.validateMoves(); err != nil {
		return nil, err
	}
	module, err := clashModule(p)
	if err == nil {
		err = countsClashes(p, module.Problem, plan.Seed)
	}
	if err != nil {
		return nil, walk.NoKernel(method, plan.Device, err.Error())
	}
	low, _ := p.Space().Bounds()
	launch := tabu.TabuClashes{N: int32(p.Space().Len()), Low: low, Values: int32(clashValues(p)), Spread: 10, Tenths: 6,
		Length: tabu.EndlessBurst, Poll: clashPoll}
	if m.Tenure > 0 {
		shortest, spread := around(m.Tenure)
		launch.Shortest, launch.Spread, launch.Tenths = int32(shortest), int32(spread), 0
		if m.Tenure*11/10 >= tabu.MaxClashTenure {
			return nil, fmt.Errorf("multiwalk: tabu tenure %d is too long for a GPU; use up to %d, or 0 for the default", m.Tenure,
				tabu.MaxClashTenure*9/10)
		}
	}
	m.Aspiration = -1
	ran := walk.Method(m)
	if bursts != nil {
		iterated := *bursts
		if iterated.Tabu = m; bursts.Length < tabu.EndlessBurst {
			launch.Length = int32(bursts.Length)
		}
		ran = iterated
		launch.Weakest, launch.Strongest = int32(bursts.Weakest), int32(bursts.Strongest)
	}
	f := &clashFleet{launch: launch}
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: p.Space().Len(), Module: module, Ran: ran, Names: fleet.Always("TabuClash"),
		New: func() fleet.Machine { return f.machine() }}
	return f, nil
}

// clashPoll is how many iterations a search makes between two looks at whether to stop. One takes a microsecond or more.
const clashPoll = 32

// countsClashes tells whether the cost of a random solution is the number of pairs that clash, and the list of pairs is in order.
func countsClashes(p multiwalk.Problem, of any, seed uint64) error {
	c, ok := of.(kernel.Clasher)
	if !ok {
		return fmt.Errorf("the problem of its kernels, a %T, is no kernel.Clasher", of)
	}
	n := int32(p.Space().Len())
	x := make([]int32, n)
	walk.Plan{}.Begin(p, multiwalk.NewRand(seed, 0), x)
	twice, pairs := int64(0), int64(0)
	for i := range n {
		for k := c.ClashFrom(i); k < c.ClashFrom(i+1); k++ {
			j := c.ClashWith(k)
			if j < 0 || j >= n || j == i {
				return fmt.Errorf("ClashWith(%d) is %d, which is no other element than %d of %d", k, j, i, n)
			}
			if pairs += int64(j) - int64(i); x[i] == x[j] {
				twice++
			}
		}
	}
	if pairs != 0 {
		return fmt.Errorf("the list of ClashWith does not have each pair from both sides")
	}
	if cost := p.Cost(x); 2*cost != twice {
		return fmt.Errorf("a random solution costs %d, and by ClashWith %d pairs clash", cost, twice/2)
	}
	return nil
}
