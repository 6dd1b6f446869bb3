package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestRack(t *testing.T) {
	rack := Rack{8, make([]int32, 8*8)}
	for k := range int32(7) {
		rack.Cables[k*8+k+1], rack.Cables[(k+1)*8+k] = k+1, k+1
	}
	conformance.Problem(t, rack)
}
