package main

import (
	"context"
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
)

// solve runs on a device for a number of evaluations.
func solve(g *Glass, d multiwalk.Device, evaluations int64) (*multiwalk.Result, error) {
	return auto.Minimize(context.Background(), g, multiwalk.Settings{
		Seed: 1, Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)},
	})
}

func main() {
	names := os.Args[1:]
	if len(names) == 0 {
		names = []string{"cpu", "emulator"}
	}
	for _, name := range names {
		d, err := device.Parse(name)
		if err != nil {
			fmt.Println(err)
			os.Exit(2)
		}
		res, err := solve(Torus(5, 1), d, 20_000)
		if err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		fmt.Printf("%s: %d of 50 pairs are wrong\n", name, res.Cost)
	}
}
