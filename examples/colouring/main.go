// Command colouring colours a map of seven countries.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/problem/colouring"
)

func main() {
	borders := &colouring.Graph{N: 7, Edges: [][2]int32{ // countries that have a border in common
		{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {3, 5}, {4, 5}, {4, 6}, {5, 6}, {0, 6}, {1, 5},
	}}
	p, err := borders.Colouring(4) // as many as are enough for any map
	if err != nil {
		panic(err)
	}
	res, err := auto.Minimize(context.Background(), p, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Time(time.Second)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("colours", res.Best, "with", res.Cost, "borders between equal ones")
}
