package qap

import (
	"math"
	"slices"
)

// traits is what a state wants to know of an instance, found once.
type traits struct {
	symmetric bool // both matrices are
	hollow    bool // both diagonals are zero
	narrow    bool // every swap's delta is sure to fit int32
	exact     bool // the factors of a delta's update fit int32, as the 64-bit kernels want them
	// Transposes, for reading columns.
	flowT, distT []int32
	// Two symmetric matrices with the same cost, where one of the instance's is symmetric and exact holds, else nil:
	// one of them stands for a matrix plus its transpose, so that one product prices both directions of a pair.
	bothFlow, bothDist []int32
}

func examine(q *Instance) traits {
	t := traits{flowT: transposed(q.Flow, q.N), distT: transposed(q.Dist, q.N)}
	flowSymmetric, distSymmetric := slices.Equal(t.flowT, q.Flow), slices.Equal(t.distT, q.Dist)
	t.symmetric = flowSymmetric && distSymmetric
	t.hollow = true
	for i := range q.N {
		t.hollow = t.hollow && q.Flow[i*q.N+i] == 0 && q.Dist[i*q.N+i] == 0
	}
	// A factor is a difference of two differences of entries, or of sums of two.
	t.exact = max(maxAbs(q.Flow), maxAbs(q.Dist)) < 1<<27
	switch {
	case t.exact && distSymmetric:
		t.bothFlow, t.bothDist = sum(q.Flow, t.flowT), q.Dist
	case t.exact && flowSymmetric:
		t.bothFlow, t.bothDist = q.Flow, sum(q.Dist, t.distT)
	}
	// Below the greatest number, which a state keeps for what is no swap.
	t.narrow = t.exact && deltaBound(q, &t) < math.MaxInt32
	return t
}

func transposed(m []int32, n int) []int32 {
	t := make([]int32, len(m))
	for i := range n {
		for j, v := range m[i*n:][:n] {
			t[j*n+i] = v
		}
	}
	return t
}

func sum(x, y []int32) []int32 {
	z := make([]int32, len(x))
	for k, v := range x {
		z[k] = v + y[k]
	}
	return z
}

// deltaBound returns a number that no swap's delta exceeds in magnitude, in O(n*n log n).
//
// A swap of u and v takes away what the rows and columns u and v cost, and adds what they cost then. Sort a row and a
// location's distances by magnitude; their product bounds the row's cost (the rearrangement inequality). Replace the
// distances by their maximum at each rank. Two facilities pay that before and after; where nothing is negative, the
// difference is at most the greater of the two.
func deltaBound(q *Instance, t *traits) uint64 {
	out, in := dominating(q.Dist, q.N), dominating(t.distT, q.N)
	var most, second uint64 // the greatest costs of two facilities
	for u := range q.N {
		c := sortedProduct(q.Flow[u*q.N:][:q.N], out)
		c += sortedProduct(t.flowT[u*q.N:][:q.N], in)
		if c > most {
			most, second = c, most
		} else {
			second = max(second, c)
		}
	}
	if slices.Min(q.Flow) >= 0 && slices.Min(q.Dist) >= 0 {
		return most + second
	}
	return 2 * (most + second)
}

// dominating returns, for each k, the greatest magnitude that is k-th in a row of m.
func dominating(m []int32, n int) []uint64 {
	top := make([]uint64, n)
	for i := range n {
		for k, v := range descending(m[i*n:][:n]) {
			top[k] = max(top[k], v)
		}
	}
	return top
}

func sortedProduct(row []int32, top []uint64) uint64 {
	var sum uint64
	for k, v := range descending(row) {
		sum += v * top[k]
	}
	return sum
}

func descending(row []int32) []uint64 {
	s := make([]uint64, len(row))
	for k, v := range row {
		s[k] = magnitude(v)
	}
	slices.Sort(s)
	slices.Reverse(s)
	return s
}

// Dominance returns how unequal the flows and the distances are: 100 times the standard deviation of all entries,
// divided by their mean (Vollmann and Buffa, "The facilities layout problem in perspective", 1966). It is 0 for a
// matrix of equal entries, about 60 for uniformly random entries, and mostly more than 100 for real problems. If the
// mean is 0, it is 0.
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
