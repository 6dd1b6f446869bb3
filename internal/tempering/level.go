package tempering

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// Level returns the level of a temperature above 0, by bisection: math.Log2 gives other bits on other processors.
func Level(temperature float64) float64 {
	if temperature < 0x1p-30 || temperature > 0x1p70 {
		part, power := math.Frexp(temperature)
		return float64(power) + Level(part)
	}
	low, high := -30.0, 70.0
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return high
		}
		if metropolis.Exp2(middle) >= temperature {
			high = middle
		} else {
			low = middle
		}
	}
}

// Rungs returns n levels at equal distances from the coldest to the hottest.
func Rungs(coldest, hottest float64, n int) []float64 {
	levels := make([]float64, n)
	levels[0], levels[n-1] = coldest, hottest
	for k := 1; k < n-1; k++ {
		levels[k] = coldest + float64((hottest-coldest)*float64(float64(k)/float64(n-1)))
	}
	return levels
}
