package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// law is the normal distribution of CMA-ES with all that its adaptation knows. Names are those of the tutorial's figure 6. Matrices are n*n
// numbers, row by row.
type law struct {
	rates
	mean, pc, ps []float64
	sigma        float64
	c            []float64 // the covariance is sigma^2 times it; its lower triangle counts
	b, d         []float64 // c = b^T diag(d^2) b as of the last decomposition
	generation   int64
	stale        int64 // generations since then
	room         *eigenRoom
	y, z         []float64 // room for n numbers each
	rows, weight []float64 // the samples by rank, one after the other, and a number for each
	cores        int       // among which work is divided; what it comes to does not depend on it
}

// rates follow from the dimension and the population.
type rates struct {
	n, lambda, mu         int
	weights               []float64 // of the samples by rank; negative in the worse half
	mueff, cs, ds, cc, c1 float64
	cmu, sum, chi         float64
	lazy                  float64 // how many generations a decomposition may be old
}

// ratesOf are the tutorial's defaults, table 1, with the learning rates of the covariance times haste.
func ratesOf(n, lambda int, haste float64) rates {
	r := rates{n: n, lambda: lambda, mu: lambda / 2, weights: make([]float64, lambda)}
	var plus, minus, plus2, minus2 float64
	for i := range r.weights {
		w := reals.Log(float64(lambda+1)/2) - reals.Log(float64(i+1))
		if r.weights[i] = w; i < r.mu {
			plus, plus2 = plus+w, plus2+float64(w*w)
		} else {
			minus, minus2 = minus-w, minus2+float64(w*w)
		}
	}
	d := float64(n)
	r.mueff = plus * plus / plus2
	r.cs = (r.mueff + 2) / (d + r.mueff + 5)
	r.ds = 1 + 2*max(0, math.Sqrt((r.mueff-1)/(d+1))-1) + r.cs
	r.cc = (4 + r.mueff/d) / (d + 4 + 2*r.mueff/d)
	r.c1 = 2 / (float64((d+1.3)*(d+1.3)) + r.mueff)
	r.cmu = min(1-r.c1, 2*(0.25+r.mueff+1/r.mueff-2)/(float64((d+2)*(d+2))+r.mueff))
	r.c1, r.cmu = r.c1*haste, r.cmu*haste
	muminus := minus * minus / minus2
	least := min(1+r.c1/r.cmu, 1+2*muminus/(r.mueff+2), (1-r.c1-r.cmu)/(d*r.cmu))
	for i, w := range r.weights {
		if i < r.mu {
			r.weights[i] = w / plus
		} else {
			r.weights[i] = least * w / minus
		}
		r.sum += r.weights[i]
	}
	r.chi = math.Sqrt(d) * (1 - 1/(4*d) + 1/(21*d*d))
	// A decomposition costs n times as much as a sample; pycma lets it be as old as half of this sum's inverse.
	r.lazy = min(0.5, d/100) / (d * (r.c1 + r.cmu))
	return r
}

// begin sets the distribution to its start: independent elements with these standard deviations, times sigma.
func (l *law) begin(mean, deviations []float64, sigma float64, lambda int, haste float64) {
	n := len(mean)
	*l = law{rates: ratesOf(n, lambda, haste), sigma: sigma, mean: append([]float64{}, mean...), pc: make([]float64, n), ps: make([]float64, n),
		c: make([]float64, n*n), b: make([]float64, n*n), d: append([]float64{}, deviations...), room: newEigenRoom(n), y: make([]float64, n),
		z: make([]float64, n), cores: l.cores}
	l.ready()
	for i, v := range deviations {
		l.c[i*n+i], l.b[i*n+i] = float64(v*v), 1
	}
}

// ready makes room for a generation.
func (l *law) ready() { l.rows, l.weight = make([]float64, l.lambda*l.n), make([]float64, l.lambda) }

// together is how many samples are added to a row of the covariance at a time: their steps fit the first cache.
const together = 32

// sample writes the step b^T*d*z of a normal vector z to y. scaled is room for n numbers.
func (l *law) sample(z, y, scaled []float64) {
	for k, v := range z {
		scaled[k] = float64(l.d[k] * v)
	}
	l.turn(scaled, y)
}

// turn writes b^T*z to y.
func (l *law) turn(z, y []float64) {
	clear(y)
	simd.Mix(y, z, l.b, l.n)
}

// update adapts the distribution to a generation: z and y are the samples' normal vectors and steps, the best first. It reports whether the
// covariance is still one.
func (l *law) update(z, y [][]float64) bool {
	n := l.n
	clear(l.z)
	clear(l.y)
	for k := range l.mu {
		w := l.weights[k]
		for i := range n {
			l.z[i] += float64(w * z[k][i])
			l.y[i] += float64(w * y[k][i])
		}
	}
	cs, cc := math.Sqrt(l.cs*(2-l.cs)*l.mueff), math.Sqrt(l.cc*(2-l.cc)*l.mueff)
	length, whitened := 0.0, l.room.e
	l.turn(l.z, whitened) // c^(-1/2) of the step is b^T times the normal vector
	for i := range n {
		l.mean[i] += float64(l.sigma * l.y[i])
		l.ps[i] = float64((1-l.cs)*l.ps[i]) + float64(cs*whitened[i])
		length += float64(l.ps[i] * l.ps[i])
	}
	length = math.Sqrt(length)
	l.generation++
	h, lost := 1.0, 0.0
	if length/math.Sqrt(1-power(1-l.cs, 2*l.generation)) >= (1.4+2/float64(n+1))*l.chi {
		h, lost = 0, l.c1*l.cc*(2-l.cc)
	}
	for i := range n {
		l.pc[i] = float64((1-l.cc)*l.pc[i]) + float64(h*cc*l.y[i])
	}
	l.adapt(1+lost-l.c1-float64(l.cmu*l.sum), z, y)
	l.sigma *= exp(min(1, l.cs/l.ds*(length/l.chi-1)))
	l.stale++
	return float64(l.stale) < l.lazy || l.decompose()
}

// adapt keeps a part of the covariance, and adds the path and the samples to it. Cores have some rows each.
func (l *law) adapt(keep float64, z, y [][]float64) {
	n := l.n
	for k, w := range l.weights {
		l.weight[k] = float64(l.cmu * w)
		if w < 0 {
			l.weight[k] *= float64(n) / dot(z[k], z[k])
		}
		copy(l.rows[k*n:], y[k])
	}
	share(l.cores, l.lambda*n*n/2, n, 8, func(from, to int) {
		for i := from; i < to; i++ {
			row, p := l.c[i*n:], float64(l.c1*l.pc[i])
			for j := range i + 1 {
				row[j] = float64(keep*row[j]) + float64(p*l.pc[j])
			}
		}
		for k := 0; k < l.lambda; k += together {
			l.add(k, min(k+together, l.lambda), from, to)
		}
	})
}

// add adds some samples to some rows of the covariance.
func (l *law) add(first, end, from, to int) {
	var by [together]float64
	n, rows := l.n, l.rows[first*l.n:]
	for i := from; i < to; i++ {
		for k, w := range l.weight[first:end] {
			by[k] = float64(w * rows[k*n+i])
		}
		simd.Mix(l.c[i*n:][:i+1], by[:end-first], rows, n)
	}
}

// decompose brings b and d up to date.
func (l *law) decompose() bool {
	l.stale = 0
	if !eigen(l.n, l.c, l.b, l.d, l.room, l.cores) {
		return false
	}
	for i, v := range l.d {
		if !(v > 0) {
			return false
		}
		l.d[i] = math.Sqrt(v)
	}
	return true
}

// power is v to a whole power.
func power(v float64, k int64) float64 {
	product := 1.0
	for ; k > 0; k /= 2 {
		if k%2 == 1 {
			product = float64(product * v)
		}
		v = float64(v * v)
	}
	return product
}

// exp is e^v with the same bits everywhere, for v from -700 to 700.
func exp(v float64) float64 { return metropolis.Exp2(float64(v * math.Log2E)) }
