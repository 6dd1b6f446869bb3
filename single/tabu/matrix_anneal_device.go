package tabu

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

func (m MatrixAnneal) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := walking.OnlySwaps(m.Name(), p, d, ""); err != nil {
		return err
	}
	if _, err := tabuModule(p); err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	return nil
}

// onDevice prepares for the accelerator of the plan, by the kernels of tabu search.
func (s *matrixSearch) onDevice() (walk.Search, error) {
	if err := s.settled.Place(s.p, s.plan.Device.(multiwalk.Accelerator)); err != nil {
		return nil, err
	}
	f, err := prepareFleet(s.method, &s.tabuSearch, nil)
	if err != nil {
		return nil, err
	}
	f.Ran = s.settled
	f.launch.Anneals = 1
	f.Settled = f.launch
	f.New = func() fleet.Machine { return s.machine(f) }
	return f, nil
}

// machineMatrix is the annealing searches of one machine, all in the same iteration.
type machineMatrix struct {
	*machineTabu
	explore.Inheritance // without heirs
	s                   *matrixSearch
}

func (s *matrixSearch) machine(f *tabuFleet) *machineMatrix {
	w := &machineMatrix{machineTabu: f.machine(), s: s}
	w.Inheritance = explore.Inheritance{Of: &w.Walk, Cools: s.cools,
		PerIteration: func() int64 { n := int64(f.N); return n * (n - 1) / 2 * int64(w.Size) },
		Write:        func(heat float64) error { w.Plan.Heat = heat; return nil }}
	w.Plan.Heat = s.level(0)
	w.Keeps = append(w.Keeps, &w.Plan.Heat)
	return w
}

// period is how many iterations a temperature lasts; 0: as long as a launch.
func (w *machineMatrix) period() int64 {
	if w.s.cools == nil {
		return w.s.perStep
	}
	return w.Hold()
}

// Until implements fleet.Searches: a launch also ends where the temperature changes.
func (w *machineMatrix) Until(from, evaluations int64) int64 {
	until := w.machineTabu.Until(from, evaluations)
	if p := w.period(); p > 0 {
		until = min(until, from+p-from%p)
	}
	return until
}

func (w *machineMatrix) Launch(from, until, target int64) error {
	if w.s.cools == nil {
		w.Plan.Heat = w.s.level(from)
	}
	return w.machineTabu.Launch(from, until, target)
}

// Work implements fleet.Searches. How many moves a search makes depends on it.
func (w *machineMatrix) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	n := int64(w.f.N)
	c := multiwalk.Counters{DeltaEvaluations: (to - from) * int64(w.Size) * (n * (n - 1) / 2)}
	if winner < 0 {
		c.Moves = w.Sum(func(s *tabu.TabuWalk) int64 { return s.Priced }) - w.Done.Moves
	}
	return c, nil
}
