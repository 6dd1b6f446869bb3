package perceptron

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type form -with TabuMoves

func (p *Instance) Kernels() (kernel.Module, error) {
	words := (p.m + 31) / 32
	columns := make([]uint32, p.n*words)
	for j := range p.n {
		for k := range words {
			columns[j*words+k] = uint32(p.columns[j*p.words+k/2] >> (32 * (k & 1)))
		}
	}
	return (&form{int32(p.m), int32(p.n), int32(words), int32(p.stride), p.empty, columns, p.charge}).Kernels()
}

// form is an instance as kernels see it.
//
// A table is what a state has on cores: the set of rows of each level. It has two copies, as no lane may write what another one
// reads: the lanes of a warp make the levels after a flip side by side, each from two levels of the copy before. Which copy is
// the present one each lane keeps for itself.
//
//	0 .. 31                 0 or 1, of each lane: the present copy
//	of each copy            the least level with rows, the greatest
//	of each of its levels   Words of 32 rows, and the level's charge
//
// There are brim levels more at both ends. As in a state, brim levels below the least level with rows have none, and likewise
// above the greatest; what is further out is not valid.
type form struct {
	M, N, Words, Stride int32
	Empty               int64
	Columns             []uint32 // Instance.columns, in words of 32
	Charge              []int32
}

const (
	copies  = 32 // where they begin in a table: beyond what each lane keeps
	planned = 10 // bits of a level, which is MaxLength at most
	block   = 256
	// brim is how many levels without rows a copy has below the least level with rows and above the greatest: a flip is priced by the
	// levels below and above those that it may bring rows to.
	brim = 2
)

// rise returns word k of the rows that a flip of x[j] takes up, and others that are not there.
func (f *form) rise(x []int32, j, k int32) uint32 {
	return f.Columns[j*f.Words+k] ^ uint32(-x[j])
}

// mask is the rows of a word that there are.
func (f *form) mask(k int32) uint32 {
	if left := f.M - 32*k; left < 32 {
		return 1<<left - 1
	}
	return 1<<32 - 1
}

// levels counts for the rows of a word where they agree with x: plane b is bit b of each row's level.
func (f *form) levels(x []int32, k int32) (planes [planned]uint32) {
	for j := range f.N {
		carry := ^f.rise(x, j, k)
		for b := range planned {
			planes[b], carry = planes[b]^carry, planes[b]&carry
		}
	}
	return planes
}

// on returns the rows of a word that are on a level.
func (f *form) on(planes *[planned]uint32, t, k int32) uint32 {
	rows := f.mask(k)
	for b := range planned {
		rows &= planes[b] ^ (uint32(t>>b&1) - 1)
	}
	return rows
}

// Cost is O(m*n): the levels of 32 rows are counted together.
func (f *form) Cost(x []int32) int64 {
	sum := f.Empty
	var counts [block]uint16 // of as many levels at a time
	for from := int32(0); from <= f.N; from += block {
		for t := range int32(block) {
			counts[t] = 0
		}
		for k := range f.Words {
			planes := f.levels(x, k)
			for rows := f.mask(k); rows != 0; rows &= rows - 1 {
				row, t := bits.TrailingZeros32(rows), -from
				for b := range planned {
					t += int32(planes[b]>>row&1) << b
				}
				if t >= 0 && t < block {
					counts[t]++
				}
			}
		}
		for t := from; t <= f.N && t < from+block; t++ {
			sum += int64(f.Charge[t*f.Stride+int32(counts[t-from])])
		}
	}
	return sum
}

// copySize is how many entries a copy has, ends where it begins, and at where its level t does.
func (f *form) copySize() int32     { return 2 + (f.N+1+2*brim)*(f.Words+1) }
func (f *form) ends(c int32) int32  { return copies + c*f.copySize() }
func (f *form) at(c, t int32) int32 { return f.ends(c) + 2 + (t+brim)*(f.Words+1) }
