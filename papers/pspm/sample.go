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
	Kind     Kind          `journal:"kind"`
	Instance string        `journal:"instance"`
	System   string        `journal:"system"`  // its ID
	Moves    int           `journal:"moves"`   // Pm or TPB
	Number   int           `journal:"trial"`   // of the trials that differ in the seed alone, from 0
	Target   int64         `journal:"target"`  // of Throughput: the threshold length, else 0
	Limit    time.Duration `journal:"limit_s"` // 0: none
}

// Key is the trial itself, of a sample its own.
func (t Trial) Key() Trial { return t }

// Sample is what came out of a trial.
type Sample struct {
	Trial
	Searches    int              `journal:"searches,4"` // TB or Ps
	Length      int64            `journal:"length"`
	Evaluations int64            `journal:"evaluations"` // moves priced, as counted
	Elapsed     time.Duration    `journal:"elapsed_s"`
	Status      multiwalk.Status `journal:"status"`
}

// Samples is a set of samples.
type Samples []Sample

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
