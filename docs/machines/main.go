package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Shop is jobs to be done on several machines, one after the other on each. Minutes[j] is how long job j takes.
type Shop struct {
	Machines int
	Minutes  []int64
}

// Space is an order of all jobs and of one divider less than there are machines.
func (s Shop) Space() multiwalk.Space { return multiwalk.Permutation(len(s.Minutes) + s.Machines - 1) }

// Cost is how long the jobs wait until they are done, in total.
func (s Shop) Cost(x []int32) (sum int64) {
	now := int64(0)
	for _, v := range x {
		if int(v) >= len(s.Minutes) { // a divider: the next machine begins
			now = 0
			continue
		}
		now += s.Minutes[v]
		sum += now
	}
	return sum
}

// Plan is the jobs of each machine, in their order.
func (s Shop) Plan(x []int32) [][]int32 {
	plan := [][]int32{nil}
	for _, v := range x {
		if int(v) >= len(s.Minutes) {
			plan = append(plan, nil)
			continue
		}
		plan[len(plan)-1] = append(plan[len(plan)-1], v)
	}
	return plan
}

func main() {
	shop := Shop{2, []int64{6, 2, 4, 1, 5, 3}}
	res, err := auto.Minimize(context.Background(), shop, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Target(34), multiwalk.Evaluations(100_000)}})
	fmt.Println(res.Cost, shop.Plan(res.Best), err)
}
