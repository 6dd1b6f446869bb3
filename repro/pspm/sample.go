package pspm

import (
	"cmp"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
)

// Kind is what a trial is run for.
type Kind string

// The kinds of trial, by the section that describes them.
const (
	Search      Kind = "search"      // a complete schedule (5.2)
	Throughput  Kind = "throughput"  // until a threshold length is reached (5.3)
	Convergence Kind = "convergence" // for a time (5.3)
)

// Trial names one run. Equal trials of equal settings are the same run.
type Trial struct {
	Kind     Kind
	Instance string
	System   string // its ID
	Moves    int    // Pm or TPB
	Target   int64  // of Throughput: the threshold length, else 0
	Limit    time.Duration
	Number   int // of the trials that differ in the seed alone, from 0
}

// Sample is what came out of a trial.
type Sample struct {
	Trial
	Searches    int // TB or Ps
	Length      int64
	Evaluations int64 // moves priced, as counted
	Elapsed     time.Duration
	Status      multiwalk.Status
}

// Samples is a set of samples, in order of their trials.
type Samples []Sample

// order sorts samples of one trial's kind, instance, system and moves by number; else as they came.
func (s Samples) order() {
	slices.SortStableFunc(s, func(a, b Sample) int { return cmp.Compare(a.Number, b.Number) })
}

// Mean returns the mean of a figure of all samples; 0 if there are none.
func (s Samples) Mean(of func(Sample) float64) float64 {
	sum := 0.0
	for _, x := range s {
		sum += of(x)
	}
	return sum / float64(max(1, len(s)))
}

// Shortest returns the least length; 0 if there are no samples.
func (s Samples) Shortest() int64 {
	if len(s) == 0 {
		return 0
	}
	return slices.MinFunc(s, func(a, b Sample) int { return cmp.Compare(a.Length, b.Length) }).Length
}

// Times returns how long each run took.
func (s Samples) Times() []time.Duration {
	var list []time.Duration
	for _, x := range s {
		list = append(list, x.Elapsed)
	}
	return list
}

// Missed is how many of the runs did not reach their target.
func (s Samples) Missed() int {
	count := 0
	for _, x := range s {
		if x.Target != 0 && x.Status != multiwalk.TargetReached {
			count++
		}
	}
	return count
}
