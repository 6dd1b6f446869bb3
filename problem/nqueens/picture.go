package nqueens

import (
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/board"
)

// Drawable returns an error where queens would be too small to be seen.
func (q *Instance) Drawable() error {
	if q.N > board.Most {
		return fmt.Errorf("nqueens: boards have pictures up to %d columns", board.Most)
	}
	return nil
}

// SVG draws the queens on their board, row 1 below: those that are attacked red.
func (q *Instance) SVG(out io.Writer, x []int32) error {
	if err := q.Drawable(); err != nil {
		return err
	}
	up, down := make([]int, 2*q.N), make([]int, 2*q.N) // queens of each diagonal
	for i, v := range x {
		up[i+q.N-int(v)]++
		down[i+int(v)]++
	}
	title := fmt.Sprintf("%d queens, %d pairs attack each other", q.N, q.Cost(x))
	return board.SVG(out, title, x, func(i int) bool { return up[i+q.N-int(x[i])] > 1 || down[i+int(x[i])] > 1 })
}
