package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/rng"
)

// Mirrored tells whether kernel TabuFlip's searches take a solution and its complement for one.
func Mirrored(t *testing.T, p multiwalk.Problem) bool {
	_, rows, err := flipModule(p)
	if err != nil {
		t.Fatal(err)
	}
	return onesOf(rows, p.Space().Len()) != nil
}

// FlipChild is a child of two solutions of a problem of bits.
func FlipChild(t *testing.T, p multiwalk.Problem, x, y []int32, seed uint64) []int32 {
	_, rows, err := flipModule(p)
	if err != nil {
		t.Fatal(err)
	}
	n := p.Space().Len()
	f := &flipFleet{Fleet: fleet.Fleet{N: n}, ones: onesOf(rows, n)}
	var sets [3][setWords]uint32
	toSet(x, sets[0][:])
	toSet(y, sets[1][:])
	r := rng.New(seed, 0)
	f.between(sets[0][:], sets[1][:], sets[2][:], func(int) (u [4]uint32) {
		for k := range u {
			u[k] = uint32(r.Uint64())
		}
		return u
	})
	child := make([]int32, n)
	fromSet(sets[2][:], child)
	return child
}
