package bbob

import (
	"math"
)

// Functions 20 to 24, with many optima in no such order.

// makeSchwefel is function 20.
func makeSchwefel(h *half) ([]float64, evaluator) {
	const far = 4.2096874637 // twice the optimum's elements
	scale, best := powers(h.n, math.Sqrt(10)), uniform(h.n, h.seed)
	for i, v := range best {
		best[i] = math.Copysign(far/2, v-0.5)
	}
	return best, func(x, z, _ []float64) float64 {
		sum, outside, before := 0.0, 0.0, far
		for i, v := range x {
			v = math.Copysign(2, best[i]) * v
			at := 100 * (scale[i]*(v+0.25*(before-far)-far) + far)
			before = v
			if over := math.Abs(at) - 500; over > 0 {
				outside += over * over
			}
			sum += float64(at * math.Sin(math.Sqrt(math.Abs(at))))
		}
		return 0.01 * (418.9828872724339 + outside - sum/float64(h.n))
	}
}

// makeGallagher makes functions 21 and 22: Gaussian peaks at random places, of which one is the highest.
func makeGallagher(peaks int) func(h *half) ([]float64, evaluator) {
	return func(h *half) ([]float64, evaluator) {
		spread, middle, condition := 10.0, 5.0, math.Sqrt(1000)
		if peaks == 21 {
			spread, middle, condition = 9.8, 4.9, 1000
		}
		n, m := h.n, h.inner()
		conditions, heights := order(peaks-1, h.seed), make([]float64, peaks)
		scales, places := make([]float64, peaks*n), make([]float64, peaks*n)
		at := uniform(n*peaks, h.seed)
		for k := range at {
			if at[k] = spread*at[k] - middle; k < n {
				at[k] *= 0.8
			}
		}
		for k := range peaks {
			heights[k] = 10
			if k > 0 {
				condition = math.Pow(1000, part(conditions[k-1], peaks-1))
				heights[k] = 1.1 + 8*part(k-1, peaks-1)
			}
			for j, i := range order(n, h.seed+1000*int64(k)) {
				scales[k*n+j] = math.Pow(condition, part(i, n)-0.5)
			}
			m.times(at[k*n:][:n], places[k*n:][:n])
		}
		return at[:n], gallagher(m, heights, scales, places)
	}
}

func gallagher(m matrix, heights, scales, places []float64) evaluator {
	logs := make([]float64, len(heights))
	for k, h := range heights {
		logs[k] = math.Log(h)
	}
	return func(x, z, _ []float64) float64 {
		m.times(x, z)
		n, by := len(x), -0.5/float64(len(x))
		highest, most, exponent := 0, math.Inf(-1), 0.0
		for k, log := range logs {
			sum := 0.0
			for j, v := range z {
				d := v - places[k*n+j]
				sum += float64(scales[k*n+j] * d * d)
			}
			if v := log + by*sum; v > most {
				highest, most, exponent = k, v, by*sum
			}
		}
		v := oscillated(10 - heights[highest]*math.Exp(exponent))
		return v*v + beyond(x)
	}
}

// makeKatsuura is function 23. Its terms are the distances of 2v, 4v ... 2^32 v from whole numbers, each over its power of 2: all are found
// from the fraction of v, of 64 bits, by shifts. The powers of all elements are one of their product, by 16 at a time.
func makeKatsuura(h *half) ([]float64, evaluator) {
	best, m, n := h.place(), h.conditioned(100), float64(h.n)
	exponent := 10 / math.Pow(n, 1.2)
	return best, func(x, z, t []float64) float64 {
		minus(x, best, t)
		m.times(t, z)
		product, factors := 1.0, 1.0
		for i, v := range z {
			factors *= 1 + float64(i+1)*roughness(v)
			if i%16 == 15 || i == len(z)-1 {
				product, factors = product*math.Pow(factors, exponent), 1
			}
		}
		return 10/n/n*(product-1) + beyond(x)
	}
}

// roughness is the sum of |2^j v - round(2^j v)| / 2^j for j from 1 to 32.
func roughness(v float64) float64 {
	fraction := int64((v - math.RoundToEven(v)) * 0x1p63) // half of the range, as a shift takes the sign's place
	sum := int64(0)
	for j := range 32 {
		w := fraction << (j + 2)
		sum += (w ^ w>>63) >> (j + 2)
	}
	return float64(sum) * 0x1p-63
}

// makeLunacek is function 24, of two funnels with Rastrigin's waves.
func makeLunacek(h *half) ([]float64, evaluator) {
	const funnel = 2.5
	n := float64(h.n)
	width := 1 - 0.5/(math.Sqrt(n+20)-4.1)
	other := -math.Sqrt((funnel*funnel - 1) / width)
	best, m := normal(h.n, h.seed), h.conditioned(100)
	for i, v := range best {
		best[i] = math.Copysign(funnel/2, v)
	}
	return best, func(x, z, t []float64) float64 {
		one, two := 0.0, 0.0
		for i, v := range x {
			v *= math.Copysign(2, best[i])
			t[i] = v - funnel
			one += float64(t[i] * t[i])
			two += float64((v - other) * (v - other))
		}
		m.times(t, z)
		waves := 0.0
		for _, v := range z {
			waves += math.Cos(2 * math.Pi * v)
		}
		return min(one, n+width*two) + 10*(n-waves) + 1e4*beyond(x)
	}
}
