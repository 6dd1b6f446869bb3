package papers

import (
	"math"
	"slices"
)

// Mean is that of numbers; 0 of none.
func Mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(max(1, len(list)))
}

// Median is the middle one of numbers in order, or the mean of the two in the middle; 0 of none.
func Median(list []float64) float64 {
	sorted, n := slices.Sorted(slices.Values(list)), len(list)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Deviation is the standard deviation of a sample; of equal numbers 0, and not what rounding leaves.
func Deviation(list []float64) float64 {
	if len(list) < 2 || slices.Min(list) == slices.Max(list) {
		return 0
	}
	mean, sum := Mean(list), 0.0
	for _, v := range list {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(list)-1))
}
