package simd

// Mix adds rows to one: to[l] becomes to[l] + by[0]*rows[l] + by[1]*rows[stride+l] and so on, in this order, where each product and each sum is
// rounded by itself. It is what a matrix, column by column, makes of a vector, and what vectors add to a row of their covariance.
// O(len(to)*len(by)).
func Mix(to, by, rows []float64, stride int) {
	if len(to) == 0 || len(by) == 0 {
		return
	}
	if len(rows) < (len(by)-1)*stride+len(to) {
		panic("simd: rows are missing")
	}
	if Vectorised && len(to)*len(by) > mixLittle {
		mixVector(to, by, rows, stride)
	} else {
		mixPortable(to, by, rows, stride)
	}
}

func mixPortable(to, by, rows []float64, stride int) {
	for k, b := range by {
		for l, v := range rows[k*stride:][:len(to)] {
			to[l] += float64(b * v)
		}
	}
}

// mixLittle is how many products take no longer one by one.
const mixLittle = 32
