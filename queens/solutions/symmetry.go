package solutions

import "slices"

// images writes the 8 images of a solution under the symmetries of the board, one after the other, the solution itself
// first: turned by quarters of a circle, and each of these mirrored. Some may be equal: a solution that a half turn
// leaves as it is has 4 different ones, and one that a quarter turn does has 2.
func images[R row](to []int32, x []R) {
	n := len(x)
	for i, v := range x {
		to[i] = int32(v)
	}
	for k := 1; k < 4; k++ {
		turn(to[k*n:(k+1)*n], to[(k-1)*n:k*n])
	}
	for k := range 4 {
		mirrored := to[(4+k)*n : (5+k)*n]
		copy(mirrored, to[k*n:(k+1)*n])
		slices.Reverse(mirrored)
	}
}

// turn turns a solution by a quarter of a circle: column i and row v become column v and row n-1-i.
func turn(to, x []int32) {
	for i, v := range x {
		to[v] = int32(len(x) - 1 - i)
	}
}
