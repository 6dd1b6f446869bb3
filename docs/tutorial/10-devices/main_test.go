package main

import (
	"os"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
)

func Example() {
	os.Args = os.Args[:1]
	main()
	// Output:
	// cpu: 9 of 50 pairs are wrong
	// emulator: 9 of 50 pairs are wrong
}

func TestGlass(t *testing.T) {
	conformance.Problem(t, Torus(3, 1))
	conformance.Problem(t, Torus(9, 2))
}

// Every device finds the least cost, which all solutions of a small glass prove.
func TestSolve(t *testing.T) {
	g := Torus(4, 3)
	x := make([]int32, 16)
	least := g.Cost(x)
	for all := range 1 << len(x) {
		for i := range x {
			x[i] = int32(all >> i & 1)
		}
		least = min(least, g.Cost(x))
	}
	where := []multiwalk.Device{device.CPU(1), device.Emulator()}
	made, err := g.Kernels()
	if gpu := device.GPU(); gpu.Ready() == nil && err == nil && made.PTX != nil {
		where = append(where, gpu)
	}
	for _, d := range where {
		if res, err := solve(g, d, 10_000); err != nil || res.Cost != least {
			t.Errorf("%v: %v, %v, want cost %d", d, res, err, least)
		}
	}
}
