package cooperate

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// Step implements multiwalk.Walk. A unit is a launch.
func (w *machineTempering) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		if err := w.unit(s); err != nil {
			s.Fail(err)
			return false
		}
	}
	return true
}

// unit does a launch and takes up what it found.
func (w *machineTempering) unit(s *multiwalk.Slice) error {
	w.plan.Until = min(w.plan.From+w.sweeps(s.EvaluationsLeft(w.counters.Evaluations())), tempering.Still(w.plan.From))
	w.plan.Target, w.plan.Adopt = s.Target(), 0
	if w.adopted {
		w.plan.Adopt, w.adopted = 1, false
	}
	a := &w.memory
	if err := a.fits(w.plan, w.numbers()); err != nil {
		return err
	}
	args := []any{a.problem, w.plan, a.states, a.rows, a.levels, a.trades, a.start, a.rungs}
	if a.numbers != nil {
		args = append(args, a.numbers)
	}
	if err := w.kernel.Launch(w.launch, append(args, a.hits, a.goal, a.stop)...); err != nil {
		return err
	}
	if err := w.m.Wait(s.Aborted, a.stop); err != nil {
		return err
	}
	made := w.made()
	if err := a.states.Read(w.states, 0); err != nil {
		return err
	}
	return errors.Join(w.checkLedger(), w.take(s, made), w.takeQuotas())
}

// takeQuotas finds out how many proposals a sweep has from now on. It changes behind the launches of the warm-up alone, none
// of which goes beyond the next step.
func (w *machineTempering) takeQuotas() error {
	if !tempering.Warming(w.plan.From - 1) {
		return nil
	}
	w.perSweep = 0
	err := w.memory.rungs.Read(w.rungs, 0)
	for _, r := range w.rungs {
		w.perSweep += int64(r.Quota)
	}
	return err
}

// made is how many swaps each ladder has made.
func (w *machineTempering) made() []int64 {
	made := make([]int64, w.plan.Ladders)
	for i, s := range w.states {
		made[i/int(w.plan.Replicas)] += s.Made
	}
	return made
}

// sweeps is how many the next launch makes: those of a launch, and no more than so many evaluations, but one.
func (w *machineTempering) sweeps(evaluations int64) int64 {
	return max(1, min(w.launchSweeps(), evaluations/w.perSweep))
}

// launchSweeps is how many sweeps a launch has on a GPU: some 10 ms of an H200 full of ladders, if the estimates of
// proposalNanoseconds hold. How sweeps are split into launches changes nothing but when the run hears of what was found.
func (w *machineTempering) launchSweeps() int64 {
	switch {
	case forcedSweeps > 0:
		return forcedSweeps
	case w.m.Emulated():
		return max(1, emulatedProposals/w.perSweep)
	}
	length := float64(w.perSweep) / float64(len(w.rungs))
	return max(1, int64(10e6/(length*w.nanoseconds())))
}

// nanoseconds is how long a replica takes for a proposal beside all others of the machine.
func (w *machineTempering) nanoseconds() float64 {
	blocks := (int(w.plan.Ladders) + w.m.Multiprocessors() - 1) / w.m.Multiprocessors()
	return float64(blocks) * float64(w.plan.Replicas) * w.f.proposalNanoseconds(w.shape)
}

// lookOut sets how often replicas look whether to stop: every 4 ms or 8192 proposals, since a look takes some microseconds.
// Few proposals may fill that time, because a swap costs O(n*n), and a sweep may be many times as long.
func (w *machineTempering) lookOut() {
	const most, batch = 1 << 13, 64
	between := max(batch, min(most, int64(4e6/w.nanoseconds())))
	if w.m.Emulated() {
		between = max(1, emulatedLook/int64(w.f.n*w.f.n))
	}
	w.plan.Poll, w.plan.Stretch = int32(max(1, between/w.f.sweep)), int32(min(between, w.f.sweep))
}

// forcedSweeps is how many sweeps a launch has in tests; 0 leaves it to the machine.
var forcedSweeps int64

const (
	// emulatedProposals is how many proposals a launch of the emulator makes.
	emulatedProposals = 1 << 12
	// emulatedLook is how many numbers of its matrix a replica has changed there between two looks, if it takes every swap.
	emulatedLook = 1 << 14
)

// proposalNanoseconds is how long a multiprocessor of an H200 is busy with a proposal: fitted to what was measured for 30, 50
// and 100 facilities, with 8 swaps made in 100 proposals, as many as on structured instances. On uniform ones, which make a
// fourth of that, launches are shorter.
func (f *temperFleet) proposalNanoseconds(s temperShape) float64 {
	n := float64(f.n)
	swap := 0.08 * 0.28 * n * n * float64(max(1, f.products)*max(4, f.bytes)) / 4
	switch s {
	case byStaged, byMatrix:
		return 1.5 + swap
	case byFarMatrix:
		return 3 + swap/2
	}
	return 1 + n/10
}

// take counts the work of a launch and reports a new incumbent; before is how many swaps each ladder had made before. When
// the run was aborted the ladders stopped somewhere; then only what they found counts.
func (w *machineTempering) take(s *multiwalk.Slice, before []int64) error {
	if w.memory.stop.Get() != 0 {
		w.memory.stop.Set(0)
		return errors.Join(w.report(s, leaderOf(w.states)), w.memory.goal.Write([]int64{math.MaxInt64}, 0))
	}
	winner, hit, err := gpu.Winner(w.memory.hits, w.memory.goal)
	if err != nil {
		return err
	}
	after := w.made()
	if hit != math.MaxInt64 { // others may have gone further or not as far, so their swaps are not counted
		winner = max(0, winner)
		w.counters.Moves += after[winner] - before[winner]
		w.advance(hit + 1)
		of := int(w.plan.Replicas)
		return w.report(s, winner*of+leaderOf(w.states[winner*of:][:of]))
	}
	for i := range after {
		w.counters.Moves += after[i] - before[i]
	}
	w.advance(w.plan.Until)
	return w.report(s, leaderOf(w.states))
}

// advance counts the sweeps up to another.
func (w *machineTempering) advance(to int64) {
	w.counters.DeltaEvaluations += (to - w.plan.From) * w.perSweep
	w.counters.Units++
	w.plan.From = to
}

// report tells of a replica's incumbent if it is the machine's.
func (w *machineTempering) report(s *multiwalk.Slice, replica int) error {
	better, err := w.improve(replica)
	if better {
		s.Improved(w.least, w.counters)
	}
	return err
}
