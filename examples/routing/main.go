// Command routing plans the ways of a van.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/problem/cvrp"
)

func main() {
	town := &cvrp.Instance{
		Capacity: 3,                                       // parcels
		X:        []float64{0, 2, -3, 6, -5, 1, 3, 2, -4}, // the depot comes first
		Y:        []float64{0, 7, 1, 6, 2, -4, 8, -6, -1},
		Demand:   []int64{0, 1, 1, 1, 1, 1, 1, 1, 1},
	}
	routes, err := town.Fleet(0) // with as many vehicles as it takes
	if err != nil {
		panic(err)
	}
	res, err := auto.Minimize(context.Background(), routes, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Time(time.Second / 10)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Outcome())
	if err := routes.WriteSolution(os.Stdout, res.Best); err != nil {
		panic(err)
	}
}
