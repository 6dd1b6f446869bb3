// Command scheduling gives seven jobs to three machines.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/problem/scheduling"
)

func main() {
	jobs := scheduling.Scaled(7, 3, []float64{ // how long each machine has for each job
		5, 8, 3,
		7, 4, 9,
		2, 6, 6,
		9, 3, 5,
		4, 4, 8,
		6, 7, 2,
		8, 5, 5,
	})
	p := jobs.Makespan()
	res, err := multiwalk.Minimize(context.Background(), p, auto.For(p), multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Time(time.Second / 10)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("machines", res.Best, "are done at", jobs.Last(res.Best))
}
