// Package cooperate runs many walks as one search: side by side (Independent), restarted from the best now and then
// (Exchange) or anew (Restart), as populations that mix (Islands), or with different methods, by shares (Portfolio) or by
// trials (Halving). Each is a walk.Method made of others.
//
// Walks tell each other something only at the barrier between two rounds, so what they do depends on the seed and not
// on the machine.
package cooperate

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk/walk"
)

// Stepper is a prepared search whose walks count time in steps of several units, such as the temperatures of an
// annealing schedule; StepUnits is how many, at least 1. Exchange then counts its period in steps.
type Stepper interface {
	StepUnits() int
}

// adopter refuses, before the run, walks that cannot go on from another walk's solution.
func adopter(who string, m walk.Method, w walk.Walk) error {
	if _, ok := walk.As[walk.Adopter](w); ok {
		return nil
	}
	return fmt.Errorf("multiwalk: %s cannot restart the walks of method %s: they adopt no solutions; use independent",
		who, m.Name())
}

// spread tells all walks the cheapest incumbent of all, so that they go on from it. If several cost the same, it is the incumbent of the
// first walk.
func spread(said, heard []walk.Message) {
	var best []int32
	var least int64
	for _, m := range said {
		if m.Best != nil && (best == nil || m.Cost < least) {
			best, least = m.Best, m.Cost
		}
	}
	best = slices.Clone(best) // its walk may change it while it hears of it
	for i := range heard {
		heard[i].Best, heard[i].Cost = best, least
	}
}
