package continuous_test

import (
	"math"

	"github.com/multiwalk/multiwalk/continuous"
)

// box returns bounds.
func box(n int, lo, hi float64) (lower, upper []float64) {
	for range n {
		lower, upper = append(lower, lo), append(upper, hi)
	}
	return lower, upper
}

// function is a problem on [-5, 5]^n.
func function(n int, f func(x []float64) float64) continuous.Func {
	lower, upper := box(n, -5, 5)
	return continuous.Func{Lower: lower, Upper: upper, F: f}
}

func sphere(x []float64) (sum float64) {
	for i, v := range x {
		d := v - 1 - float64(i%3)
		sum += float64(d * d)
	}
	return sum
}

func rastrigin(x []float64) (sum float64) {
	for i, v := range x {
		v -= 0.3 * float64(i%4)
		sum += 10 - 10*math.Cos(2*math.Pi*v) + float64(v*v)
	}
	return sum
}

func rosenbrock(x []float64) (sum float64) {
	for i := range len(x) - 1 {
		a, b := x[i+1]-float64(x[i]*x[i]), 1-x[i]
		sum += 100*float64(a*a) + float64(b*b)
	}
	return sum
}
