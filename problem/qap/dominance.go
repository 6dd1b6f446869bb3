package qap

import "math"

// Dominance returns how unequal the flows and the distances are: 100 times the standard deviation over the mean of all
// entries (Vollmann and Buffa, "The facilities layout problem in perspective", 1966). A matrix of equal entries has 0,
// one of uniformly random entries about 60, those of real problems mostly more than 100. It is 0 where the mean is 0.
func (q *Instance) Dominance() (flow, dist float64) { return dominance(q.Flow), dominance(q.Dist) }

func dominance(m []int32) float64 {
	var sum, squares float64
	for _, v := range m {
		sum += float64(v)
		squares += float64(v) * float64(v)
	}
	n := float64(len(m))
	mean := sum / n
	if mean == 0 {
		return 0
	}
	return 100 * math.Sqrt(max(0, squares/n-mean*mean)) / math.Abs(mean)
}
