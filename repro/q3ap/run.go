package q3ap

import (
	"fmt"
	"slices"
	"time"
)

// Trial names one run. Equal trials of equal settings are the same run.
type Trial struct {
	Instance string `journal:"instance"` // those with their matrices swapped have a name of their own
	System   string `journal:"system"`   // its ID
	Number   int    `journal:"number"`   // of the trials that differ in the seed alone, from 0
}

// Key is the trial itself, of a run its own.
func (t Trial) Key() Trial { return t }

// Run is what came out of a trial.
type Run struct {
	Trial
	Walks       int           `journal:"walks"` // searches side by side
	Cost        int64         `journal:"cost"`  // of the best solution, evaluated anew
	Moves       int64         `journal:"moves"`
	Evaluations int64         `journal:"evaluations"`
	Elapsed     time.Duration `journal:"elapsed_s"`
}

// Valid refuses a run that a journal cannot have.
func (r Run) Valid() error {
	if r.Elapsed <= 0 || r.Walks < 1 {
		return fmt.Errorf("a run of %v with %d searches cannot be", r.Elapsed, r.Walks)
	}
	return nil
}

// Runs is a set of runs.
type Runs []Run

// hits is how many came to a cost.
func (r Runs) hits(target int64) (count int) {
	for _, x := range r {
		if x.Cost <= target {
			count++
		}
	}
	return count
}

// mean is that of a figure of all; there is at least one.
func (r Runs) mean(of func(Run) float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += of(x)
	}
	return sum / float64(len(r))
}

// costs and times are those of all, ascending.
func (r Runs) costs() (list []int64) {
	for _, x := range r {
		list = append(list, x.Cost)
	}
	slices.Sort(list)
	return list
}

func (r Runs) times() (list []float64) {
	for _, x := range r {
		list = append(list, x.Elapsed.Seconds())
	}
	slices.Sort(list)
	return list
}

// median is the middle one of an ascending list, or the mean of the two in the middle.
func median(list []float64) float64 {
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}
