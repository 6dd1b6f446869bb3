package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestShop(t *testing.T) {
	conformance.Problem(t, Shop{3, []int64{6, 2, 4, 1, 5, 3, 8, 2}})
}
