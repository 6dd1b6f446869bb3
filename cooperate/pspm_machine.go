package cooperate

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/walk"
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
// same schedule, which is the logical time of the fleet's walk. P is the plan of a launch, C what a cost takes.
type machineWalk[P any, C int32 | int64] struct {
	fleet.Crowd[P, struct{}]
	cadence
	once     bool
	costs    *gpu.Array[C]     // two a search: of the current solution, and the least
	paid     []C               // as the last launch left them
	rungs    *rungs            // of tempering, or nil
	at       *gpu.Array[int32] // the rungs
	reheated uint32            // times
}

// keep takes the arrays of rungs and costs.
func (w *machineWalk[P, C]) keep(rungs *gpu.Array[int32], costs *gpu.Array[C]) {
	w.at, w.costs = rungs, costs
	w.Watch(func() error { return costs.Read(w.paid, 0) }, func(i int) (int64, int64) { return int64(w.paid[2*i]), int64(w.paid[2*i+1]) })
}

// follow gives the searches a schedule. A launch ends where the schedule ends, or at an exchange. proposals is of a search in an iteration.
func (w *machineWalk[P, C]) follow(c cadence, once bool, proposals int) {
	w.cadence, w.once, w.Each, w.Covers, w.End = c, once, int64(proposals), true, c.length
	w.Period = func() int64 { return c.period }
}

// due tells whether an exchange comes before the next launch.
func (w *machineWalk[P, C]) due() bool { return w.period > 0 && w.At > 0 && w.At%w.period == 0 }

// Waits tells whether the exchange before the next launch is a restart from the best of all. A ladder keeps to itself: its
// searches differ by temperature, and one solution for all would undo what they traded.
func (w *machineWalk[P, C]) Waits() bool { return w.rungs == nil && w.due() }

// sharing is a search on several machines, whose walks exchange solutions too: when the machines restart their searches, all
// restart from the best of all.
type sharing struct{ wrapped }

// shared is s, sharing if it runs on several machines.
func shared(s walk.Search, plan walk.Plan) walk.Search {
	if plan.Device.Workers() > 1 {
		return sharing{wrapped{s}}
	}
	return s
}

func (s sharing) Meets(_ int64, said []walk.Message) bool {
	return slices.ContainsFunc(said, func(m walk.Message) bool { return m.Waits })
}

func (s sharing) Exchange(said []walk.Message) []walk.Message {
	heard := make([]walk.Message, len(said))
	spread(said, heard)
	return heard
}

// Proceed implements fleet.Searches: the schedule begins anew behind its end, unless once is enough.
func (w *machineWalk[P, C]) Proceed() (ended bool, err error) {
	if w.At < w.length {
		return false, nil
	}
	if w.once {
		return true, nil
	}
	w.At = 0
	w.reheated++
	w.Done.Restarts += int64(w.Size)
	return false, nil
}

// Launch implements fleet.Searches: before it comes the exchange, if one is due. Either neighbours on the ladder trade temperatures, or all
// searches restart from the best solution.
func (w *machineWalk[P, C]) Launch(from, until, target int64) error {
	switch {
	case !w.due() || w.Adopting:
	case w.rungs == nil:
		w.Adopt(w.X, w.Least)
	default:
		trade(w.rungs, w.paid)
		if err := w.at.Write(w.rungs.of, 0); err != nil {
			return err
		}
	}
	return w.Crowd.Launch(from, until, target)
}

func (w *machineWalk[P, C]) Kept() []any {
	kept := []any{&w.reheated, &w.Adopting}
	if r := w.rungs; r != nil {
		kept = append(kept, &r.of, &r.on, &r.round)
	}
	return append(kept, w.Keeps...)
}
