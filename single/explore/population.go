package explore

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Annealing by the searches of a machine is population annealing (Hukushima and Iba, "Population annealing and its application to a spin
// glass", 2003; Machta, "Population annealing with weighted averages", 2010). When the temperature falls from T to t, a solution that costs
// c has the weight exp((1/T - 1/t) * c). The searches go on from solutions drawn by these weights: the best are drawn several times, the
// worst not at all. So what one search finds serves all, and thousands of short searches come near to what a long one would find. On an
// H200 a few searches on each multiprocessor found most in a second, because a search is faster with few beside it. So there are no more
// unless the user gives a number.
//
// The weights may differ so much that few solutions would be left, where temperatures are far apart or the searches too short for them.
// Then t is taken to be nearer to T.

// shares tells whether the searches of a machine share what they find: all that cool over a budget do.
func (f *exploreFleet) shares() bool { return f.e.Cools != nil && f.e.Rule.Kind == rule.Metropolis }

// Inheritance is how the searches of a machine cool over a budget, and inherit from each other. Without cools they do neither, and without
// give they only cool.
type Inheritance struct {
	Of           *fleet.Walk
	Cools        func(part float64) float64 // the temperature at a progress of the run
	PerIteration func() int64               // evaluations of an iteration of all searches
	Write        func(heat float64) error   // sets that of the next launch
	Currents     func() []int64             // of current solutions
	Give         func(givers []int) error   // copies solutions to searches from those that they go on from, if these are others; incumbents stay
	Part         float64                    // the progress when the searches inherited last
	Heat         float64                    // the temperature then; 0: they did not yet
	now          float64                    // the temperature
}

// Temperature implements walk.Tempered.
func (h *Inheritance) Temperature() float64 { return h.now }

// fewestLevels is how many levels there are at least over a budget of evaluations.
const fewestLevels = 48

// Hold is how many iterations a level lasts that follows the budget: as long as a launch if it is 0. Under a budget of
// evaluations it is another number, so that what is found does not depend on how long launches are.
func (h *Inheritance) Hold() int64 {
	budget := h.Of.Run.Budget.Evaluations
	if h.Cools == nil || budget == 0 {
		return 0
	}
	return max(1, budget/(fewestLevels*h.PerIteration()))
}

func (h *Inheritance) Cool(part float64) error {
	hold := h.Hold()
	if h.Cools == nil || hold > 0 && h.Of.At%hold > 0 {
		return nil
	}
	heat := h.Cools(part)
	h.now = heat
	if err := h.Write(heat); err != nil || h.Give == nil {
		return err
	}
	return h.inherit(part, heat, hold > 0)
}

// inherit draws whose solutions the searches go on from, at most fewestLevels times in a run, when the temperature
// becomes heat at a progress. A level that is held draws each time.
func (h *Inheritance) inherit(part, heat float64, held bool) error {
	before, early := h.Heat, part < h.Part+1.0/fewestLevels
	if before == 0 || part < h.Part || heat >= before { // a run begins, or another span of it
		h.Part, h.Heat = part, heat
		return nil
	}
	if !held && early {
		return nil
	}
	h.Part, h.Heat = part, heat
	return h.HandOver(1/heat - 1/before)
}

// HandOver has solutions copied from searches that have several heirs to those that have none; rise is that of 1/T.
func (h *Inheritance) HandOver(rise float64) error {
	givers := giversOf(h.Currents(), rise, inheritDraw(h.Of))
	if givers == nil {
		return nil
	}
	return h.Give(givers)
}

// inheritDraw is a random number from 0 to 1 of none of the searches: see fleet.First.
func inheritDraw(w *fleet.Walk) float64 {
	return (float64(lane.Random(w.Run.Seed, w.Base+fleet.First-1, uint64(w.At), 0)[0]) + 0.5) / (1 << 32)
}

// giversOf returns for each search from whose solution it goes on; nil if each goes on from its own.
func giversOf(costs []int64, rise, draw float64) []int {
	heirs := heirsOf(costs, rise, draw)
	givers, from, copied := make([]int, len(heirs)), 0, false
	for i, own := range heirs {
		if givers[i] = i; own > 0 {
			continue
		}
		for heirs[from] < 2 {
			from++
		}
		heirs[from]--
		givers[i], copied = from, true
	}
	if !copied {
		return nil
	}
	return givers
}

// heirsOf returns, for each search, how many searches go on from its solution. It takes the costs, the rise of 1/T, and a number from 0 to
// 1. The results add up to the number of searches. Each is in proportion to the weight of the solution, rounded up or down (Baker,
// "Reducing bias and inefficiency in the selection algorithm", 1987).
func heirsOf(costs []int64, rise, draw float64) []int {
	least := costs[0]
	for _, c := range costs {
		least = min(least, c)
	}
	worth, sum := make([]float64, len(costs)), 0.0
	for ; ; rise /= 2 {
		var squares float64
		sum = 0
		for i, c := range costs {
			// Beyond 2^-1000 nothing is worth anything.
			worth[i] = metropolis.Exp2(max(-1000, -float64(rise*math.Log2E)*float64(c-least)))
			sum += worth[i]
			squares += float64(worth[i] * worth[i])
		}
		if float64(2*sum)*sum >= float64(float64(len(costs))*squares) {
			break
		}
	}
	heirs, given, upTo := make([]int, len(costs)), 0, 0.0
	for i := range costs {
		upTo += float64(worth[i] / sum * float64(len(costs)))
		for float64(given)+draw < upTo && given < len(costs) {
			heirs[i]++
			given++
		}
	}
	heirs[len(costs)-1] += len(costs) - given // what rounding left
	return heirs
}
