package stat

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Ranked is how several methods rank on several instances, as Demšar recommends ("Statistical comparisons of classifiers over multiple data
// sets", Journal of Machine Learning Research 7, 2006).
type Ranked struct {
	Ranks []float64 // of each method the mean over the instances; the best has the least
	N     int       // instances
	// ChiSquare is Friedman's statistic, and F that of Iman and Davenport, which is less conservative. P is by F: the probability that
	// equal methods rank as differently.
	ChiSquare, F, P float64
}

// Friedman ranks methods on instances: costs[i][j] is that of method j on instance i, the less, the better. Equal costs share the mean of
// their ranks. It needs two methods and two instances; of fewer P is 1.
func Friedman(costs [][]float64) *Ranked {
	r := &Ranked{N: len(costs), P: 1}
	if r.N == 0 {
		return r
	}
	methods := len(costs[0])
	r.Ranks = make([]float64, methods)
	for _, row := range costs {
		ranks := doubledRanksOf(row)
		for j, rank := range ranks {
			r.Ranks[j] += float64(rank) / 2 / float64(r.N)
		}
	}
	if methods < 2 || r.N < 2 {
		return r
	}
	k, n := float64(methods), float64(r.N)
	squares := 0.0
	for _, rank := range r.Ranks {
		squares += rank * rank
	}
	r.ChiSquare = 12 * n / (k * (k + 1)) * (squares - k*(k+1)*(k+1)/4)
	if r.ChiSquare >= n*(k-1)*(1-1e-12) { // all rank alike everywhere
		orders, _ := math.Lgamma(k + 1)
		r.F, r.P = math.Inf(1), math.Exp(-(n-1)*orders) // exactly: all others rank as the first
		return r
	}
	r.F = max(0, (n-1)*r.ChiSquare/(n*(k-1)-r.ChiSquare))
	r.P = distuv.F{D1: k - 1, D2: (k - 1) * (n - 1)}.Survival(r.F)
	return r
}

// doubledRanksOf returns twice the rank of each value among all.
func doubledRanksOf(row []float64) []int {
	all := slices.Sorted(slices.Values(row))
	list := make([]int, len(row))
	for j, v := range row {
		first, _ := slices.BinarySearch(all, v)
		last := first
		for last < len(all) && all[last] == v {
			last++
		}
		list[j] = first + 1 + last
	}
	return list
}

// CriticalDifference is by how much two mean ranks must differ so that not even the farthest two of that many equal methods differ as much
// on that many instances, but with probability alpha: the test of Nemenyi.
func CriticalDifference(methods, instances int, alpha float64) float64 {
	k, n := float64(methods), float64(instances)
	return studentised(methods, alpha) / math.Sqrt2 * math.Sqrt(k*(k+1)/(6*n))
}

// studentised is the quantile of the range of that many standard normal variables that is exceeded with probability alpha: that of
// the studentised range for any number of degrees of freedom. It is found by bisection.
func studentised(many int, alpha float64) float64 {
	low, high := 0.0, 20.0
	for range 60 {
		if q := (low + high) / 2; rangeBelow(q, many) < 1-alpha {
			low = q
		} else {
			high = q
		}
	}
	return low
}

// rangeBelow is the probability that the range of normal variables is at most q: one of them is the least, at z, and the others lie
// between z and z+q.
func rangeBelow(q float64, many int) float64 {
	unit := distuv.UnitNormal
	density := func(z float64) float64 {
		return float64(many) * unit.Prob(z) * math.Pow(unit.CDF(z+q)-unit.CDF(z), float64(many-1))
	}
	return quad.Fixed(density, -9, 9, 200, quad.Legendre{}, 0)
}

// SignedRank compares pairs by the signed rank test of Wilcoxon: it returns the probability that the signs of the differences, were each as
// likely plus as minus, would make a sum of ranks at least as unlikely as theirs (two-sided). Differences of 0 are left out; equal ones
// share the mean of their ranks. It is exact, in O(n³).
func SignedRank(differences []float64) float64 {
	var sizes []float64
	var above []bool
	for _, d := range differences {
		if d != 0 {
			sizes, above = append(sizes, math.Abs(d)), append(above, d > 0)
		}
	}
	ranks := doubledRanksOf(sizes)
	sum, total := 0, 0
	for i, rank := range ranks {
		if total += rank; above[i] {
			sum += rank
		}
	}
	ways := make([]float64, total+1) // the share of the signs by the sum of the ranks that are plus
	ways[0] = 1
	for _, rank := range ranks {
		for s := total; s >= 0; s-- {
			if ways[s] /= 2; s >= rank { // those below are still without this rank
				ways[s] += ways[s-rank] / 2
			}
		}
	}
	least := min(sum, total-sum)
	p := 0.0
	for s := 0; s <= least; s++ {
		p += 2 * ways[s]
	}
	return min(1, p)
}

// Holm corrects the probabilities of several tests, so that all of them together are wrong with the probability that each has alone.
func Holm(list []float64) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a], list[b]) })
	corrected := make([]float64, len(list))
	most := 0.0
	for i, at := range order {
		most = max(most, min(1, list[at]*float64(len(list)-i)))
		corrected[at] = most
	}
	return corrected
}
