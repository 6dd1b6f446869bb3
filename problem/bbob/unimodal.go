package bbob

import "math"

// Functions 6 to 14, of low or moderate, then of high condition, with one optimum or few.

// makeSector is function 6, the attractive sector.
func makeSector(h *half) ([]float64, evaluator) {
	best, m := h.place(), h.conditioned(10)
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		m.times(t, z)
		sum := 0.0
		for i, v := range z {
			if v*best[i] > 0 {
				v *= 100
			}
			sum += float64(v * v)
		}
		return math.Pow(oscillated(sum), 0.9)
	}
}

// makeSteps is function 7, the step ellipsoid.
func makeSteps(h *half) ([]float64, evaluator) {
	best, inner, outer, weights := h.place(), scaled(nil, powers(h.n, math.Sqrt(10)), h.inner()), h.outer(), powers(h.n, 100)
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		inner.times(t, z)
		first := math.Abs(z[0])
		for i, v := range z {
			if math.Abs(v) > 0.5 {
				z[i] = math.Floor(v + 0.5)
			} else {
				z[i] = math.Floor(10*v+0.5) / 10
			}
		}
		outer.times(z, t)
		return 0.1*max(1e-4*first, weighted(weights, t)) + beyond(x)
	}
}

// stretch is by how much the Rosenbrock functions are stretched.
func stretch(n int) float64 { return max(1, math.Sqrt(float64(n))/8) }

// makeRosenbrock is function 8.
func makeRosenbrock(h *half) ([]float64, evaluator) {
	best, by := h.place(), stretch(h.n)
	for i := range best {
		best[i] *= 0.75
	}
	return best, func(x, z, _ []float64) float64 {
		for i, v := range x {
			z[i] = by*(v-best[i]) + 1
		}
		return rosenbrock(z)
	}
}

// stretched is the argument of the rotated Rosenbrock functions, 8 and 19: m*x + 1/2.
func stretched(h *half) (best []float64, m matrix) {
	by, rotated := stretch(h.n), h.inner()
	best, m = make([]float64, h.n), make(matrix, len(rotated))
	for k, v := range rotated {
		m[k] = by * v
		best[k/h.n] += v * 0.5 / by // the inverse of a rotation is its transpose, and all elements of the argument are to be 1
	}
	return best, m
}

// makeRotatedRosenbrock is function 9.
func makeRotatedRosenbrock(h *half) ([]float64, evaluator) {
	best, m := stretched(h)
	return best, func(x, z, _ []float64) float64 {
		m.times(x, z)
		for i := range z {
			z[i] += 0.5
		}
		return rosenbrock(z)
	}
}

// makeRotatedEllipsoid is function 10.
func makeRotatedEllipsoid(h *half) ([]float64, evaluator) {
	return rotatedQuadratic(h, powers(h.n, 1e6))
}

// makeDiscus is function 11: one element weighs a million times as much as the others.
func makeDiscus(h *half) ([]float64, evaluator) {
	weights := powers(h.n, 1)
	weights[0] = 1e6
	return rotatedQuadratic(h, weights)
}

func rotatedQuadratic(h *half, weights []float64) ([]float64, evaluator) {
	best, m := h.place(), h.outer()
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		m.times(t, z)
		oscillate(z)
		return weighted(weights, z)
	}
}

// makeCigar is function 12, the bent cigar.
func makeCigar(h *half) ([]float64, evaluator) {
	best, m := place(h.n, h.seed+1_000_000), h.outer()
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		m.times(t, z)
		skew(z, 0.5)
		m.times(z, t)
		return float64(t[0]*t[0]) + 1e6*sphere(t[1:])
	}
}

// makeRidge is function 13, the sharp ridge.
func makeRidge(h *half) ([]float64, evaluator) {
	best, m := h.place(), h.conditioned(10)
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		m.times(t, z)
		return float64(z[0]*z[0]) + 100*math.Sqrt(sphere(z[1:]))
	}
}

// makePowers is function 14, the sum of different powers.
func makePowers(h *half) ([]float64, evaluator) {
	best, m := h.place(), h.outer()
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		m.times(t, z)
		sum := 0.0
		for i, v := range z {
			sum += math.Pow(math.Abs(v), 2+4*part(i, h.n))
		}
		return math.Sqrt(sum)
	}
}
