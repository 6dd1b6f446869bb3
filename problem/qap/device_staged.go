package qap

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/kernel"
)

var _ kernel.StagedCoster = (*symmetricSwaps)(nil)

// halves reports whether all numbers fit 16 bits without a sign.
func halves(m []int32) bool {
	return slices.Min(m) >= 0 && slices.Max(m) <= math.MaxUint16
}

// The copy of an instance that a block keeps is the flows in the order in which StagedCost reads them, and the distances. What
// bounds an evaluation is reads of shared memory: of a distance for each flow, at different places, and of flows, at one place.
// Facilities are taken by twos, so that a location that is looked up serves two products. Flows that fit half words are read by
// fours, from two facilities to two others: the r-th two have r+1 of these, from r(r+1)/2 on, and the last one holds what they
// pay each other. Other flows are read by twos, from two facilities to one: 2r+1, from r*r on. Flows from a facility to itself
// or later ones, and those beyond the last, are 0.

func (s *symmetricSwaps) StageSize() (longs, words int32) {
	twos := (s.N + 1) / 2
	if longs = twos * twos; s.Halves {
		longs = twos * (twos + 1) / 2
	}
	return longs, s.N * (s.N | 1)
}

// Stage implements kernel.StagedCoster. Rows of distances have an odd length, so that a column lies in different banks.
func (s *symmetricSwaps) Stage(longs []uint64, words []int32, rank, size int32) {
	for i := rank; i < s.N; i += size {
		for j := range s.N {
			words[i*(s.N|1)+j] = s.Dists[i*s.N+j]
		}
	}
	for r := rank; r < (s.N+1)/2; r += size {
		i := 2 * r
		if s.Halves {
			for k := range r + 1 {
				longs[r*(r+1)/2+k] = s.below(i, 2*k) | s.below(i+1, 2*k)<<16 | s.below(i, 2*k+1)<<32 | s.below(i+1, 2*k+1)<<48
			}
			continue
		}
		for j := range i + 1 {
			longs[r*r+j] = s.below(i, j) | s.below(i+1, j)<<32
		}
	}
}

// below is the 32 bits of a flow to an earlier facility, and else 0.
func (s *symmetricSwaps) below(i, j int32) uint64 {
	if i >= s.N || j >= i {
		return 0
	}
	return uint64(uint32(s.Flows[i*s.N+j]))
}

// StagedCost implements kernel.StagedCoster. What two facilities pay fits int32, as the delta of their swap does: see
// deltaBound.
func (s *symmetricSwaps) StagedCost(longs []uint64, words []int32, x []uint32) int64 {
	row, sum := s.N|1, int64(0)
	for r := range (s.N + 1) / 2 {
		at := x[r>>1] >> uint32(r&1*16)
		a, b := words[int32(at&255)*row:], words[int32(at>>8&255)*row:]
		if s.Halves {
			sum += int64(payHalves(longs[r*(r+1)/2:], a, b, x, r))
		} else {
			sum += int64(payWhole(longs[r*r:], a, b, x, r))
		}
	}
	return sum
}

// payHalves is what the r-th two facilities, by their flows and rows of distances, pay those before and each other.
func payHalves(flows []uint64, a, b []int32, x []uint32, r int32) (sum int32) {
	for k := range r >> 1 {
		to := x[k]
		sum += fourth(flows[2*k], a, b, to) + fourth(flows[2*k+1], a, b, to>>16)
	}
	to := x[r>>1]
	if r&1 != 0 {
		sum += fourth(flows[r-1], a, b, to)
		to >>= 16
	}
	return sum + int32(uint32(flows[r])>>16)*b[to&255]
}

// fourth is what two facilities pay two others at the locations in the lowest bytes of to.
func fourth(flows uint64, a, b []int32, to uint32) int32 {
	one, two := uint32(flows), uint32(flows>>32)
	j, k := to&255, to>>8&255
	return int32(one&0xffff)*a[j] + int32(one>>16)*b[j] + int32(two&0xffff)*a[k] + int32(two>>16)*b[k]
}

// payWhole is payHalves for flows of 32 bits.
func payWhole(flows []uint64, a, b []int32, x []uint32, r int32) (sum int32) {
	for k := range r >> 1 {
		to := x[k]
		sum += both(flows[4*k], a, b, to) + both(flows[4*k+1], a, b, to>>8) + both(flows[4*k+2], a, b, to>>16) + both(flows[4*k+3], a, b, to>>24)
	}
	to := x[r>>1]
	if r&1 != 0 {
		sum += both(flows[2*r-2], a, b, to) + both(flows[2*r-1], a, b, to>>8)
		to >>= 16
	}
	return sum + int32(flows[2*r]>>32)*b[to&255]
}

// both is what two facilities pay one at the location in the lowest byte of to.
func both(flows uint64, a, b []int32, to uint32) int32 {
	return int32(uint32(flows))*a[to&255] + int32(flows>>32)*b[to&255]
}
