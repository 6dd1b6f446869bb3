package qap

import (
	"math"
	"slices"
)

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
