package cooperate

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// cadence is when searches on a device cool, exchange and end, in iterations from the start of the schedule.
type cadence struct {
	perStep int64 // iterations at a temperature
	period  int64 // iterations between two exchanges, of restarts from the best or trades between rungs; 0 means never
	length  int64 // iterations of the schedule
}

// cadence is that of a schedule of steps temperatures. For tempering it is endless, and its searches trade after trade
// iterations, rounded up to a whole temperature.
func (m PSPM) cadence(perStep int64, steps int, trade int64) cadence {
	if m.Tempering {
		return cadence{perStep, (trade + perStep - 1) / perStep * perStep, math.MaxInt64 / 2}
	}
	return cadence{perStep, max(0, int64(m.Every)) * perStep, int64(steps) * perStep}
}

// machineWalk is what the searches of one machine have in common, whatever they move. All are in the same iteration of the
// same schedule, which is the logical time of the fleet's walk.
type machineWalk struct {
	fleet.Walk
	cadence
	once      bool
	proposals int64  // an iteration of all searches
	walks     int64  // searches
	rungs     *rungs // of tempering, or nil
	reheated  uint32 // times
	adopted   bool   // a solution is to be taken up by all searches
}

// due tells whether an exchange comes before the next launch.
func (w *machineWalk) due() bool { return w.period > 0 && w.At > 0 && w.At%w.period == 0 }

// Waits tells whether the exchange before the next launch is a restart from the best of all. A ladder keeps to itself: its
// searches differ by temperature, and one solution for all would undo what they traded.
func (w *machineWalk) Waits() bool { return w.rungs == nil && w.due() }

// sharing is a search on several machines, whose walks exchange solutions too: when the machines restart their searches, all
// restart from the best of all.
type sharing struct{ wrapped }

// shared is s, sharing if it runs on several machines.
func shared(s multiwalk.Search, plan multiwalk.Plan) multiwalk.Search {
	if plan.Device.Workers() > 1 {
		return sharing{wrapped{s}}
	}
	return s
}

// Meets implements multiwalk.Cooperator.
func (s sharing) Meets(_ int64, said []multiwalk.Message) bool {
	return slices.ContainsFunc(said, func(m multiwalk.Message) bool { return m.Waits })
}

// Exchange implements multiwalk.Cooperator.
func (s sharing) Exchange(said []multiwalk.Message) []multiwalk.Message {
	heard := make([]multiwalk.Message, len(said))
	spread(said, heard)
	return heard
}

// Proceed implements fleet.Searches: the schedule begins anew behind its end, unless once is enough.
func (w *machineWalk) Proceed() (ended bool, err error) {
	if w.At < w.length {
		return false, nil
	}
	if w.once {
		return true, nil
	}
	w.At = 0
	w.reheated++
	w.Done.Restarts += w.walks
	return false, nil
}

// ends is where a launch from an iteration ends: after launch iterations, or before that with the evaluations, the schedule,
// or the next exchange.
func (w *machineWalk) ends(from, launch, evaluations int64) int64 {
	allowed := min(launch, max(1, evaluations/w.proposals+min(1, evaluations%w.proposals)))
	until := min(from+allowed, w.length)
	if w.period > 0 {
		until = min(until, (from/w.period+1)*w.period)
	}
	return until
}

// exchangeIfDue makes the exchange, if one is due. Either neighbours on the ladder trade temperatures, or all searches restart from the
// best solution, which adopt receives.
func exchangeIfDue[C int32 | int64](w *machineWalk, costs []C, rungs *gpu.Array[int32], adopt func(x []int32, cost int64)) error {
	switch {
	case !w.due() || w.adopted:
		return nil
	case w.rungs != nil:
		trade(w.rungs, costs)
		return rungs.Write(w.rungs.of, 0)
	}
	adopt(w.X, w.Least)
	return nil
}

// takesUp reports, for the next launch, 1 if all searches are to take up what was adopted, else 0.
func (w *machineWalk) takesUp() int32 {
	if !w.adopted {
		return 0
	}
	w.adopted = false
	return 1
}

// Kept implements fleet.Searches.
func (w *machineWalk) Kept() []any {
	kept := []any{&w.reheated, &w.adopted}
	if r := w.rungs; r != nil {
		kept = append(kept, &r.of, &r.on, &r.round)
	}
	return kept
}
