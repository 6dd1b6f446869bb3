package stat

import (
	"math"
	"slices"
)

// RankSum compares two independent samples by the test of Wilcoxon, and Mann and Whitney: it returns the probability that the ranks of a
// among all values would add up to a sum at least as unlikely as theirs if both samples were of one distribution (two-sided). Equal
// values share the mean of their ranks. It is exact, as all ways to choose len(a) of the values are counted, which takes
// O(n³·len(a)) of n values, so it is meant for some hundred. Without a value in each sample it is 1.
func RankSum(a, b []float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 1
	}
	ranks, sum := doubledRanks(a, b)
	// ways[k][s] is the share of the choices of k values whose doubled ranks add up to s.
	ways := make([][]float64, len(a)+1)
	for k := range ways {
		ways[k] = make([]float64, len(ranks)*(len(ranks)+1)+1)
	}
	ways[0][0] = 1
	total := 0 // of the ranks so far
	for i, r := range ranks {
		total += r
		for k := min(len(a), i+1); k > 0; k-- {
			// Of i+1 values, k are chosen with the last in k/(i+1) of the cases.
			with := float64(k) / float64(i+1)
			for s := total; s >= 0; s-- {
				ways[k][s] *= 1 - with
				if s >= r {
					ways[k][s] += with * ways[k-1][s-r]
				}
			}
		}
	}
	below, above := 0.0, 0.0
	for s, share := range ways[len(a)] {
		if s <= sum {
			below += share
		}
		if s >= sum {
			above += share
		}
	}
	return math.Min(1, 2*math.Min(below, above))
}

// doubledRanks returns twice the rank of each value, in order, and the sum of those of a. Doubled, the mean of ranks is whole.
func doubledRanks(a, b []float64) (ranks []int, sum int) {
	ranks = doubledRanksOf(slices.Concat(a, b))
	for _, r := range ranks[:len(a)] {
		sum += r
	}
	slices.Sort(ranks)
	return ranks, sum
}
