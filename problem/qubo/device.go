package qubo

import (
	"fmt"

	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type denseFields,sparseFields -with Evolve,Rotate,TabuMoves

// Kernels implements kernel.Carrier, for instances whose fields have 32 bits.
func (p *Instance) Kernels() (kernel.Module, error) {
	switch f := p.form.(type) {
	case *dense[int32]:
		return (&denseFields{int32(p.n), int32(f.stride), f.linear, f.rows, p.bytes(f)}).Kernels()
	case *sparse[int32]:
		start := make([]int32, len(f.start))
		for i, s := range f.start {
			start[i] = int32(s)
		}
		return (&sparseFields{int32(p.n), f.linear, start, f.others, f.weights, p.bytes(f)}).Kernels()
	}
	return kernel.Module{}, fmt.Errorf("multiwalk: %s has weights that add up to more than 32 bits at one of its bits, and kernels have no others; "+
		"divide the weights, or use --device cpu", p.Name())
}

// denseFields is an instance on a device whose weights lie in rows of a matrix.
type denseFields struct {
	N, Stride    int32
	Linear, Rows []int32
	byteRows
}

// Cost counts each pair at the greater of its bits.
func (d *denseFields) Cost(x []int32) (sum int64) {
	for i := range d.N {
		if x[i] == 0 {
			continue
		}
		field := d.Linear[i]
		for j := range i {
			field += d.Rows[i*d.Stride+j] * x[j]
		}
		sum += int64(field)
	}
	return sum
}

// FlipDelta is O(n).
func (d *denseFields) FlipDelta(x []int32, i int32) int64 {
	field := d.Linear[i]
	for j := range d.N {
		field += d.Rows[j*d.Stride+i] * x[j]
	}
	return int64(field * (1 - 2*x[i]))
}

// TableSize is that of the fields.
func (d *denseFields) TableSize() int32 { return d.N }

// FillTable adds up the column of a field in each lane.
func (d *denseFields) FillTable(x, field []int32, l, lanes int32) {
	for i := l; i < d.N; i += lanes {
		field[i] = int32(d.FlipDelta(x, i)) * (1 - 2*x[i])
	}
}

// FlipDeltaBy reads a field.
func (d *denseFields) FlipDeltaBy(x, field []int32, i int32) int64 {
	return int64(field[i] * (1 - 2*x[i]))
}

// Flip2DeltaBy reads two fields, and what the bits cost together.
func (d *denseFields) Flip2DeltaBy(x, field []int32, i, j int32) int64 {
	return d.FlipDeltaBy(x, field, i) + d.FlipDeltaBy(x, field, j) + int64(d.Rows[i*d.Stride+j])*int64((1-2*x[i])*(1-2*x[j]))
}

// Flip3DeltaBy reads three fields, and what the bits cost together.
func (d *denseFields) Flip3DeltaBy(x, field []int32, i, j, k int32) int64 {
	first, second, third := int64(1-2*x[i]), int64(1-2*x[j]), int64(1-2*x[k])
	rowI, rowJ := d.Rows[i*d.Stride:], d.Rows[j*d.Stride:]
	return first*(int64(field[i])+second*int64(rowI[j])+third*int64(rowI[k])) +
		second*(int64(field[j])+third*int64(rowJ[k])) + third*int64(field[k])
}

// FlipTable goes along a row.
func (d *denseFields) FlipTable(x, field []int32, i, l, lanes int32) {
	sign := 1 - 2*x[i]
	for j := l; j < d.N; j += lanes {
		field[j] += sign * d.Rows[i*d.Stride+j]
	}
}

// sparseFields is an instance on a device whose weights lie in lists: bit i has terms with the bits of Others[Start[i]:Start[i+1]].
type sparseFields struct {
	N               int32
	Linear, Start   []int32
	Others, Weights []int32
	byteRows
}

// field is what a 1 at position i costs beside the other bits.
func (s *sparseFields) field(x []int32, i int32) int32 {
	sum := s.Linear[i]
	for k := s.Start[i]; k < s.Start[i+1]; k++ {
		sum += s.Weights[k] * x[s.Others[k]]
	}
	return sum
}

// Cost has each pair twice in the fields of the ones, and each linear weight once.
func (s *sparseFields) Cost(x []int32) int64 {
	twice := int64(0)
	for i := range s.N {
		if x[i] != 0 {
			twice += int64(s.field(x, i)) + int64(s.Linear[i])
		}
	}
	return twice / 2
}

// FlipDelta is O(degree).
func (s *sparseFields) FlipDelta(x []int32, i int32) int64 {
	return int64(s.field(x, i) * (1 - 2*x[i]))
}

// TableSize is that of the fields.
func (s *sparseFields) TableSize() int32 { return s.N }

// FillTable computes the fields of every lanes-th bit.
func (s *sparseFields) FillTable(x, field []int32, l, lanes int32) {
	for i := l; i < s.N; i += lanes {
		field[i] = s.field(x, i)
	}
}

// FlipDeltaBy reads a field.
func (s *sparseFields) FlipDeltaBy(x, field []int32, i int32) int64 {
	return int64(field[i] * (1 - 2*x[i]))
}

// Flip2DeltaBy is O(degree): the list of one bit may have the other.
func (s *sparseFields) Flip2DeltaBy(x, field []int32, i, j int32) int64 {
	return s.FlipDeltaBy(x, field, i) + s.FlipDeltaBy(x, field, j) + s.together(x, i, j)
}

// Flip3DeltaBy is O(degree).
func (s *sparseFields) Flip3DeltaBy(x, field []int32, i, j, k int32) int64 {
	return s.Flip2DeltaBy(x, field, i, j) + s.FlipDeltaBy(x, field, k) + s.together(x, i, k) + s.together(x, j, k)
}

// together is by how much the flips of two bits cost more than each by itself.
func (s *sparseFields) together(x []int32, i, j int32) int64 {
	for k := s.Start[i]; k < s.Start[i+1]; k++ {
		if s.Others[k] == j {
			return int64(s.Weights[k]) * int64((1-2*x[i])*(1-2*x[j]))
		}
	}
	return 0
}

// FlipTable tells every lanes-th of the other bits of the terms.
func (s *sparseFields) FlipTable(x, field []int32, i, l, lanes int32) {
	sign := 1 - 2*x[i]
	for k := s.Start[i] + l; k < s.Start[i+1]; k += lanes {
		field[s.Others[k]] += sign * s.Weights[k]
	}
}
