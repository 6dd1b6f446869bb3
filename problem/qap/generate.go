package qap

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// Uniform returns a random symmetric instance with zero diagonals and all other entries uniform in [0, 99]: the family
// of tai*a (Taillard 1991), with our own random numbers. It panics unless n is in [1, MaxN].
func Uniform(n int, seed uint64) *Instance {
	r := multiwalk.NewRand(seed, 0)
	symmetric := func() []int32 {
		m := make([]int32, n*n)
		for i := range n {
			for j := range i {
				m[i*n+j] = int32(r.IntN(100))
				m[j*n+i] = m[i*n+j]
			}
		}
		return m
	}
	return generated("uniform", n, symmetric, symmetric)
}

// Structured returns a random instance that resembles real ones: the family of tai*b (Taillard, "Comparison of iterative
// searches for the quadratic assignment problem", 1995), with our own random numbers. The locations lie in
// a few clusters of the plane; the flows are not symmetric, most are small or zero and a few are great. It panics
// unless n is in [1, MaxN].
func Structured(n int, seed uint64) *Instance {
	r := multiwalk.NewRand(seed, 0)
	flows := func() []int32 {
		m := make([]int32, n*n)
		for k := range m {
			if k/n != k%n {
				m[k] = int32(math.Pow(10, r.Float64()*15-10))
			}
		}
		return m
	}
	return generated("structured", n, flows, func() []int32 { return clustered(n, r) })
}

// clustered returns the rounded distances of n points in small circles, whose centres lie in a great one.
func clustered(n int, r *multiwalk.Rand) []int32 {
	const large, small, most = 500, 50, 5 // radii, and the greatest number of points in a cluster
	inCircle := func(radius float64) (x, y float64) {
		angle, distance := 2*math.Pi*r.Float64(), radius*r.Float64()
		return distance * math.Cos(angle), distance * math.Sin(angle)
	}
	px, py := make([]float64, n), make([]float64, n)
	for i := 0; i < n; {
		cx, cy := inCircle(large)
		for range 1 + r.IntN(most) {
			if i < n {
				x, y := inCircle(small)
				px[i], py[i] = cx+x, cy+y
				i++
			}
		}
	}
	m := make([]int32, n*n)
	for i := range n {
		for j := range n {
			m[i*n+j] = int32(math.Hypot(px[i]-px[j], py[i]-py[j]))
		}
	}
	return m
}

func generated(name string, n int, flow, dist func() []int32) *Instance {
	q, err := New(name, n, flow(), dist())
	if err != nil {
		panic(err)
	}
	return q
}
