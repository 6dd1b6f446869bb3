package qap

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	Kind     Kind
	Instance string
	System   string // its ID
	Blocks   int    // subpopulations side by side; 0: as many as the system has by itself
	Length   int64  // of Pace: generations
	Number   int    // of the trials that differ in the seed alone, from 0
}

// Run is what came out of a trial.
type Run struct {
	Trial
	Walks       int   // searches side by side
	Cost        int64 // of the best solution, evaluated anew
	Reached     bool  // it is acceptable
	Generations int64 // of a genetic algorithm's populations, each; of SingleBlock, when it got there or was given up
	Elapsed     time.Duration
}

// Runs is a set of runs.
type Runs []Run

// order sorts runs by number.
func (r Runs) order() {
	slices.SortFunc(r, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
}

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

// columns are the names of the journal's columns.
var columns = strings.Split("kind,instance,system,blocks,length,number,walks,cost,reached,generations,elapsed_s", ",")

// fields is the run as a line of the journal. Times are exact.
func (r Run) fields() []string {
	whole := func(v int64) string { return strconv.FormatInt(v, 10) }
	return []string{string(r.Kind), r.Instance, r.System, strconv.Itoa(r.Blocks), whole(r.Length), strconv.Itoa(r.Number),
		strconv.Itoa(r.Walks), whole(r.Cost), strconv.FormatBool(r.Reached), whole(r.Generations), strconv.FormatFloat(r.Elapsed.Seconds(), 'f', 9, 64)}
}

func parseRun(f []string) (Run, error) {
	var errs []error
	whole := func(s string) int64 {
		v, err := strconv.ParseInt(s, 10, 64)
		errs = append(errs, err)
		return v
	}
	reached, err := strconv.ParseBool(f[8])
	errs = append(errs, err)
	elapsed, err := time.ParseDuration(f[10] + "s")
	if err == nil && elapsed <= 0 {
		err = fmt.Errorf("a run of %s s cannot be", f[10])
	}
	errs = append(errs, err)
	r := Run{
		Trial: Trial{Kind: Kind(f[0]), Instance: f[1], System: f[2], Blocks: int(whole(f[3])), Length: whole(f[4]), Number: int(whole(f[5]))},
		Walks: int(whole(f[6])), Cost: whole(f[7]), Reached: reached, Generations: whole(f[9]), Elapsed: elapsed,
	}
	return r, errors.Join(errs...)
}
