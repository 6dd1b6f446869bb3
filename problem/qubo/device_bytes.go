package qubo

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
)

// byteRows is the weights of pairs as rows of bytes, in the order that kernel.ByteRower tells.
type byteRows struct {
	Padded, Scale int32
	Bytes         []uint64
}

// Bits, Factor, Row8 and LinearWeight implement kernel.ByteRower.

func (b *byteRows) Bits() int32                    { return b.Padded }
func (b *byteRows) Factor() int32                  { return b.Scale }
func (b *byteRows) Row8(i, k int32) uint64         { return b.Bytes[i*(b.Padded/8)+k] }
func (d *denseFields) LinearWeight(i int32) int32  { return d.Linear[i] }
func (s *sparseFields) LinearWeight(i int32) int32 { return s.Linear[i] }

// pairLister is a layout that lists the pairs of a bit: each with the other one.
type pairLister interface {
	pairs(i int32, yield func(j, w int32))
	greatest() int64 // a bound on all fields, without their signs
}

func (d *dense[T]) pairs(i int32, yield func(j, w int32)) {
	for j, w := range d.row(i) {
		if w != 0 {
			yield(int32(j), int32(w))
		}
	}
}

func (s *sparse[T]) pairs(i int32, yield func(j, w int32)) {
	others, weights := s.list(i)
	for k, j := range others {
		yield(j, int32(weights[k]))
	}
}

func (d *dense[T]) greatest() int64  { return greatest(d.linear, d) }
func (s *sparse[T]) greatest() int64 { return greatest(s.linear, s) }

func greatest[T number](linear []T, l interface {
	pairs(i int32, yield func(j, w int32))
}) (most int64) {
	for i, w := range linear {
		sum := magnitude(int64(w))
		l.pairs(int32(i), func(_, w int32) { sum += magnitude(int64(w)) })
		most = max(most, int64(sum))
	}
	return most
}

// bytes returns the rows; none where weights are no bytes times a factor from 1 to 3, or where tabu.TabuFlip has no room.
func (p *Instance) bytes(l pairLister) byteRows {
	factor := int32(0)
	if p.n > kernel.MaxFlips || l.greatest() > kernel.MostFlipDelta {
		return byteRows{}
	}
	most, divisor := int32(0), int32(0)
	for i := range int32(p.n) {
		l.pairs(i, func(_, w int32) {
			most, divisor = max(most, w, -w), common(divisor, w)
		})
	}
	for factor = 1; most > math.MaxInt8*factor || divisor%factor != 0; factor++ {
		if factor == 3 {
			return byteRows{}
		}
	}
	b := byteRows{Padded: int32(p.n+kernel.FlipBlock-1) / kernel.FlipBlock * kernel.FlipBlock, Scale: factor}
	b.Bytes = make([]uint64, p.n*int(b.Padded/8))
	for i := range int32(p.n) {
		l.pairs(i, func(j, w int32) {
			k := i*(b.Padded/8) + j/kernel.FlipBlock*(kernel.FlipBlock/8) + j&31
			b.Bytes[k] |= uint64(uint8(w/factor)) << (8 * (j >> 5 & 7))
		})
	}
	return b
}

// common is the greatest common divisor, without a sign.
func common(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
