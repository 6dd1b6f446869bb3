package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestVans(t *testing.T) {
	p, err := Morning(21)
	if err != nil {
		t.Fatal(err)
	}
	conformance.Problem(t, p)
}
