package tune

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/reals"
)

// leader is the candidate with the least sum of ranks over all rounds, the first of several.
func leader(left []int, costs [][]int64) int {
	best, least := left[0], math.Inf(1)
	for _, c := range left {
		sum := 0.0
		for round := range costs[c] {
			sum += rank(c, round, left, costs)
		}
		if sum < least {
			best, least = c, sum
		}
	}
	return best
}

// rank is how many candidates were better in a round, equal ones counted half.
func rank(c, round int, left []int, costs [][]int64) (r float64) {
	for _, o := range left {
		switch {
		case costs[o][round] < costs[c][round]:
			r++
		case costs[o][round] == costs[c][round] && o != c:
			r += 0.5
		}
	}
	return r
}

// survivors are the candidates without those that lose to the leader so often that it is no chance.
func survivors(left []int, costs [][]int64) []int {
	lead := leader(left, costs)
	return slices.DeleteFunc(slices.Clone(left), func(c int) bool {
		wins, losses := 0, 0
		for round, cost := range costs[c] {
			switch {
			case cost < costs[lead][round]:
				wins++
			case cost > costs[lead][round]:
				losses++
			}
		}
		return chance(losses, wins) <= certain
	})
}

// worstMean is what an infinite cost counts in a mean.
const worstMean = 1e300

// amounts returns what costs of a problem stand for: themselves, and over real vectors the real costs.
func amounts(p multiwalk.Problem) func(cost int64) float64 {
	if p.Space().Kind() != multiwalk.KindReals {
		return func(cost int64) float64 { return float64(cost) }
	}
	return func(cost int64) float64 { return min(reals.Float(cost), worstMean) }
}

// trial compares the costs of a candidate with the leader's in the same rounds.
func trial(costs, leaders []int64, amount func(cost int64) float64) Trial {
	t := Trial{Rounds: len(costs)}
	for round, cost := range costs {
		t.Mean += amount(cost) / float64(len(costs))
		t.LeaderMean += amount(leaders[round]) / float64(len(costs))
		switch {
		case cost < leaders[round]:
			t.Wins++
		case cost > leaders[round]:
			t.Losses++
		}
	}
	return t
}

// chance is the probability that a coin shows heads at least that often among all its throws: the one-sided sign test.
func chance(heads, tails int) float64 {
	n := heads + tails
	sum := 0.0
	for k := heads; k <= n; k++ {
		all, _ := math.Lgamma(float64(n + 1))
		these, _ := math.Lgamma(float64(k + 1))
		others, _ := math.Lgamma(float64(n - k + 1))
		sum += math.Exp(all - these - others - float64(n)*math.Ln2)
	}
	return min(1, sum)
}
