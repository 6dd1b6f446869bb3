// Command 02-delta is the second chapter of the tutorial: the problem of the first one prices its moves.
package main

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
)

// Row is the problem of chapter 1, with the cables sorted by machine.
type Row struct {
	Wired [][]int32 // for each machine, those that a cable joins it to
}

var _ multiwalk.SwapEvaluator = Row{} // does not compile if SwapDelta has another form

// Space is the orders of the machines. A solution x has machine m at place x[m].
func (r Row) Space() multiwalk.Space { return multiwalk.Permutation(len(r.Wired)) }

// Cost is the length of all cables, in places.
func (r Row) Cost(x []int32) int64 {
	var sum int64
	for m, others := range r.Wired {
		for _, o := range others {
			if o < int32(m) { // each cable once
				sum += distance(x[m], x[o])
			}
		}
	}
	return sum
}

// SwapDelta is what Cost would change by if the machines i and j changed places.
func (r Row) SwapDelta(x []int32, i, j int32) int64 {
	return r.moved(x, i, j) + r.moved(x, j, i)
}

// moved is the change in length of m's cables if m went to the place of another machine and that one to m's. A cable
// between the two keeps its length.
func (r Row) moved(x []int32, m, other int32) int64 {
	var d int64
	for _, o := range r.Wired[m] {
		if o != other {
			d += distance(x[other], x[o]) - distance(x[m], x[o])
		}
	}
	return d
}

func distance(a, b int32) int64 { return int64(max(a-b, b-a)) }

// Cube returns 2^d machines that are wired as the corners of a cube in d dimensions.
func Cube(d int) Row {
	wired := make([][]int32, 1<<d)
	for a := range wired {
		for b := range wired {
			if bits.OnesCount(uint(a^b)) == 1 {
				wired[a] = append(wired[a], int32(b))
			}
		}
	}
	return Row{wired}
}

// anneal swaps machines and cools once, from a temperature of 100 places to one of 1, then ends by itself.
func anneal(p multiwalk.Problem) (*multiwalk.Result, error) {
	method := single.Anneal{Start: 100, End: 1, Once: true, Neighbourhood: "swap"}
	return multiwalk.Minimize(context.Background(), p, method, multiwalk.Settings{Seed: 1, Walks: 1})
}

func main() {
	row := Cube(7)
	without := struct{ multiwalk.Problem }{row} // Space and Cost, and nothing else
	for _, p := range []multiwalk.Problem{without, row} {
		res, err := anneal(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("cost %d after %d moves, %d full and %d delta evaluations\n",
			res.Cost, res.Moves, res.FullEvaluations, res.DeltaEvaluations)
	}
}
