package papers

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// Ring makes an assignment problem whose optimum is known: flows of 1 around a ring, and the distances of a grid of places. rows must
// be even: then the grid has a closed path through all places by steps of 1, and a ring that follows it costs 1 for each of its n
// edges in either direction. No ring costs less.
func Ring[P multiwalk.Problem](rows, columns int, problem func(name string, n int, flow, dist []int32) (P, error)) Instance[P] {
	n := rows * columns
	flow, dist := make([]int32, n*n), make([]int32, n*n)
	for i := range n {
		next := (i + 1) % n
		flow[i*n+next], flow[next*n+i] = 1, 1
		for j := range n {
			dx, dy := i%columns-j%columns, i/columns-j/columns
			dist[i*n+j] = int32(max(dx, -dx) + max(dy, -dy))
		}
	}
	name := fmt.Sprintf("ring%d", n)
	p, err := problem(name, n, flow, dist)
	if err != nil {
		panic(err) // the numbers above are in range
	}
	return Instance[P]{Name: name, Problem: p, Best: int64(2 * n), Target: int64(2 * n)}
}
