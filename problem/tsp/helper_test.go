package tsp

import "github.com/multiwalk/multiwalk"

func randomStream(seed uint64) *multiwalk.Rand { return multiwalk.NewRand(seed, 0) }
