package main

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

type Map [][2]int32 // countries that have a border in common

func (m Map) Space() multiwalk.Space { return multiwalk.Integers(7, 0, 3) } // 7 countries, 4 colours

func (m Map) Cost(x []int32) (alike int64) {
	for _, border := range m {
		if x[border[0]] == x[border[1]] {
			alike++
		}
	}
	return alike
}

func main() {
	borders := Map{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {3, 5}, {4, 5}, {4, 6}, {5, 6}, {0, 6}, {1, 5}}
	res, err := multiwalk.Minimize(context.Background(), borders, auto.For(borders), multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Time(time.Second)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("colours", res.Best, "with", res.Cost, "borders between equal ones")
}
