package qap

import "github.com/multiwalk/multiwalk/kernel"

var _ kernel.StagedCoster = (*symmetricSwaps)(nil)

// The copy of an instance that a block keeps is the flows in the order that StagedCost reads them, and the distances. Facilities
// are taken by twos: the r-th two have 2r+1 pairs of flows, from r*r on, the two flows from a facility up to their first; so
// a location that is looked up serves two products, and all threads of a block read a pair at once. Beyond the last facility
// flows are 0.

// StageSize implements kernel.StagedCoster. Rows of distances have an odd length, so that a column lies in different banks.
func (s *symmetricSwaps) StageSize() (pairs, words int32) {
	twos := (s.N + 1) / 2
	return twos * twos, s.N * (s.N | 1)
}

// Stage implements kernel.StagedCoster.
func (s *symmetricSwaps) Stage(pairs []uint64, words []int32, rank, size int32) {
	n := s.N
	for i := rank; i < n; i += size {
		for j := range n {
			words[i*(n|1)+j] = s.Dists[i*n+j]
		}
	}
	for r := rank; r < (n+1)/2; r += size {
		for j := range 2*r + 1 {
			first, second := s.Flows[2*r*n+j], int32(0)
			if 2*r+1 < n {
				second = s.Flows[(2*r+1)*n+j]
			}
			pairs[r*r+j] = uint64(uint32(second))<<32 | uint64(uint32(first))
		}
	}
}

// StagedCost implements kernel.StagedCoster. What two facilities cost fits int32, as the delta of their swap does: see
// deltaBound.
func (s *symmetricSwaps) StagedCost(pairs []uint64, words []int32, x []uint32) int64 {
	row, sum := s.N|1, int64(0)
	for r := range (s.N + 1) / 2 {
		at := x[r>>1] >> uint32(r&1*16)
		a, b := words[int32(at&255)*row:], words[int32(at>>8&255)*row:]
		flow, two := pairs[r*r:], int32(0)
		for k := range r >> 1 {
			to := x[k]
			two += both(flow[4*k], a, b, to&255) + both(flow[4*k+1], a, b, to>>8&255) +
				both(flow[4*k+2], a, b, to>>16&255) + both(flow[4*k+3], a, b, to>>24)
		}
		if r&1 != 0 {
			to := x[r>>1]
			two += both(flow[2*r-2], a, b, to&255) + both(flow[2*r-1], a, b, to>>8&255)
		}
		sum += int64(two + int32(flow[2*r]>>32)*b[at&255])
	}
	return sum
}

// both is what two facilities pay one at a location, by their rows of distances, modulo 2^32.
func both(flow uint64, a, b []int32, to uint32) int32 {
	return int32(uint32(flow))*a[to] + int32(flow>>32)*b[to]
}
