package neighbourhood

import (
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// Pairwise is a problem over bits whose cost is weights of bits and of pairs of bits, and a constant. Searches that look at many
// bits at once take it as it is: annealing by sweeps on a device.
type Pairwise interface {
	multiwalk.Problem
	// Pairs is read-only, and does not change. It is nil where pairs are not listed, because there are too many.
	Pairs() *Pairs
}

// Pairs is weights of bits and of pairs: bit i costs Linear[i] where it is 1; bits i and Others[k] cost Weights[k] where both are 1,
// for k from Start[i] to Start[i+1]-1. Each pair stands at both of its bits.
type Pairs struct {
	Linear        []int64
	Start, Others []int32
	Weights       []int64
}

// Validate checks the form of pairs over n bits. Time is linear.
func (q *Pairs) Validate(n int) error {
	if len(q.Linear) != n || len(q.Start) != n+1 || q.Start[0] != 0 || int(q.Start[n]) != len(q.Others) || len(q.Others) != len(q.Weights) {
		return fmt.Errorf("multiwalk: pairs of %d bits have %d linear weights, %d starts, %d bits and %d weights; give n, n+1, from 0 to the "+
			"number of bits, and as many weights", n, len(q.Linear), len(q.Start), len(q.Others), len(q.Weights))
	}
	for i := range n {
		if q.Start[i] > q.Start[i+1] {
			return fmt.Errorf("multiwalk: the pairs of bit %d begin at %d and end at %d", i, q.Start[i], q.Start[i+1])
		}
	}
	twice := uint64(0) // entries of the lesser bit less those of the greater one, each times what only its pair has
	for i := range int32(n) {
		for k := q.Start[i]; k < q.Start[i+1]; k++ {
			j := q.Others[k]
			if j < 0 || int(j) >= n || j == i {
				return fmt.Errorf("multiwalk: bit %d has a pair with bit %d; it takes another one of 0 to %d", i, j, n-1)
			}
			mixed := (uint64(min(i, j))<<32 | uint64(max(i, j))) * 0x9e3779b97f4a7c15
			mixed = (mixed ^ mixed>>29) * (uint64(q.Weights[k])<<1 | 1)
			if j > i {
				twice += mixed
			} else {
				twice -= mixed
			}
		}
	}
	if twice != 0 {
		return errors.New("multiwalk: some pair does not stand at both of its bits with one weight")
	}
	return nil
}
