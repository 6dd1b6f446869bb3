package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

type Parcels [][2]int64 // where each of 8 goes; the van starts at 0, 0 and carries 3

func (p Parcels) Space() multiwalk.Space { return multiwalk.Permutation(10) } // from 8 on: back to the start

func (p Parcels) Cost(x []int32) (length int64) {
	at, load := [2]int64{}, int64(0)
	for k := range len(x) + 1 {
		to := [2]int64{}
		if load++; k < len(x) && x[k] < 8 {
			to = p[x[k]]
		} else {
			load = 0
		}
		length += max(at[0]-to[0], to[0]-at[0]) + max(at[1]-to[1], to[1]-at[1]) + 100*max(0, load-3)
		at = to
	}
	return length
}

func main() {
	town := Parcels{{2, 7}, {-3, 1}, {6, 6}, {-5, 2}, {1, -4}, {3, 8}, {2, -6}, {-4, -1}}
	res, err := multiwalk.Minimize(context.Background(), town, auto.For(town), multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Time(time.Second / 10)},
	})
	fmt.Println("routes", res.Best, "of length", res.Cost, err)
}
