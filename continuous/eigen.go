package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/simd"
)

// eigenRoom is what a decomposition needs beside its results.
type eigenRoom struct {
	e, two []float64 // n and 2n numbers
	turns  []float64 // of rows in their planes, as simd.Turn takes them
	chases []chase   // which of them are a chase each
}

// chase is turns of the rows up to row last.
type chase struct{ last, turns int }

func newEigenRoom(n int) *eigenRoom {
	return &eigenRoom{e: make([]float64, n), two: make([]float64, 2*n)}
}

// eigen decomposes a symmetric matrix, so that c = b^T*diag(d)*b: d has the eigenvalues, and b the eigenvectors as rows. c has n*n numbers row by
// row, of which the lower triangle counts. It is Householder's reduction to a tridiagonal matrix and the implicit QL algorithm (Martin, Reinsch and Wilkinson,
// 1968, and Dubrulle, Martin and Wilkinson, 1968; EISPACK's tred2 and tql2), of operations that are rounded alike everywhere. It is O(n^3).
// Vectors run along the rows, and cores have some columns each. It reports whether it has converged, as it does for finite numbers.
func eigen(n int, c, b, d []float64, room *eigenRoom, cores int) bool {
	for i := range n {
		copy(b[i*n:], c[i*n:][:i+1])
		for j := range i {
			b[j*n+i] = c[i*n+j]
		}
	}
	tridiagonal(n, b, d, room, cores)
	for i := range n {
		for j := range i {
			b[i*n+j], b[j*n+i] = b[j*n+i], b[i*n+j]
		}
	}
	return implicitQL(n, b, d, room, cores)
}

// ranges calls f for the columns of a matrix, divided among cores where that is worth it. It takes what f needs and not a closure, as most calls
// are for some ten numbers.
func ranges[T any](cores, rows, columns int, v T, f func(v T, from, to int)) {
	if cores < 2 || rows*columns < worthSharing {
		f(v, 0, columns)
		return
	}
	share(cores, rows*columns, columns, 16, func(from, to int) { f(v, from, to) })
}

// reflection is one by vector u; two has the vectors by which rows change, p and u itself.
type reflection struct {
	n      int
	b      []float64
	u, two []float64
	h      float64
}

// product is b times u, some of its elements.
func (r reflection) product(from, to int) { simd.Mix(r.two[from:to], r.u, r.b[from:], r.n) }

// turn makes the similarity transformation in some columns.
func (r reflection) turn(from, to int) {
	i := len(r.u)
	for k, v := range r.u {
		by := [2]float64{-v, -r.two[k]}
		simd.Mix(r.b[k*r.n+from:k*r.n+to], by[:], r.two[from:], i)
	}
}

// reflect reflects some columns.
func (r reflection) reflect(from, to int) {
	simd.Mix(r.two[from:to], r.u, r.b[from:], r.n)
	for k, v := range r.u {
		by := [1]float64{-v / r.h}
		simd.Mix(r.b[k*r.n+from:k*r.n+to], by[:], r.two[from:], 0)
	}
}

// tridiagonal reduces b, whole and not a triangle: d becomes the diagonal, e[1:] what stands beside it, and b the transformation.
func tridiagonal(n int, b, d []float64, room *eigenRoom, cores int) {
	e := room.e
	for i := n - 1; i > 0; i-- {
		row, scale, h := b[i*n:][:i], 0.0, 0.0
		for _, v := range row {
			scale += math.Abs(v)
		}
		if e[i] = row[i-1]; scale > 0 {
			for k := range row {
				row[k] /= scale
				h += float64(row[k] * row[k])
			}
			f := row[i-1]
			g := -math.Copysign(math.Sqrt(h), f)
			e[i] = float64(scale * g)
			h -= float64(f * g)
			row[i-1] = f - g
			reflectRows(n, i, h, b, room.two, cores)
		}
		d[i] = h // of the reflection, whose vector stays in the row
	}
	accumulate(n, b, d, room, cores)
	e[0] = 0
}

// reflectRows makes the similarity transformation of the first i rows by the vector in the next one, whose half square is h.
func reflectRows(n, i int, h float64, b, two []float64, cores int) {
	u, p := b[i*n:][:i], two[:i]
	r := reflection{n, b, u, two, h}
	clear(p)
	ranges(cores, i, i, r, reflection.product)
	f := 0.0
	for j := range p {
		p[j] /= h
		f += float64(p[j] * u[j])
	}
	half := f / (h + h)
	for j := range p {
		p[j] -= float64(half * u[j])
	}
	copy(two[i:], u)
	ranges(cores, 2*i, i, r, reflection.turn)
}

// accumulate multiplies the reflections. d has their half squares, and becomes the diagonal.
func accumulate(n int, b, d []float64, room *eigenRoom, cores int) {
	for i := range n {
		h := d[i]
		d[i] = b[i*n+i]
		row := b[i*n:][:i]
		if i > 0 && h != 0 {
			clear(room.two[:i])
			ranges(cores, 2*i, i, reflection{n, b, row, room.two, h}, reflection.reflect)
		}
		for k := range i {
			row[k], b[k*n+i] = 0, 0
		}
		b[i*n+i] = 1
	}
}

// mostQL bounds the iterations for an eigenvalue.
const mostQL = 60

// implicitQL finds the eigenvalues of the tridiagonal matrix, one after the other, and turns b along.
func implicitQL(n int, b, d []float64, room *eigenRoom, cores int) bool {
	e := room.e
	copy(e, e[1:n])
	e[n-1] = 0
	shift, largest := 0.0, 0.0
	for l := range n {
		largest = max(largest, math.Abs(d[l])+math.Abs(e[l]))
		m := l
		for m < n-1 && math.Abs(e[m]) > 0x1p-52*largest {
			m++
		}
		for tries := 0; m > l; tries++ {
			if tries == mostQL || math.IsNaN(d[l]) {
				return false
			}
			g := d[l]
			p := (d[l+1] - g) / (2 * e[l])
			r := math.Copysign(math.Sqrt(float64(p*p)+1), p)
			d[l] = e[l] / (p + r)
			d[l+1] = float64(e[l] * (p + r))
			h := g - d[l]
			for i := l + 2; i < n; i++ {
				d[i] -= h
			}
			shift += h
			room.chase(l, m, d[l+1], d)
			if len(room.turns) > 16*n {
				room.turn(n, b, cores)
			}
			if math.Abs(e[l]) <= 0x1p-52*largest {
				break
			}
		}
		d[l] += shift
		e[l] = 0
	}
	room.turn(n, b, cores)
	return true
}

// chase is one implicit QL step of the rows l to m; next is d[l+1]. How it turns b is taken down.
func (room *eigenRoom) chase(l, m int, next float64, d []float64) {
	e := room.e
	p, beside := d[m], e[l+1]
	c, c2, c3, s, s2 := 1.0, 1.0, 1.0, 0.0, 0.0
	for i := m - 1; i >= l; i-- {
		c3, c2, s2 = c2, c, s
		g, h := float64(c*e[i]), float64(c*p)
		r := math.Sqrt(float64(p*p) + float64(e[i]*e[i]))
		e[i+1] = float64(s * r)
		s, c = e[i]/r, p/r
		p = float64(c*d[i]) - float64(s*g)
		d[i+1] = h + float64(s*(float64(c*g)+float64(s*d[i])))
		room.turns = append(room.turns, s, c)
	}
	room.chases = append(room.chases, chase{m, m - l})
	p = -s * s2 * c3 * beside * e[l] / next
	e[l], d[l] = float64(s*p), float64(c*p)
}

// turn makes in b all turns that are taken down. Columns are independent, so each core takes some of them, which stay in its cache.
func (room *eigenRoom) turn(n int, b []float64, cores int) {
	share(cores, len(room.turns)*n, n, 16, func(from, to int) {
		by := room.turns
		for _, c := range room.chases {
			simd.Turn(b[(c.last-c.turns)*n+from:], to-from, n, by[:2*c.turns])
			by = by[2*c.turns:]
		}
	})
	room.turns, room.chases = room.turns[:0], room.chases[:0]
}
