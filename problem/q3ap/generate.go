package q3ap

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// Random returns an instance in the likeness of nug*-d in the order that most of these have: F is the distances of a grid of
// n places that is as square as can be, D flows from 0 to 10, half of them 0, by seed. It panics unless n is in [1,
// MaxN].
func Random(n int, seed uint64) *Instance {
	r, wide := multiwalk.NewRand(seed, 0), 1
	for wide*wide < n {
		wide++
	}
	grid, flows := make([]int32, n*n), make([]int32, n*n)
	for i := range n {
		for j := range i {
			distance := abs(i/wide-j/wide) + abs(i%wide-j%wide)
			grid[i*n+j], grid[j*n+i] = distance, distance
			if flow := int32(r.IntN(20)) - 9; flow > 0 {
				flows[i*n+j], flows[j*n+i] = flow, flow
			}
		}
	}
	q, err := New(fmt.Sprintf("q3ap-%d-%d", n, seed), n, grid, flows)
	if err != nil {
		panic(err)
	}
	return q
}

func abs(v int) int32 { return int32(max(v, -v)) }
