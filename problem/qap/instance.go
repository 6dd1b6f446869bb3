// Package qap is the quadratic assignment problem: n facilities go to n locations so that flow times distance is least.
//
// Instances come from QAPLIB files (Burkard, Karisch and Rendl, "QAPLIB: a quadratic assignment problem library", 1997),
// from New, or from the generators.
package qap

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// MaxN is the greatest size that Read and New accept: a delta matrix of 64-bit numbers then takes 2 GiB.
const MaxN = 1 << 14

// Instance is a quadratic assignment problem. x[i] is the location of facility i, and the cost is the sum over all i, j
// of Flow[i][j]*Dist[x[i]][x[j]], which QAPLIB writes as a_ij*b_p(i)p(j). Make one with New, Read or a generator; do
// not change it afterwards.
type Instance struct {
	N    int
	Flow []int32 // n*n, row by row
	Dist []int32 // n*n, row by row

	name     string
	traits   traits
	newState func(x []int32) multiwalk.State // of an instance that is exact
}

// New returns an instance over the two matrices of n*n entries, which it keeps. It refuses a size outside [1, MaxN],
// matrices of another size, and numbers so great that a cost might not fit int64.
func New(name string, n int, flow, dist []int32) (*Instance, error) {
	q, err := newInstance(name, n, flow, dist)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	return q, nil
}

// newInstance is New for Read, whose errors begin with a file.
func newInstance(name string, n int, flow, dist []int32) (*Instance, error) {
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("n is %d; it must be from 1 to %d", n, MaxN)
	}
	if len(flow) != n*n || len(dist) != n*n {
		return nil, fmt.Errorf("%s has %d flows and %d distances; n = %d needs %d of each",
			name, len(flow), len(dist), n, n*n)
	}
	if costBound(flow, dist) > math.MaxInt64/4 {
		return nil, fmt.Errorf("a cost of %s might not fit int64: the flows sum to %d, "+
			"the greatest distance is %d; scale one of the matrices down",
			name, sumAbs(flow), maxAbs(dist))
	}
	q := &Instance{N: n, Flow: flow, Dist: dist, name: name}
	q.traits = examine(q)
	if q.newState = neighbourhood.DeltaMatrices[int64](q); q.traits.narrow {
		q.newState = neighbourhood.DeltaMatrices[int32](q)
	}
	return q, nil
}

// Name returns the instance's name, such as "tai60a".
func (q *Instance) Name() string { return q.name }

// Space returns the permutations of n.
func (q *Instance) Space() multiwalk.Space { return multiwalk.Permutation(q.N) }

// Symmetric reports whether both matrices are symmetric.
func (q *Instance) Symmetric() bool { return q.traits.symmetric }

// Cost evaluates an assignment in full, in O(n*n).
func (q *Instance) Cost(x []int32) int64 {
	var c int64
	for i, l := range x {
		flow, dist := q.Flow[i*q.N:][:q.N], q.Dist[int(l)*q.N:][:q.N]
		for j, f := range flow {
			if f != 0 {
				c += int64(f) * int64(dist[x[j]])
			}
		}
	}
	return c
}

// SwapDelta prices the exchange of the locations of facilities i and j, in O(n). Where one product prices both directions of
// a pair, that takes half the time.
func (q *Instance) SwapDelta(x []int32, i, j int32) int64 {
	t := &q.traits
	if t.bothFlow != nil && t.hollow {
		return moved(q.N, t.bothFlow, t.bothDist, x, int(i), int(j)) + 2*int64(t.bothFlow[int(i)*q.N+int(j)])*int64(t.bothDist[int(x[i])*q.N+int(x[j])])
	}
	return moved(q.N, q.Flow, q.Dist, x, int(i), int(j)) + moved(q.N, t.flowT, t.distT, x, int(i), int(j)) +
		correction(int32(q.N), q.Flow, q.Dist, i, j, x[i], x[j])
}

// moved is what the rows of r and s cost more where the other is, as if all facilities stayed, these two among them.
func moved(n int, flow, dist, x []int32, r, s int) (sum int64) {
	fr, fs := flow[r*n:][:n], flow[s*n:][:n]
	dr, ds := dist[int(x[r])*n:][:n], dist[int(x[s])*n:][:n]
	for k, l := range x {
		sum += (int64(fr[k]) - int64(fs[k])) * (int64(ds[l]) - int64(dr[l]))
	}
	return sum
}

// NewState returns the deltas of all swaps at x, kept up to date in O(n*n) a swap.
func (q *Instance) NewState(x []int32) multiwalk.State {
	if !q.traits.exact {
		return &plainState{q: q, x: append([]int32(nil), x...), row: make([]int64, q.N)}
	}
	return q.newState(x)
}

// plainState prices each row when it is asked for, in O(n*n): for numbers so great that the matrix' factors overflow.
type plainState struct {
	q   *Instance
	x   []int32
	row []int64
}

func (s *plainState) Reset(x []int32) { copy(s.x, x) }
func (s *plainState) Swap(i, j int32) { s.x[i], s.x[j] = s.x[j], s.x[i] }

func (s *plainState) Row(i int32) (narrow []int32, wide []int64) {
	n := int32(s.q.N)
	if i >= n-1 {
		return nil, nil
	}
	row := s.row[:n-1-i]
	for k := range row {
		row[k] = s.q.SwapDelta(s.x, i, i+1+int32(k))
	}
	return nil, row
}

// costBound returns a number that no cost exceeds in magnitude, saturated at the greatest uint64.
func costBound(flow, dist []int32) uint64 {
	return min(product(sumAbs(flow), maxAbs(dist)), product(sumAbs(dist), maxAbs(flow)))
}

func product(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

func magnitude(v int32) uint64 { return uint64(max(int64(v), -int64(v))) }

func sumAbs(m []int32) uint64 {
	var sum uint64
	for _, v := range m {
		sum += magnitude(v)
	}
	return sum
}

func maxAbs(m []int32) uint64 {
	var most uint64
	for _, v := range m {
		most = max(most, magnitude(v))
	}
	return most
}
