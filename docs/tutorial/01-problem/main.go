// Command 01-problem is the first chapter of the tutorial: a problem of one's own, solved.
package main

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
)

// Row is a problem: machines stand in a row, cables join some of them, and the sum of the cables' lengths is to be
// small.
type Row struct {
	N      int
	Cables [][2]int32 // the two machines that a cable joins
}

// Space is the orders of the machines. A solution x has machine m at place x[m].
func (r Row) Space() multiwalk.Space { return multiwalk.Permutation(r.N) }

// Cost is the length of all cables, in places.
func (r Row) Cost(x []int32) int64 {
	var sum int64
	for _, c := range r.Cables {
		sum += int64(max(x[c[0]]-x[c[1]], x[c[1]]-x[c[0]]))
	}
	return sum
}

// Cube returns 2^d machines that are wired as the corners of a cube in d dimensions.
func Cube(d int) Row {
	r := Row{N: 1 << d}
	for a := range int32(r.N) {
		for b := range a {
			if bits.OnesCount32(uint32(a^b)) == 1 {
				r.Cables = append(r.Cables, [2]int32{a, b})
			}
		}
	}
	return r
}

func main() {
	row := Cube(5)
	res, err := multiwalk.Minimize(context.Background(), row, single.Anneal{}, multiwalk.Settings{
		Seed: 1,
		Stop: []multiwalk.Stop{multiwalk.Target(496), multiwalk.Evaluations(2_000_000)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(row.N, "machines,", len(row.Cables), "cables of", res.Cost, "places together")
	fmt.Println("stopped by", res.Status)
	for _, note := range res.Notes {
		fmt.Println("note:", note)
	}
}
