package reals

// Times writes the product of a matrix, row by row, and x to y. Four rows are summed side by side, because each term of a sum waits for the
// one before; the terms of a sum are added in their order.
func Times(m, x, y []float64) {
	n, i := len(x), 0
	for ; i+4 <= len(y); i += 4 {
		a, b, c, d := m[i*n:][:n], m[(i+1)*n:][:n], m[(i+2)*n:][:n], m[(i+3)*n:][:n]
		var p, q, r, s float64
		for k, v := range x {
			p += float64(a[k] * v)
			q += float64(b[k] * v)
			r += float64(c[k] * v)
			s += float64(d[k] * v)
		}
		y[i], y[i+1], y[i+2], y[i+3] = p, q, r, s
	}
	for ; i < len(y); i++ {
		y[i] = 0
		for k, v := range x {
			y[i] += float64(m[i*n+k] * v)
		}
	}
}
