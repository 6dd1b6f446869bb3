package qubo

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// number is what fields are added up in.
type number interface{ int32 | int64 }

// dense is the weights as a matrix of n rows: row i has that of bits i and j at j, and 0 at i and from n on.
type dense[T number] struct {
	linear []T
	stride int // from row to row
	rows   []T
}

// layOut takes a matrix or lists.
func layOut[T number](linear []int64, pairs []Term) form {
	n := len(linear)
	own := make([]T, n)
	for i, w := range linear {
		own[i] = T(w)
	}
	if 16*int64(len(pairs)) < int64(n)*int64(n) {
		return listed(own, pairs)
	}
	stride := simd.Stride(n)
	d := &dense[T]{own, stride, make([]T, n*stride)}
	for _, t := range pairs {
		d.row(t.I)[t.J], d.row(t.J)[t.I] = T(t.Weight), T(t.Weight)
	}
	return d
}

func (d *dense[T]) row(i int32) []T { return d.rows[int(i)*d.stride:][:len(d.linear)] }

// field is what a 1 at position i costs beside the other bits.
func (d *dense[T]) field(x []int32, i int32) T {
	sum, row := d.linear[i], d.row(i)[:len(x)]
	for j, v := range x {
		sum += row[j] * T(v)
	}
	return sum
}

// cost counts each pair at the lesser of its bits.
func (d *dense[T]) cost(x []int32) (sum int64) {
	for i, v := range x {
		if v == 0 {
			continue
		}
		sum += int64(d.linear[i])
		row := d.row(int32(i))[:len(x)]
		for j := i + 1; j < len(x); j++ {
			sum += int64(row[j] * T(x[j]))
		}
	}
	return sum
}

func (d *dense[T]) flipDelta(x []int32, i int32) int64 { return int64(d.field(x, i)) * int64(1-2*x[i]) }

func (d *dense[T]) newState(x []int32) multiwalk.State { return newState[T](d, x) }

func (d *dense[T]) weight(i, j int32) T { return d.row(i)[j] }

func (d *dense[T]) room() int { return d.stride }

// fill adds up rows of ones.
func (d *dense[T]) fill(x []int32, fields []T) {
	clear(fields)
	copy(fields, d.linear)
	sign := [1]T{1}
	for i, v := range x {
		if v != 0 {
			d.add(fields, int32(i), &sign)
		}
	}
}

// add runs over a row, by vectors where weights have 32 bits; those of 64 bits cannot multiply such.
func (d *dense[T]) add(fields []T, i int32, sign *[1]T) {
	if _, narrow := any(sign).(*[1]int32); narrow {
		simd.Outer(fields, d.stride, 1, sign[:], d.rows[int(i)*d.stride:][:d.stride])
		return
	}
	s, row := sign[0], d.row(i)
	fields = fields[:len(row)]
	for j, w := range row {
		fields[j] += s * w
	}
}

func (d *dense[T]) links() (count int) {
	for _, w := range d.rows {
		if w != 0 {
			count++
		}
	}
	return count
}
