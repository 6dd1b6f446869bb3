package kerneltest

// CostMatrix is an assignment with what tabu search asks for.
type CostMatrix[T int32 | int64] struct{ *Assignment }

func (c CostMatrix[T]) Products() int32 { return 2 }
func (c CostMatrix[T]) Lanes() int32    { return 8 }

func (c CostMatrix[T]) Flow(p, k, i int32) T {
	if p == 0 {
		k, i = i, k
	}
	return T(c.Assignment.Flow[k*c.N+i])
}

func (c CostMatrix[T]) Dist(p, l, m int32) T {
	if p == 0 {
		l, m = m, l
	}
	return T(c.Assignment.Dist[l*c.N+m])
}

// Correction is by its definition: the delta less the two sums, for a permutation in which all others pay nothing.
func (c CostMatrix[T]) Correction(i, j, at, to int32) T {
	sum := T(0)
	two := [2][2]int32{{i, at}, {j, to}}
	for _, p := range two {
		for _, q := range two {
			other := at + to
			sum += c.Flow(1, p[0], q[0]) * (c.Dist(1, other-p[1], other-q[1]) - c.Dist(1, p[1], q[1]))
		}
	}
	for _, u := range two {
		for _, k := range two {
			for p := range int32(2) {
				sum -= c.Flow(p, k[0], u[0]) * (c.Dist(p, k[1], at+to-u[1]) - c.Dist(p, k[1], u[1]))
			}
		}
	}
	return sum
}

// Corrections are the matrices whose product the correction is: the sums of both ways, less the diagonals.
func (c CostMatrix[T]) Corrections() []T {
	var two []T
	for _, entry := range []func(i, j int32) T{func(i, j int32) T { return c.Flow(1, i, j) }, func(i, j int32) T { return c.Dist(1, i, j) }} {
		for i := range c.N {
			for j := range c.N {
				two = append(two, entry(i, j)+entry(j, i)-entry(i, i)-entry(j, j))
			}
		}
	}
	return two
}
