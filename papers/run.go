package papers

import (
	"fmt"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// Kind is what a trial is run for, where a paper has trials of several kinds.
type Kind string

// Trial names one run of a system on an instance. Equal trials of equal settings are the same run. A paper has the fields that
// its journals have columns for.
type Trial struct {
	Kind     Kind          `journal:"kind"`
	Instance string        `journal:"instance"`
	System   string        `journal:"system"`  // its ID
	Size     int           `journal:"size"`    // what the system is varied by, such as moves an iteration; 0: its own
	Length   int64         `journal:"length"`  // that it is run for, such as generations
	Number   int           `journal:"number"`  // of the trials that differ in the seed alone, from 0
	Target   int64         `journal:"target"`  // the cost that it is run to, where that is not the instance's; 0: none
	Limit    time.Duration `journal:"limit_s"` // that it is run for, where that is not the laboratory's; 0: none
}

// Key is the trial: all its fields together tell it apart.
func (t Trial) Key() Trial { return t }

// Run is what came out of a trial.
type Run struct {
	Trial
	Walks       int              `journal:"walks"`   // searches side by side
	Cost        int64            `journal:"cost"`    // of the best solution, evaluated anew
	Reached     bool             `journal:"reached"` // it is the instance's target or better
	Moves       int64            `journal:"moves"`
	Evaluations int64            `journal:"evaluations"`
	Generations int64            `journal:"generations"` // of each population
	Elapsed     time.Duration    `journal:"elapsed_s"`
	Status      multiwalk.Status `journal:"status"`
}

// RunColumns are those of the journals of papers that compare systems by one kind of trial.
const RunColumns = "instance system number walks cost moves evaluations elapsed_s"

// Valid refuses a run that a journal cannot have.
func (r Run) Valid() error {
	if r.Elapsed <= 0 || r.Walks < 1 {
		return fmt.Errorf("a run of %v with %d searches cannot be", r.Elapsed, r.Walks)
	}
	return nil
}

// Seconds, Priced and Made are figures of a run: how long it took, how many solutions it priced, how many moves it made.
func (r Run) Seconds() float64 { return r.Elapsed.Seconds() }
func (r Run) Priced() float64  { return float64(r.Evaluations) }
func (r Run) Made() float64    { return float64(r.Moves) }

// Runs is a set of runs.
type Runs []Run

// Hits is how many came to a cost.
func (r Runs) Hits(target int64) (count int) {
	for _, x := range r {
		if x.Cost <= target {
			count++
		}
	}
	return count
}

// Reached returns those that came to their instance's target.
func (r Runs) Reached() Runs {
	return slices.DeleteFunc(slices.Clone(r), func(x Run) bool { return !x.Reached })
}

// All is a figure of each.
func (r Runs) All(of func(Run) float64) (list []float64) {
	for _, x := range r {
		list = append(list, of(x))
	}
	return list
}

// Mean is that of a figure of all; 0 of none.
func (r Runs) Mean(of func(Run) float64) float64 { return Mean(r.All(of)) }

// Costs and Times are those of all, ascending.
func (r Runs) Costs() (list []int64) {
	for _, x := range r {
		list = append(list, x.Cost)
	}
	slices.Sort(list)
	return list
}

func (r Runs) Times() []float64 { return slices.Sorted(slices.Values(r.All(Run.Seconds))) }

// Expected is what runs need in the mean until one gets where some of them, the hits, have got, which repeating them would take
// (ERT). Where none did it is more than they had each.
func (r Runs) Expected(hits int, needs func(Run) float64) exhibit.Cell {
	c := exhibit.Value(r.Mean(needs))
	switch {
	case hits == 0:
		c.Mark = exhibit.AtLeast
	case hits < len(r):
		c.Value *= float64(len(r)) / float64(hits)
		c.Mark = exhibit.Estimate
	}
	return c
}
