package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestSquare(t *testing.T) {
	conformance.Problem(t, Square{}) // also that Undo leads back, and that a move is the same each time
}
