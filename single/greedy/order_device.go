package greedy

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/greedy"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// poll is how many looks lie between two at the goal, emulated how many the searches of a launch make in the emulator, and rank what a lane's
// rank of a look costs, in nanoseconds, of a warp by itself.
const poll, emulated, rank = 8, 400, 60

// selects is how many looks for each element lie between two selections, and of how many searches one takes part in each.
const selects, givers = 100, 8

// module returns the kernels for p's orders. The error says what is missing.
func module(p multiwalk.Problem) (kernel.Module, error) {
	m, err := fleet.ModuleOf(p, "GreedyOrders")
	if err == nil && m.Problem.(kernel.Placer).PlaceTable() == 0 {
		err = fmt.Errorf("the kernel's numbers have 16 bits, and its places are those of a makespan on up to 32 machines")
	}
	return m, err
}

// Place reports why kernel GreedyOrders cannot search p on d.
func (o Order) Place(p multiwalk.Problem, d multiwalk.Device) error {
	if _, err := module(p); err != nil {
		return walk.NoKernel(o.Method, d, err.Error())
	}
	return nil
}

// On prepares searches on the machines of an accelerator; ran is the method with its defaults.
func (o Order) On(p multiwalk.Problem, plan walk.Plan, ran walk.Method) (walk.Search, error) {
	if err := o.check(p); err != nil {
		return nil, err
	}
	m, err := module(p)
	if err != nil {
		return nil, walk.NoKernel(o.Method, plan.Device, err.Error())
	}
	q := m.Problem.(kernel.Placer)
	f := &orderFleet{plan: greedy.Orders{N: int32(p.Space().Len()), Release: int32(o.Release), Poll: poll, Table: q.PlaceTable(),
		Room: q.PlaceRoom(), Temperature: o.Temperature, Share: partlyShare}}
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: p.Space().Len(), Module: m, Ran: ran, Names: fleet.Always("GreedyOrders"), New: f.crowd}
	return f, nil
}

// orderFleet is searches on machines.
type orderFleet struct {
	fleet.Fleet
	plan greedy.Orders // what all launches have in common
}

// crowd is the searches of one machine. They begin with the solutions of the same walks on cores.
func (f *orderFleet) crowd() fleet.Machine {
	n := f.N
	c := &herd{}
	c.Plan, c.Costs = f.plan, func(s *greedy.Order) (int64, int64) { return s.Home, s.Least }
	c.Room = func(warps int) int { return greedy.OrdersRoom(&f.plan, warps) }
	c.Bytes, c.Most, c.Each, c.Opens, c.Keeps = 4*n*greedy.Sets+128, math.MaxInt32, int64(n), c.First, []any{&c.Plan.Adopt, &c.Plan.Start}
	c.Lasts = func() int64 { return c.Paced(rank*float64(2*n), max(1, emulated/int64(c.Size))) }
	c.Period = func() int64 { return selects * int64(n) }
	c.Arrays = func() []any {
		begin := make([]int32, c.Size*n*greedy.Sets)
		fleet.Each(c.Size, func(i int) { c.BeginAt(i, begin[(i*greedy.Sets+greedy.PresentOf)*n:][:n]) })
		elite := fleet.Array[int32](&c.Memory, n)
		c.states, c.sets = c.Track(), fleet.ArrayOf(&c.Memory, begin)
		c.Present = fleet.Rows{In: c.sets, From: greedy.HomeOf * n, Step: greedy.Sets * n}
		c.Found = fleet.Rows{In: c.sets, From: greedy.IncumbentOf * n, Step: greedy.Sets * n}
		c.Takes = func(x []int32) error { return elite.Write(x, 0) }
		return []any{c.states, c.sets, elite}
	}
	return c
}

// herd is the searches of a machine, of which some now and then give up their order for another one's.
type herd struct {
	fleet.Crowd[greedy.Orders, greedy.Order]
	states *gpu.Array[greedy.Order]
	sets   *gpu.Array[int32]
}

// Proceed implements fleet.Searches. After each period one in givers searches looks at another one, and goes on from its order if that costs
// less. All would come to be alike, so it is few: it takes about givers periods until twice as many descend from a search.
func (c *herd) Proceed() (ended bool, err error) {
	if c.At%c.Period() != 0 || c.Size < 2 {
		return false, nil
	}
	n, r := len(c.X), multiwalk.NewRand(c.Run.Seed^uint64(c.At), int(c.Base))
	orders := make([]int32, c.sets.Len())
	if err := c.sets.Read(orders, 0); err != nil {
		return false, err
	}
	for range c.Size / givers {
		i, j := r.IntN(c.Size), r.IntN(c.Size)
		own, other := &c.States[i], &c.States[j]
		if other.Placed > 0 && other.Home < own.Home {
			copy(orders[(i*greedy.Sets+greedy.PresentOf)*n:][:n], orders[(j*greedy.Sets+greedy.HomeOf)*n:])
			copy(orders[(i*greedy.Sets+greedy.HomeOf)*n:][:n], orders[(j*greedy.Sets+greedy.HomeOf)*n:])
			own.Cost, own.Home, own.Placed = other.Home, other.Home, 0
		}
	}
	return false, errors.Join(c.sets.Write(orders, 0), c.states.Write(c.States, 0))
}
