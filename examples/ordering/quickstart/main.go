package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

type Ranking [][]int64 // Ranking[a][b]: how many voters prefer a to b

func (w Ranking) Space() multiwalk.Space { return multiwalk.Permutation(len(w)) }

func (w Ranking) Cost(x []int32) (against int64) {
	for i, b := range x {
		for _, a := range x[:i] {
			against += w[b][a]
		}
	}
	return against
}

func main() {
	votes := Ranking{{0, 7, 3, 9, 2}, {5, 0, 8, 4, 6}, {9, 4, 0, 5, 8}, {3, 8, 7, 0, 7}, {10, 6, 4, 5, 0}}
	res, err := multiwalk.Minimize(context.Background(), votes, auto.For(votes), multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Time(time.Second / 10)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("ranking", res.Best, "overrules", res.Cost, "preferences")
}
