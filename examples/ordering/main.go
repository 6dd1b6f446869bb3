// Command ordering ranks candidates so that the fewest preferences of voters are overruled.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/problem/ordering"
)

func main() {
	votes := ordering.New(5, []int32{ // how many prefer the row's candidate to the column's
		0, 7, 3, 9, 2,
		5, 0, 8, 4, 6,
		9, 4, 0, 5, 8,
		3, 8, 7, 0, 7,
		10, 6, 4, 5, 0,
	})
	res, err := auto.Minimize(context.Background(), votes, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Target(votes.LowerBound()), multiwalk.Time(time.Second / 10)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("ranking", res.Best, "agrees with", -res.Cost, "preferences")
}
