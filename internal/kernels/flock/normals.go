package flock

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

const (
	// pieces is how many polynomials an octave of probabilities has.
	pieces  = 8
	octaves = 32
)

// Normals is the table by which Normal makes a normal number of a random word: for each octave of the probability of what is farther out,
// from 1/2 down, cubic polynomials that meet the quantiles at four equidistant places each.
func Normals() []float32 {
	table := make([]float32, 0, 4*pieces*octaves)
	half := 0.25
	for range octaves {
		for j := range pieces {
			var y [4]float64
			for k := range y {
				y[k] = -reals.Normal(half * (1 + (float64(j)+float64(k)/3)/pieces))
			}
			table = append(table, float32(y[0]), float32((-11*y[0]+18*y[1]-9*y[2]+2*y[3])/2),
				float32((18*y[0]-45*y[1]+36*y[2]-9*y[3])/2), float32((-9*y[0]+27*y[1]-27*y[2]+9*y[3])/2))
		}
		half /= 2
	}
	return table
}

// Normal returns a number of the standard normal distribution by a word: the first bit is its sign, the others the probability of what
// is farther out. It is right to about 1e-4, where a direction needs no more.
func Normal(table []float32, w uint32) float32 {
	out := w<<1 | 1
	octave := bits.LeadingZeros32(out)
	out <<= octave
	c := lane.Load4(table, int32(4*(pieces*octave+int(out>>28&(pieces-1)))))
	t := float32(out<<4>>8) * 0x1p-24
	z := c[0] + float32(t*(c[1]+float32(t*(c[2]+float32(t*c[3])))))
	if int32(w) < 0 {
		return -z
	}
	return z
}
