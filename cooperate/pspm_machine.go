package cooperate

import (
	"cmp"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// cadence is when searches on a device cool, exchange and end, in iterations from the start of the schedule.
type cadence struct {
	perStep int64 // iterations at a temperature
	period  int64 // iterations between two exchanges, of restarts from the best or trades between rungs; 0 means never
	length  int64 // iterations of the schedule
}

// cadence is that of a schedule of so many temperatures, or of tempering, which trades after so many iterations, rounded up
// to a whole temperature, and has no end.
func (m PSPM) cadence(perStep int64, steps int, trade int64) cadence {
	if m.Tempering {
		return cadence{perStep, (trade + perStep - 1) / perStep * perStep, math.MaxInt64 / 2}
	}
	return cadence{perStep, max(0, int64(m.Every)) * perStep, int64(steps) * perStep}
}

// searches is how many of the run's searches are on machine number id; 0 leaves it to the machine.
func (m PSPM) searches(plan multiwalk.Plan, id int) int {
	return cmp.Or(gpu.Walks(plan, id), m.Searches)
}

// machineWalk is what the searches of one machine have in common, whatever they move. All are in the same iteration of the
// same schedule.
type machineWalk struct {
	cadence
	m         *gpu.Machine
	once      bool
	proposals int64  // an iteration of all searches
	walks     int64  // searches
	rungs     *rungs // of tempering, or nil
	at        int64  // iteration of the schedule
	reheated  uint32 // times
	best      []int32
	least     int64
	adopted   bool // a solution is to be taken up by all searches
	counters  multiwalk.Counters
}

// due tells whether an exchange comes before the next launch.
func (w *machineWalk) due() bool { return w.period > 0 && w.at > 0 && w.at%w.period == 0 }

// restarts tells whether the exchange before the next launch is a restart from the best of all.
func (w *machineWalk) restarts() bool { return w.rungs == nil && w.due() }

// share gives all machines the best of all where their searches are about to restart from it. A ladder keeps to itself:
// its searches differ by temperature, and one solution for all would undo what they traded.
func share(walks []multiwalk.Walk) bool {
	for _, w := range walks {
		if w.(interface{ restarts() bool }).restarts() {
			return spread(walks)
		}
	}
	return false
}

// run does units while the slice lasts, launch after launch and schedule after schedule.
func (w *machineWalk) run(s *multiwalk.Slice, unit func(*multiwalk.Slice) error) bool {
	for s.Next(w.counters.Evaluations()) {
		if err := unit(s); err != nil {
			s.Fail(err)
			return false
		}
		if w.at < w.length {
			continue
		}
		if w.once {
			return false
		}
		w.at = 0
		w.reheated++
		w.counters.Restarts += w.walks
	}
	return true
}

// until is where the next launch ends: after so many iterations, and no later than the budget of evaluations, the schedule
// or the next exchange.
func (w *machineWalk) until(s *multiwalk.Slice, launch int64) int64 {
	left := s.EvaluationsLeft(w.counters.Evaluations())
	allowed := min(launch, max(1, left/w.proposals+min(1, left%w.proposals)))
	until := min(w.at+allowed, w.length)
	if w.period > 0 {
		until = min(until, (w.at/w.period+1)*w.period)
	}
	return until
}

// advance counts the iterations up to another.
func (w *machineWalk) advance(to int64) {
	w.counters.DeltaEvaluations += (to - w.at) * w.proposals
	w.counters.Units++
	w.at = to
}

// Best implements multiwalk.Walk.
func (w *machineWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *machineWalk) Counters() multiwalk.Counters { return w.counters }
