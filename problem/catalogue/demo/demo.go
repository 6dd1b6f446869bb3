// Package demo holds the instance that "multiwalk solve demo" solves: a drawing that its shortest tour draws again.
package demo

import (
	_ "embed" // for Text
)

// Name is the instance's name.
const Name = "demo"

// BestKnown is the cost of the shortest tour that long runs found, again and again. It is not proven to be optimal.
const BestKnown int64 = 213388

// Text is the instance in TSPLIB format. The package's tests write it anew with -update.
//
//go:embed demo.tsp
var Text []byte
