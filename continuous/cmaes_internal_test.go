package continuous

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// plainCMA is the algorithm of the tutorial, equation by equation, with whole matrices: a reference that shares nothing with law but the
// square root of the covariance by which samples are drawn.
type plainCMA struct {
	n, lambda, mu                  int
	w                              []float64
	mueff, cs, ds, cc, c1, cmu, en float64
	m, pc, ps                      []float64
	sigma                          float64
	c                              [][]float64
	g                              int
}

func newPlainCMA(m []float64, sigma float64, lambda int) *plainCMA {
	n := len(m)
	r := &plainCMA{n: n, lambda: lambda, mu: lambda / 2, m: slices.Clone(m), pc: make([]float64, n), ps: make([]float64, n), sigma: sigma}
	for i := range n {
		r.c = append(r.c, make([]float64, n))
		r.c[i][i] = 1
	}
	raw := make([]float64, lambda)
	sum := func(list []float64, power float64) (s float64) {
		for _, v := range list {
			s += math.Pow(math.Abs(v), power)
		}
		return s
	}
	for i := range raw {
		raw[i] = math.Log(float64(lambda+1)/2) - math.Log(float64(i+1)) // (49)
	}
	good, bad, d := raw[:r.mu], raw[r.mu:], float64(n)
	r.mueff = sum(good, 1) * sum(good, 1) / sum(good, 2)
	mubad := sum(bad, 1) * sum(bad, 1) / sum(bad, 2)
	r.cs = (r.mueff + 2) / (d + r.mueff + 5)                                     // (55)
	r.ds = 1 + 2*math.Max(0, math.Sqrt((r.mueff-1)/(d+1))-1) + r.cs              // (55)
	r.cc = (4 + r.mueff/d) / (d + 4 + 2*r.mueff/d)                               // (56)
	r.c1 = 2 / ((d+1.3)*(d+1.3) + r.mueff)                                       // (57)
	r.cmu = math.Min(1-r.c1, 2*(0.25+r.mueff+1/r.mueff-2)/((d+2)*(d+2)+r.mueff)) // (58)
	least := math.Min(math.Min(1+r.c1/r.cmu, 1+2*mubad/(r.mueff+2)), (1-r.c1-r.cmu)/(d*r.cmu))
	for i, v := range raw { // (53)
		if i < r.mu {
			r.w = append(r.w, v/sum(good, 1))
		} else {
			r.w = append(r.w, v*least/sum(bad, 1))
		}
	}
	r.en = math.Sqrt(d) * (1 - 1/(4*d) + 1/(21*d*d))
	return r
}

// inverseRoot is c^(-1/2), by Newton's iteration for the sign of a matrix in the form of Denman and Beavers.
func inverseRoot(c [][]float64) [][]float64 {
	n := len(c)
	y, z := make([][]float64, n), make([][]float64, n)
	for i := range n {
		y[i], z[i] = slices.Clone(c[i]), make([]float64, n)
		z[i][i] = 1
	}
	for range 60 {
		iy, iz := inverse(y), inverse(z)
		for i := range n {
			for j := range n {
				y[i][j], z[i][j] = (y[i][j]+iz[i][j])/2, (z[i][j]+iy[i][j])/2
			}
		}
	}
	return z
}

// inverse is by Gauss and Jordan, with pivots.
func inverse(a [][]float64) [][]float64 {
	n := len(a)
	t := make([][]float64, n)
	for i := range n {
		t[i] = append(slices.Clone(a[i]), make([]float64, n)...)
		t[i][n+i] = 1
	}
	for i := range n {
		p := i
		for k := i; k < n; k++ {
			if math.Abs(t[k][i]) > math.Abs(t[p][i]) {
				p = k
			}
		}
		t[i], t[p] = t[p], t[i]
		by := t[i][i]
		for j := range 2 * n {
			t[i][j] /= by
		}
		for k := range n {
			if f := t[k][i]; k != i {
				for j := range 2 * n {
					t[k][j] -= f * t[i][j]
				}
			}
		}
	}
	for i := range n {
		t[i] = t[i][n:]
	}
	return t
}

func times(a [][]float64, v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range a {
		for j := range v {
			out[i] += a[i][j] * v[j]
		}
	}
	return out
}

func length(v []float64) (s float64) {
	for _, x := range v {
		s += x * x
	}
	return math.Sqrt(s)
}

// update takes the steps in order, the best first.
func (r *plainCMA) update(y [][]float64) {
	n, root := r.n, inverseRoot(r.c)
	step := make([]float64, n)
	for k := range r.mu {
		for i := range n {
			step[i] += r.w[k] * y[k][i] // (41)
		}
	}
	white := times(root, step)
	for i := range n {
		r.m[i] += r.sigma * step[i]                                            // (42)
		r.ps[i] = (1-r.cs)*r.ps[i] + math.Sqrt(r.cs*(2-r.cs)*r.mueff)*white[i] // (43)
	}
	r.g++
	h := 0.0
	if length(r.ps)/math.Sqrt(1-math.Pow(1-r.cs, float64(2*r.g))) < (1.4+2/float64(n+1))*r.en {
		h = 1
	}
	weights, sum := slices.Clone(r.w), 0.0
	for k := range weights {
		sum += r.w[k]
		if r.w[k] < 0 {
			l := length(times(root, y[k]))
			weights[k] *= float64(n) / (l * l) // (46)
		}
	}
	for i := range n {
		r.pc[i] = (1-r.cc)*r.pc[i] + h*math.Sqrt(r.cc*(2-r.cc)*r.mueff)*step[i] // (45)
	}
	for i := range n {
		for j := range n {
			v := (1 + r.c1*(1-h)*r.cc*(2-r.cc) - r.c1 - r.cmu*sum) * r.c[i][j] // (47)
			v += r.c1 * r.pc[i] * r.pc[j]
			for k := range weights {
				v += r.cmu * weights[k] * y[k][i] * y[k][j]
			}
			r.c[i][j] = v
		}
	}
	r.sigma *= math.Exp(r.cs / r.ds * (length(r.ps)/r.en - 1)) // (44)
}

// The same normal numbers in, the same mean, step and covariance out, generation by generation.
func TestLaw_FollowsThePlainReference(t *testing.T) {
	for _, size := range []struct{ n, lambda, generations int }{{2, 6, 60}, {5, 8, 120}, {10, 10, 120}, {4, 40, 60}} {
		n, ones := size.n, make([]float64, size.n)
		mean := make([]float64, n)
		for i := range n {
			ones[i], mean[i] = 1, float64(i)-1.5
		}
		var l law
		l.begin(mean, ones, 0.7, size.lambda, 1)
		r := newPlainCMA(mean, 0.7, size.lambda)
		random := rng.New(uint64(n), 3)
		for g := range size.generations {
			z, y, f, order := make([][]float64, size.lambda), make([][]float64, size.lambda), make([]float64, size.lambda), make([]int, size.lambda)
			for k := range z {
				z[k], y[k], order[k] = make([]float64, n), make([]float64, n), k
				for i := range n {
					a, b := 1-random.Float64(), random.Float64()
					z[k][i] = math.Sqrt(-2*math.Log(a)) * math.Cos(2*math.Pi*b)
				}
				l.sample(z[k], y[k], make([]float64, n))
				for i := range n { // an ellipsoid whose axes are not those of the elements
					v := l.mean[i] + l.sigma*y[k][i] + 0.5*(l.mean[(i+1)%n]+l.sigma*y[k][(i+1)%n])
					f[k] += math.Pow(100, float64(i)/float64(n)) * v * v
				}
			}
			slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, f[a]-f[b])) })
			sortedZ, sortedY := make([][]float64, size.lambda), make([][]float64, size.lambda)
			for k, at := range order {
				sortedZ[k], sortedY[k] = z[at], y[at]
			}
			if !l.update(sortedZ, sortedY) {
				t.Fatal("the covariance broke down")
			}
			if l.stale > 0 && l.lazy <= 1 {
				t.Fatal("the decomposition is old")
			}
			r.update(sortedY)
			differs := func(what string, got, want, scale float64) {
				if math.Abs(got-want) > 1e-8*scale {
					t.Fatalf("n=%d, generation %d: %s is %v, by the reference %v", n, g, what, got, want)
				}
			}
			differs("sigma", l.sigma, r.sigma, r.sigma)
			scale := 0.0
			for i := range n {
				scale = max(scale, r.c[i][i])
			}
			for i := range n {
				differs("the mean", l.mean[i], r.m[i], r.sigma*math.Sqrt(scale))
				differs("the path of the step", l.ps[i], r.ps[i], 1)
				differs("the path of the covariance", l.pc[i], r.pc[i], math.Sqrt(scale))
				for j := range i + 1 {
					differs("the covariance", l.c[i*n+j], r.c[i][j], scale)
				}
			}
		}
	}
}
