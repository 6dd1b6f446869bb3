package tabu

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/shop"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// shopFleet is tabu search of a job shop, iterated or not, on the machines of an accelerator: thousands of searches by kernel TabuShop, which
// race.
type shopFleet struct {
	fleet.Fleet
	shop   neighbourhood.Shop
	launch tabu.ShopPlan // what all launches have in common
}

const (
	// mostShopTime bounds what all operations may take one after the other.
	mostShopTime = 1 << 30
	// shopPoll is how many iterations a search makes between two looks at whether to stop. One takes some microseconds.
	shopPoll = 16
)

// placeShop reports why the kernel cannot run for a job shop.
func placeShop(method string, p multiwalk.Problem, d multiwalk.Device) error {
	if err := walk.NoFixed(method, p); err != nil {
		return err
	}
	if err := noConstraints(method, p, d); err != nil {
		return err
	}
	if err := fitsShop(p); err != nil {
		return walk.NoKernel(method, d, err.Error())
	}
	return nil
}

// fitsShop says why the kernel cannot search a job shop, or nil.
func fitsShop(p multiwalk.Problem) error {
	s := p.(neighbourhood.Shopper).Shop()
	sum := timesOf(s)
	slots := int64(s.Jobs)*int64(s.Machines+1) + 1
	switch {
	case s.Jobs < 2 || s.Jobs >= tabu.MostShopJobs || s.Machines > tabu.MostShopMachines || slots > tabu.MostShopSlots:
		return fmt.Errorf("it takes 2 to %d jobs on up to %d machines, and these are %d on %d", tabu.MostShopJobs-1, tabu.MostShopMachines, s.Jobs,
			s.Machines)
	case sum > mostShopTime:
		return fmt.Errorf("times add up to %d; it takes up to %d", sum, mostShopTime)
	}
	return roomForShop(s, planOf(s))
}

// timesOf is how long all operations take one after the other.
func timesOf(s neighbourhood.Shop) (sum int64) {
	for _, t := range s.Times {
		sum += int64(t)
	}
	return sum
}

// isLong says whether longest paths may be too long for TabuShopNarrow.
func isLong(s neighbourhood.Shop) bool { return timesOf(s) >= tabu.MostNarrowShop }

// roomForShop says why a search takes too much shared memory, or nil.
func roomForShop(s neighbourhood.Shop, a tabu.ShopPlan) error {
	longest := a.Shortest + a.Spread - 1
	if int64(a.Jobs)*int64(longest) > mostClashRoom || tabu.ShopRoom(a, isLong(s), 1) > mostClashRoom {
		return fmt.Errorf("a search of %d jobs on %d machines with tenures up to %d takes more than %d bytes of shared memory", a.Jobs, a.Machines,
			longest, mostClashRoom)
	}
	return nil
}

// planOf is what launches for a shop have in common, with the tenure of cores.
func planOf(s neighbourhood.Shop) tabu.ShopPlan {
	return tabu.ShopPlan{Jobs: s.Jobs, Machines: s.Machines, Near: s.Near, Most: mostOf(s), Shortest: listedTenure, Spread: listedSpread,
		Length: tabu.EndlessBurst, Idle: tabu.EndlessBurst, Poll: shopPoll}
}

// mostOf is how much of a critical path searches look at: all of it as a rule. On 30 jobs it has up to 50 operations, and 60 moves are listed;
// on 100 jobs 130 and 150.
func mostOf(s neighbourhood.Shop) int32 {
	if s.Jobs > 50 {
		return tabu.MostShopPath
	}
	return tabu.MostShopPath / 2
}

// prepareShop prepares for a job shop on the accelerator of the plan; bursts has its defaults filled in, or is nil for a search that is not
// iterated. All defaults are those on cores.
func (m Tabu) prepareShop(_ string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error) {
	if err := m.validateMoves(); err != nil {
		return nil, err
	}
	f := &shopFleet{shop: p.(neighbourhood.Shopper).Shop()}
	f.launch = planOf(f.shop)
	if m.Tenure > 0 {
		shortest, spread := around(m.Tenure)
		f.launch.Shortest, f.launch.Spread = int32(min(shortest, mostJoint)), int32(min(spread, mostJoint))
		if shortest+spread > mostJoint {
			return nil, fmt.Errorf("multiwalk: tabu tenure %d is too long for a GPU; use 0 for the default", m.Tenure)
		}
		if err := roomForShop(f.shop, f.launch); err != nil {
			return nil, fmt.Errorf("multiwalk: tabu tenure %d is too long for a GPU: %w; use 0 for the default", m.Tenure, err)
		}
	}
	m = m.drawing(int(f.launch.Shortest), int(f.launch.Spread))
	ran, n := walk.Method(m), p.Space().Len()
	if bursts != nil {
		iterated := *bursts
		iterated.Tabu = m
		ran = iterated
		f.launch.Length = int32(min(iterated.Length, math.MaxInt32))
		f.launch.Weakest, f.launch.Strongest = int32(iterated.Weakest), int32(iterated.Strongest)
	} else {
		f.launch.Idle = int32(tabuPatience + tabuPatienceEach*n)
		f.launch.Weakest, f.launch.Strongest = int32(max(2, n/20)), int32(max(2, n/4))
	}
	kernel := "TabuShopNarrow"
	if isLong(f.shop) {
		kernel = "TabuShop"
	}
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: n, Module: shop.Module(), Ran: ran, Names: fleet.Always(kernel),
		New: func() fleet.Machine { return f.machine() }}
	return f, nil
}
