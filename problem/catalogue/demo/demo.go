// Package demo holds the instance that "multiwalk solve demo" solves: a drawing that its shortest tour draws again.
package demo

import (
	"bytes"
	_ "embed" // for Text
	"fmt"
)

// Name is the instance's name.
const Name = "demo"

// BestKnown is the cost of the shortest tour that long runs found, again and again. It is not proven to be optimal.
const BestKnown int64 = 213388

// Text is the instance in TSPLIB format. The package's tests write it anew with -update.
//
//go:embed demo.tsp
var Text []byte

// format writes the cities as a TSPLIB file.
func format(cities [][2]int32) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "NAME : %s\nCOMMENT : many walks, one goal (drawn by Multiwalk)\nTYPE : TSP\n", Name)
	fmt.Fprintf(&b, "DIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n", len(cities))
	for i, c := range cities {
		fmt.Fprintf(&b, "%d %d %d\n", i+1, c[0], c[1])
	}
	b.WriteString("EOF\n")
	return b.Bytes()
}
