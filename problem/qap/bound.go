package qap

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// LowerBound returns the least cost where it is evident: all assignments cost the same, since the flows or the distances are, on the
// diagonal and beside it; or an assignment that costs 0 is at hand, and no number is negative. Elsewhere it returns multiwalk.NoBound.
// It is O(n*n), and for most instances ends at the first rows.
func (q *Instance) LowerBound() int64 {
	if even(q.Flow, q.N) || even(q.Dist, q.N) {
		return q.Cost(identity(q.N))
	}
	if q.N <= mostApart && q.apart() {
		return 0
	}
	return multiwalk.NoBound
}

func identity(n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	return x
}

// even says whether a matrix has one number on its diagonal and one everywhere else.
func even(m []int32, n int) bool {
	for i := range n {
		for j := range n {
			if i == j && m[i*n+j] != m[0] || i != j && m[i*n+j] != m[1] {
				return false
			}
		}
	}
	return true
}

// mostApart is the greatest size for which apart takes some milliseconds.
const mostApart = 256

// apart says whether no number is negative and an assignment of cost 0 comes of putting facilities one by one, those with the most flows
// first, on the first location that fits, those with the fewest distances first. It is O(n*n) for each facility with flows, and ends at
// once where flows and distances are too many to keep apart.
func (q *Instance) apart() bool {
	flows, distances := filled(q.Flow, q.N), filled(q.Dist, q.N)
	if flows == nil || distances == nil || sumOf(flows)+sumOf(distances) > 2*q.N*q.N {
		return false
	}
	facilities, locations := identity(q.N), identity(q.N)
	slices.SortStableFunc(facilities, func(a, b int32) int { return cmp.Compare(flows[b], flows[a]) })
	slices.SortStableFunc(locations, func(a, b int32) int { return cmp.Compare(distances[a], distances[b]) })
	at := make([]int32, q.N)
	for k, i := range facilities {
		if flows[i] == 0 {
			break
		}
		fit := slices.IndexFunc(locations, func(l int32) bool {
			at[i] = l
			return l >= 0 && q.free(i, facilities[:k+1], at)
		})
		if fit < 0 {
			return false
		}
		at[i], locations[fit] = locations[fit], -1
	}
	return true
}

// free says whether facility i costs nothing with these ones, itself among them.
func (q *Instance) free(i int32, facilities, at []int32) bool {
	n := q.N
	for _, j := range facilities {
		there, back := int(i)*n+int(j), int(j)*n+int(i)
		if q.Flow[there] != 0 && q.Dist[int(at[i])*n+int(at[j])] != 0 || q.Flow[back] != 0 && q.Dist[int(at[j])*n+int(at[i])] != 0 {
			return false
		}
	}
	return true
}

// filled counts, for each row, what is not 0 in it and in its column; nil if a number is negative.
func filled(m []int32, n int) []int {
	counts := make([]int, n)
	for k, v := range m {
		switch {
		case v < 0:
			return nil
		case v > 0:
			counts[k/n]++
			counts[k%n]++
		}
	}
	return counts
}

func sumOf(list []int) (sum int) {
	for _, v := range list {
		sum += v
	}
	return sum
}
