package q3ap

import (
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type narrow -only Explore,TabuJoint,TabuMoves
//go:generate go run ../../internal/kernelfile/gen -type general -only Explore,TabuMoves

func (q *Instance) Kernels() (kernel.Module, error) { return q.form.(kernel.Carrier).Kernels() }

// narrow is an instance whose D is symmetric, whose diagonals are zero and whose deltas fit int32: as all of nug*-d. One product
// prices both directions of a pair. Sums are modulo 2^32.
type narrow struct {
	N     int32
	Both  []int32 // the squares of F in either direction, added
	Dists []int32
}

func newNarrow(n int32, flow, dist []int32) *narrow {
	both, squares := make([]int32, n*n, n*n+simd.Lanes), squared(flow)
	for i := range n {
		for k := range n {
			both[i*n+k] = squares[i*n+k] + squares[k*n+i]
		}
	}
	return &narrow{n, both, dist}
}

// Weight and Far are what kernel.JointWeigher asks for.
func (s *narrow) Weight(i, k int32) int32 { return s.Both[i*s.N+k] }
func (s *narrow) Far(a, b int32) int32    { return s.Dists[a*s.N+b] }

// Cost is O(n*n).
func (s *narrow) Cost(x []int32) int64 {
	sum := int32(0)
	for i := range s.N {
		both, ofP, ofQ := s.Both[i*s.N:], s.Dists[x[i]*s.N:], s.Dists[x[s.N+i]*s.N:]
		for k := range i {
			sum += both[k] * ofP[x[k]] * ofQ[x[s.N+k]]
		}
	}
	return int64(sum)
}

// SwapDelta is O(n). The two that change places count what they pay each other, which stays the same, as if one of them stayed:
// twice, so it is added again. Threads of a device that price different swaps in step read one row of a matrix at a time, at different
// columns, as both are symmetric; the rows of i and j would be others for each thread.
func (s *narrow) SwapDelta(x []int32, i, j int32) int64 {
	y, z := x[:s.N], x[s.N:]
	if i >= s.N {
		y, z, i, j = z, y, i-s.N, j-s.N
	}
	from, to, restI, restJ := y[i], y[j], z[i], z[j]
	sum := int32(0)
	for k := range s.N {
		both, moves, rests := s.Both[k*s.N:], s.Dists[y[k]*s.N:], s.Dists[z[k]*s.N:]
		sum += (both[i]*rests[restI] - both[j]*rests[restJ]) * (moves[to] - moves[from])
	}
	return int64(sum + 2*s.Both[i*s.N+j]*s.Dists[from*s.N+to]*s.Dists[restI*s.N+restJ])
}

// JointSwapDelta is O(n), in the same way.
func (s *narrow) JointSwapDelta(x []int32, i, j int32) int64 {
	p, q := x[:s.N], x[s.N:]
	pFrom, pTo, qFrom, qTo := p[i], p[j], q[i], q[j]
	sum := int32(0)
	for k := range s.N {
		both, ofP, ofQ := s.Both[k*s.N:], s.Dists[p[k]*s.N:], s.Dists[q[k]*s.N:]
		sum += (both[i] - both[j]) * (ofP[pTo]*ofQ[qTo] - ofP[pFrom]*ofQ[qFrom])
	}
	return int64(sum + 2*s.Both[i*s.N+j]*s.Dists[pFrom*s.N+pTo]*s.Dists[qFrom*s.N+qTo])
}
