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

// Example compares what the program prints.
func Example() {
	main()
	// Output:
	// misfit 1.725: it grows to 55.8 cm, fastest after 5.0 weeks
	//  0 |  +o
	//  1 |    +o
	//  2 |        *
	//  3 |            o+
	//  4 |                   o+
	//  5 |                            *
	//  6 |                                    *
	//  7 |                                           +o
	//  8 |                                                *
	//  9 |                                                   +o
	// 10 |                                                     *
	// 11 |                                                      *
}
