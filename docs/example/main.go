package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Jobs are done one after the other by one machine. A job that ends late costs its weight for each hour.
type Jobs struct{ Hours, Due, Weight []int64 }

// Space says what a solution is: the order of the jobs.
func (p Jobs) Space() multiwalk.Space { return multiwalk.Permutation(len(p.Hours)) }

// Cost is what an order costs: the less, the better.
func (p Jobs) Cost(order []int32) int64 {
	var now, cost int64
	for _, job := range order {
		now += p.Hours[job]
		cost += p.Weight[job] * max(0, now-p.Due[job])
	}
	return cost
}

var week = Jobs{
	Hours:  []int64{3, 8, 2, 6, 4, 7, 1, 5, 9, 2},
	Due:    []int64{20, 11, 6, 30, 9, 24, 2, 13, 41, 16},
	Weight: []int64{4, 3, 9, 1, 7, 5, 2, 8, 6, 3},
}

func main() {
	res, err := auto.Minimize(context.Background(), week, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("cost", res.Cost, "in the order", res.Best)
}
