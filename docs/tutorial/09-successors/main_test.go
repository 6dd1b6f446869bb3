package main

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
)

func Example() {
	main()
	// Output:
	// cpu took 2 generations; the first row: [0 9 1 8 2 7 3 5]
	// emulator took 2 generations; the first row: [0 9 1 8 2 7 3 5]
}

// Colours of neighbours differ, and are the same on every device.
func TestColour(t *testing.T) {
	g := Queens(5, 6)
	x, generations, err := colour(g, device.CPU(1), 8)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range g.Edges {
		if e != 0 && x[i/25] == x[i%25] {
			t.Errorf("vertices %d and %d both have colour %d", i/25, i%25, x[i/25])
		}
	}
	where := []multiwalk.Device{device.Emulator()}
	made, err := g.Kernels()
	if gpu := device.GPU(); gpu.Ready() == nil && err == nil && made.PTX != nil {
		where = append(where, gpu)
	}
	for _, d := range where {
		if y, took, err := colour(g, d, 8); err != nil || took != generations || !slices.Equal(x, y) {
			t.Errorf("%v has %v after %d generations, %v, cores %v after %d", d, y, took, err, x, generations)
		}
	}
}
