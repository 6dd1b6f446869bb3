package cooperate

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Step implements multiwalk.Walk. A unit is a launch.
func (w *swapWalk) Step(s *multiwalk.Slice) bool { return w.run(s, w.unit) }

// unit does a launch, up to the next exchange at most, and takes up what it found.
func (w *swapWalk) unit(s *multiwalk.Slice) error {
	if err := w.exchange(); err != nil {
		return err
	}
	w.plan.From, w.plan.Until, w.plan.Target, w.plan.Adopt = w.at, w.until(s, w.launch()), s.Target(), 0
	if w.adopted {
		w.plan.Adopt, w.adopted = 1, false
	}
	a := &w.memory
	if err := w.anneal.Launch(w.shape, a.problem, w.plan, a.heat, a.rungs, a.elite, a.x, a.best, a.costs, a.made,
		a.hits, a.reach, a.stop); err != nil {
		return err
	}
	if err := w.m.Wait(s.Aborted, a.stop); err != nil {
		return err
	}
	if err := a.costs.Read(w.costs, 0); err != nil {
		return err
	}
	return w.take(s)
}

// launch is how many iterations a launch has at most.
func (w *swapWalk) launch() int64 {
	if w.m.Emulated() {
		return max(1, launchIterations(w.s.n)/emulatedShare)
	}
	return launchIterations(w.s.n)
}

// exchange lets all searches restart from the best, or neighbours on the ladder trade temperatures.
func (w *swapWalk) exchange() error {
	switch {
	case !w.due() || w.adopted:
		return nil
	case w.rungs != nil:
		trade(w.rungs, w.costs)
		return w.memory.rungs.Write(w.rungs.of, 0)
	}
	w.Adopt(w.best, w.least)
	return nil
}

// take counts the work of a launch and reports a new incumbent. When the run was aborted the searches stopped somewhere;
// then only what they found counts.
func (w *swapWalk) take(s *multiwalk.Slice) error {
	if w.memory.stop.Get() != 0 {
		w.memory.stop.Set(0)
		return errors.Join(w.report(s, w.leader()), w.memory.reach.Write([]int64{math.MaxInt64}, 0))
	}
	winner, hit, err := gpu.Winner(w.memory.hits, w.memory.reach)
	if err != nil {
		return err
	}
	if hit != math.MaxInt64 { // others may have gone further or not as far, so their moves are not counted
		w.advance(hit + 1)
		return w.report(s, max(0, winner))
	}
	made := make([]int64, w.plan.Walks)
	if err := w.memory.made.Read(made, 0); err != nil {
		return err
	}
	w.counters.Moves = 0
	for _, m := range made {
		w.counters.Moves += m
	}
	w.advance(w.plan.Until)
	return w.report(s, w.leader())
}

// advance counts the iterations up to another.
func (w *swapWalk) advance(to int64) {
	w.plan.Drawn += uint64(to - w.at)
	w.machineWalk.advance(to)
}

// report tells of a search's best if it is a new incumbent.
func (w *swapWalk) report(s *multiwalk.Slice, search int) error {
	better, err := w.improve(search)
	if better {
		s.Improved(w.least, w.counters)
	}
	return err
}
