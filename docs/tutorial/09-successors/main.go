package main

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/successor"
)

// free is how many vertices of a state have no colour.
func free(x []int32) (n int) {
	for _, colour := range x {
		if colour < 0 {
			n++
		}
	}
	return n
}

// loosen takes the colours off the neighbours of vertices without one, and returns the set of all without.
func loosen(g *Graph, x []int32) []uint64 {
	active := make([]uint64, (g.Vertices+63)/64)
	for v, colour := range slices.Clone(x) {
		if colour >= 0 {
			continue
		}
		for u := range g.Vertices {
			if int(u) == v || g.Edges[int32(v)*g.Vertices+u] != 0 {
				x[u] = -1
				active[u/64] |= 1 << (u % 64)
			}
		}
	}
	return active
}

// colour draws successors of the best state until each vertex has a colour, and returns how many generations that took.
func colour(g *Graph, where multiwalk.Device, successors int) (best []int32, generations int, err error) {
	vertices := successor.Weighed(g, int(g.Vertices), int(g.Colours))
	n, err := successor.New(successor.Settings{
		Size: int(g.Vertices), States: successors, Seed: 1, Permuted: true, Device: where,
	}, vertices)
	if err != nil {
		return nil, 0, err
	}
	defer n.Close()
	best = slices.Repeat([]int32{-1}, int(g.Vertices))
	states := make([]int32, successors*len(best))
	for ; free(best) > 0; generations++ {
		active := loosen(g, best)
		if err := n.Put(best); err != nil {
			return nil, 0, err
		}
		if err := n.Activate(0, active); err != nil {
			return nil, 0, err
		}
		if _, err := n.Generate(successors); err != nil {
			return nil, 0, err
		}
		if err := n.Get(states); err != nil {
			return nil, 0, err
		}
		best = slices.MinFunc(slices.Collect(slices.Chunk(states, len(best))), func(a, b []int32) int { return free(a) - free(b) })
		best = slices.Clone(best)
	}
	return best, generations, nil
}

func main() {
	board := Queens(8, 11)
	for _, where := range []multiwalk.Device{device.CPU(0), device.Emulator()} {
		x, generations, err := colour(board, where, 32)
		if err != nil {
			panic(err)
		}
		fmt.Println(where, "took", generations, "generations; the first row:", x[:8])
	}
}
