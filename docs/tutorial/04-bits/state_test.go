package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestKept(t *testing.T) {
	conformance.Problem(t, Kept{Grid(3, 3)})
	conformance.Problem(t, Kept{Grid(9, 9)})
}
