package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
)

func TestGrowth(t *testing.T) {
	p, err := continuous.Of(continuous.Func{Lower: []float64{1, 0.01, 0}, Upper: []float64{500, 10, 30}, F: misfit})
	if err != nil {
		t.Fatal(err)
	}
	conformance.Problem(t, p)
}
