package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

type Jobs [][]int64 // Jobs[t][m]: how long machine m has for task t

func (j Jobs) Space() multiwalk.Space { return multiwalk.Integers(len(j), 0, 2) } // three machines

func (j Jobs) Cost(x []int32) int64 {
	var loads [3]int64
	for t, m := range x {
		loads[m] += j[t][m]
	}
	return max(loads[0], loads[1], loads[2])
}

func main() {
	jobs := Jobs{{5, 8, 3}, {7, 4, 9}, {2, 6, 6}, {9, 3, 5}, {4, 4, 8}, {6, 7, 2}, {8, 5, 5}}
	res, err := multiwalk.Minimize(context.Background(), jobs, auto.For(jobs), multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Time(time.Second / 10)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("machines", res.Best, "are done at", res.Cost)
}
