package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func Example() {
	main()
	// Output:
	// iterated-greedy: 51396
	// iterated-greedy: 51396
}

func TestJobs(t *testing.T) {
	conformance.Problem(t, drawn(12))
	conformance.Problem(t, Together{drawn(12)})
}
