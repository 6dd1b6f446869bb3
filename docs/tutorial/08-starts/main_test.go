package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestJobs(t *testing.T) {
	conformance.Problem(t, Jobs{Hours: []int64{3, 8, 2, 6}, Due: []int64{4, 11, 6, 9}, Weight: []int64{4, 3, 9, 1}})
}
