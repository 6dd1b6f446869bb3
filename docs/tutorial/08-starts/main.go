package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Jobs are done one after the other.
type Jobs struct{ Hours, Due, Weight []int64 }

var _ multiwalk.Constructor = Jobs{}

// Space is the orders of the jobs.
func (p Jobs) Space() multiwalk.Space { return multiwalk.Permutation(len(p.Hours)) }

// Cost is the weighted lateness.
func (p Jobs) Cost(order []int32) int64 {
	var now, cost int64
	for _, job := range order {
		now += p.Hours[job]
		cost += p.Weight[job] * max(0, now-p.Due[job])
	}
	return cost
}

// Construct writes the jobs to order as they are due; of those due together a random one is first.
func (p Jobs) Construct(r *multiwalk.Rand, order []int32) {
	p.Space().Random(r, order)
	slices.SortStableFunc(order, func(a, b int32) int { return int(p.Due[a] - p.Due[b]) })
}

// solve runs for a number of evaluations, from a start or from what is constructed.
func solve(p Jobs, start []int32, evaluations int64) *multiwalk.Result {
	res, err := auto.Minimize(context.Background(), p, multiwalk.Settings{
		Seed: 1, Start: start, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)},
	})
	if err != nil {
		panic(err)
	}
	return res
}

func main() {
	week := Jobs{
		Hours:  []int64{3, 8, 2, 6, 4, 7, 1, 5, 9, 2},
		Due:    []int64{20, 11, 6, 30, 9, 24, 2, 13, 41, 16},
		Weight: []int64{4, 3, 9, 1, 7, 5, 2, 8, 6, 3},
	}
	plan := solve(week, nil, 100_000)
	fmt.Println("planned:", plan.Cost)

	week.Hours[5] = 6 // a job takes an hour less than planned
	again := solve(week, plan.Best, 20)
	fmt.Println("no worse than the old plan:", again.Cost <= week.Cost(plan.Best))
}
