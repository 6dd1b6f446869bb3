package bbob

import "math"

// Functions 1 to 5, which are separable.

func makeSphere(h *half) ([]float64, evaluator) {
	best := h.place()
	return best, func(x, z, _ []float64) float64 {
		minus(x, best, z)
		return sphere(z)
	}
}

func makeEllipsoid(h *half) ([]float64, evaluator) {
	best, weights := h.place(), powers(h.n, 1e6)
	return best, func(x, z, _ []float64) float64 {
		minus(x, best, z)
		oscillate(z)
		return weighted(weights, z)
	}
}

// weighted is a sum of weighted squares.
func weighted(weights, z []float64) (sum float64) {
	for i, v := range z {
		sum += float64(weights[i] * v * v)
	}
	return sum
}

// makeRastrigin is function 3.
func makeRastrigin(h *half) ([]float64, evaluator) {
	best, scale := h.place(), powers(h.n, math.Sqrt(10))
	return best, func(x, z, _ []float64) float64 {
		minus(x, best, z)
		oscillate(z)
		skew(z, 0.2)
		for i := range z {
			z[i] *= scale[i]
		}
		return rastrigin(z)
	}
}

// makeBuecheRastrigin is function 4: every other element is ten times as steep on its positive side, where the optimum lies.
func makeBuecheRastrigin(h *half) ([]float64, evaluator) {
	best, scale := h.place(), powers(h.n, math.Sqrt(10))
	for i := 0; i < h.n; i += 2 {
		best[i] = math.Abs(best[i])
	}
	return best, func(x, z, _ []float64) float64 {
		minus(x, best, z)
		oscillate(z)
		for i, v := range z {
			z[i] *= scale[i]
			if v > 0 && i%2 == 0 {
				z[i] *= 10
			}
		}
		return rastrigin(z) + 100*beyond(x)
	}
}

// makeSlope is function 5: linear, with its optimum in a corner.
func makeSlope(h *half) ([]float64, evaluator) {
	best, slope := h.place(), powers(h.n, 10)
	for i, v := range best {
		best[i] = math.Copysign(5, v)
		slope[i] = math.Copysign(slope[i], v)
	}
	return best, func(x, _, _ []float64) (sum float64) {
		for i, v := range x {
			if v*best[i] >= 25 {
				v = best[i]
			}
			sum += 5*math.Abs(slope[i]) - float64(slope[i]*v)
		}
		return sum
	}
}
