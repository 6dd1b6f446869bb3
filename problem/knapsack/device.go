package knapsack

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type form -with Rotate,TabuMoves

// Flips is an instance with kernels, for GPUs: there searches flip and exchange items, and pass through what does not fit.
type Flips struct{ *Instance }

// Kernels implements kernel.Carrier, for instances each of whose rows weighs less than 2^31 in all.
func (p Flips) Kernels() (kernel.Module, error) {
	f := &form{N: int32(len(p.profit)), Rows: int32(p.rows), Shift: int32(p.shift), Fine: p.fine, Profit: p.profit, Weight: p.weight,
		Unit: p.unit}
	for k, c := range p.capacity {
		if sum, _ := p.row(k); sum > math.MaxInt32 {
			return kernel.Module{}, fmt.Errorf("multiwalk: the weights of row %d of %s add up to more than 32 bits, and kernels have no others; "+
				"divide the weights and the capacity, or use --device cpu", k+1, p.Name())
		}
		f.Capacity = append(f.Capacity, int32(c))
	}
	return f.Kernels()
}

// form is an instance on a device. Its table is what is left of each capacity.
type form struct {
	N, Rows, Shift           int32
	Fine                     int64
	Profit, Weight, Capacity []int32
	Unit                     []int64
}

// charge is the penalty: see prices.charge.
func (f *form) charge(sum int64, least int32) int64 {
	if least >= 0 {
		return 0
	}
	return f.Fine + -sum>>f.Shift
}

// Cost adds up row by row.
func (f *form) Cost(x []int32) int64 {
	sum, least, cost := int64(0), int32(0), int64(0)
	for k := range f.Rows {
		room := f.Capacity[k]
		for i := range f.N {
			room -= f.Weight[i*f.Rows+k] * x[i]
		}
		if room < 0 {
			sum += int64(room) * f.Unit[k]
			least |= room
		}
	}
	for i := range f.N {
		cost -= int64(f.Profit[i]) * int64(x[i])
	}
	return cost + f.charge(sum, least)
}

// TableSize is that of a room for each row.
func (f *form) TableSize() int32 { return f.Rows }

// FillTable adds up the loads of every lanes-th row.
func (f *form) FillTable(x, room []int32, l, lanes int32) {
	for k := l; k < f.Rows; k += lanes {
		left := f.Capacity[k]
		for i := range f.N {
			left -= f.Weight[i*f.Rows+k] * x[i]
		}
		room[k] = left
	}
}

// FlipDeltaBy is O(rows).
func (f *form) FlipDeltaBy(x, room []int32, i int32) int64 {
	sign, at := 1-2*x[i], i*f.Rows
	before, after, was, is := int64(0), int64(0), int32(0), int32(0)
	for k := range f.Rows {
		r := room[k]
		if r < 0 {
			before += int64(r) * f.Unit[k]
			was |= r
		}
		if r -= sign * f.Weight[at+k]; r < 0 {
			after += int64(r) * f.Unit[k]
			is |= r
		}
	}
	return f.charge(after, is) - f.charge(before, was) - int64(sign)*int64(f.Profit[i])
}

// FlipTable takes an item or leaves it.
func (f *form) FlipTable(x, room []int32, i, l, lanes int32) {
	sign, at := 1-2*x[i], i*f.Rows
	for k := l; k < f.Rows; k += lanes {
		room[k] -= sign * f.Weight[at+k]
	}
}

// Flip2DeltaBy is that of two items.
func (f *form) Flip2DeltaBy(x, room []int32, i, j int32) int64 {
	a, b, first, second := 1-2*x[i], 1-2*x[j], i*f.Rows, j*f.Rows
	before, after, was, is := int64(0), int64(0), int32(0), int32(0)
	for k := range f.Rows {
		r := room[k]
		if r < 0 {
			before += int64(r) * f.Unit[k]
			was |= r
		}
		if r -= a*f.Weight[first+k] + b*f.Weight[second+k]; r < 0 {
			after += int64(r) * f.Unit[k]
			is |= r
		}
	}
	return f.charge(after, is) - f.charge(before, was) - int64(a)*int64(f.Profit[i]) - int64(b)*int64(f.Profit[j])
}

// SwapDeltaBy takes one item in place of another one.
func (f *form) SwapDeltaBy(x, room []int32, i, j int32) int64 { return f.Flip2DeltaBy(x, room, i, j) }

// SwapTable does that.
func (f *form) SwapTable(x, room []int32, i, j, l, lanes int32) {
	f.FlipTable(x, room, i, l, lanes)
	f.FlipTable(x, room, j, l, lanes)
}
