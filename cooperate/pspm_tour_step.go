package cooperate

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// launch is how many iterations a launch has on a GPU: 10 to 20 ms of them, as measured on a full H200.
func (s *tourSearch) launch() int64 {
	if s.m.Accept == acceptEach || s.kernels.far {
		return 1 << 13
	}
	return 1 << 15 / int64(1+s.moves/(2*lane.WarpSize))
}

// emulatedIterations is how many iterations of a search take the emulator some 10 ms. How they are split into launches
// changes nothing but when the run hears of what was found: see improve.
var emulatedIterations = int64(500)

// Step implements multiwalk.Walk. A unit is a launch.
func (w *tourWalk) Step(s *multiwalk.Slice) bool { return w.run(s, w.unit) }

// unit does a launch, up to the next exchange at most, and takes up what it found.
func (w *tourWalk) unit(s *multiwalk.Slice) error {
	if err := w.exchange(); err != nil {
		return err
	}
	w.plan.From, w.plan.Until, w.plan.Adopt = w.at, w.until(s, w.launch()), 0
	w.plan.Epoch = 1 + w.reheated
	w.plan.Target = int32(max(math.MinInt32, min(s.Target(), math.MaxInt32)))
	if w.adopted {
		w.plan.Adopt, w.adopted = 1, false
	}
	a := &w.memory
	args := []any{a.problem, w.plan, a.order, a.heat, a.rungs, a.start, a.tours, a.best, a.costs, a.hits, a.goal, a.stop}
	if w.s.kernels.drawn {
		args = append(args, int32(w.copies))
	}
	if w.s.kernels.far {
		args = append(args, a.links, a.gains, a.back)
	}
	if err := w.anneal.Launch(w.shape, args...); err != nil {
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
func (w *tourWalk) launch() int64 {
	if w.m.Emulated() {
		return max(1, emulatedIterations/(w.walks*int64(1+w.s.moves/(2*lane.WarpSize))))
	}
	return w.s.launch()
}

// exchange lets all searches restart from the best, or neighbours on the ladder trade temperatures.
func (w *tourWalk) exchange() error {
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

// take counts the work of a launch and reports a new incumbent. Moves made are not counted: that would cost every search
// time. When the run was aborted the searches stopped somewhere; then only what they found counts.
func (w *tourWalk) take(s *multiwalk.Slice) error {
	if w.memory.stop.Get() != 0 {
		return w.report(s, w.leader())
	}
	winner, hit, err := gpu.Winner(w.memory.hits, w.memory.goal)
	if err != nil {
		return err
	}
	if hit != math.MaxInt64 {
		w.advance(hit + 1)
		return w.report(s, 2*max(0, winner)+1)
	}
	w.advance(w.plan.Until)
	return w.report(s, w.leader())
}

// report tells of the tour whose cost has that index if it is a new incumbent.
func (w *tourWalk) report(s *multiwalk.Slice, index int) error {
	better, err := w.improve(index)
	if better {
		s.Improved(w.least, w.counters)
	}
	return err
}
