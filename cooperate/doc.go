// Package cooperate runs many walks as one search: side by side (Independent), restarted from the best now and then
// (Exchange) or anew (Restart), as populations that mix (Islands), or with different methods (Portfolio). Each is a
// multiwalk.Method made of others.
//
// Walks tell each other something only at the barrier between two rounds, so what they do depends on the seed and not
// on the machine.
package cooperate

import (
	"fmt"
	"io"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Stepper is a prepared search whose walks count time in steps of several units, such as the temperatures of an
// annealing schedule; StepUnits is how many, at least 1. Exchange then counts its period in steps.
type Stepper interface {
	StepUnits() int
}

// adopter refuses, before the run, walks that cannot go on from another walk's solution.
func adopter(who string, m multiwalk.Method, w multiwalk.Walk) error {
	if _, ok := w.(multiwalk.Adopter); ok {
		return nil
	}
	return fmt.Errorf("multiwalk: %s cannot restart the walks of method %s: they adopt no solutions; use independent",
		who, m.Name())
}

// loadOf has a search load that has anything to.
func loadOf(s multiwalk.Search, tell func(msg string)) error {
	if l, ok := s.(multiwalk.Loader); ok {
		return l.Load(tell)
	}
	return nil
}

// closeOf closes a search or a walk that holds anything.
func closeOf(x any) error {
	if c, ok := x.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// spread gives the cheapest incumbent of the walks, the first one's of several, to all that adopt solutions. It reports
// whether any did.
func spread(walks []multiwalk.Walk) bool {
	var best []int32
	var least int64
	for _, w := range walks {
		if x, c := w.Best(); x != nil && (best == nil || c < least) {
			best, least = x, c
		}
	}
	if best == nil {
		return false
	}
	best = slices.Clone(best) // the walk it belongs to may change it in Adopt
	changed := false
	for _, w := range walks {
		if a, ok := w.(multiwalk.Adopter); ok {
			a.Adopt(best, least)
			changed = true
		}
	}
	return changed
}
