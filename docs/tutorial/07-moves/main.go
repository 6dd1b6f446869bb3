package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Square is the magic square of side 4: x[i]+1 stands in cell i.
type Square struct{}

var _ multiwalk.Mover = Square{}

// Space is the orders of sixteen numbers.
func (Square) Space() multiwalk.Space { return multiwalk.Permutation(16) }

// Cost is by how much the sums of the ten lines differ from 34, together.
func (Square) Cost(x []int32) int64 {
	var sum int64
	line := func(from, step int) {
		d := int64(4 - 34)
		for k := range 4 {
			d += int64(x[from+k*step])
		}
		sum += max(d, -d)
	}
	for k := range 4 {
		line(4*k, 1)
		line(k, 4)
	}
	line(0, 5)
	line(3, 3)
	return sum
}

// NewMoves returns the moves of one walk.
func (Square) NewMoves() multiwalk.Moves { return rotations{} }

// rotations take what stands at three different cells I, J and K from I to J, from J to K, and from K to I.
type rotations struct{}

// Reset has nothing to keep up to date.
func (rotations) Reset(x []int32) {}

// Random draws three different cells.
func (rotations) Random(r *multiwalk.Rand) multiwalk.Move {
	i, j, k := int32(r.IntN(16)), int32(r.IntN(15)), int32(r.IntN(14))
	if j >= i {
		j++
	}
	if k >= min(i, j) {
		k++
	}
	if k >= max(i, j) {
		k++
	}
	return multiwalk.Move{I: i, J: j, K: k}
}

// Apply makes the move.
func (rotations) Apply(x []int32, m multiwalk.Move) { x[m.J], x[m.K], x[m.I] = x[m.I], x[m.J], x[m.K] }

// Undo takes it back.
func (rotations) Undo(x []int32, m multiwalk.Move) { x[m.I], x[m.J], x[m.K] = x[m.J], x[m.K], x[m.I] }

func main() {
	var s Square
	res, err := auto.Minimize(context.Background(), s, multiwalk.Settings{
		Seed: 1, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Evaluations(20_000_000)},
	})
	fmt.Println("lines are off by", res.Cost, "in all,", res.Status, err)
}
