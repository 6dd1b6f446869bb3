package nqueens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is what a case is timed for.
type Kind string

// The kinds of case.
const (
	Evaluation Kind = "evaluation" // calls of a scheme, of all schemes in turns
	Threads    Kind = "threads"    // the same of numbers of threads
	Thresholds Kind = "thresholds" // the same of thresholds
	Paired     Kind = "paired"     // the same of random and of valid candidates
	Batch      Kind = "batch"      // many candidates in a call; times are a candidate's
	Annealing  Kind = "annealing"  // runs of simulated annealing, or beginnings of one that would take too long
	Map        Kind = "map"        // a size of the adaptive scheme's measured map, and as parameter the threads for it
	Share      Kind = "share"      // annealing whose evaluations are timed: their share of its time
)

// single says whether a case's time is that of an evaluation by itself.
func (k Kind) single() bool { return k != Batch && k != Annealing && k != Share && k != Map }

// Candidates says what is evaluated.
type Candidates string

// The candidates.
const (
	Random Candidates = "random" // permutations, a new one each time
	Valid  Candidates = "valid"  // Hoffman's construction
)

// Case names one thing that is timed. Equal cases of equal settings are the same.
type Case struct {
	Kind       Kind
	Candidates Candidates
	System     string // its ID
	N          int
	Parameter  int // threads or threshold, 0 for the system's own
}

// Measurement is what came out of a case. Times are seconds.
type Measurement struct {
	Case
	Trials       int     // timed
	Mean, Median float64 // of an evaluation; of a run of annealing, to its end or as far as it went
	Device       float64 // mean of what an evaluation's kernels took, 0 on cores
	Share        float64 // of the time that evaluation took, 0 to 1
	Conflicts    float64 // mean of the candidates'
	Evaluations  float64 // mean of a run of annealing
	Each         float64 // time of annealing for an evaluation, all it does included
	Complete     bool    // runs of annealing went to their end
	Solved       int     // runs of annealing that found a solution
	Missing      string  // why there are no figures: overLimit, or what the system says; "" if there are
	partial      bool    // interrupted
}

// overLimit is Missing of a case that would have taken too long.
const overLimit = "limit"

// columns are the names of the journal's columns.
var columns = strings.Split("kind,candidates,system,n,parameter,trials,mean_s,median_s,device_s,share,conflicts,evaluations,each_s,complete,solved,missing", ",")

// fields is the measurement as a line of the journal.
func (m Measurement) fields() []string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return []string{string(m.Kind), string(m.Candidates), m.System, strconv.Itoa(m.N), strconv.Itoa(m.Parameter), strconv.Itoa(m.Trials),
		number(m.Mean), number(m.Median), number(m.Device), number(m.Share), number(m.Conflicts), number(m.Evaluations), number(m.Each),
		strconv.FormatBool(m.Complete), strconv.Itoa(m.Solved), m.Missing}
}

func parseMeasurement(f []string) (Measurement, error) {
	var errs []error
	whole := func(s string) int {
		v, err := strconv.Atoi(s)
		errs = append(errs, err)
		return v
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err == nil && !(v >= 0 && v <= math.MaxFloat64) {
			err = fmt.Errorf("%s cannot be", s)
		}
		errs = append(errs, err)
		return v
	}
	complete, err := strconv.ParseBool(f[13])
	errs = append(errs, err)
	m := Measurement{Case: Case{Kind(f[0]), Candidates(f[1]), f[2], whole(f[3]), whole(f[4])}, Trials: whole(f[5]), Mean: number(f[6]),
		Median: number(f[7]), Device: number(f[8]), Share: number(f[9]), Conflicts: number(f[10]), Evaluations: number(f[11]),
		Each: number(f[12]), Complete: complete, Solved: whole(f[14]), Missing: f[15]}
	return m, errors.Join(errs...)
}

// average returns the mean and the median; 0 of none.
func average(list []float64) (mean, median float64) {
	if len(list) == 0 {
		return 0, 0
	}
	sorted := slices.Sorted(slices.Values(list))
	sum := 0.0
	for _, v := range sorted {
		sum += v
	}
	middle := len(sorted) / 2
	median = sorted[middle]
	if len(sorted)%2 == 0 {
		median = (median + sorted[middle-1]) / 2
	}
	return sum / float64(len(sorted)), median
}
