package main

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/device"
)

func TestGrowth(t *testing.T) {
	p, err := continuous.Of(continuous.Func{Lower: []float64{1, 0.01, 0}, Upper: []float64{500, 10, 30}, F: misfit})
	if err != nil {
		t.Fatal(err)
	}
	conformance.Problem(t, p)
}

// Differential evolution fits the curve on a core and on the emulator, or on a GPU if there is one, to the same bits.
func TestGrowth_OnDevices(t *testing.T) {
	growth := &Growth{heights}
	where := []multiwalk.Device{device.CPU(1), device.Emulator()}
	made, err := growth.Kernels()
	if gpu := device.GPU(); gpu.Ready() == nil && err == nil && made.PTX != nil {
		where = append(where, gpu)
	}
	found := map[string]bool{}
	for _, d := range where {
		res, err := continuous.Minimize(t.Context(), growth, continuous.Differential{Population: 16, Strategy: "best", F: 0.7}, multiwalk.Settings{
			Seed: 1, Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(1600)},
		})
		if err != nil || res.F > 1.8 {
			t.Errorf("%v: %v, %v", d, res, err)
			continue
		}
		found[fmt.Sprint(res.X, res.F)] = true
	}
	if len(found) != 1 {
		t.Errorf("devices find %v", found)
	}
}

// Example compares what the program prints.
func Example() {
	main()
	// Output:
	// misfit 1.725: it grows to 55.8 cm, fastest after 5.0 weeks
	//  0 |  +o
	//  1 |    +o
	//  2 |        *
	//  3 |            o+
	//  4 |                   o+
	//  5 |                            *
	//  6 |                                    *
	//  7 |                                           +o
	//  8 |                                                *
	//  9 |                                                   +o
	// 10 |                                                     *
	// 11 |                                                      *
}
