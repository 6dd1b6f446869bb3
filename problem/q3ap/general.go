package q3ap

// general is any instance, with transposes, so that both directions of a pair are read along rows.
type general struct {
	N                                int32
	Squares, SquaresT, Dists, DistsT []int32
}

func newGeneral(n int32, flow, dist []int32) *general {
	squares := squared(flow)
	return &general{n, squares, transposed(squares, int(n)), dist, transposed(dist, int(n))}
}

// Cost is O(n*n).
func (g *general) Cost(x []int32) (sum int64) {
	for i := range g.N {
		for k := range g.N {
			sum += int64(g.Squares[i*g.N+k]) * g.dist(x[i], x[k]) * g.dist(x[g.N+i], x[g.N+k])
		}
	}
	return sum
}

func (g *general) dist(a, b int32) int64   { return int64(g.Dists[a*g.N+b]) }
func (g *general) square(i, k int32) int64 { return int64(g.Squares[i*g.N+k]) }

// SwapDelta is O(n): over all others what the two pay each and each pays them, and what the two pay each other and themselves.
func (g *general) SwapDelta(x []int32, i, j int32) int64 {
	y, z := x[:g.N], x[g.N:]
	if i >= g.N {
		y, z, i, j = z, y, i-g.N, j-g.N
	}
	sum := g.swapped(g.Squares, g.Dists, y, z, i, j) + g.swapped(g.SquaresT, g.DistsT, y, z, i, j)
	a, b, c, d := y[i], y[j], z[i], z[j]
	return sum + g.square(i, i)*g.dist(c, c)*(g.dist(b, b)-g.dist(a, a)) + g.square(j, j)*g.dist(d, d)*(g.dist(a, a)-g.dist(b, b)) +
		g.square(i, j)*g.dist(c, d)*(g.dist(b, a)-g.dist(a, b)) + g.square(j, i)*g.dist(d, c)*(g.dist(a, b)-g.dist(b, a))
}

// swapped is what i and j pay the others more, along the rows of these matrices, where y changes.
func (g *general) swapped(squares, dists, y, z []int32, i, j int32) (sum int64) {
	rowI, rowJ := squares[i*g.N:], squares[j*g.N:]
	from, to := dists[y[i]*g.N:], dists[y[j]*g.N:]
	restI, restJ := dists[z[i]*g.N:], dists[z[j]*g.N:]
	for k := range g.N {
		if l, m := y[k], z[k]; k != i && k != j {
			sum += (int64(rowI[k])*int64(restI[m]) - int64(rowJ[k])*int64(restJ[m])) * (int64(to[l]) - int64(from[l]))
		}
	}
	return sum
}

// JointSwapDelta is O(n), in the same way.
func (g *general) JointSwapDelta(x []int32, i, j int32) int64 {
	p, q := x[:g.N], x[g.N:]
	sum := g.jointly(g.Squares, g.Dists, p, q, i, j) + g.jointly(g.SquaresT, g.DistsT, p, q, i, j)
	product := func(a, b int32) int64 { return g.dist(p[a], p[b]) * g.dist(q[a], q[b]) }
	return sum + (g.square(i, i)-g.square(j, j))*(product(j, j)-product(i, i)) +
		(g.square(i, j)-g.square(j, i))*(product(j, i)-product(i, j))
}

// jointly is swapped where p and q change.
func (g *general) jointly(squares, dists, p, q []int32, i, j int32) (sum int64) {
	rowI, rowJ := squares[i*g.N:], squares[j*g.N:]
	pFrom, pTo := dists[p[i]*g.N:], dists[p[j]*g.N:]
	qFrom, qTo := dists[q[i]*g.N:], dists[q[j]*g.N:]
	for k := range g.N {
		if l, m := p[k], q[k]; k != i && k != j {
			sum += (int64(rowI[k]) - int64(rowJ[k])) * (int64(pTo[l])*int64(qTo[m]) - int64(pFrom[l])*int64(qFrom[m]))
		}
	}
	return sum
}
