package main

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/device"
)

func Example() {
	main()
	// Output:
	// cpu took 2 generations; the first row: [0 9 1 8 2 7 3 5]
	// emulator took 2 generations; the first row: [0 9 1 8 2 7 3 5]
}

// Colours of neighbours differ, whatever the device.
func TestColour(t *testing.T) {
	g := Queens(5, 6)
	x, _, err := colour(g, device.CPU(1), 8)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range g.Edges {
		if e != 0 && x[i/25] == x[i%25] {
			t.Errorf("vertices %d and %d both have colour %d", i/25, i%25, x[i/25])
		}
	}
	if y, _, err := colour(g, device.Emulator(), 8); err != nil || !slices.Equal(x, y) {
		t.Errorf("the emulator has %v, %v, cores %v", y, err, x)
	}
}
