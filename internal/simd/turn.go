package simd

// Turn turns rows in the planes of neighbours, from the last pair on: for k = 0, 1, ... the rows i+1 and i, i = count-1-k, become
// s*row i + c*row i+1 and c*row i - s*row i+1, where s and c are by[2*k] and by[2*k+1], and each product and each sum is rounded by itself.
// There are count = len(by)/2 pairs, so count+1 rows. Each has n numbers, and the next begins stride numbers behind it. The QL algorithm turns
// eigenvectors so. It is O(n*count).
func Turn(rows []float64, n, stride int, by []float64) {
	count := len(by) / 2
	if n <= 0 || count == 0 {
		return
	}
	if len(rows) < count*stride+n {
		panic("simd: rows are missing")
	}
	if Vectorised {
		turnVector(rows, n, stride, by)
	} else {
		turnPortable(rows, n, stride, by)
	}
}

func turnPortable(rows []float64, n, stride int, by []float64) {
	for k := 0; k < len(by); k += 2 {
		s, c, i := by[k], by[k+1], len(by)/2-1-k/2
		row, next := rows[i*stride:][:n], rows[(i+1)*stride:][:n]
		for l, v := range row {
			h := next[l]
			next[l] = float64(s*v) + float64(c*h)
			row[l] = float64(c*v) - float64(s*h)
		}
	}
}
