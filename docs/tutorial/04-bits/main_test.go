package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestGraph(t *testing.T) {
	conformance.Problem(t, Grid(3, 3)) // 9 bits: every flip, at some solutions
	conformance.Problem(t, Grid(9, 9)) // 81 bits: random flips
}
