package pspm

import (
	"math"
	"time"
)

// Schedule is the annealing schedule that all systems share (Table 1).
type Schedule struct {
	Start  float64 `json:"start"`  // Ts
	End    float64 `json:"end"`    // Te
	Alpha  float64 `json:"alpha"`  // the cooling constant
	Sweeps int     `json:"sweeps"` // Sp: a temperature lasts Sweeps*n iterations
	Every  int     `json:"every"`  // Se: temperatures between two exchanges
}

// PaperSchedule is Table 1.
var PaperSchedule = Schedule{Start: 10000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100}

// The other adopted values of Table 1.
const (
	PaperMoves    = 12 // Pm and TPB
	PaperSearches = 98 // TB
)

// Steps is Ss as equation (4) has it: how often the temperature falls, which need not be a whole number.
func (s Schedule) Steps() float64 { return (math.Log(s.End) - math.Log(s.Start)) / math.Log(s.Alpha) }

// Proposals is how many moves a complete search of n cities prices: the numerator of equation (4).
func (s Schedule) Proposals(n, searches, moves int) float64 {
	return s.Steps() * float64(n) * float64(s.Sweeps) * float64(searches) * float64(moves)
}

// SSES is equation (4): the moves that a complete search prices a second.
func (s Schedule) SSES(n, searches, moves int, run time.Duration) float64 {
	return s.Proposals(n, searches, moves) / run.Seconds()
}

// SEC is equation (5): how far a length lies above the optimum, in per cent.
func SEC(length, optimum int64) float64 { return 100 * float64(length-optimum) / float64(optimum) }

// Speedup is equation (6), for any two figures of which more is better.
func Speedup(ours, reference float64) float64 { return ours / reference }

// TC is equation (7): solutions a second, for runs that each took so long to find one.
func TC(runs []time.Duration) float64 {
	sum := time.Duration(0)
	for _, r := range runs {
		sum += r
	}
	return float64(len(runs)) / sum.Seconds()
}
