package bbob

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/real"
)

// Functions 15 to 19, with many optima in an order that leads to the best.

// makeRotatedRastrigin is function 15.
func makeRotatedRastrigin(h *half) ([]float64, evaluator) {
	best, m, outer := h.place(), h.conditioned(10), h.outer()
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		outer.times(t, z)
		oscillate(z)
		skew(z, 0.2)
		m.times(z, t)
		return rastrigin(t)
	}
}

// makeWeierstrass is function 16. As the powers of 3 are odd, its terms cos(2 pi 3^k (v+1/2)) are 2 sin^2(pi 3^k v) - 1, and each sine is a
// cubic polynomial of the one before.
func makeWeierstrass(h *half) ([]float64, evaluator) {
	best, m, outer, n := h.place(), h.conditioned(0.01), h.outer(), float64(h.n)
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		outer.times(t, z)
		oscillate(z)
		m.times(z, t)
		sum := 0.0
		for _, v := range t {
			s, weight := real.SinPi(v), 2.0
			for range 12 {
				square := s * s
				sum += weight * square
				s *= 3 - 4*square
				weight /= 2
			}
		}
		d := sum / n
		return 10*d*d*d + 10/n*beyond(x)
	}
}

// makeSchaffers makes functions 17 and 18, Schaffers F7, by their condition.
func makeSchaffers(condition float64) func(h *half) ([]float64, evaluator) {
	return func(h *half) ([]float64, evaluator) {
		best, outer := h.place(), h.outer()
		m := scaled(nil, powers(h.n, math.Sqrt(condition)), h.inner())
		return best, func(x, z, t []float64) float64 {
			minus(x, best, t)
			outer.times(t, z)
			skew(z, 0.5)
			m.times(z, t)
			sum := 0.0
			for i := range len(t) - 1 {
				s := float64(t[i]*t[i]) + float64(t[i+1]*t[i+1])
				wave := math.Sin(50 * math.Exp(0.1*math.Log(s)))
				sum += math.Sqrt(math.Sqrt(s)) * (1 + float64(wave*wave))
			}
			sum /= float64(max(1, len(t)-1))
			return sum*sum + 10*beyond(x)
		}
	}
}

// makeGriewankRosenbrock is function 19.
func makeGriewankRosenbrock(h *half) ([]float64, evaluator) {
	best, m := stretched(h)
	return best, func(x, z, _ []float64) float64 {
		m.times(x, z)
		sum := 0.0
		for i := range len(z) - 1 {
			a, b := z[i]+0.5, z[i+1]+0.5
			c, d := float64(a*a)-b, 1-a
			s := float64(100*c*c) + float64(d*d)
			sum += s/4000 - math.Cos(s)
		}
		return 10 + 10*sum/float64(max(1, len(z)-1))
	}
}
