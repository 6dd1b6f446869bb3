package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/simd"
)

// eigen decomposes the symmetric matrix c, n*n numbers row by row, into b^T*diag(d)*b: b has the eigenvectors as rows. e is room for 3n
// numbers. It is Householder's reduction to a tridiagonal matrix and the implicit QL algorithm (Martin, Reinsch and Wilkinson, 1968, and
// Dubrulle, Martin and Wilkinson, 1968; EISPACK's tred2 and tql2), of operations that are rounded alike everywhere. It is O(n^3). It reports
// whether it has converged, as it does for finite numbers.
func eigen(n int, c, b, d, e []float64) bool {
	copy(b, c)
	tridiagonal(n, b, d, e[:n], e[n:2*n], e[2*n:])
	for i := range n {
		for j := range i {
			b[i*n+j], b[j*n+i] = b[j*n+i], b[i*n+j]
		}
	}
	return implicitQL(n, b, d, e[:n])
}

// tridiagonal reduces b: d becomes the diagonal, e[1:] what stands beside it, and b the transformation.
func tridiagonal(n int, b, d, e, column, g []float64) {
	copy(d, b[(n-1)*n:])
	for i := n - 1; i > 0; i-- {
		scale, h := 0.0, 0.0
		for _, v := range d[:i] {
			scale += math.Abs(v)
		}
		if scale == 0 {
			e[i] = d[i-1]
			for j := range i {
				d[j] = b[(i-1)*n+j]
				b[i*n+j], b[j*n+i] = 0, 0
			}
			d[i] = 0
			continue
		}
		for k := range i {
			d[k] /= scale
			h += float64(d[k] * d[k])
		}
		f := d[i-1]
		g := -math.Copysign(math.Sqrt(h), f)
		e[i] = float64(scale * g)
		h -= float64(f * g)
		d[i-1] = f - g
		reflectRows(n, i, h, b, d, e)
		for j := range i {
			f, g := d[j], e[j]
			for k := j; k < i; k++ {
				b[k*n+j] -= float64(f*e[k]) + float64(g*d[k])
			}
			d[j], b[i*n+j] = b[(i-1)*n+j], 0
		}
		d[i] = h
	}
	accumulate(n, b, d, column, g)
	for j := range n {
		d[j], b[(n-1)*n+j] = b[(n-1)*n+j], 0
	}
	b[n*n-1], e[0] = 1, 0
}

// reflectRows prepares the similarity transformation of the first i rows by the vector d[:i], whose half square is h.
func reflectRows(n, i int, h float64, b, d, e []float64) {
	for j := range i {
		e[j] = 0
	}
	for j := range i {
		f := d[j]
		b[j*n+i] = f
		g := e[j] + float64(b[j*n+j]*f)
		for k := j + 1; k < i; k++ {
			g += float64(b[k*n+j] * d[k])
			e[k] += float64(b[k*n+j] * f)
		}
		e[j] = g
	}
	f := 0.0
	for j := range i {
		e[j] /= h
		f += float64(e[j] * d[j])
	}
	half := f / (h + h)
	for j := range i {
		e[j] -= float64(half * d[j])
	}
}

// accumulate multiplies the reflections.
func accumulate(n int, b, d, column, g []float64) {
	for i := range n - 1 {
		b[(n-1)*n+i], b[i*n+i] = b[i*n+i], 1
		if h := d[i+1]; h != 0 {
			for k := range i + 1 {
				column[k] = b[k*n+i+1]
				d[k] = -column[k] / h
			}
			clear(g)
			simd.Mix(g[:i+1], column[:i+1], b, n)
			for k := range i + 1 {
				simd.Mix(b[k*n:][:i+1], d[k:k+1], g, 0)
			}
		}
		for k := range i + 1 {
			b[k*n+i+1] = 0
		}
	}
}

// mostQL bounds the iterations for an eigenvalue.
const mostQL = 60

// implicitQL finds the eigenvalues of the tridiagonal matrix, one after the other, and turns b along.
func implicitQL(n int, b, d, e []float64) bool {
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
			chase(n, l, m, d[l+1], b, d, e)
			if math.Abs(e[l]) <= 0x1p-52*largest {
				break
			}
		}
		d[l] += shift
		e[l] = 0
	}
	return true
}

// chase is one implicit QL step of the rows l to m; next is d[l+1].
func chase(n, l, m int, next float64, b, d, e []float64) {
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
		row, next := b[i*n:][:n], b[(i+1)*n:][:n]
		for k, v := range row {
			h := next[k]
			next[k] = float64(s*v) + float64(c*h)
			row[k] = float64(c*v) - float64(s*h)
		}
	}
	p = -s * s2 * c3 * beside * e[l] / next
	e[l], d[l] = float64(s*p), float64(c*p)
}
