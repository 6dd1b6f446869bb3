package clauses

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/clauses"
	"github.com/multiwalk/multiwalk/walk"
)

// Place implements walk.Placer. Any problem with clauses will do, unless they are too many, or say nothing.
func (m Weighting) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	c, err := clausesOn(m.Name(), p, d)
	if err != nil {
		return err
	}
	if _, err := m.weigh(c); err != nil {
		return err
	}
	if c.Len() == 0 || len(c.Literals) > math.MaxInt32/64 || c.N > math.MaxInt32/64 {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("%d clauses of %d literals over %d bits; it takes 1 to %d of each", c.Len(),
			len(c.Literals), c.N, math.MaxInt32/64))
	}
	for k := range c.Len() {
		if contrary(c.Of(int32(k))) {
			return walk.NoKernel(m.Name(), d, fmt.Sprintf("clause %d has a bit with both signs, so nothing violates it; leave it out", k))
		}
	}
	return nil
}

// weightingFleet is clause weighting on the machines of an accelerator. Each machine has a walk of Minimize, and on it
// as many searches as fit.
type weightingFleet struct {
	fleet.Fleet
	s      *weightingSearch
	form   []int32
	launch clauses.Weighing // what all launches have in common
}

// onDevice prepares for the accelerator of the plan.
func (s *weightingSearch) onDevice() walk.Search {
	c := s.c
	f := &weightingFleet{s: s, form: clauses.Form(c)}
	f.launch = clauses.Weighing{N: c.N, Clauses: int32(c.Len()), Literals: int32(len(c.Literals)), Form: int32(len(f.form)),
		Samples: int32(s.m.Samples), Rise: int32(s.m.Rise), Limit: int32(s.m.Limit), Smooth: smoothBelow(s.m.Smooth), Hard: c.Hard}
	for k, w := range c.Weights {
		if len(c.Of(int32(k))) == 0 {
			f.launch.Bound += w
		}
	}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: int(c.N), Module: clauses.Module(), Ran: s.m, Names: fleet.Always("Weigh"),
		New: func() fleet.Machine { return f.machine() }}
	return f
}

// How long launches take, and the searches of a machine. None of this is measured yet: a flip reads and writes global memory about ten
// times, one after the other.
const (
	weighTurn       = 20_000    // nanoseconds of a flip
	weighOnEmulator = 128       // flips of a launch
	weighFar        = 8         // searches of a multiprocessor, at least
	weighCache      = 100 << 20 // bytes of all searches' numbers, beyond that least
)
