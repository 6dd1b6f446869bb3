package nqueens

import (
	"math"

	"github.com/multiwalk/multiwalk/single"
)

// Schedule is how simulated annealing cools: a row of Table 1.
type Schedule struct {
	From, To int // the sizes it is for
	Start    float64
	End      float64
	Alpha    float64 // the cooling coefficient
	Searches int     // proposals at each temperature
}

// Table1 is the paper's Table 1.
var Table1 = []Schedule{
	{4, 99, 3000, 1e-6, 0.97, 50},
	{100, 900, 3000, 1e-6, 0.98, 100},
	{1000, 3000, 3000, 1e-6, 0.99, 200},
}

// MostAnnealed is the greatest size that Table 1 is for.
const MostAnnealed = 3000

// ScheduleFor returns the schedule for a size; the last is for all above it too, the second for the gap after it.
func ScheduleFor(n int) Schedule {
	at := 0
	for i, s := range Table1 {
		if n >= s.From {
			at = i
		}
	}
	return Table1[at]
}

// Temperatures is how many there are from Start down to End, End left out.
func (s Schedule) Temperatures() int {
	return int(math.Ceil(math.Log(s.End/s.Start) / math.Log(s.Alpha)))
}

// Evaluations is how many candidates a complete schedule evaluates.
func (s Schedule) Evaluations() int { return s.Temperatures() * s.Searches }

// Method returns the annealing with the schedule.
func (s Schedule) Method() single.Anneal {
	return single.Anneal{Start: s.Start, End: s.End, Alpha: s.Alpha, Proposals: s.Searches, Once: true}
}
