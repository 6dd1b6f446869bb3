package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestMap(t *testing.T) {
	conformance.Problem(t, Petersen())
}
