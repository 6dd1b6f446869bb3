package qap

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Kind is what a trial is run for.
type Kind string

// The kinds of trial.
const (
	// ToTarget is until the acceptable cost, at most for the limit; without restarts, until nothing better is found for long.
	ToTarget Kind = "target"
	// SingleBlock is the same of one subpopulation, among others beside it: see singles.
	SingleBlock Kind = "single"
	// Race is the same of several subpopulations until one is there, among other races: see races.
	Race Kind = "race"
	// Pace is for a number of generations, whatever is found.
	Pace Kind = "pace"
)

// Trial names one run. Equal trials of equal settings are the same run.
type Trial struct {
	Kind     Kind   `journal:"kind"`
	Instance string `journal:"instance"`
	System   string `journal:"system"` // its ID
	Blocks   int    `journal:"blocks"` // subpopulations side by side; 0: as many as the system has by itself
	Length   int64  `journal:"length"` // of Pace: generations
	Number   int    `journal:"number"` // of the trials that differ in the seed alone, from 0
}

// Key is the trial: all its fields together tell it apart.
func (t Trial) Key() Trial { return t }

// Run is what came out of a trial.
type Run struct {
	Trial
	Walks   int   `journal:"walks"`   // searches side by side
	Cost    int64 `journal:"cost"`    // of the best solution, evaluated anew
	Reached bool  `journal:"reached"` // it is acceptable
	// Generations are those of a genetic algorithm's populations, each; of SingleBlock, when it got there or was given up.
	Generations int64         `journal:"generations"`
	Elapsed     time.Duration `journal:"elapsed_s"`
}

// Valid refuses a run that a journal cannot have.
func (r Run) Valid() error {
	if r.Elapsed <= 0 {
		return fmt.Errorf("a run of %v cannot be", r.Elapsed)
	}
	return nil
}

// Runs is a set of runs.
type Runs []Run

// Hits is how many reached the target.
func (r Runs) Hits() int {
	count := 0
	for _, x := range r {
		if x.Reached {
			count++
		}
	}
	return count
}

// Total is how long all lasted, in seconds.
func (r Runs) Total() float64 {
	sum := 0.0
	for _, x := range r {
		sum += x.Elapsed.Seconds()
	}
	return sum
}

// Reached returns those that reached the target.
func (r Runs) Reached() Runs {
	return slices.DeleteFunc(slices.Clone(r), func(x Run) bool { return !x.Reached })
}

// sorted returns the times of runs, ascending.
func sorted(list Runs, of func(Run) float64) []float64 {
	var times []float64
	for _, r := range list {
		times = append(times, of(r))
	}
	slices.Sort(times)
	return times
}

// average is the mean.
func average(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// spread is the standard deviation; of equal times 0, and not what rounding leaves.
func spread(list []float64) float64 {
	if slices.Min(list) == slices.Max(list) {
		return 0
	}
	mean, sum := average(list), 0.0
	for _, v := range list {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(max(1, len(list)-1)))
}
