package main

import "github.com/multiwalk/multiwalk/kernel/real"

//go:generate go run ../../../internal/kernelfile/gen -type Growth

// Growth is the same problem as a type that a GPU can take: it holds slices of numbers alone.
type Growth struct{ Heights []float64 }

// Bounds implements continuous.Problem.
func (g *Growth) Bounds() (lower, upper []float64) {
	return []float64{1, 0.01, 0}, []float64{500, 10, 30}
}

// Cost is the sum of the squared differences, by operations that give the same bits on every device.
func (g *Growth) Cost(x []float64) float64 {
	sum := 0.0
	for week, height := range g.Heights {
		d := x[0]/(1+real.Exp(float64(-x[1]*(float64(week)-x[2])))) - height
		sum += float64(d * d)
	}
	return sum
}
