package maxsat

import "github.com/multiwalk/multiwalk/kernel"

//go:generate go run ../../internal/kernelfile/gen -type form

func (p *Instance) Kernels() (kernel.Module, error) {
	c := p.clauses
	return (&form{c.Start, c.Literals, c.At, c.In, c.Weights}).Kernels()
}

// form is an instance as kernels see it. A table has the number of true literals of each clause, so a flip is priced in O(clauses
// with its bit); the lanes of a warp count in different clauses.
type form struct {
	Start, Literals []int32 // see neighbourhood.Clauses
	At, In          []int32
	Weights         []int64
}

// Cost is linear in the clauses.
func (f *form) Cost(x []int32) int64 {
	sum := int64(0)
	for c := range int32(len(f.Weights)) {
		if f.count(x, c) == 0 {
			sum += f.Weights[c]
		}
	}
	return sum
}

// count is the number of true literals of a clause.
func (f *form) count(x []int32, c int32) int32 {
	n := int32(0)
	for k := f.Start[c]; k < f.Start[c+1]; k++ {
		if l := f.Literals[k]; x[l>>1] != l&1 {
			n++
		}
	}
	return n
}

// TableSize, FillTable, FlipDeltaBy and FlipTable make it a kernel.FlipTabler.

func (f *form) TableSize() int32 { return int32(len(f.Weights)) }

func (f *form) FillTable(x, table []int32, l, lanes int32) {
	for c := l; c < int32(len(f.Weights)); c += lanes {
		table[c] = f.count(x, c)
	}
}

func (f *form) FlipDeltaBy(x, table []int32, i int32) int64 {
	is := 2*i + 1 - x[i] // the literal that is true
	sum := int64(0)
	for k := f.At[is]; k < f.At[is+1]; k++ {
		if c := f.In[k]; table[c] == 1 {
			sum += f.Weights[c]
		}
	}
	for k := f.At[is^1]; k < f.At[(is^1)+1]; k++ {
		if c := f.In[k]; table[c] == 0 {
			sum -= f.Weights[c]
		}
	}
	return sum
}

func (f *form) FlipTable(x, table []int32, i, l, lanes int32) {
	is := 2*i + 1 - x[i]
	for k := f.At[is] + l; k < f.At[is+1]; k += lanes {
		table[f.In[k]]--
	}
	for k := f.At[is^1] + l; k < f.At[(is^1)+1]; k += lanes {
		table[f.In[k]]++
	}
}
