package continuous

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// The product of what a matrix is decomposed into is the matrix, and the eigenvectors are orthonormal.
func TestEigen(t *testing.T) {
	for n := 1; n <= 13; n++ {
		for _, kind := range []string{"random", "diagonal", "zero", "ones", "ill"} {
			r, c := rng.New(uint64(n), 1), make([]float64, n*n)
			for i := range n {
				for j := range i + 1 {
					v := 2*r.Float64() - 1
					switch {
					case kind == "diagonal" && i != j, kind == "zero":
						v = 0
					case kind == "ones":
						v = 1
					case kind == "ill":
						v *= math.Pow(10, -float64(i+j)/2)
					}
					c[i*n+j], c[j*n+i] = v, v
				}
			}
			b, d := make([]float64, n*n), make([]float64, n)
			if !eigen(n, c, b, d, newEigenRoom(n), 1) {
				t.Fatalf("%s matrix of %d: no convergence", kind, n)
			}
			for i := range n {
				for j := range n {
					product, unit := 0.0, 0.0
					for k := range n {
						product += b[k*n+i] * d[k] * b[k*n+j]
						unit += b[i*n+k] * b[j*n+k]
					}
					one := 0.0
					if i == j {
						one = 1
					}
					if math.Abs(product-c[i*n+j]) > 1e-13*float64(n) || math.Abs(unit-one) > 1e-13*float64(n) {
						t.Fatalf("%s matrix of %d: element %d, %d is %v, not %v; of the unit matrix %v", kind, n, i, j, product, c[i*n+j], unit)
					}
				}
			}
		}
	}
}
