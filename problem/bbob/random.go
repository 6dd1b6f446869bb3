package bbob

import (
	"cmp"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/simd"
)

// uniform returns n numbers of BBOB's generator for a seed: a minimal standard generator (Park and Miller, 1988) behind a table of 32
// numbers that it shuffles. They lie above 0 and below 1.
func uniform(n int, seed int64) []float64 {
	seed = max(1, seed, -seed)
	next := func() int64 {
		high := seed / 127773
		if seed = 16807*(seed-127773*high) - 2836*high; seed < 0 {
			seed += math.MaxInt32
		}
		return seed
	}
	var table [32]int64
	for i := 39; i >= 0; i-- {
		if v := next(); i < len(table) {
			table[i] = v
		}
	}
	r, drawn := make([]float64, n), table[0]
	for i := range r {
		v := next()
		at := drawn / 67108865
		drawn, table[at] = table[at], v
		if r[i] = float64(drawn) / math.MaxInt32; r[i] == 0 {
			r[i] = 1e-99
		}
	}
	return r
}

// normal returns n numbers of the standard normal distribution (Box and Muller).
func normal(n int, seed int64) []float64 {
	u := uniform(2*n, seed)
	g := make([]float64, n)
	for i := range g {
		if g[i] = math.Sqrt(-2*math.Log(u[i])) * math.Cos(2*math.Pi*u[n+i]); g[i] == 0 {
			g[i] = 1e-99
		}
	}
	return g
}

// place returns where a function has its optimum: numbers with four decimals from -4 to 4.
func place(n int, seed int64) []float64 {
	x := uniform(n, seed)
	for i, v := range x {
		if x[i] = 8*math.Floor(1e4*v)/1e4 - 4; x[i] == 0 {
			x[i] = -1e-5
		}
	}
	return x
}

// least returns the cost of the optimum: a number with two decimals of a Cauchy distribution, from -1000 to 1000.
func least(seed int64) float64 {
	return min(1000, max(-1000, math.Floor(100*100*normal(1, seed)[0]/normal(1, seed+1)[0]+0.5)/100))
}

// matrix is a square matrix, column by column.
type matrix []float64

// rotation returns a random rotation: normal numbers, column by column, made orthogonal by Gram and Schmidt.
func rotation(n int, seed int64) matrix {
	g := normal(n*n, seed) // column i is g[i*n:][:n]
	dot := func(a, b []float64) (sum float64) {
		for k, v := range a {
			sum += float64(v * b[k])
		}
		return sum
	}
	for i := range n {
		a := g[i*n:][:n]
		for j := range i {
			b := g[j*n:][:n]
			by := dot(a, b)
			for k := range a {
				a[k] -= float64(by * b[k])
			}
		}
		length := math.Sqrt(dot(a, a))
		for k := range a {
			a[k] /= length
		}
	}
	return g
}

// times writes m*x to z.
func (m matrix) times(x, z []float64) {
	clear(z)
	simd.Mix(z, x, m, len(z))
}

// scaled is a*diag(d)*b; a nil b stands for the identity, and a nil a too.
func scaled(a matrix, d []float64, b matrix) matrix {
	n := len(d)
	m := make(matrix, n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				if a == nil && i != k || b == nil && k != j {
					continue
				}
				v := d[k]
				if a != nil {
					v *= a[k*n+i]
				}
				if b != nil {
					v *= b[j*n+k]
				}
				m[j*n+i] += v
			}
		}
	}
	return m
}

// powers are base to the powers 0 to 1, in n steps of equal size.
func powers(n int, base float64) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = math.Pow(base, part(i, n))
	}
	return d
}

// part is i/(n-1), 0 in one dimension.
func part(i, n int) float64 { return float64(i) / float64(max(1, n-1)) }

// order returns the indices of n uniform numbers in the order of the numbers.
func order(n int, seed int64) []int {
	u, at := uniform(n, seed), make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(u[i], u[j]) })
	return at
}
