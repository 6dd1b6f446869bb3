package single

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
func (f *exploreFleet) shares() bool { return f.e.cools != nil && f.e.rule.Kind == rule.Metropolis }

// inheritance is what a machine keeps from one drawing to the next.
type inheritance struct {
	part float64 // the progress then
	heat float64 // the temperature then; 0: nothing was drawn yet
}

// inherit draws whose solutions the searches go on from, at most fewestLevels times in a run, when the temperature
// becomes heat at a progress. A level that is held draws each time. handOver is told by how much 1/T rises.
func (h *inheritance) inherit(part, heat float64, held bool, handOver func(rise float64) error) error {
	before := *h
	if before.heat == 0 || part < before.part || heat >= before.heat { // a run begins, or another span of it
		*h = inheritance{part, heat}
		return nil
	}
	if !held && part < before.part+1.0/fewestLevels {
		return nil
	}
	*h = inheritance{part, heat}
	return handOver(1/heat - 1/before.heat)
}

// handOver copies solutions from those that have several heirs to those that have none. Incumbents stay.
func (w *machineExplore) handOver(rise float64) error {
	costs := make([]int64, len(w.walks))
	for i := range costs {
		costs[i] = w.walks[i].Cost
	}
	givers := giversOf(costs, rise, inheritDraw(&w.Walk))
	if givers == nil {
		return nil
	}
	n := w.f.N
	x := make([]int32, len(costs)*n)
	if err := w.memory.x.Read(x, 0); err != nil {
		return err
	}
	for i, from := range givers {
		if from != i { // who gives keeps his own
			copy(x[i*n:(i+1)*n], x[from*n:(from+1)*n])
			w.walks[i].Cost = costs[from]
		}
	}
	if err := w.memory.x.Write(x, 0); err != nil {
		return err
	}
	return w.memory.walks.Write(w.walks, 0)
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
