package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Graph has pairs of nodes that should be on different sides.
type Graph struct{ Near [][]int32 }

var _ multiwalk.FlipEvaluator = Graph{}

// Space is a bit for each node: its side.
func (g Graph) Space() multiwalk.Space { return multiwalk.Binary(len(g.Near)) }

// Cost counts the pairs on one side, each of them once.
func (g Graph) Cost(x []int32) int64 {
	var sum int64
	for a, near := range g.Near {
		for _, b := range near {
			if b < int32(a) && x[a] == x[b] {
				sum++
			}
		}
	}
	return sum
}

// FlipDelta is what the cost changes by if node i goes to the other side.
func (g Graph) FlipDelta(x []int32, i int32) int64 {
	var d int64
	for _, b := range g.Near[i] {
		if x[b] == x[i] {
			d--
		} else {
			d++
		}
	}
	return d
}

// Grid returns rows times columns nodes, each near to those beside, above and below it.
func Grid(rows, columns int) Graph {
	g := Graph{make([][]int32, rows*columns)}
	join := func(a, b int) { g.Near[a], g.Near[b] = append(g.Near[a], int32(b)), append(g.Near[b], int32(a)) }
	for i := range rows * columns {
		if i%columns > 0 {
			join(i, i-1)
		}
		if i >= columns {
			join(i, i-columns)
		}
	}
	return g
}

func main() {
	g := Grid(4, 5)
	res, err := auto.Minimize(context.Background(), g, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Evaluations(1_000_000)},
	})
	fmt.Println("equal neighbours:", res.Cost, res.Status, err)
}
